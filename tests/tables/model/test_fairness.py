"""Nobody has power over the time of others, nor ends their game for them."""

import pytest
from tests.tables.support import (
    ANY_DIE,
    FLORIAN,
    LENA,
    MARKO,
    SLOW,
    Played,
    begun,
    open_table,
)

from charidice.rules import Pass, Roll
from charidice.tables import Settings, Status
from charidice.tables.model.clock import Due, DueKind, due, hold_until
from charidice.tables.model.commands import (
    Configure,
    Forget,
    Leave,
    Mute,
    Play,
    Remove,
    Return,
    TakeBack,
    WishEnd,
    WishNoEnd,
)
from charidice.tables.model.events import Acted, Begun, Configured, Created, Ended, Event, Left, Sat
from charidice.tables.model.evolve import replayed
from charidice.tables.model.playing import acted_by_bot, away
from charidice.tables.model.seating import seated_again
from charidice.tables.model.table import COME_BACK_SECONDS

TIMED = Settings(ask_seconds=6, turn_seconds=60, pace=12)


def timed(*names: str) -> Played:
    """A game where Lena has a minute from second 1000 on."""
    return begun(*(names or ("Lena", "Marko")), settings=TIMED)


def ends_at(table: Played) -> float | None:
    """When the time of whoever is to act is over."""
    coming = due(table.table)
    return None if coming is None else coming.at


def runs_out(table: Played) -> None:
    """Nobody does anything until the clock says that somebody is away."""
    coming = due(table.table)
    assert coming is not None
    assert coming.kind is DueKind.AWAY
    table.now = coming.at
    table.add(*away(table.table, coming.seat, table.context))


def now_playing(table: Played) -> bool:
    return table.table.status is Status.PLAYING


# What changes nothing is no event


def test_settings_that_are_so_already_are_no_event() -> None:
    for table in (open_table("Lena", "Marko", settings=TIMED), timed()):
        assert table.do(LENA, Configure(TIMED)) == []
        assert table.do(LENA, Configure(SLOW))
        assert table.do(LENA, Configure(SLOW)) == []


def test_wanting_no_questions_twice_is_one_event() -> None:
    for until in ("turn", "game"):
        table = begun("Lena", "Marko")
        assert table.do(MARKO, Mute("never")) == []
        assert table.do(MARKO, Mute(until))
        assert table.do(MARKO, Mute(until)) == []
        assert table.do(MARKO, Mute("never"))
        assert table.do(MARKO, Mute("never")) == []


def test_a_turn_that_is_over_leaves_nothing_to_take_back_of_wanting_no_questions() -> None:
    table = begun("Lena", "Marko")
    table.do(MARKO, Mute("turn"))
    table.play(LENA, None)
    table.play(LENA, ANY_DIE)
    assert table.do(MARKO, Mute("never")) == []
    assert table.do(MARKO, Mute("turn"))


def test_who_is_asked_in_spite_of_it_can_still_say_not_this_turn() -> None:
    table = begun("Lena", "Marko")
    table.do(MARKO, Mute("turn"))
    table.do(MARKO, Leave())
    table.play(LENA, None)  # the question is for a bot
    table.do(MARKO, Return())
    assert table.table.asking
    (event,) = table.do(MARKO, Mute("turn"))
    assert isinstance(event, Acted)
    assert event.actions == ["pass"]


# Limits


def test_new_settings_do_not_start_a_clock_again() -> None:
    table = timed()
    table.now += 50
    table.do(LENA, Configure(Settings(6, 60, 0)))
    assert ends_at(table) == 1060.0


@pytest.mark.parametrize("shorter", [15, 59])
def test_a_shorter_limit_counts_from_the_next_decision(shorter: int) -> None:
    table = timed()
    table.now += 20
    table.do(LENA, Configure(Settings(6, shorter, 12)))
    assert ends_at(table) == 1060.0
    table.play(LENA, None)
    table.play(MARKO, Pass())
    assert ends_at(table) == 1020.0 + shorter


