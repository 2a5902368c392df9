"""The pulse of a worker: its event loop shows that it still turns, the process above looks on."""

import asyncio
import multiprocessing
from collections.abc import Callable
from typing import Final

_BEAT_SECONDS: Final = 1.0


class Pulse:
    """A number in memory that two processes share: the worker counts on, the other one reads."""

    def __init__(self) -> None:
        self._beats = multiprocessing.get_context("spawn").RawValue("Q", 0)

    def beat(self) -> None:
        """Show that the worker goes on."""
        self._beats.value += 1

    @property
    def beats(self) -> int:
        """How often it has done so."""
        return int(self._beats.value)


async def keep_beating(beat: Callable[[], None]) -> None:
    """Beat every second, as long as the event loop turns."""
    while True:
        beat()
        await asyncio.sleep(_BEAT_SECONDS)
