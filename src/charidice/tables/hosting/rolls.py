"""The rolls of a table, made of the source that its first event names."""

from charidice.records import EnteredSource, ServerSource
from charidice.rolls import Chance, DrawnRolls, Rolls
from charidice.tables.model.errors import TableError
from charidice.tables.model.game_setup import GameSetup


class RollFactory:
    """Makes rolls for each table; `randomness` is what the server draws from."""

    def __init__(self, randomness: Chance) -> None:
        self._drawn = DrawnRolls(randomness)

    def rolls_of(self, setup: GameSetup) -> Rolls:
        """Where the rolls of a table come from."""
        match setup.source:
            case ServerSource():
                return self._drawn
            case EnteredSource():
                return _RealDice()


class _RealDice:
    """Dice that only people can roll."""

    def number(self, turn: int, roll: int, die: int) -> int:
        raise TableError("table/real-dice", {"turn": turn, "roll": roll, "die": die})
