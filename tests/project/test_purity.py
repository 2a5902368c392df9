"""The rules stay pure: standard library only, and nothing that reads the world."""

import ast
import sys
from pathlib import Path

import pytest

import charidice

SOURCE = Path(charidice.__file__).parent
WORLDLY = {
    "os",
    "sys",
    "io",
    "random",
    "secrets",
    "time",
    "datetime",
    "pathlib",
    "socket",
    "locale",
}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("layer", ["rules", "records", "rolls"])
def test_the_core_imports_only_the_standard_library_and_nothing_worldly(layer: str) -> None:
    files = list((SOURCE / layer).glob("**/*.py"))
    assert files
    for path in files:
        foreign = imports(path) - {"charidice"} - sys.stdlib_module_names
        assert not foreign, path
        assert not imports(path) & WORLDLY, path
