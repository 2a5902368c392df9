"""What many deals say."""

import pytest

from charidice.simulation import Deal, PlayerResult, summarise


def result(win: float, total: int, *, plain: float | None = None, charity: int = 0) -> PlayerResult:
    """What a bot got: its shares of the victory with and without charity, and its total."""
    without = win if plain is None else plain
    return PlayerResult(win, without, total - charity, 0, 0, 0, charity, total)


def deal(*totals: tuple[int, int]) -> Deal:
    """Games of two bots with these totals, none of which is a tie."""
    return tuple(
        (result(float(one > two), one), result(float(two > one), two)) for one, two in totals
    )


def test_wins_margins_and_columns_are_means_over_all_games() -> None:
    (one, two), _decided = summarise(("one", "two"), [deal((10, 4), (6, 8)), deal((9, 3), (7, 1))])
    assert (one.name, one.games, one.wins) == ("one", 4, 0.75)
    assert (one.margin, two.margin) == (4.0, -4.0)
    assert (one.means["total"], two.means["total"]) == (8.0, 4.0)


def test_a_deal_is_one_observation_however_many_games_it_has() -> None:
    """Where every deal is won once by each, nothing is left to chance."""
    (one, _two), _decided = summarise(("one", "two"), [deal((9, 1), (1, 9)) for _ in range(10)])
    assert (one.wins, one.wins_error) == (0.5, 0.0)


def test_the_interval_is_that_of_the_normal_distribution() -> None:
    """Two observations, 1 and 0: a variance of one half, and of one quarter for the mean."""
    (one, _two), _decided = summarise(("one", "two"), [deal((9, 1)), deal((1, 9))])
    assert one.wins_error == pytest.approx(1.96 * 0.5, abs=0.001)
    assert one.margin_error == pytest.approx(1.96 * 8, abs=0.01)


def test_one_deal_has_no_interval() -> None:
    (one, _two), _decided = summarise(("one", "two"), [deal((9, 1), (1, 9))])
    assert (one.wins_error, one.margin_error) == (None, None)


def test_the_margin_is_to_the_best_of_the_others() -> None:
    game = (result(1.0, 20), result(0.0, 5), result(0.0, 12))
    summaries, _decided = summarise(("a", "b", "c"), [(game,)])
    assert [summary.margin for summary in summaries] == [8.0, -15.0, -8.0]


def test_games_that_the_charity_bonus_decided_are_counted() -> None:
    decided = (result(1.0, 12, plain=0.0, charity=5), result(0.0, 10, plain=1.0))
    not_decided = (result(1.0, 15, charity=5), result(0.0, 3))
    _summaries, share = summarise(("one", "two"), [(decided, not_decided), (not_decided,)])
    assert share == pytest.approx(1 / 3)


def test_no_deals_say_nothing() -> None:
    (one,), decided = summarise(("one",), [])
    assert (one.games, one.wins, one.wins_error, decided) == (0, 0.0, None, 0.0)
