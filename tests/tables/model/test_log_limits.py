"""No table grows without end, and every game can be finished."""

from dataclasses import replace

from tests.tables.support import ANY_DIE, FLORIAN, LENA, MARKO, SLOW, Played, begun, open_table

from charidice.rules import Pass
from charidice.tables import Status
from charidice.tables.model.commands import (
    AddBot,
    Begin,
    Configure,
    Forget,
    Leave,
    Mute,
    Remove,
    Return,
    Sit,
    TakeBack,
    WishEnd,
    WishNoEnd,
)
from charidice.tables.model.decide import MOST_EVENTS
from charidice.tables.model.events import Away
from charidice.tables.model.game_setup import pad_setup
from charidice.tables.model.new_table import NewTable, first_events
from charidice.tables.model.pad_commands import Enter, PadAsk, Restore
from charidice.tables.model.pad_events import PadAsked

FULL = "table/too-many-events"


def filled(played: Played) -> Played:
    """Settings are changed until the table takes no more of them."""
    pace = 0
    while played.table.version < MOST_EVENTS:
        pace = 1 - pace
        assert played.do(LENA, Configure(replace(SLOW, pace=pace + 1)))
    return played


def test_a_table_takes_only_so_many_events() -> None:
    played = filled(begun("Lena", "Marko"))
    for command in (
        Configure(replace(SLOW, pace=9)),
        Mute("turn"),
        WishNoEnd(),
        TakeBack(played.table.position),
        AddBot("casual"),
        Sit("Florian"),
    ):
        assert played.refused(LENA, command) == FULL


def test_the_game_at_a_full_table_can_be_played_to_its_end() -> None:
    played = filled(begun("Lena", "Marko"))
    while played.table.status is Status.PLAYING:
        active = played.game.active
        played.turn((LENA, MARKO)[active], (LENA, MARKO)[1 - active])
    assert played.game.over
    assert len(played.events) < MOST_EVENTS + 100


def test_whoever_wants_to_go_or_to_be_forgotten_may_do_so_at_a_full_table() -> None:
    played = filled(begun("Lena", "Marko"))
    assert played.do(MARKO, Leave())
    assert played.do(LENA, Forget())
    assert played.table.seats[0].name is None


def test_a_lobby_that_is_full_of_events_can_still_begin() -> None:
    played = open_table("Lena", "Marko")
    while played.table.version < MOST_EVENTS:
        played.do(None, Sit("Florian"))
        played.do(played.table.holders_given, Leave())
    assert played.refused(None, Sit("Florian")) == FULL
    assert played.do(LENA, Begin(0))


def test_taking_back_again_and_again_has_an_end() -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    played.play(MARKO, Pass())
    while played.table.version < MOST_EVENTS:
        played.play(LENA, ANY_DIE)
        if played.table.version < MOST_EVENTS:
            played.do(LENA, TakeBack(played.table.position))
    if played.game.active == 0:
        played.play(LENA, ANY_DIE)
    assert played.refused(LENA, TakeBack(played.table.position)) == FULL


def test_somebody_who_fills_a_table_can_be_removed_and_the_game_can_be_ended() -> None:
    played = filled(begun("Lena", "Marko", "Florian"))
    assert played.do(LENA, Remove(1))
    for who in (LENA, FLORIAN):
        assert played.do(who, WishEnd())
    assert played.table.status is Status.ENDED


def test_whoever_comes_back_to_a_full_table_may_do_so_but_not_for_ever() -> None:
    played = filled(begun("Lena", "Marko"))
    while played.table.version < MOST_EVENTS + 200:
        played.do(MARKO, Leave())
        assert played.do(MARKO, Return())
    assert played.do(MARKO, Leave())
    assert played.refused(MARKO, Return()) == FULL


def test_whoever_ran_out_of_time_can_always_come_back() -> None:
    played = filled(begun("Lena", "Marko", "Florian"))
    while played.table.version < MOST_EVENTS + 200:
        played.do(FLORIAN, Leave())
        played.do(FLORIAN, Return())
    played.add(Away(played.now, 1))
    assert played.do(MARKO, Return())


FACES = "1P 2P 3P 4P 6P 6R"


def pad() -> Played:
    """A pad for two on one device, with one turn written down."""
    new = NewTable(("Lena", "Marko"), setup=pad_setup(), one_device=True, begin=True, first=0)
    played = Played(first_events(new, begun("Lena", "Marko").context))
    write(played, 0, 0)
    return played


def write(played: Played, turn: int, die: int) -> None:
    assert played.do(LENA, Enter(turn, played.table.position, FACES, [die]))


def test_correcting_back_and_forth_has_an_end_and_the_pad_goes_on() -> None:
    played = pad()
    write(played, 0, 1)
    while played.table.version < MOST_EVENTS:
        assert played.do(LENA, Restore(0, played.table.position))
    again = Enter(0, played.table.position, FACES, [3])
    assert played.refused(LENA, again) == FULL
    assert played.refused(LENA, Restore(0, played.table.position)) == FULL
    while played.table.status is Status.PLAYING:
        write(played, len(played.table.pad_turns), 0)
    assert len(played.events) < MOST_EVENTS + 20


def test_asking_back_and_forth_at_a_pad_has_an_end_and_no_ask_is_stuck() -> None:
    played = pad()
    while played.table.version < MOST_EVENTS:
        assert played.do(LENA, PadAsk(not played.table.pad_asked, played.table.position))
    if not played.table.pad_asked:
        played.add(PadAsked(played.now, LENA, True))
    assert played.do(LENA, PadAsk(False, played.table.position))
    assert played.refused(LENA, PadAsk(True, played.table.position)) == FULL
    ask = Enter(1, played.table.position, FACES, [0], asked=True)
    assert played.do(LENA, ask)
