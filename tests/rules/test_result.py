from tests.support import EXAMPLE_1, play, rolled

from charidice.rules import (
    RULEBOOK,
    STANDARD,
    Game,
    Phase,
    Row,
    Sheet,
    Turn,
    charity_bonuses,
    new_game,
    standings,
    totals,
    winners,
)


def over(*sheets: Row) -> Game:
    """A finished game in which each player's seven rows add up to this one."""
    rest = (Row(0, 0, 0, 0),) * 6
    filled = tuple(Sheet((row, *rest)) for row in sheets)
    return Game(RULEBOOK, STANDARD, filled, 7 * len(sheets), Turn(phase=Phase.OVER))


def given(*sums: int) -> Game:
    return over(*(Row(0, 0, 0, number) for number in sums))


def test_the_most_generous_player_gets_20() -> None:
    assert charity_bonuses(given(12, 57, 56)) == (0, 20, 0)


def test_the_bonus_is_30_when_more_than_60_was_given() -> None:
    assert charity_bonuses(given(61, 12)) == (30, 0)


def test_exactly_60_still_gives_20() -> None:
    assert charity_bonuses(given(60, 12)) == (20, 0)


def test_players_tied_for_the_most_each_get_it_in_full() -> None:
    assert charity_bonuses(given(70, 12, 70)) == (30, 0, 30)


def test_nobody_gave_anything_so_each_gets_20() -> None:
    assert charity_bonuses(given(0, 0)) == (20, 20)


def test_the_total_is_columns_1_to_3_and_the_charity_bonus_but_never_column_4() -> None:
    game = over(Row(100, 50, 7, 40), Row(90, 40, 3, 41))
    assert totals(game) == (157, 153)


def test_the_highest_total_wins() -> None:
    game = over(Row(100, 0, 0, 0), Row(120, 0, 0, 5), Row(90, 0, 0, 0))
    assert winners(game) == (1,)
    assert [(s.place, s.seat) for s in standings(game)] == [(1, 1), (2, 0), (3, 2)]


def test_a_tie_is_a_shared_win_without_a_tie_break() -> None:
    game = over(Row(100, 0, 0, 1), Row(120, 0, 0, 0), Row(70, 0, 0, 0), Row(60, 60, 0, 0))
    assert winners(game) == (0, 1, 3)
    assert [(s.place, s.seat) for s in standings(game)] == [(1, 0), (1, 1), (1, 3), (4, 2)]


def test_before_the_end_nobody_has_won_and_the_charity_bonus_is_not_in() -> None:
    game = play(rolled(EXAMPLE_1), "score 0 3 4 5")
    assert winners(game) == ()
    assert charity_bonuses(game) == (0, 0)
    assert [(s.seat, s.total) for s in standings(game)] == [(0, 35), (1, 24)]
    assert [s.place for s in standings(new_game(3))] == [1, 1, 1]
