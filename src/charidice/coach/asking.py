"""Why asking for the biggest gift is right or wrong: what it brings, and what it takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from charidice.coach.outcomes import Outcome, outcomes_of
from charidice.coach.reason_kinds import (
    LEAST_POINTS,
    LEAST_WORTH,
    Cause,
    Gift,
    GivesLess,
    HelpsGiver,
    KeepBox,
    LastChance,
    Lowers,
    NextRoll,
    Reason,
    ScoresLess,
)
from charidice.coach.values import action_values, best_solution, margin_solution, turns_left
from charidice.rules import Ask, Game, Pass
from charidice.solver import Ending, TurnSolution, faces_of, solve_turn

_LEAST_LOST: Final = 0.00005  # less would be shown as 0


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


def why_answer(game: Game, asks: bool, lost: float | None) -> tuple[Reason, ...]:
    """Why asking is the best answer, or passing; `lost` is the chance that the other one costs."""
    asked, plain = (outcomes_of(game).after(game, action) for action in (Ask(), Pass()))
    gift = Gift(asked.gift, plain.gift)
    last = turns_left(game) <= game.seats  # the same two do not meet in this way again
    if asks:
        less = plain.points - asked.points
        found = (gift, ScoresLess(less)) if less >= LEAST_POINTS else (gift,)
        return (LastChance(), *found) if last else found
    if asked.gift < plain.gift + LEAST_POINTS:
        return (gift, GivesLess())
    costs = _costs_of_asking(margin_solution(game), asked, plain)
    against = asking_costs(game)
    if last and game.rolls_left > 1 and against.cause == "box":
        return (gift, NextRoll(), *(cost for cost in costs if isinstance(cost, HelpsGiver)))
    return (gift, *_cause_first(against, costs, lost))


def _cause_first(
    found: AskingCosts, costs: Sequence[KeepBox | HelpsGiver], lost: float | None
) -> tuple[Reason, ...]:
    """The costs of asking in points, and before them what makes asking the worse choice."""
    main = KeepBox if found.cause == "box" else HelpsGiver
    ordered = sorted(costs, key=lambda cost: not isinstance(cost, main))
    if ordered and isinstance(ordered[0], main):
        return tuple(ordered)
    if lost is None:
        return (main(max(found.box, found.charity)), *ordered)
    return (Lowers(lost, found.cause), *ordered) if lost >= _LEAST_LOST else tuple(ordered)


def _costs_of_asking(
    solution: TurnSolution, asked: Outcome, plain: Outcome
) -> list[KeepBox | HelpsGiver]:
    """What speaks against asking, in points: the box is gone, and the giver has given more."""
    points, gift, less = round(asked.points), round(asked.gift), round(plain.gift)
    gone = solution.score(points, gift, asked=True)
    kept, small = solution.scores([(points, gift), (points, less)], asked=False)
    box, charity = gone - kept, kept - small + (gift - less)  # a margin is points less gift
    costs: list[KeepBox | HelpsGiver] = [KeepBox(box), HelpsGiver(charity)]
    return sorted((c for c in costs if c.worth >= LEAST_WORTH), key=lambda c: -c.worth)
