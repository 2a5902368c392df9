"""What a turn brings on average if the coach plays on: points, gift, and the chance of each bonus.

The solution of a turn knows what every choice is worth. Here the same choices are followed from the
last roll back to the first, and what they lead to is averaged instead of what it is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from charidice.coach.ends import FAMILIES, SIZES, Ends, ends_of
from charidice.coach.values import best_solution, turn_start
from charidice.rules import Action, Ask, Game, Pass, Roll, Rules, Score, gift_of, selections
from charidice.solver import TurnSolution, faces_of
from charidice.solver.lattice import Lattice
from charidice.solver.turn import Stage, means

_Figures = NDArray[np.float64]


@dataclass(frozen=True)
class Outcome:
    """Averages of a turn's end: points with bonus, the gift as it is written, bonus chances.

    `swing` is the standard deviation of points less gift: how far apart the ends lie.

    `bonuses` has the chance that the turn ends with a bonus, by its family (`same`, `colour`,
    `run`) and how many dice it has, and only those that can happen.
    """

    points: float
    gift: float
    swing: float
    bonuses: dict[tuple[str, int], float]

    def chance(self, family: str, least: int = 4) -> float:
        """The chance of a bonus of this family with at least so many dice."""
        return sum(
            chance
            for (kind, size), chance in self.bonuses.items()
            if kind == family and size >= least
        )


@dataclass(frozen=True)
class _StageFigures:
    """By roll what the best choice leads to, and by arrangement what a reroll does."""

    choice: _Figures
    reroll: _Figures | None


@dataclass(frozen=True)
class TurnOutcomes:
    """What every choice of a turn leads to; stages as in the solution."""

    lattice: Lattice
    plain: tuple[_StageFigures, ...]
    asked: tuple[_StageFigures, ...]

    def after(self, game: Game, action: Action) -> Outcome:
        """What the turn ends with on average after this action of whoever acts."""
        roll, asked = game.turn.rolls - 1, game.turn.asked
        faces = [number - 1 for number in game.turn.numbers]
        match action:
            case Ask() | Pass():
                stage = (self.asked if isinstance(action, Ask) else self.plain)[roll]
                return _outcome(stage.choice[:, self.lattice.arrangement_of[tuple(faces)]])
            case Roll(keep):
                return self.keeping(roll, faces, keep, asked)
            case Score(dice):
                chosen = next(s for s in selections(game.faces, game.rules) if s.dice == dice)
                return Outcome(chosen.total, gift_of(game, chosen), 0.0, {})
            case _:
                raise TypeError(action)

    def keeping(self, roll: int, faces: Sequence[int], kept: Sequence[int], asked: bool) -> Outcome:
        """What it leads to that these dice are kept after this roll, counted from 0."""
        reroll = (self.asked if asked else self.plain)[roll].reroll
        if reroll is None:
            raise ValueError("nothing can be rerolled after the last roll")
        air = [size - 1 for size in self.lattice.arrangement_of.shape]
        lying = tuple(faces[die] if die in kept else air[die] for die in range(len(air)))
        return _outcome(reroll[:, self.lattice.arrangement_of[lying]])


def outcomes_of(game: Game) -> TurnOutcomes:
    """The turn being played, as the best player plays it."""
    return _outcomes(turn_start(game))


@lru_cache(maxsize=4)
def _outcomes(start: Game) -> TurnOutcomes:
    ends = ends_of(faces_of(start.dice), start.rules)
    return turn_outcomes(best_solution(start), start.rules, ends)


def turn_outcomes(solution: TurnSolution, rules: Rules, ends: Ends) -> TurnOutcomes:
    """What a solved turn leads to."""
    asked: list[_StageFigures] = []
    if solution.asked:
        asked = _stages(solution.asked, ends.best(solution, rules, asked=True), [])
    later = [  # after a roll that is not the last, the receiver may ask
        (figures.choice, stage.choice < plain.choice)
        for figures, stage, plain in zip(asked, solution.asked, solution.plain, strict=False)
    ][: len(solution.plain) - 1]
    plain = _stages(solution.plain, ends.best(solution, rules, asked=False), later)
    return TurnOutcomes(solution.lattice, tuple(plain), tuple(asked))


def _stages(
    stages: Sequence[Stage], score: _Figures, asks: Sequence[tuple[_Figures, NDArray[np.bool_]]]
) -> list[_StageFigures]:
    """From the last roll back to the first; `asks` has what an ask leads to and where it comes."""
    found = [_StageFigures(score, None)]
    for number in range(len(stages) - 2, -1, -1):
        after = found[0].choice
        if number + 1 < len(asks):
            asked, wanted = asks[number + 1]
            after = np.where(wanted, asked, after)
        lattice = stages[number].lattice
        reroll = np.array([means(lattice, figure) for figure in after])
        found.insert(0, _StageFigures(_chosen(stages[number], reroll, score), reroll))
    return found


def _chosen(stage: Stage, reroll: _Figures, score: _Figures) -> _Figures:
    """By roll, what the best of scoring and of all rerolls leads to."""
    lattice, values = stage.lattice, stage.reroll
    if values is None:
        return score
    best = values.copy()
    best[: lattice.rolls] = stage.score
    source = np.arange(len(best))
    for level in range(len(lattice.level) - 3, -1, -1):
        here = slice(lattice.level[level], lattice.level[level + 1])
        for lifted in lattice.raised[level]:
            better = best[lifted] > best[here]
            best[here] = np.where(better, best[lifted], best[here])
            source[here] = np.where(better, source[lifted], source[here])
    chosen = source[: lattice.rolls]
    scored = chosen < lattice.rolls
    return np.where(scored, score, reroll[:, chosen])


def _outcome(figures: _Figures) -> Outcome:
    points, gift, square, *chances = figures.tolist()
    swing = max(0.0, square - (points - gift) ** 2) ** 0.5
    kinds = [(family, size) for family in FAMILIES for size in SIZES]
    bonuses = {kind: chance for kind, chance in zip(kinds, chances, strict=True) if chance > 0}
    return Outcome(points, gift, swing, bonuses)
