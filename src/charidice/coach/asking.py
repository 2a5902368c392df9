"""Why asking for the biggest gift can be wrong: the box is gone, or the giver has given more."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from charidice.coach.reason_kinds import Cause
from charidice.coach.values import action_values, best_solution
from charidice.rules import Ask, Game, Pass
from charidice.solver import Ending, faces_of, solve_turn


@dataclass(frozen=True)
class AskingCosts:
    """What asking takes from who asks, in the unit of the best solution; together all of it.

    `box` is what the 2x is worth later, in this turn or another one. `charity` is what the doubled
    gift alone does: it only takes something where it counts for the charity bonus of the giver.
    """

    box: float
    charity: float

    @property
    def cause(self) -> Cause:
        """What takes more."""
        return "charity" if self.charity > self.box else "box"


def asking_costs(game: Game) -> AskingCosts:
    """What speaks against asking where the receiver may ask now.

    Between asking and passing lie two turns that the rules do not have: one with a doubled gift
    that costs no box, and one in which nobody can ask any more.
    """
    solution = best_solution(game)
    values = action_values(game, solution)
    free = _without_asking(game, _doubled(solution.ending, game.rules.biggest_gift_factor))
    never = _without_asking(game, solution.ending)
    return AskingCosts(box=values[Ask()] - free + never - values[Pass()], charity=free - never)


def _without_asking(game: Game, ending: Ending) -> float:
    """What the turn is worth to the active player from here if nobody can ask."""
    turn = solve_turn(faces_of(game.dice), game.rules, ending)
    faces = [number - 1 for number in game.turn.numbers]
    return turn.choice(game.turn.rolls - 1, faces, asked=False)


def _doubled(ending: Ending, factor: int) -> Ending:
    def value(points: NDArray[np.int32], gift: NDArray[np.int32]) -> NDArray[np.float64]:
        return ending(points, gift * factor)

    return value
