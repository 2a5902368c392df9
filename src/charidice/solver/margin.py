"""The two-player game, solved for the expected margin.

Scores only add up, so a position just before a turn is worth what is still to come: it depends on
how many turns are left, how much each player has given, and who still has the 2x box. As soon as
somebody has given more than 60 the charity bonus is the high one for sure, and only the difference
of what was given matters. Working back from the end, every position is one turn.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from charidice.rules import Rules
from charidice.solver.errors import SolverError
from charidice.solver.lattice import lattice_of
from charidice.solver.options import Dice, options_of
from charidice.solver.turn import Ending, TurnSolution, solve_turn

Values = NDArray[np.float32]
_Floats = NDArray[np.float64]
_Ints = NDArray[np.integer[Any]]
# So small that no difference of margins outweighs the smallest chance, one roll in 46,656.
TIE_BREAK: Final = 1e-9
BOXES: Final = ((False, False), (False, True), (True, False), (True, True))
"""Who still has the 2x box: the player to move, the other one. A table is in this order."""


@dataclass(frozen=True)
class Donations:
    """What both have given, as far as it matters, by number."""

    threshold: int
    span: int

    @property
    def count(self) -> int:
        """How many there are."""
        return (self.threshold + 1) ** 2 + 2 * self.span + 1

    def index(self, mine: _Ints, other: _Ints) -> _Ints:
        """The number for what the player to move and the other one have given."""
        low = self.threshold + 1
        apart = np.clip(mine - other, -self.span, self.span) + self.span
        both_low = np.maximum(mine, other) <= self.threshold
        return np.where(both_low, mine * low + other, low * low + apart)

    def number(self, mine: int, other: int) -> int:
        """The number of one pair."""
        low = self.threshold + 1
        if max(mine, other) <= self.threshold:
            return mine * low + other
        return low * low + min(max(mine - other, -self.span), self.span) + self.span

    def pairs(self) -> tuple[_Ints, _Ints]:
        """By number, what both have given; one example where only the difference matters."""
        low = self.threshold + 1
        mine, other = np.divmod(np.arange(low * low), low)
        apart = np.arange(-self.span, self.span + 1)
        return (
            np.concatenate([mine, low + np.maximum(apart, 0)]),
            np.concatenate([other, low + np.maximum(-apart, 0)]),
        )


def fingerprint(rules: Rules, dice: Dice) -> str:
    """The same for all games that a table serves: rounds and seats do not matter.

    What is 0 is left out: a new house rule that the rulebook does without changes no table.
    """
    free = ("rounds", "least_players", "most_players")
    numbers = {name: value for name, value in asdict(rules).items() if value and name not in free}
    faces = " ".join("".join(map(str, die)) for die in dice)
    return sha256(f"{sorted(numbers.items())} {faces}".encode()).hexdigest()


@dataclass(frozen=True)
class MarginTable:
    """The expected further margin of the player to move, charity bonus included.

    `values[left, boxes, donations]`, just before the first roll of a turn with `left` turns to go.
    """

    rules: Rules
    dice: Dice
    donations: Donations
    values: Values

    @property
    def most_turns(self) -> int:
        """With how many turns left the longest game begins."""
        return len(self.values) - 1

    @property
    def most_points(self) -> int:
        """The most points of one turn, with the bonus."""
        return int(options_of(self.dice, self.rules).points.max())

    @property
    def most_gift(self) -> int:
        """The largest gift that can be written, doubled if that can be."""
        plain = int(options_of(self.dice, self.rules).gifts.max())
        return plain * max(1, self.rules.biggest_gift_factor)

    def value(self, left: int, given: tuple[int, int], boxes: tuple[bool, bool]) -> float:
        """The value for the player to move, whose figures stand first."""
        return float(self._later(left, given[0], np.array([given[1]]), boxes)[0])

    def _later(self, left: int, mine: int, other: _Ints, boxes: tuple[bool, bool]) -> _Floats:
        if left > self.most_turns:
            raise SolverError("solver/too-long", {"most": self.most_turns, "left": left})
        where = self.donations.index(np.full_like(other, mine), other)
        found: _Floats = self.values[left, BOXES.index(boxes)][where].astype(np.float64)
        return found

    def turn(self, left: int, given: tuple[int, int], boxes: tuple[bool, bool]) -> TurnSolution:
        """The turn that is about to begin, solved for the margin."""
        return solve_turn(self.dice, self.rules, *self.endings(left, given, boxes))

    def endings(
        self, left: int, given: tuple[int, int], boxes: tuple[bool, bool]
    ) -> tuple[Ending, Ending | None]:
        """What the ends of a turn are worth in margin, not asked and, if that can be, asked."""
        mine, other = given
        has, other_has = boxes

        def ending(other_keeps_box: bool) -> Ending:
            gifts = np.arange(self.most_gift + 1)
            later = self._later(left - 1, other, mine + gifts, (other_keeps_box, has))
            worth = -gifts - later

            def value(points: NDArray[np.int32], gift: NDArray[np.int32]) -> _Floats:
                return points + worth.take(gift)

            return value

        return ending(other_has), ending(False) if other_has else None

    def last_turn_to_win(
        self, given: tuple[int, int], boxes: tuple[bool, bool], lead: int
    ) -> TurnSolution:
        """The last turn of a game, solved for the chance of winning; a shared win counts half.

        `lead` is how much the player to move is ahead.
        """
        rules = self.rules

        def ending(points: NDArray[np.int32], gift: NDArray[np.int32]) -> _Floats:
            mine = given[0] + gift
            high = np.maximum(mine, given[1]) > rules.charity_high_above
            bonus = np.where(high, rules.charity_bonus_high, rules.charity_bonus)
            margin = lead + points - gift + np.sign(mine - given[1]) * bonus
            chance: _Floats = (np.sign(margin) + 1) / 2
            return chance

        return solve_turn(self.dice, rules, ending, ending if boxes[1] else None)


def last_values(rules: Rules, donations: Donations) -> _Floats:
    """When no turn is left only the charity bonus is to come."""
    mine, other = donations.pairs()
    high = np.maximum(mine, other) > rules.charity_high_above
    bonus = np.where(high, rules.charity_bonus_high, rules.charity_bonus)
    values: _Floats = np.sign(mine - other) * bonus.astype(np.float64)
    return values


def worths(later: _Floats, donations: Donations, gifts: int, factor: int) -> _Floats:
    """By donations and gift: what the gift is worth to the giver beside the points.

    `later` has the values one turn later, `factor` is how much the gift is multiplied.
    """
    mine, other = donations.pairs()
    gift = np.arange(gifts) * factor
    where = donations.index(other[:, None], mine[:, None] + gift[None, :])
    worth: _Floats = -gift[None, :] - later[where]
    return worth


def solve_margin(
    rules: Rules, dice: Dice, progress: Callable[[Iterable[int]], Iterable[int]] = iter
) -> MarginTable:
    """Solve the game backwards from its end, for all games of at most this many rounds."""
    try:
        from charidice.solver.kernel import turn_values  # noqa: PLC0415  # Numba is an extra
    except ModuleNotFoundError:
        raise SolverError("solver/not-installed") from None
    options, lattice = options_of(dice, rules), lattice_of(dice)
    gifts, factor = int(options.gifts.max()) + 1, rules.biggest_gift_factor
    span = (rules.rounds + max(factor - 1, 0)) * (gifts - 1)
    donations = Donations(rules.charity_high_above, span)
    turns = 2 * rules.rounds
    values = np.empty((turns + 1, len(BOXES), donations.count))
    values[0] = last_values(rules, donations)
    for left in progress(range(1, turns + 1)):
        for number, (has, other_has) in enumerate(BOXES):
            later = values[left - 1]
            plain = worths(later[BOXES.index((other_has, has))], donations, gifts, 1)
            asked = worths(later[BOXES.index((False, has))], donations, gifts, factor)
            values[left, number] = turn_values(
                options, lattice, rules.rolls, plain, asked if other_has else None
            )
    return MarginTable(rules, dice, donations, values.astype(np.float32))
