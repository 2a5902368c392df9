"""Numbers drawn one by one, as they are needed: nobody can know them before they are rolled."""

from dataclasses import dataclass
from typing import Protocol

from charidice.rules import NUMBERS


class Chance(Protocol):
    """What draws a number: `random.Random`, and its kind that asks the system."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to below `stop`, all equally likely."""
        ...


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