def test_a_limit_where_there_was_none_counts_from_the_next_decision() -> None:
    table = begun("Lena", "Marko", settings=SLOW)
    table.now += 300
    table.do(LENA, Configure(TIMED))
    assert ends_at(table) is None
    table.play(LENA, None)
    assert ends_at(table) == 1360.0


def marko_is_to_roll() -> Played:
    """The same, and it is the turn of the one who is not the host, with a minute from 1000 on."""
    table = timed()
    table.turn(LENA, MARKO)
    assert ends_at(table) == 1060.0
    return table


@pytest.mark.parametrize("turn", [0, 15, 300])
def test_a_host_gets_no_more_time_for_a_decision_of_their_own(turn: int) -> None:
    table = timed()
    table.do(LENA, Configure(Settings(6, turn, 12)))
    assert ends_at(table) == 1060.0
    table.do(LENA, Configure(TIMED))
    assert ends_at(table) == 1060.0


def test_a_longer_limit_counts_at_once_and_stays_for_this_decision() -> None:
    table = marko_is_to_roll()
    table.now += 20
    table.do(LENA, Configure(Settings(6, 300, 12)))
    assert ends_at(table) == 1300.0
    table.do(LENA, Configure(Settings(6, 15, 12)))
    assert ends_at(table) == 1300.0


def test_a_limit_that_is_switched_off_is_off_at_once_and_stays_off_for_this_decision() -> None:
    table = marko_is_to_roll()
    table.do(LENA, Configure(Settings(6, 0, 12)))
    assert ends_at(table) is None
    table.do(LENA, Configure(TIMED))
    assert ends_at(table) is None
    table.play(MARKO, None)
    assert ends_at(table) == 1060.0


def test_new_time_to_ask_counts_from_the_next_roll() -> None:
    """Otherwise a host could go on before anybody has asked."""
    table = timed()
    table.play(LENA, None)
    for ask in (2, 20, 0):
        table.do(LENA, Configure(Settings(ask, 60, 12)))
        assert hold_until(table.table) == 1006.0
        assert table.refused(LENA, Play(ANY_DIE, table.table.position)) == "table/held"
    table.do(LENA, Configure(Settings(2, 60, 12)))
    table.now = 1010.0
    table.play(LENA, Roll([]))
    assert hold_until(table.table) == 1012.0


def test_the_time_to_ask_is_no_time_for_the_choice_to_run_out() -> None:
    table = timed()
    table.play(LENA, None)
    table.do(LENA, Configure(Settings(20, 60, 12)))
    assert ends_at(table) == 1060.0


def test_before_the_game_a_shorter_limit_simply_counts() -> None:
    table = open_table("Lena", "Marko", settings=TIMED)
    table.do(LENA, Configure(Settings(6, 15, 12)))
    table.add(Begun(table.now, 0))
    assert ends_at(table) == 1015.0


def older(turn: int) -> Played:
    """A game whose log is from a version that knew no shortest limit."""
    people: list[Event] = [Sat(1000.0, LENA, "Lena"), Sat(1000.0, MARKO, "Marko")]
    settings = Settings(6, turn, 12)
    return Played([Created(1000.0, settings), *people, Begun(1000.0, 0)])


def test_games_of_older_versions_keep_limits_that_are_too_short_now() -> None:
    table = older(3)
    assert ends_at(table) == 1003.0
    table.add(Configured(1001.0, Settings(6, 2, 12)))
    assert ends_at(table) == 1003.0
    table.do(LENA, Configure(Settings(6, 2, 4)))  # only the pace is another one
    assert table.refused(LENA, Configure(Settings(6, 3, 4))) == "table/setting"


def test_a_rematch_of_an_older_game_has_the_shortest_limit_of_today() -> None:
    table = older(3)
    table.do(LENA, WishEnd())
    table.do(MARKO, WishEnd())
    again = replayed(seated_again(table.table, "first", LENA, table.context))
    assert again.settings == Settings(6, 15, 12)


# Coming and going


