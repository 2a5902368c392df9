"""Files are short enough to be read in one go."""

from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parent.parent.parent
MOST_LINES = {"src": 300, "tests": 500, "tools": 500, "benchmarks": 500}


def lengths(folder: str) -> dict[str, int]:
    """How many lines each Python file below a folder has."""
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n")
        for path in (ROOT / folder).rglob("*.py")
    }


@pytest.mark.parametrize("folder", MOST_LINES)
def test_no_file_is_long(folder: str) -> None:
    found = lengths(folder)
    assert found
    assert {path: n for path, n in found.items() if n > MOST_LINES[folder]} == {}


def test_half_of_the_source_files_are_shorter_than_150_lines() -> None:
    assert median(lengths("src").values()) < 150
