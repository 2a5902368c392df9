"""Buffered randomness of the operating system."""

import os
from typing import Final

_FETCHED: Final = 4096


class BufferedRandomness:
    """Randomness of the operating system for small numbers and one thread; no byte is used twice.

    It is fetched in larger pieces, since each fetch lets other threads run first.
    """

    def __init__(self) -> None:
        self._ready = bytearray()

    def randrange(self, stop: int, /) -> int:
        """A number below `stop`, which is 256 at most; bytes that would favour some are skipped."""
        fair = 256 - 256 % stop
        while True:
            if not self._ready:
                self._ready += os.urandom(_FETCHED)
            byte = self._ready.pop()
            if byte < fair:
                return byte % stop