def test_who_leaves_and_returns_has_no_more_time() -> None:
    table = timed()
    table.now += 50
    table.do(LENA, Leave())
    table.now += 1
    table.do(LENA, Return())
    assert ends_at(table) == 1060.0


def test_others_who_come_and_go_give_nobody_more_time() -> None:
    for names, who in ((("Lena", "Marko"), MARKO), (("Lena", "Marko", "Florian"), FLORIAN)):
        table = timed(*names)
        table.now += 30
        table.do(who, Leave())
        table.do(who, Return())
        assert ends_at(table) == 1060.0


def test_nobody_who_was_alone_is_thrown_out_when_somebody_returns() -> None:
    table = timed()
    table.do(MARKO, Leave())
    assert ends_at(table) is None  # nobody hurries Lena
    table.now += 600
    table.do(MARKO, Return())
    assert due(table.table) == Due(table.now + 60, DueKind.AWAY, 0)


def test_whoever_was_alone_a_while_has_at_least_a_little_time() -> None:
    table = timed()
    table.do(MARKO, Leave())
    table.now += 55
    table.do(MARKO, Return())
    assert due(table.table) == Due(table.now + 15, DueKind.AWAY, 0)


def test_for_who_returns_when_the_time_is_over_a_bot_decides_once_and_the_seat_is_kept() -> None:
    table = timed()
    runs_out(table)
    table.do(LENA, Return())
    assert due(table.table) == Due(table.now + 15, DueKind.BOT, 0)  # they can still decide
    assert not table.table.seats[0].away
    table.now += 10
    table.do(LENA, Leave())
    table.do(LENA, Return())
    assert ends_at(table) == table.now + 5  # once
    table.now += 5
    table.add(*acted_by_bot(table.table, 0, None, table.context))
    table.play(MARKO, Pass())
    assert due(table.table) == Due(table.now + 60, DueKind.AWAY, 0)


def test_who_returns_when_the_time_is_over_may_still_be_quicker_than_the_bot() -> None:
    table = timed()
    runs_out(table)
    table.do(LENA, Return())
    assert table.play(LENA, None)
    table.play(MARKO, Pass())
    assert due(table.table) == Due(1120.0, DueKind.AWAY, 0)


def test_nobody_stalls_by_leaving_and_returning_again_and_again() -> None:
    table = timed()
    for _ in range(100):
        table.now += 1
        table.do(LENA, Leave())
        table.do(LENA, Return())
        assert due(table.table) == Due(1060.0, DueKind.BOT, 0)


def test_the_time_of_a_decision_goes_on_when_its_score_is_taken_back() -> None:
    table = timed()
    table.play(LENA, None)
    table.play(MARKO, Pass())
    for _ in range(3):
        table.now += 10
        table.play(LENA, ANY_DIE)
        table.now += 5
        table.do(LENA, TakeBack(table.table.position))
        assert due(table.table) == Due(1060.0, DueKind.BOT, 0)  # it is not as if she was not there


def test_a_limit_made_shorter_between_a_score_and_its_taking_back_does_not_count_for_it() -> None:
    table = timed()
    table.play(LENA, None)
    table.play(MARKO, Pass())
    table.now += 30
    table.play(LENA, ANY_DIE)
    table.do(LENA, Configure(Settings(6, 15, 12)))
    table.do(LENA, TakeBack(table.table.position))
    assert ends_at(table) == 1060.0


# The end


def test_the_host_cannot_end_a_game_by_removing_the_only_other_player() -> None:
    table = timed()
    table.do(LENA, WishEnd())
    table.do(LENA, Remove(1))
    assert now_playing(table)
    table.do(LENA, WishNoEnd())
    table.do(LENA, WishEnd())
    assert now_playing(table)
    table.do(LENA, Leave())
    assert now_playing(table)


