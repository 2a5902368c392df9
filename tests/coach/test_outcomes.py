"""What a turn leads to on average, against what the solution itself says and against all rolls."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from charidice.coach.ends import ends_of
from charidice.coach.odds import bonus_chances
from charidice.coach.outcomes import TurnOutcomes, outcomes_of, turn_outcomes
from charidice.coach.values import best_action, best_solution, margin_solution
from charidice.rules import (
    RULEBOOK,
    STANDARD,
    Pass,
    Roll,
    Rolled,
    Score,
    apply,
    gift_of,
    new_game,
    selections,
)
from charidice.solver import TurnSolution, faces_of
from charidice.solver.turn import solve_turn

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
DICE = faces_of(STANDARD)


def _solved(
    points: float, gift: float, asked: float | None = None
) -> tuple[TurnSolution, TurnOutcomes]:
    def ending(worth: Ints, given: Ints) -> Floats:
        return points * worth + gift * given

    def asked_ending(worth: Ints, given: Ints) -> Floats:
        return points * worth + gift * given + (asked or 0)

    solution = solve_turn(DICE, RULEBOOK, ending, None if asked is None else asked_ending)
    return solution, turn_outcomes(solution, RULEBOOK, ends_of(DICE, RULEBOOK))


@pytest.mark.parametrize("gift", [-1.0, 0.3, 0.0])
def test_where_worth_is_a_sum_the_averages_add_up_to_the_solution(gift: float) -> None:
    solution, outcomes = _solved(1.0, gift)
    for stage, found in zip(solution.plain, outcomes.plain, strict=True):
        points, given = found.choice[:2]
        np.testing.assert_allclose(points + gift * given, stage.choice, atol=1e-9)
        if stage.reroll is not None and found.reroll is not None:
            points, given = found.reroll[:2]
            expected = stage.reroll[solution.lattice.rolls :]
            here = (points + gift * given)[solution.lattice.rolls :]
            np.testing.assert_allclose(here, expected, atol=1e-9)


@pytest.mark.parametrize("cost", [0.0, 6.0, 1000.0])
def test_asks_count_where_the_receiver_asks(cost: float) -> None:
    """Asking costs the receiver something, so it comes for some rolls, for all, or for none."""
    solution, outcomes = _solved(1.0, -1.0, asked=cost)
    points, given, *_rest = outcomes.plain[0].choice
    paid = solution.plain[0].choice - (points - given)  # what the asks have cost in what follows
    assert np.all(paid >= -1e-9)
    assert np.all(paid <= cost + 1e-9)
    assert bool(paid.max() > 1e-6) is (cost == 6.0)


def test_chances_of_bonuses_of_the_last_roll_are_counted_over_all_rolls() -> None:
    before = apply(
        apply(
            apply(apply(apply(new_game(2), Rolled((1, 6, 6, 4, 3, 2))), Pass()), Roll((3, 4, 5))),
            Rolled((2, 6, 5, 4, 3, 2)),
        ),
        Pass(),
    )
    kept = (3, 4, 5)
    found = outcomes_of(before).after(before, Roll(kept))
    solution = best_solution(before)
    points = gift = runs = 0.0
    for numbers in product(range(1, 7), repeat=3):
        end = apply(apply(before, Roll(kept)), Rolled((*numbers, 4, 3, 2)))
        best = best_action(end, solution, margin_solution)
        assert isinstance(best, Score)
        chosen = next(s for s in selections(end.faces) if s.dice == best.dice)
        points += chosen.total / 216
        gift += gift_of(end, chosen) / 216
        runs += (chosen.bonus in (25, 40, 50)) / 216
    assert found.points == pytest.approx(points, abs=0.02)  # where ends are equal, any is taken
    assert found.gift == pytest.approx(gift, abs=0.05)
    assert found.chance("run") == pytest.approx(runs, abs=0.01)
    assert found.chance("run") <= bonus_chances(STANDARD, (2, 6, 5, 4, 3, 2), kept, 1)["run4"]
