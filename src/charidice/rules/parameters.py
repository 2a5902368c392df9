"""Every number that the rulebook fixes, in one value."""

from dataclasses import dataclass
from typing import Final

from charidice.rules.dice import DICE, NUMBERS
from charidice.rules.errors import RulesError


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of the game; `Rules(rounds=3)` is a short game.

    The bonuses are indexed by the number of dice in the selection, `gift_values` by the number
    that the given die shows; index 0 is never used.
    """

    least_players: int = 2
    most_players: int = 4
    rounds: int = 7
    rolls: int = 3
    one_colour_least: int = 4
    one_colour_bonus: tuple[int, ...] = (0, 0, 0, 0, 15, 0, 0)
    straight_bonus: tuple[int, ...] = (0, 0, 0, 0, 25, 40, 50)
    same_number_bonus: tuple[int, ...] = (0, 0, 0, 0, 15, 30, 60)
    gift_values: tuple[int, ...] = (0, 1, 2, 3, 4, 10, 12)
    biggest_gift_factor: int = 2
    charity_bonus: int = 20
    charity_bonus_high: int = 30
    charity_high_above: int = 60

    def __post_init__(self) -> None:
        for name in ("one_colour_bonus", "straight_bonus", "same_number_bonus"):
            self._check_numbers(name, DICE + 1)
        self._check_numbers("gift_values", len(NUMBERS) + 1)
        # The largest games are far above anything playable; they keep a hostile record small.
        self._check_number("least_players", least=2, most=8)
        self._check_number("most_players", least=self.least_players, most=8)
        self._check_number("rounds", least=1, most=50)
        self._check_number("rolls", least=1, most=10)
        # One die is always of one colour, and it scores as "different colours".
        self._check_number("one_colour_least", least=2)
        for name in ("biggest_gift_factor", "charity_bonus", "charity_bonus_high"):
            self._check_number(name)
        self._check_number("charity_high_above")

    def _check_numbers(self, name: str, length: int) -> None:
        values = getattr(self, name)
        if isinstance(values, list):
            values = tuple(values)
            object.__setattr__(self, name, values)
        if not isinstance(values, tuple) or len(values) != length:
            count = len(values) if isinstance(values, tuple) else 1
            raise RulesError("rules/rule-length", {"rule": name, "count": count, "length": length})
        for value in values:
            _check_value(name, value)

    def _check_number(self, name: str, least: int = 0, most: int = 1000) -> None:
        _check_value(name, getattr(self, name), least, most)


def _check_value(name: str, value: object, least: int = 0, most: int = 1000) -> None:
    if type(value) is not int or not least <= value <= most:
        details = {"rule": name, "value": value, "least": least, "most": most}
        raise RulesError("rules/rule-value", details)


RULEBOOK: Final = Rules()
