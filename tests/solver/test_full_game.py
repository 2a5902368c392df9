"""Sampled positions of the full game with one roll left, against plain loops and fractions."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from tests.solver.reference import ends

from charidice.rules import NUMBERS, RULEBOOK, STANDARD, selections
from charidice.solver import TurnSolution, standard_table

Numbers = tuple[int, ...]
End = Callable[[int, int], int]
"""The value of the last turn of a game, in halves, for points and the gift as it is written."""

KEEPS = [kept for kept in product([False, True], repeat=6) if not all(kept)]


@cache
def ways(numbers: Numbers) -> tuple[tuple[int, int], ...]:
    """What a roll can end with: for each gift the most points."""
    most: dict[int, int] = {}
    for s in selections(STANDARD.faces(numbers)):
        most[s.gift] = max(most.get(s.gift, 0), s.total)
    return tuple((points, gift) for gift, points in most.items())


def final_margin(given: tuple[int, int], lead: int, points: int, gift: int) -> int:
    """How far the active player is ahead at the end; of two who give alike both get the bonus."""
    mine, other = given[0] + gift, given[1]
    bonus = 30 if max(mine, other) > 60 else 20
    return lead + points - gift + (mine >= other) * bonus - (other >= mine) * bonus


def best_of_all(
    numbers: Numbers, end: End, factor: int
) -> tuple[Fraction, dict[Numbers, Fraction]]:
    """The best of scoring and rerolling, and the value of every reroll by the dice kept."""

    @cache
    def score(roll: Numbers) -> int:
        return max(end(points, gift * factor) for points, gift in ways(roll))

    rerolls = {}
    for kept in KEEPS:
        open_dice = [[n] if k else NUMBERS for n, k in zip(numbers, kept, strict=True)]
        outcomes = [score(roll) for roll in product(*open_dice)]
        dice = tuple(die for die, k in enumerate(kept) if k)
        rerolls[dice] = Fraction(sum(outcomes), 2 * len(outcomes))
    return max(Fraction(score(numbers), 2), *rerolls.values()), rerolls


def compare(solution: TurnSolution, numbers: Numbers, end: End) -> bool:
    """Every keep with and without an ask, and the receiver's decision: whether it is to ask."""
    faces = [number - 1 for number in numbers]
    values = []
    for asked in (False, True):
        value, rerolls = best_of_all(numbers, end, 2 if asked else 1)
        values.append(value)
        assert solution.choice(1, faces, asked) == pytest.approx(float(value), abs=1e-5)
        for dice, reroll in rerolls.items():
            found = solution.keep(1, faces, dice, asked)
            assert found == pytest.approx(float(reroll), abs=1e-5)
    arrangement = solution.lattice.arrangement_of[tuple(faces)]
    assert solution.rolled(1)[arrangement] == pytest.approx(float(min(values)), abs=1e-5)
    return values[1] < values[0]


@pytest.mark.parametrize(
    ("numbers", "given", "asks"),
    [
        ((1, 6, 6, 4, 3, 2), (12, 70), True),
        ((5, 4, 3, 2, 6, 6), (40, 55), False),
    ],
)
def test_the_last_turn_for_the_margin(numbers: Numbers, given: tuple[int, int], asks: bool) -> None:
    solution = standard_table().turn(1, given, (False, True))
    assert compare(solution, numbers, lambda p, g: 2 * final_margin(given, 0, p, g)) == asks


@pytest.mark.parametrize(
    ("numbers", "given", "lead", "asks"),
    [
        ((6, 2, 2, 2, 6, 2), (31, 40), -25, True),
        ((1, 4, 6, 5, 3, 4), (20, 50), 0, False),
    ],
)
def test_the_last_turn_to_win(
    numbers: Numbers, given: tuple[int, int], lead: int, asks: bool
) -> None:
    def end(points: int, gift: int) -> int:
        margin = final_margin(given, lead, points, gift)
        return 1 + (margin > 0) - (margin < 0)

    solution = standard_table().last_turn_to_win(given, (False, True), lead)
    assert compare(solution, numbers, end) == asks


def test_the_ends_of_sampled_rolls_are_those_of_the_reference() -> None:
    for numbers in product((1, 4, 6), (2, 5), (1, 6), (3, 4), (2,), (5, 6)):
        slow = ends(STANDARD.faces(numbers), RULEBOOK)
        assert set(ways(numbers)) == {(max(p for p, g in slow if g == h), h) for _, h in slow}
