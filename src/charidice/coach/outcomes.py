"""What a turn brings on the mean if some dice are kept now and the coach plays on.

The decisions are those of `advise`: by the best solution there is, where its values are equal by
the margin, and where even that is equal the smaller gift. Points and gifts go back through the turn
along these decisions.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.coach.values import DIGITS, best_solution, margin_solution
from charidice.rules import DICE, Game
from charidice.solver import TurnSolution, faces_of
from charidice.solver.lattice import Lattice
from charidice.solver.options import Options, options_of
from charidice.solver.turn import Ending, Stage, means

_KEEPS: Final = 2**DICE
Values = NDArray[np.float64]
_Places = NDArray[np.intp]


class Outcome(NamedTuple):
    """What the end of a turn brings on the mean: points with their bonus, and the gift."""

    points: float
    gift: float


class _Ways(NamedTuple):
    """Two ways to value the same decisions: the second one counts where the first is equal."""

    first: Values
    second: Values

    def better(self, one: _Places, other: _Places) -> NDArray[np.bool_]:
        """Where the one place is better than the other."""
        more, same = self.first[one] > self.first[other], self.first[one] == self.first[other]
        found: NDArray[np.bool_] = more | (same & (self.second[one] > self.second[other]))
        return found


def keep_outcomes(game: Game) -> list[Outcome | None]:
    """By the dice that are kept (as bits), what the turn brings; None for all six.

    It needs a roll on the table and another one to come.
    """
    first, second = best_solution(game), margin_solution(game)
    after = _after(game, first, second, game.turn.rolls)
    lattice, numbers = first.lattice, game.turn.numbers
    points, gifts = (means(lattice, each) for each in after)
    found: list[Outcome | None] = []
    for mask in range(_KEEPS - 1):
        lying = [n - 1 if mask >> die & 1 else -1 for die, n in enumerate(numbers)]
        place = lattice.arrangement_of[tuple(lying)]
        found.append(Outcome(float(points[place]), float(gifts[place])))
    return [*found, None]


def _after(game: Game, first: TurnSolution, second: TurnSolution, roll: int) -> tuple[Values, ...]:
    """By the roll that comes next, what the turn brings before the receiver answers."""
    if game.turn.asked:
        return _chosen(game, first, second, roll, asked=True)
    plain = _chosen(game, first, second, roll, asked=False)
    if not first.asking(roll):
        return plain
    double = _chosen(game, first, second, roll, asked=True)
    asks = _asks(second if game.seats > 2 else first, second, roll)
    return tuple(np.where(asks, d, p) for d, p in zip(double, plain, strict=True))


def _asks(first: TurnSolution, second: TurnSolution, roll: int) -> NDArray[np.bool_]:
    """By roll, whether the receiver asks: if that leaves the active player no more.

    Among three or more the receiver goes by the margin, as nobody knows the chances.
    """
    gained, more = (
        np.round(each.plain[roll].choice - each.asked[roll].choice, DIGITS)
        for each in (first, second)
    )
    asks: NDArray[np.bool_] = (gained > 0) | ((gained == 0) & (more >= 0))
    return asks


def _chosen(
    game: Game, first: TurnSolution, second: TurnSolution, roll: int, *, asked: bool
) -> tuple[Values, ...]:
    """By the roll on the table, what the turn brings when the active player is to choose."""
    stages = [(each.asked if asked else each.plain)[roll] for each in (first, second)]
    ends = [each.asked_ending if asked else each.ending for each in (first, second)]
    scored = _scored(game, first.lattice, ends, asked=asked)
    if stages[0].after is None:
        return scored
    lattice = first.lattice
    best = _best_places(lattice, _ways(stages))
    if asked:
        after = _chosen(game, first, second, roll + 1, asked=True)
    else:
        after = _after(game, first, second, roll + 1)
    return tuple(
        np.concatenate([score, means(lattice, each)[lattice.rolls :]])[best]
        for score, each in zip(scored, after, strict=True)
    )


def _ways(stages: Sequence[Stage]) -> _Ways:
    """The value of every place: of whole rolls that they are scored, of others that dice fly."""
    values = []
    for stage in stages:
        if stage.reroll is None:
            raise ValueError("nothing can be rerolled after the last roll")
        lattice = stage.lattice
        values.append(np.concatenate([stage.score, stage.reroll[lattice.rolls :]]))
    return _Ways(*(np.round(each, DIGITS) for each in values))


def _best_places(lattice: Lattice, ways: _Ways) -> _Places:
    """By roll, the place that is best: the roll itself if it is scored, or with dice in the air."""
    best = np.arange(len(lattice.lifted))
    for level in range(len(lattice.level) - 3, -1, -1):
        part = best[lattice.level[level] : lattice.level[level + 1]]
        for lifted in lattice.raised[level]:
            other = best[lifted]
            np.copyto(part, other, where=ways.better(other, part))
    return best[: lattice.rolls]


def _scored(
    game: Game, lattice: Lattice, ends: Sequence[Ending | None], *, asked: bool
) -> tuple[Values, ...]:
    """By roll, the points and the gift of the best way to score it."""
    options = options_of(faces_of(game.dice), game.rules)
    gifts = options.gifts * (game.rules.biggest_gift_factor if asked else 1)
    worths = []
    for ending in ends:
        if ending is None:
            raise ValueError("nobody could ask in this turn")
        worths.append(np.round(ending(options.points, gifts), DIGITS))
    chosen = _best_ends(options, worths)[options.list_of.ravel()[lattice.first_roll]]
    return options.points[chosen].astype(np.float64), gifts[chosen].astype(np.float64)


def _best_ends(options: Options, worths: Sequence[Values]) -> _Places:
    """By list, its best end: by the first worth, and where that is equal by the second."""
    best = np.ones(len(options.gifts), bool)
    sizes = np.diff(options.start)
    for worth in worths:
        among = np.where(best, worth, -np.inf)
        best &= among == np.repeat(options.best(among), sizes)
    found = np.flatnonzero(best)
    return found[np.searchsorted(found, options.start[:-1])]
