"""Numbers drawn one by one, as they are needed: nobody can know them before they are rolled."""

import os
from dataclasses import dataclass
from typing import Final, Protocol

from charidice.rules import NUMBERS

_FETCHED: Final = 4096


class Chance(Protocol):
    """What draws a number: `random.Random`, and its kind that asks the system."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to below `stop`, all equally likely."""
        ...


class SystemChance:
    """The chance of the system, for small numbers and one thread; used up, it is never seen again.

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


@dataclass(frozen=True, slots=True)
class DrawnRolls:
    """Rolls from a source of chance; a server gives it that of the system.

    Other than the sources with addresses it gives another number each time it is asked: whoever
    uses it asks only once for each roll, and writes the answer down.
    """

    chance: Chance

    def number(self, turn: int, roll: int, die: int) -> int:  # noqa: ARG002
        """The next number."""
        return NUMBERS[self.chance.randrange(len(NUMBERS))]
