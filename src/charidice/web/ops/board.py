"""The board: where the workers of one machine leave their figures for each other.

Behind one port any worker may be asked. So each leaves its figures in a folder that all workers of
this machine can read, and whoever is asked answers for all of them.
"""

import asyncio
import os
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from charidice.web.ops.metrics import Metrics

_POST_SECONDS: Final = 1.0
_STALE_SECONDS: Final = 10.0
_FAMILY: Final = re.compile(r"^(# HELP .*\n# TYPE .*\n)((?:[^#\n].*\n)*)", re.MULTILINE)


class Board:
    """A folder with one file of figures for each worker, or nothing where there is one worker."""

    def __init__(
        self, folder: Path | None, worker: int, clock: Callable[[], float] = time.time
    ) -> None:
        self._folder, self._worker, self._clock = folder, worker, clock

    def post(self, text: str) -> None:
        """Leave the figures of this worker, rendered."""
        if self._folder is not None:
            unfinished = self._folder / f"{self._worker}.{os.getpid()}"
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(self._folder / f"{self._worker}.prom")

    def others(self) -> Iterator[str]:
        """The figures that other workers left not long ago."""
        for path in sorted(self._folder.glob("*.prom")) if self._folder is not None else ():
            with suppress(OSError, UnicodeError):
                fresh = self._clock() - path.stat().st_mtime < _STALE_SECONDS
                if path.stem != str(self._worker) and fresh:
                    yield path.read_text(encoding="utf-8")


def joined(texts: Iterable[str]) -> str:
    """One text of several: every family is there once, with the figures of all workers.

    Taken apart at the heads of the families and not parsed: parsing the figures of eight workers
    would hold the event loop for some 60 ms.
    """
    families: defaultdict[str, str] = defaultdict(str)
    for text in texts:
        for head, figures in _FAMILY.findall(text):
            families[head] += figures
    return "".join(head + figures for head, figures in families.items())


async def keep_posting(board: Board, metrics: Metrics) -> None:
    """Leave the figures of this worker for the others, every second."""
    while True:
        with suppress(OSError):
            board.post(metrics.text())
        await asyncio.sleep(_POST_SECONDS)
