"""The core stays pure: it uses a short list of the standard library and never reads the world."""

import ast
from pathlib import Path

import pytest

import charidice

SOURCE = Path(charidice.__file__).parent
PURE = {
    *("bisect", "collections", "dataclasses", "enum", "functools", "hashlib", "itertools"),
    *("csv", "datetime", "io", "json", "operator", "re", "typing", "unicodedata"),
}


def imports(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


def calls(tree: ast.AST) -> set[str]:
    """The plain names that a module calls."""
    return {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


@pytest.mark.parametrize("layer", ["rules", "records", "rolls"])
def test_the_core_imports_and_calls_nothing_worldly(layer: str) -> None:
    files = list((SOURCE / layer).glob("**/*.py"))
    assert files
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert imports(tree) <= {"charidice", *PURE}, path
        assert not calls(tree) & {"open", "print", "input", "eval", "exec"}, path