def test_with_somebody_removed_it_takes_two_to_end_a_game() -> None:
    table = begun("Lena", "Marko", "Florian")
    table.do(LENA, Remove(1))
    table.do(LENA, WishEnd())
    assert now_playing(table)
    table.do(FLORIAN, WishEnd())
    assert table.table.status is Status.ENDED
    table = begun("Lena", "Marko", "Florian")
    table.do(LENA, Remove(1))
    table.do(LENA, WishEnd())
    table.do(FLORIAN, Leave())
    assert now_playing(table)


def test_the_removal_of_the_last_who_does_not_agree_does_not_end_the_game() -> None:
    table = begun("Lena", "Marko", "Florian")
    table.do(LENA, WishEnd())
    table.do(MARKO, WishEnd())
    table.do(LENA, Remove(2))
    assert now_playing(table)


def test_who_was_removed_and_wished_to_be_forgotten_is_not_waited_for() -> None:
    table = begun("Lena", "Marko")
    table.do(LENA, Remove(1))
    table.do(MARKO, Forget())
    assert now_playing(table)
    table.do(LENA, WishEnd())
    assert table.table.status is Status.ENDED


def test_a_removal_before_the_game_has_nothing_to_do_with_its_end() -> None:
    table = open_table("Lena", "Marko", levels=("random",))
    table.do(LENA, Remove(1))
    table.add(Begun(table.now, 0))
    table.do(LENA, WishEnd())
    assert table.table.status is Status.ENDED


def test_a_wish_does_not_end_the_game_of_somebody_whose_time_runs_out() -> None:
    table = timed("Lena", "Marko", "Florian")
    table.do(MARKO, WishEnd())
    table.do(FLORIAN, WishEnd())
    runs_out(table)
    assert now_playing(table)
    table.now += 600
    table.do(FLORIAN, Leave())  # which is no wish
    assert now_playing(table)


def test_who_let_the_time_pass_has_a_minute_to_come_back_before_others_end_the_game() -> None:
    table = timed()
    runs_out(table)
    table.now += COME_BACK_SECONDS - 1
    table.do(MARKO, WishEnd())
    assert now_playing(table)
    table.now += 1
    table.do(MARKO, WishNoEnd())
    table.do(MARKO, WishEnd())
    assert table.table.status is Status.ENDED


def test_a_wish_is_repeated_after_the_minute_without_being_withdrawn() -> None:
    table = timed()
    runs_out(table)
    table.now += COME_BACK_SECONDS - 1
    table.do(MARKO, WishEnd())
    assert table.do(MARKO, WishEnd()) == []
    table.now += 1
    table.do(MARKO, WishEnd())
    assert table.table.status is Status.ENDED


def test_a_repeated_wish_waits_for_those_who_are_there() -> None:
    table = timed("Lena", "Marko", "Florian")
    runs_out(table)
    table.do(MARKO, WishEnd())
    table.now += COME_BACK_SECONDS
    assert table.do(MARKO, WishEnd()) == []
    assert now_playing(table)


def test_who_withdraws_a_wish_never_ends_the_game() -> None:
    table = timed()
    table.do(LENA, WishEnd())
    runs_out(table)
    table.do(MARKO, WishEnd())
    table.now += COME_BACK_SECONDS
    table.do(LENA, WishNoEnd())
    assert now_playing(table)


def test_who_came_back_is_asked_whether_the_game_shall_end() -> None:
    table = timed()
    runs_out(table)
    table.do(LENA, Return())
    table.now += COME_BACK_SECONDS
    table.do(MARKO, WishEnd())
    assert now_playing(table)


@pytest.mark.parametrize("gone", [Leave(), Forget()])
def test_who_let_the_time_pass_can_leave_and_so_agree(gone: Leave | Forget) -> None:
    table = timed()
    runs_out(table)
    table.do(MARKO, WishEnd())
    assert now_playing(table)
    events = table.do(LENA, gone)
    assert isinstance(events[0], Left)
    assert isinstance(events[1], Ended)


def test_leaving_twice_is_leaving_once() -> None:
    table = timed()
    runs_out(table)
    assert table.do(LENA, Leave())
    assert table.do(LENA, Leave()) == []
