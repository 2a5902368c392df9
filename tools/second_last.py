"""Compare the estimated chance of winning with the exact one, with two turns left.

    uv run python -m tools.second_last 12

Positions come from games of the perfect bot against itself. For each, every way in which the
second-last turn can end is followed by the last turn, solved exactly for the chance of winning;
then the second-last turn is solved on those chances. That takes seconds for one position, too long
for play. It also prints how much of the exact chance is lost by playing this turn for the margin,
and by playing it for the estimated chance.
"""

import random
import sys
from itertools import product
from multiprocessing import get_context
from statistics import mean, stdev
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.bots import bot
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, RULEBOOK, actor, apply, new_game
from charidice.solver import (
    Ending,
    Stage,
    TurnSolution,
    options_of,
    solve_turn,
    standard_table,
    turn_to_win,
    win_chance,
)
from charidice.solver.lattice import Lattice

Floats = NDArray[np.float64]
Position = tuple[tuple[int, int], tuple[bool, bool], int]


def position(number: int) -> Position:
    """Given, boxes and lead of the player to move before the second-last turn of a game."""
    perfect, rng, rolls = bot("perfect"), random.Random(0), SeededRolls(f"second-last {number}")
    game = new_game(2)
    while game.turns_played < 12 or game.turn.rolls:
        chance = actor(game) is CHANCE
        game = apply(game, throw(game, rolls) if chance else perfect.choose(game, rng))
    me, other = game.sheets[game.active], game.sheets[game.receiver]
    return (me.given, other.given), (me.box, other.box), me.subtotal - other.subtotal


def exact(given: tuple[int, int], boxes: tuple[bool, bool], lead: int) -> TurnSolution:
    """The turn of the player to move, when both play the last two turns to win."""
    table = standard_table()
    found: dict[tuple[int, int, bool], float] = {}

    def later(points: int, gift: int, other_has: bool) -> float:
        key = (points - gift, gift, other_has)
        if key not in found:
            solution = table.last_turn_to_win(
                (given[1], given[0] + gift),
                (other_has, boxes[0]),
                -(lead + points - gift),
                tie_break=0.0,
            )
            found[key] = 1 - solution.value
        return found[key]

    def ending(other_has: bool) -> Ending:
        def value(points: NDArray[np.int32], gift: NDArray[np.int32]) -> Floats:
            pairs = zip(points.tolist(), gift.tolist(), strict=True)
            return np.array([later(p, g, other_has) for p, g in pairs])

        return value

    asked = ending(False) if boxes[1] else None
    return solve_turn(table.dice, RULEBOOK, ending(boxes[1]), asked)


def followed(plan: TurnSolution, truth: TurnSolution) -> float:
    """What the turn is truly worth for one who follows a plan while the receiver answers best."""
    arrangements = keeps(plan.lattice)
    asked = [scored(plan, truth, asked=True)] if plan.asked else []
    plain = [scored(plan, truth, asked=False)]
    for roll in range(len(plan.plain) - 2, -1, -1):
        after = plain[0]
        if asked and roll + 1 < len(plan.plain) - 1:
            after = np.minimum(after, asked[0])
        plain.insert(0, chosen(plan.plain[roll], arrangements, plain[-1], after))
        if asked:
            asked.insert(0, chosen(plan.asked[roll], arrangements, asked[-1], asked[0]))
    first = np.minimum(plain[0], asked[0]) if asked else plain[0]
    return float(first @ plan.lattice.weight)


def keeps(lattice: Lattice) -> NDArray[np.intp]:
    """By roll, itself and then the 63 places in which a reroll can leave the dice."""
    shape = lattice.arrangement_of.shape
    rolls = np.unravel_index(lattice.first_roll, [size - 1 for size in shape])
    columns = []
    for in_air in product([False, True], repeat=len(shape)):
        cases = zip(rolls, in_air, shape, strict=True)
        where = tuple(np.full_like(r, size - 1) if air else r for r, air, size in cases)
        columns.append(lattice.arrangement_of[where])
    return np.stack(columns, axis=1).astype(np.intp)


def scored(plan: TurnSolution, truth: TurnSolution, *, asked: bool) -> Floats:
    """By roll, what it is truly worth to score it by the plan."""
    table = standard_table()
    options = options_of(table.dice, RULEBOOK)
    gifts = options.gifts * (RULEBOOK.biggest_gift_factor if asked else 1)
    planned, true = (
        (turn.asked_ending or turn.ending if asked else turn.ending)(options.points, gifts)
        for turn in (plan, truth)
    )
    best = np.repeat(options.best(planned), np.diff(options.start))
    by_list = options.best(np.where(planned == best, true, -np.inf))
    return by_list[options.list_of.ravel()[plan.lattice.first_roll]]


def chosen(stage: Stage, arrangements: NDArray[np.intp], score: Floats, after: Floats) -> Floats:
    """By roll, the true worth of what the plan does after it."""
    true_reroll = Stage(stage.lattice, score, after).reroll
    if stage.reroll is None or true_reroll is None:
        raise ValueError("nothing is chosen after the last roll but what to score")
    plan, truth = stage.reroll[arrangements], true_reroll[arrangements]
    plan[:, 0], truth[:, 0] = stage.score, score
    worth: Floats = truth[np.arange(len(plan)), plan.argmax(axis=1)]
    return worth


class Comparison(NamedTuple):
    """A position with its exact and its estimated chance, and what two plans are worth."""

    position: Position
    exact: float
    estimate: float
    by_margin: float
    by_chance: float


def compare(number: int) -> Comparison:
    """Calculate everything about a position."""
    given, boxes, lead = found = position(number)
    table, truth = standard_table(), exact(*found)
    plans = table.turn(2, given, boxes), turn_to_win(table, 2, given, boxes, lead)
    estimate = win_chance(table, 2, *found)[0]
    return Comparison(found, truth.value, estimate, *(followed(plan, truth) for plan in plans))


def main() -> None:
    """Print the comparison and its mean error."""
    all_found = []
    with get_context("spawn").Pool() as pool:
        for found in pool.imap(compare, range(int(sys.argv[1]))):
            all_found.append(found)
            given, boxes, lead = found.position
            print(
                f"given {given}, boxes {boxes}, lead {lead:+4}: exact {found.exact:6.1%}, ", end=""
            )
            print(f"estimate {found.estimate:6.1%}, played for the ", end="")
            print(f"margin {found.by_margin:6.1%}, chance {found.by_chance:6.1%}", flush=True)
    errors = [abs(found.estimate - found.exact) for found in all_found]
    print(f"mean absolute error {mean(errors):.1%}, largest {max(errors):.1%}")
    for name, worths in (
        ("margin", [found.exact - found.by_margin for found in all_found]),
        ("chance", [found.exact - found.by_chance for found in all_found]),
    ):
        print(f"lost on the mean when played for the {name}: {mean(worths):.2%}")
    more = [found.by_chance - found.by_margin for found in all_found]
    spread = 1.96 * stdev(more) / len(more) ** 0.5 if len(more) > 1 else 0.0
    print(f"played for the chance it wins {mean(more):.2%} ± {spread:.2%} more")


if __name__ == "__main__":
    main()
