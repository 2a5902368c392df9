"""Templates are compiled once, and kept where that is possible."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from charidice.web.templating import CompiledTemplates


def shown(folder: Path, source: str) -> str:
    cache = CompiledTemplates(folder)
    environment = Environment(loader=DictLoader({"a": source}), bytecode_cache=cache)  # noqa: S701
    return environment.get_template("a").render()


def test_a_compiled_template_is_used_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    folder = tmp_path / "new"
    assert shown(folder, "{{ 6 * 7 }}") == "42"

    def never(*_: object, **__: object) -> str:
        raise AssertionError("compiled again")

    monkeypatch.setattr(Environment, "compile", never)
    assert shown(folder, "{{ 6 * 7 }}") == "42"
    with pytest.raises(AssertionError, match="compiled again"):
        shown(folder, "{{ 6 * 8 }}")


def test_where_nothing_can_be_kept_templates_are_compiled_at_each_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="ascii")
    for _ in range(2):
        assert shown(tmp_path / "file" / "below", "{{ 6 * 7 }}") == "42"


def test_who_wants_no_compiled_modules_gets_no_compiled_templates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert shown(tmp_path / "new", "{{ 6 * 7 }}") == "42"
    assert not (tmp_path / "new").exists()
