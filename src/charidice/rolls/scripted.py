"""Rolls that were written down: for tests, examples and lessons."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from charidice.errors import CodedError
from charidice.rules import Rolled


class ScriptError(CodedError):
    """The script has no roll for this moment."""

    messages: ClassVar[Mapping[str, str]] = {
        "rolls/script-ended": "The script has no roll {roll} for turn {turn} (counted from 0).",
    }


class ScriptedRolls:
    """Rolls by turn: `ScriptedRolls([[(1, 6, 6, 4, 3, 2)], [(...), (...)]])`."""

    def __init__(self, turns: Iterable[Iterable[Iterable[int]]]) -> None:
        self._turns = [[Rolled(roll).numbers for roll in turn] for turn in turns]

    def number(self, turn: int, roll: int, die: int) -> int:
        """The number at this address."""
        try:
            return self._turns[turn][roll][die]
        except IndexError:
            raise ScriptError("rolls/script-ended", {"turn": turn, "roll": roll}) from None
