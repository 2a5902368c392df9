"""What fails is tried once more, and only what fails again is red."""

import sys
from pathlib import Path

import pytest
from tools.check import FAILED, once_more, run

SHAKY = """
from pathlib import Path

def test_shaky():
    seen = Path(__file__).with_suffix(".seen")
    first = not seen.exists()
    seen.touch()
    assert not first
"""
BROKEN = "def test_broken():\n    assert False\n"
UNREADABLE = "def test_unreadable(:\n"


@pytest.mark.parametrize(("source", "second"), [(SHAKY, 0), (BROKEN, FAILED)])
def test_what_fails_gets_one_more_chance(tmp_path: Path, source: str, second: int) -> None:
    command = pytest_of(tmp_path, source)
    assert run([command]) == [FAILED]
    assert once_more(command) == second


def test_tests_that_cannot_be_read_get_none(tmp_path: Path) -> None:
    assert run([pytest_of(tmp_path, UNREADABLE)]) not in ([0], [FAILED])


def pytest_of(folder: Path, source: str) -> str:
    """The command that runs one file of tests with settings of its own."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_it.py").write_text(source)
    settings = f"-c {folder}/pytest.ini -o cache_dir={folder}/cache"
    return f"{sys.executable} -m pytest -q {settings} {folder}/test_it.py"
