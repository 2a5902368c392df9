"""The estimate for three and four players: what has to hold whatever the weights are."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from charidice.rules import Game, Row, Rules, Sheet, new_game
from charidice.solver import normal_chance, standard_table, winning_turn
from charidice.solver.estimate import charity_chance, expected_ends, leads, turns_after_this
from charidice.solver.winning import standard_winning

Floats = NDArray[np.float64]


def column(*values: float) -> Floats:
    return np.array(values, dtype=np.float64)[:, None]


def test_who_has_given_more_is_likelier_to_give_most() -> None:
    given = np.array([np.arange(0.0, 80.0, 5.0), np.full(16, 30.0), np.full(16, 41.0)])
    turns = [2, 3, 3]
    mine, second, third = (charity_chance(given, turns, seat) for seat in range(3))
    assert (np.diff(mine) > 0).all()
    assert (np.diff(second) < 0).all()
    assert (second < third).all()
    assert ((mine > 0) & (mine < 1)).all()


def test_of_two_exactly_one_gives_most_while_there_are_turns() -> None:
    for given, turns in product([(0.0, 0.0), (12.0, 40.0), (70.0, 55.0)], [(3, 3), (0, 1), (6, 7)]):
        both = [charity_chance(column(*given), list(turns), seat)[0] for seat in (0, 1)]
        assert sum(both) == pytest.approx(1)
        if turns[0] == turns[1] and given[0] == given[1]:
            assert both[0] == pytest.approx(0.5)


def test_at_the_end_all_who_have_given_most_get_the_bonus() -> None:
    given = column(40, 25, 40)
    assert [charity_chance(given, [0, 0, 0], seat)[0] for seat in range(3)] == [1, 0, 1]
    ends = expected_ends(column(100, 150, 90), given, [0, 0, 0], new_game(3))
    assert ends[:, 0].tolist() == [120, 150, 110]
    ends = expected_ends(column(100, 150, 90), column(40, 61, 40), [0, 0, 0], new_game(3))
    assert ends[:, 0].tolist() == [100, 180, 90]


def test_leads_of_two_are_opposite_and_the_best_of_the_others_is_not_below_their_mean() -> None:
    scores, given = column(150, 133), column(20, 33)
    (mine, _), (other, _) = (leads(scores, given, [3, 4], me, new_game(2)) for me in (0, 1))
    assert mine == pytest.approx(-other)
    for me in range(4):
        scores, given = column(90, 120, 70, 101), column(10, 0, 35, 20)
        best, mean = leads(scores, given, [2, 2, 3, 3], me, new_game(4))
        assert best[0] <= mean[0]
    assert sum(leads(scores, given, [2] * 4, me, new_game(4))[1][0] for me in range(4)) == (
        pytest.approx(0)
    )


def before_the_last_turn(points: tuple[int, ...], given: tuple[int, ...]) -> Game:
    """A game of one round in which all but the last player have played, with no box left."""
    rules = Rules(rounds=1)
    sheets = tuple(Sheet((Row(p, 0, 0, g),), box=False) for p, g in zip(points, given, strict=True))
    game = new_game(len(points), rules=rules)
    return game._replace(sheets=sheets, turns_played=len(points) - 1)


@pytest.mark.parametrize("players", [3, 4])
def test_a_better_score_is_a_better_chance(players: int) -> None:
    start, found = new_game(players, rules=Rules(rounds=2)), []
    for points in (0, 20, 40):
        mine = start.sheets[0]._replace(rows=(Row(points, 0, 0, 0), Row(0, 0, 0, 0)))
        found.append(winning_turn(start._replace(sheets=(mine, *start.sheets[1:]))).value)
    assert 0 < found[0] < found[1] < found[2] < 1


def test_the_last_turn_is_won_or_lost_for_certain_by_a_large_lead() -> None:
    assert turns_after_this(before_the_last_turn((0, 0, 0), (0, 0, 0))) == [0, 0, 0]
    for points, chance in (((0, 0, 400), 1.0), ((400, 0, 0), 0.0)):
        value = winning_turn(before_the_last_turn(points, (0, 0, 0))).value
        assert value == pytest.approx(chance, abs=1e-5)


@pytest.mark.parametrize(("others", "share"), [((50, 20), 1 / 2), ((50, 50), 1 / 3)])
def test_a_shared_win_counts_one_part_for_each_winner(
    others: tuple[int, int], share: float
) -> None:
    # Nothing is given, all are tied for the charity bonus; 50 points draw level.
    solution = winning_turn(before_the_last_turn((*others, 0), (0, 0, 0)))
    assert solution.score(50, 0, asked=False) == pytest.approx(share, abs=1e-6)
    assert solution.score(51, 0, asked=False) == pytest.approx(1, abs=1e-6)
    assert solution.score(49, 0, asked=False) == pytest.approx(0, abs=1e-6)


def test_the_guess_for_two_is_near_the_solved_chance() -> None:
    winning, margin = standard_winning(), standard_table()
    for left in (2, 5, 9, 14):
        for lead in (-50, -10, 0, 20, 60):
            given, boxes = (24, 30), (True, False)
            guess = normal_chance(lead + margin.value(left, given, boxes), left)
            solved = winning.chance(left, given, boxes, lead)
            assert guess == pytest.approx(solved, abs=0.1)
    assert normal_chance(0.0, 3) == 0.5
