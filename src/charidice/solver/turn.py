"""One turn, solved exactly: the value of every decision after every roll.

Values stand by place (see `lattice.py`): a die in the air is worth the mean over its faces, so the
places with dice in the air have the expectation of every reroll, and going back through them gives
the best of all keeps.

The active player wants much, and the receiver, who may ask for the biggest gift after every roll
but the last, wants the active player to get little.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from charidice.rules import Rules
from charidice.solver.lattice import Lattice, lattice_of
from charidice.solver.options import Dice, options_of

Values = NDArray[np.float64]
Ending = Callable[[NDArray[np.int32], NDArray[np.int32]], Values]
"""The value of a turn that ends with these points and this gift, for whole arrays of them. It must
not fall with the points; the gift comes as it is written on the sheets: doubled if asked for."""


@dataclass(frozen=True)
class Stage:
    """The values after one roll for the active player, who is to choose.

    `score[r]` is what scoring roll r now is worth, `reroll[p]` what a reroll is worth that leaves
    the dice in place p (nothing after the last roll), `choice[r]` the best of both.
    """

    score: Values
    reroll: Values | None
    choice: Values


@dataclass(frozen=True)
class TurnSolution:
    """All values of a turn. `plain[k]` is roll k + 1 while nobody has asked, `asked[k]` after it.

    `asked` is empty when the receiver cannot ask. Rolls are given as the index of each die's face.
    """

    lattice: Lattice
    plain: tuple[Stage, ...]
    asked: tuple[Stage, ...]
    ending: Ending
    asked_ending: Ending | None

    def _stage(self, roll: int, asked: bool) -> Stage:
        return (self.asked if asked else self.plain)[roll]

    def choice(self, roll: int, faces: Sequence[int], asked: bool) -> float:
        """The value when the active player is to choose after this roll, counted from 0."""
        return float(self._stage(roll, asked).choice[self.lattice.place_of[tuple(faces)]])

    def keep(self, roll: int, faces: Sequence[int], kept: Sequence[int], asked: bool) -> float:
        """The value of keeping these dice and rerolling the others."""
        reroll = self._stage(roll, asked).reroll
        if reroll is None:
            raise ValueError("nothing can be rerolled after the last roll")
        sizes = self.lattice.place_of.shape
        place = tuple(f if d in kept else sizes[d] - 1 for d, f in enumerate(faces))
        return float(reroll[self.lattice.place_of[place]])

    def score(self, points: int, gift: int, asked: bool) -> float:
        """The value of scoring so many points with a gift as it is written."""
        ending = self.asked_ending if asked else self.ending
        if ending is None:
            raise ValueError("nobody could ask in this turn")
        return float(ending(np.array([points], np.int32), np.array([gift], np.int32))[0])

    def asking(self, roll: int) -> bool:
        """Whether the receiver is asked after this roll, counted from 0."""
        return bool(self.asked) and roll < len(self.plain) - 1

    def rolled(self, roll: int) -> Values:
        """By roll, the value right after it, before the receiver answers; nobody has asked yet."""
        passed = self.plain[roll].choice
        return np.minimum(passed, self.asked[roll].choice) if self.asking(roll) else passed

    @property
    def value(self) -> float:
        """The value of the turn before its first roll."""
        return float(self.rolled(0) @ self.lattice.weight)


def solve_turn(
    dice: Dice, rules: Rules, ending: Ending, asked_ending: Ending | None = None
) -> TurnSolution:
    """Solve a turn. Without `asked_ending`, the value after an ask, the receiver cannot ask."""
    options, lattice = options_of(dice, rules), lattice_of(dice)

    def best(worth: Values) -> Values:
        return options.best(worth)[options.list_of.ravel()[lattice.first_roll]]

    asked: list[Stage] = []
    if asked_ending is not None:
        worth = asked_ending(options.points, options.gifts * rules.biggest_gift_factor)
        asked = _stages(lattice, best(worth), rules.rolls, [])
    plain = _stages(lattice, best(ending(options.points, options.gifts)), rules.rolls, asked)
    return TurnSolution(lattice, tuple(plain), tuple(asked), ending, asked_ending)


def _stages(lattice: Lattice, score: Values, rolls: int, asked: list[Stage]) -> list[Stage]:
    """The stages of a turn from the last roll back to the first."""
    stages = [Stage(score, None, score)]
    for roll in range(rolls - 2, -1, -1):
        # What the next roll is worth when it lies there; after the last one nobody can ask.
        after = stages[0].choice
        if asked and roll + 1 < rolls - 1:
            after = np.minimum(after, asked[roll + 1].choice)
        reroll = _means(lattice, after)
        stages.insert(0, Stage(score, reroll, _best_keep(lattice, reroll, score)))
    return stages


def _means(lattice: Lattice, after: Values) -> Values:
    """By place, the mean over all that the dice in the air can show."""
    values = np.empty(len(lattice.lifted))
    values[: lattice.rolls] = after
    for start, stop in zip(lattice.level[1:], lattice.level[2:], strict=False):
        faces = lattice.faces[start - lattice.rolls : stop - lattice.rolls].T
        values[start:stop] = sum(values[face] for face in faces) / len(faces)
    return values


def _best_keep(lattice: Lattice, reroll: Values, score: Values) -> Values:
    """By roll, the better of scoring it and of the best reroll."""
    best = reroll.copy()
    best[: lattice.rolls] = score
    for level in range(len(lattice.level) - 3, -1, -1):
        part = slice(lattice.level[level], lattice.level[level + 1])
        for lifted in lattice.lifted[part].T:
            best[part] = np.maximum(best[part], best[lifted])
    return best[: lattice.rolls]
