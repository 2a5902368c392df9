"""A bar that shows how far a long command is; on stderr, and only in a real terminal."""

import sys
from collections.abc import Generator, Iterable
from typing import TypeVar

_T = TypeVar("_T")
_WIDTH = 30


def shown(label: str, items: Iterable[_T], total: int) -> Generator[_T]:
    """Go through the items, drawing a bar after each."""
    visible = sys.stderr is not None and sys.stderr.isatty()
    for done, item in enumerate(items):
        if visible:
            _draw(label, done, total)
        yield item
    if visible:
        _draw(label, total, total)
        print(file=sys.stderr)


def _draw(label: str, done: int, total: int) -> None:
    filled = _WIDTH * done // total
    bar = "#" * filled + "." * (_WIDTH - filled)
    print(f"\r{label} [{bar}] {done}/{total}", end="", file=sys.stderr, flush=True)
