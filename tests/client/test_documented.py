"""The example in docs/api.md works as it stands there."""

import re
from pathlib import Path

import pytest
from tests.web.support import Local

API = Path(__file__).parent.parent.parent / "docs" / "api.md"


def test_the_example_plays_a_whole_game(here: Local, capsys: pytest.CaptureFixture[str]) -> None:
    section = API.read_text(encoding="utf-8").partition("\n## From Python\n")[2]
    (example,) = re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    program = example.replace("http://127.0.0.1:8000", here.url)
    assert program != example
    exec(compile(program, "docs/api.md", "exec"), {})  # noqa: S102
    assert re.fullmatch(r"winners: \[[01](, 1)?\]\n", capsys.readouterr().out)
