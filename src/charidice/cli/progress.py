"""A progress bar for long commands, on stderr and only in a real terminal."""

import sys
from collections.abc import Generator, Iterable
from typing import Self, TypeVar

_T = TypeVar("_T")
_WIDTH = 30


class Bar:
    """A bar that is redrawn when it changes, in a real terminal only."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._visible = sys.stderr is not None and sys.stderr.isatty()

    def draw(self, done: int, total: int) -> None:
        """So much of all is done."""
        if self._visible:
            filled = _WIDTH * done // max(total, 1)
            bar = "#" * filled + "." * (_WIDTH - filled)
            print(f"\r{self._label} [{bar}] {done}/{total}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._visible:
            print(file=sys.stderr)


def shown(label: str, items: Iterable[_T], total: int, *, each: int = 1) -> Generator[_T]:
    """Go through the items, drawing a bar after each, which counts as so many."""
    with Bar(label) as bar:
        for done, item in enumerate(items):
            bar.draw(done * each, total * each)
            yield item
        bar.draw(total * each, total * each)
