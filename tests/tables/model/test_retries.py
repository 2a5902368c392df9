"""A command that is sent again does nothing more, and nothing happens for nobody."""

from dataclasses import replace

from tests.tables.support import LENA, MARKO, SLOW, begun, open_table

from charidice.tables import Status
from charidice.tables.model.clock import due
from charidice.tables.model.commands import (
    AddBot,
    Begin,
    Configure,
    Forget,
    Leave,
    Play,
    Remove,
    Return,
    Sit,
)
from charidice.tables.model.decide import MOST_EVENTS
from charidice.tables.model.seating import holder_with_id


def test_a_bot_that_is_asked_for_again_is_the_same_one() -> None:
    table = open_table("Lena")
    table.do(LENA, AddBot("casual", "one"))
    assert table.do(LENA, AddBot("casual", "one")) == []
    table.do(LENA, AddBot("casual", "two"))
    assert len(table.table.seats) == 3


def test_a_removal_that_is_sent_again_removes_nobody_else() -> None:
    table = open_table("Lena", "Marko", "Florian")
    wish = Remove(1, table.table.version, "out")
    table.do(LENA, wish)
    assert table.do(LENA, wish) == []
    assert [seat.name for seat in table.table.seats] == ["Lena", "Florian"]


def test_seats_that_have_moved_up_meanwhile_are_not_meant() -> None:
    table = open_table("Lena", "Marko", "Florian")
    seen = table.table.version
    table.do(MARKO, Leave())
    assert table.refused(LENA, Remove(1, seen)) == "table/stale-position"
    assert table.refused(LENA, Begin(1, seen)) == "table/stale-position"
    table.do(LENA, Begin(1, table.table.version, "go"))
    assert table.do(LENA, Begin(1, table.table.version, "go")) == []


def test_who_sits_down_again_with_the_same_secret_gets_the_same_seat() -> None:
    table = open_table("Lena")
    secret = "only Marko knows"  # noqa: S105
    table.do(None, Sit("Marko", secret))
    assert table.do(None, Sit("Marko", secret)) == []
    assert holder_with_id(table.table, secret) == MARKO
    assert secret not in str(table.table)
    assert holder_with_id(table.table, "another") is None


def test_bots_do_not_play_on_when_everybody_has_left() -> None:
    table = begun("Lena", "Marko")
    for who in (LENA, MARKO):
        table.do(who, Leave())
    assert due(table.table) is None
    table.do(MARKO, Return())
    assert due(table.table) is not None


def test_who_is_forgotten_holds_no_seat_any_more() -> None:
    table = begun("Lena", "Marko")
    table.do(MARKO, Forget())
    assert table.table.seats[1].name is None
    assert table.refused(MARKO, Return()) == "table/no-seat"
    assert table.do(MARKO, Forget()) == []
    assert table.table.status is Status.PLAYING


def test_a_retry_is_no_refusal_when_the_log_is_full_meanwhile() -> None:
    table = open_table("Lena", "Marko")
    while table.table.version < MOST_EVENTS - 1:
        table.do(LENA, Configure(replace(SLOW, pace=1 + table.table.version % 2)))
    table.do(LENA, Configure(replace(SLOW, pace=9), "settings"))
    assert table.refused(LENA, Configure(replace(SLOW, pace=8))) == "table/too-many-events"
    assert table.do(LENA, Configure(replace(SLOW, pace=9), "settings")) == []


def test_a_retry_is_no_refusal_when_the_host_or_the_seat_is_gone_meanwhile() -> None:
    table = open_table("Lena", "Marko", "Florian")
    table.do(LENA, Begin(0, None, "begin"))
    table.play(LENA, None, "roll")
    position = table.table.position
    table.do(LENA, Leave())  # who was the host
    assert table.table.host == MARKO
    assert table.do(LENA, Begin(0, None, "begin")) == []
    table.do(MARKO, Remove(0))
    assert table.do(LENA, Play(None, position, "roll")) == []
    assert table.refused(LENA, Play(None, position, "another")) == "table/no-seat"
