"""The chance of winning for two: exact in the last turn, lawful before it."""

from fractions import Fraction

import pytest
from tests.solver.reference import ReferenceTurn
from tests.solver.test_margin import SMALL, SMALL_DICE

from charidice.solver import (
    MarginTable,
    solve_margin,
    spread_chance,
    standard_table,
    turn_to_win,
    win_chance,
)
from charidice.solver.margin import BOXES
from charidice.solver.win_estimate import LAST_TURN, ONE_LEFT, SPREAD


@pytest.fixture(scope="module")
def small() -> MarginTable:
    return solve_margin(SMALL, SMALL_DICE)


def slow_chance(given: tuple[int, int], can_ask: bool, lead: int) -> Fraction:
    """The last turn of the small game by plain loops: won 1, shared a half, lost 0."""

    def end(points: int, gift: int, _asked: bool) -> Fraction:
        mine, other = lead + points, gift
        sums = (given[0] + gift, given[1])
        bonus = 6 if max(sums) > 12 else 3
        mine += bonus if sums[0] >= sums[1] else 0
        other += bonus if sums[1] >= sums[0] else 0
        return Fraction(2 if mine > other else mine == other, 2)

    return ReferenceTurn(SMALL_DICE, SMALL, end, can_ask).value()


@pytest.mark.parametrize("given", [(0, 0), (4, 2), (2, 9), (3, 13), (13, 3)])
def test_the_last_turn_of_a_small_game_agrees_with_plain_loops(
    small: MarginTable, given: tuple[int, int]
) -> None:
    seen = set()
    for lead in range(-22, 16, 3):
        for boxes in BOXES:
            chance, exact = win_chance(small, 1, given, boxes, lead)
            assert exact
            assert chance == pytest.approx(float(slow_chance(given, boxes[1], lead)))
            seen.add(round(chance, 6))
    assert len(seen) > 3  # not only certain wins and losses


def test_when_nothing_is_left_it_is_known_who_has_won(small: MarginTable) -> None:
    for lead, chance in ((4, 1.0), (3, 0.5), (2, 0.0)):  # the other one gets the bonus of 3
        assert win_chance(small, 0, (1, 2), (True, True), lead) == (chance, True)
        assert win_chance(small, 0, (2, 1), (True, True), -lead) == (1 - chance, True)


@pytest.mark.parametrize("left", [1, 2, 3, 8, 14])
def test_a_larger_lead_never_lowers_the_chance(left: int) -> None:
    found = [
        win_chance(standard_table(), left, (30, 24), (True, True), lead)[0]
        for lead in range(-120, 121, 20)
    ]
    assert found == sorted(found)
    assert 0 <= found[0] < 0.05
    assert 0.95 < found[-1] <= 1


@pytest.mark.parametrize("left", range(2, len(SPREAD)))
def test_a_lead_and_as_much_behind_are_the_same_chance_from_the_other_side(left: int) -> None:
    # The one who has the last turn has a little more, at any margin.
    shift = LAST_TURN if left % 2 else -LAST_TURN
    assert (spread_chance(0.0, left) > 0.5) == (left % 2 == 1)
    for margin in (0.5, 7.0, 33.0):
        ahead, behind = (spread_chance(m - shift, left) for m in (margin, -margin))
        assert ahead + behind == pytest.approx(1)
        assert ahead > 0.5 > behind


def test_with_one_turn_left_a_large_bonus_can_turn_the_game() -> None:
    assert sum(share for share, _, _ in ONE_LEFT) == pytest.approx(1)
    assert spread_chance(-30.0, 1) > 1 - spread_chance(30.0, 1)


def test_the_fewer_turns_are_left_the_surer_is_a_lead() -> None:
    for first in (1, 2):  # who plays the last turn does not change
        chances = [spread_chance(25.0, left) for left in range(first, len(SPREAD), 2)]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("left", [2, 3, 9])
@pytest.mark.parametrize("asked", [False, True])
def test_the_end_of_a_turn_is_worth_what_the_chance_of_the_other_leaves(
    left: int, asked: bool
) -> None:
    table = standard_table()
    solution = turn_to_win(table, left, (31, 44), (True, True), -6)
    for points, gift in ((8, 24), (30, 0), (61, 10)):
        later = table.value(left - 1, (44, 31 + gift), (not asked, True))
        others = spread_chance(later + 6 - points + gift, left - 1)
        assert solution.score(points, gift, asked) == pytest.approx(1 - others, abs=1e-5)


def test_the_last_turn_to_win_is_the_exact_one() -> None:
    table = standard_table()
    exact = table.last_turn_to_win((20, 31), (True, True), 5).value
    assert turn_to_win(table, 1, (20, 31), (True, True), 5).value == exact


@pytest.mark.parametrize(
    ("given", "boxes", "lead", "exact"),
    [
        ((49, 56), (True, False), 7, 0.149),
        ((42, 40), (True, False), 17, 0.673),
        ((29, 59), (False, True), 33, 0.444),
        ((53, 76), (False, False), 0, 0.072),
    ],
)
def test_with_two_turns_left_the_estimate_is_near_the_exact_chance(
    given: tuple[int, int], boxes: tuple[bool, bool], lead: int, exact: float
) -> None:
    # The exact ones were worked out by tools/second_last.py, some seconds each.
    chance, known = win_chance(standard_table(), 2, given, boxes, lead)
    assert chance == pytest.approx(exact, abs=0.04)
    assert not known
