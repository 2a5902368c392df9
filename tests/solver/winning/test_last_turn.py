"""The last turn of the game for two, solved to win: by plain loops too."""

from fractions import Fraction

import pytest
from tests.solver.reference import ReferenceTurn
from tests.solver.test_margin import SMALL, SMALL_DICE

from charidice.solver import MarginTable, solve_margin, standard_table
from charidice.solver.margin import BOXES
from charidice.solver.winning import standard_winning


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
            chance = small.last_turn_to_win(given, boxes, lead).value
            assert chance == pytest.approx(float(slow_chance(given, boxes[1], lead)))
            seen.add(round(chance, 6))
    assert len(seen) > 3  # not only certain wins and losses


@pytest.mark.parametrize(("lead", "chance"), [(21, 1.0), (20, 0.5), (19, 0.0)])
def test_when_nothing_is_left_it_is_known_who_has_won(lead: int, chance: float) -> None:
    # The other one gets the charity bonus of 20.
    table, margin = standard_winning(), standard_table()
    assert table.best_chance(margin, 0, (1, 2), (True, True), lead) == (chance, 0.0)
    assert table.best_chance(margin, 0, (2, 1), (True, True), -lead) == (1 - chance, 0.0)


@pytest.mark.parametrize("left", [1, 2, 3, 8, 14])
def test_a_larger_lead_never_lowers_the_chance_by_more_than_the_table_is_wrong(left: int) -> None:
    table, margin = standard_winning(), standard_table()
    found = [
        table.best_chance(margin, left, (30, 24), (True, True), lead)[0]
        for lead in range(-120, 121, 20)
    ]
    assert found == sorted(found)
    assert 0 <= found[0] < 0.05
    assert 0.95 < found[-1] <= 1


@pytest.mark.parametrize(
    ("given", "boxes", "lead", "exact"),
    [
        ((49, 56), (True, False), 7, 0.149),
        ((42, 40), (True, False), 17, 0.673),
        ((29, 59), (False, True), 33, 0.444),
        ((53, 76), (False, False), 0, 0.072),
    ],
)
def test_two_turns_left_agree_with_the_last_turn_solved_after_every_end(
    given: tuple[int, int], boxes: tuple[bool, bool], lead: int, exact: float
) -> None:
    # Worked out once by solving the last turn for every end of the one before it.
    chance, error = standard_winning().best_chance(standard_table(), 2, given, boxes, lead)
    assert chance == pytest.approx(exact, abs=error + 0.0005)
