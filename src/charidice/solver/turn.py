"""One turn, solved exactly: the value of every decision after every roll.

Values stand by arrangement (see `lattice.py`): a die in the air is worth the mean over its faces,
so the arrangements with dice in the air have the expectation of every reroll, and going back
through them gives the best of all keeps.

The active player wants much, and the receiver, who may ask for the biggest gift after every roll
but the last, wants the active player to get little.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

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

    `score[r]` is what scoring roll r now is worth, `after[r]` what it is worth that the next roll
    is r; there is none after the last roll. The rest is worked out when somebody asks for it.
    """

    lattice: Lattice
    score: Values
    after: Values | None

    @cached_property
    def reroll(self) -> Values | None:
        """By arrangement, what a reroll is worth that leaves the dice there."""
        return None if self.after is None else means(self.lattice, self.after)

    @cached_property
    def choice(self) -> Values:
        """By roll, the best of scoring it and of all rerolls."""
        reroll = self.reroll
        return self.score if reroll is None else _best_keep(self.lattice, reroll, self.score)


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
        return float(self._stage(roll, asked).choice[self.lattice.arrangement_of[tuple(faces)]])

    def keep(self, roll: int, faces: Sequence[int], kept: Sequence[int], asked: bool) -> float:
        """The value of keeping these dice and rerolling the others."""
        reroll = self._stage(roll, asked).reroll
        if reroll is None:
            raise ValueError("nothing can be rerolled after the last roll")
        arrangement = [size - 1 for size in self.lattice.arrangement_of.shape]
        for die in kept:
            arrangement[die] = faces[die]
        return float(reroll[self.lattice.arrangement_of[tuple(arrangement)]])

    def score(self, points: int, gift: int, asked: bool) -> float:
        """The value of scoring so many points with a gift as it is written."""
        return self.scores([(points, gift)], asked)[0]

    def scores(self, ends: Sequence[tuple[int, int]], asked: bool) -> list[float]:
        """The values of several ends: points, and the gift as it is written."""
        ending = self.asked_ending if asked else self.ending
        if ending is None:
            raise ValueError("nobody could ask in this turn")
        points, gifts = np.array(ends, np.int32).T
        values: list[float] = ending(points, gifts).tolist()
        return values

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
    stages = [Stage(lattice, score, None)]
    for roll in range(rolls - 2, -1, -1):
        # What the next roll is worth when it lies there; after the last one nobody can ask.
        after = stages[0].choice
        if asked and roll + 1 < rolls - 1:
            after = np.minimum(after, asked[roll + 1].choice)
        stages.insert(0, Stage(lattice, score, after))
    return stages


def means(lattice: Lattice, after: Values) -> Values:
    """By arrangement, the mean over all that the dice in the air can show."""
    values = np.empty(len(lattice.lifted))
    values[: lattice.rolls] = after
    for start, faces in zip(lattice.level[1:], lattice.fallen, strict=False):
        total = values.take(faces[0])
        for face in faces[1:]:
            total += values.take(face)
        values[start : start + len(total)] = total / len(faces)
    return values


def _best_keep(lattice: Lattice, reroll: Values, score: Values) -> Values:
    """By roll, the better of scoring it and of the best reroll."""
    best = reroll.copy()
    best[: lattice.rolls] = score
    for level in range(len(lattice.level) - 3, -1, -1):
        part = best[lattice.level[level] : lattice.level[level + 1]]
        for lifted in lattice.raised[level]:
            np.maximum(part, best.take(lifted), out=part)
    return best[: lattice.rolls]
