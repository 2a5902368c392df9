"""Bots that solve the turn exactly, each for another value of what comes after it."""

import random
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from charidice.coach import (
    action_values,
    best_action,
    best_solution,
    margin_solution,
    turn_start,
)
from charidice.rules import Action, Ask, Game, Pass, Phase, Rules, best_first, selections
from charidice.solver import TurnSolution, estimated_turn, faces_of, solve_turn
from charidice.solver.options import Dice


class SolvingBot:
    """Plays the best of the turn as a given solver solves it, and keeps that for the next decision.

    `solve` is given the position before the first roll of the turn.
    """

    def __init__(self, solve: Callable[[Game], TurnSolution]) -> None:
        self._solved = lru_cache(maxsize=1)(solve)

    def choose(self, game: Game, rng: random.Random) -> Action:  # noqa: ARG002
        """The highest value; a receiver who is asked wants the lowest for the active player."""
        values = action_values(game, self._solved(turn_start(game)))
        best = min if game.turn.phase is Phase.ASKING else max
        return best(values, key=values.__getitem__)


class OnePurposeBot(SolvingBot):
    """Solves the turn for points and so much for every point given; asks when it looks good."""

    def __init__(self, gift_weight: float) -> None:
        super().__init__(
            lambda game: _points_and_gift(faces_of(game.dice), game.rules, gift_weight)
        )

    def choose(self, game: Game, rng: random.Random) -> Action:
        """The most for this purpose; asks when the gift looks large now, or at the last chance."""
        if game.turn.phase is not Phase.ASKING:
            return super().choose(game, rng)
        now = best_first(selections(game.faces, game.rules))[0]
        last_chance = game.round == game.rules.rounds - 1 and game.rolls_left == 1
        return Ask() if now.gift >= 24 or last_chance else Pass()


@lru_cache(maxsize=4)
def _points_and_gift(dice: Dice, rules: Rules, gift_weight: float) -> TurnSolution:
    def ending(points: NDArray[np.int32], gift: NDArray[np.int32]) -> NDArray[np.float64]:
        return points + gift_weight * gift

    return solve_turn(dice, rules, ending, ending)


class ExpertBot(SolvingBot):
    """An exact turn on a simple value of the rest."""

    def __init__(self) -> None:
        super().__init__(estimated_turn)


class PerfectBot:
    """The best there is: the solved strategy for two, an estimate for three and four.

    Where chances are equal the margin decides, then the order of `legal_actions`.
    """

    def __init__(self) -> None:
        self._solved = lru_cache(maxsize=1)(best_solution)
        self._margin = lru_cache(maxsize=1)(margin_solution)

    def choose(self, game: Game, rng: random.Random) -> Action:  # noqa: ARG002
        """The best chance of winning."""
        return best_action(game, self._solved(turn_start(game)), self._margin)
