"""The one-turn solver: known values, and the slow reference on small dice."""

import random
from dataclasses import fields
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.solver.reference import ReferenceTurn, ends
from tests.support import OTHER_DICE, random_dice_set

from charidice.rules import NUMBERS, RULEBOOK, STANDARD, Colour, DiceSet, Face, Rules, selections
from charidice.solver import Ending, TurnSolution, faces_of, options_of, solve_turn
from charidice.solver.options import Dice

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
DICE = faces_of(STANDARD)


def only_points(points: Ints, _gift: Ints) -> Floats:
    return points.astype(np.float64)


def points_minus_gift(points: Ints, gift: Ints) -> Floats:
    return (points - gift).astype(np.float64)


@pytest.mark.parametrize(("rolls", "value"), [(3, 30.902), (2, 24.282), (1, 17.783)])
def test_the_best_expected_points_of_one_turn(rolls: int, value: float) -> None:
    rules = Rules(rolls=rolls)
    assert solve_turn(DICE, rules, only_points).value == pytest.approx(value, abs=5e-4)


def test_the_best_expected_points_minus_gift_of_one_turn() -> None:
    value = solve_turn(DICE, RULEBOOK, points_minus_gift).value
    assert value == pytest.approx(24.102, abs=5e-4)


def test_other_latin_squares_differ_by_less_than_a_hundredth_of_a_point() -> None:
    for dice in (OTHER_DICE, random_dice_set(3)):
        value = solve_turn(faces_of(dice), RULEBOOK, only_points).value
        assert value == pytest.approx(30.902, abs=0.01)


def test_the_standard_set_has_4977_different_lists_of_ends() -> None:
    assert len(options_of(DICE, RULEBOOK).start) - 1 == 4_977


def changed(value: Any) -> Any:
    """Another value for a rule: each number is larger by one."""
    return value + 1 if isinstance(value, int) else tuple(number + 1 for number in value)


# Whatever a rule says, also one that is added later, the solver has to know it.
CHANGED = Rules(**{each.name: changed(each.default) for each in fields(Rules)})


@given(
    st.tuples(*[st.integers(1, 6)] * 6),
    st.sampled_from([STANDARD, OTHER_DICE]),
    st.sampled_from([RULEBOOK, CHANGED]),
)
def test_the_ends_of_a_roll_are_its_selections(
    numbers: tuple[int, ...], dice: DiceSet, rules: Rules
) -> None:
    options = options_of(faces_of(dice), rules)
    k = options.list_of[tuple(n - 1 for n in numbers)]
    part = slice(options.start[k], options.start[k + 1])
    best: dict[int, int] = {}
    for s in selections(dice.faces(numbers), rules):
        best[s.gift] = max(best.get(s.gift, 0), s.total)
    assert (
        dict(zip(options.gifts[part].tolist(), options.points[part].tolist(), strict=True)) == best
    )


def small_dice(rng: random.Random, dice: int, faces: int) -> Dice:
    """Different faces on a few small dice."""
    every = [Face(n, c) for n in NUMBERS[:faces] + NUMBERS[-1:] for c in list(Colour)[: dice + 1]]
    drawn = rng.sample(every, dice * faces)
    return tuple(tuple(drawn[d * faces : (d + 1) * faces]) for d in range(dice))


SMALL = Rules(
    one_colour_least=2,
    one_colour_bonus=(0, 0, 3, 4, 15, 0, 0),
    straight_bonus=(0, 0, 5, 9, 25, 40, 50),
    same_number_bonus=(0, 0, 4, 8, 15, 30, 60),
)


@settings(max_examples=25)
@given(
    st.integers(0, 10**6),
    st.booleans(),
    st.integers(1, 3),
    st.sampled_from([(2, 3), (3, 2), (2, 2)]),
)
def test_the_fast_solver_agrees_with_the_slow_one_on_small_dice(
    seed: int, can_ask: bool, rolls: int, size: tuple[int, int]
) -> None:
    rng = random.Random(seed)
    dice = small_dice(rng, *size)
    rules = Rules(**{**{f: getattr(SMALL, f) for f in SMALL.__slots__}, "rolls": rolls})
    worth = {g: rng.randint(-30, 10) for g in range(200)}
    asked_worth = {g: rng.randint(-30, 10) for g in range(200)}

    def end(points: int, gift: int, asked: bool) -> Fraction:
        return Fraction(points + (asked_worth if asked else worth)[gift])

    def fast(table: dict[int, int]) -> Ending:
        array = np.array([table[g] for g in range(200)], dtype=np.float64)
        return lambda points, gift: points + array[gift]

    slow = ReferenceTurn(dice, rules, end, can_ask)
    solution = solve_turn(dice, rules, fast(worth), fast(asked_worth) if can_ask else None)
    assert solution.value == pytest.approx(float(slow.value()))
    compare_every_decision(solution, slow, dice, rolls)


def compare_every_decision(
    solution: TurnSolution, slow: ReferenceTurn, dice: Dice, rolls: int
) -> None:
    for index in product(*(range(len(die)) for die in dice)):
        roll = tuple(die[i] for die, i in zip(dice, index, strict=True))
        for number in range(1, rolls + 1):
            arrangement = solution.lattice.arrangement_of[index]
            assert solution.rolled(number - 1)[arrangement] == pytest.approx(
                float(slow.rolled(number, roll, False))
            )
            for asked in (False, True) if solution.asked else (False,):
                assert solution.choice(number - 1, index, asked) == pytest.approx(
                    float(slow.choose(number, roll, asked))
                )
                for kept, value in slow.keeps(number, roll, asked).items():
                    assert solution.keep(number - 1, index, kept, asked) == pytest.approx(
                        float(value)
                    )


def test_the_reference_reads_the_rulebook_like_the_rules() -> None:
    faces = STANDARD.faces([1, 6, 6, 4, 3, 2])
    assert sorted(ends(faces, RULEBOOK)) == sorted((s.total, s.gift) for s in selections(faces))


def test_a_sampled_last_decision_of_the_full_game_agrees_with_plain_loops() -> None:
    # Two dice in the air before the last roll: 36 outcomes, each scored by hand.
    solution = solve_turn(DICE, RULEBOOK, points_minus_gift)
    roll = (1, 6, 6, 4, 3, 2)
    values = [
        max(s.total - s.gift for s in selections(STANDARD.faces([1, a, b, 4, 3, 2])))
        for a in NUMBERS
        for b in NUMBERS
    ]
    faces = [number - 1 for number in roll]
    assert solution.keep(1, faces, (0, 3, 4, 5), False) == pytest.approx(sum(values) / 36)
