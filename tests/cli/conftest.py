"""Commands run inside the test, and a real terminal."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tools.emulator import Emulator

from charidice.cli import main
from charidice.locale import use


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


Run = Callable[..., Outcome]
Open = Callable[..., Emulator]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANGUAGE", "")
    yield
    use("en")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command as in a pipe, with lines to read."""

    def run(*words: str, typed: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Outcome(code, out, err)

    return run


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    """Run the command in a real terminal."""
    opened: list[Emulator] = []

    def start(*words: str, columns: int = 80, rows: int = 24, **environment: str) -> Emulator:
        variables = {
            "HOME": str(tmp_path),
            "PATH": os.environ["PATH"],
            "TERM": "xterm-256color",
            "PYTHONUTF8": "1",
            **environment,
        }
        command = [sys.executable, "-m", "charidice", *map(str, words)]
        opened.append(Emulator(command, variables, columns, rows))
        return opened[-1]

    yield start
    for emulator in opened:
        emulator.close()
