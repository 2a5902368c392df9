"""Sitting down, getting up, the rights of the host, and the end of an evening."""

from dataclasses import replace

import pytest
from tests.tables.support import (
    ANY_DIE,
    FLORIAN,
    LENA,
    MARKO,
    SLOW,
    Played,
    begun,
    finished,
    one_device,
    open_table,
)

from charidice.bots import NAMES
from charidice.bots.names import bot_name
from charidice.rules import Pass
from charidice.tables import Settings, Status, TableError
from charidice.tables.model.clock import Due, DueKind, due
from charidice.tables.model.commands import (
    AddBot,
    Begin,
    Configure,
    Forget,
    Leave,
    Mute,
    Play,
    Rematch,
    Remove,
    Return,
    Sit,
    TakeBack,
    WishEnd,
    WishNoEnd,
)
from charidice.tables.model.events import Away, Begun, Left, Sat
from charidice.tables.model.evolve import replayed
from charidice.tables.model.playing import away
from charidice.tables.model.seating import leave, opened, seated_again


def names(played_seats: tuple[object, ...]) -> list[object]:
    return [getattr(seat, "name", None) for seat in played_seats]


# Names


@pytest.mark.parametrize("name", ["Lena", "lena", "LENA", "Ｌｅｎａ", " Lena "])
def test_a_name_that_looks_like_one_at_the_table_is_taken(name: str) -> None:
    assert open_table("Lena").refused(None, Sit(name)) == "table/name-taken"


def test_a_name_written_with_other_code_points_is_the_same_name() -> None:
    table = open_table("Zoe\u0301")
    assert table.table.seats[0].name == "Zo\u00e9"
    assert table.refused(None, Sit("Zo\u00e9")) == "table/name-taken"


def test_spaces_within_a_name_make_no_other_name() -> None:
    table = open_table("Anna Lena")
    assert table.refused(None, Sit("Anna   Lena")) == "table/name-taken"


@pytest.mark.parametrize("level", NAMES)
def test_people_cannot_be_called_like_a_bot(level: str) -> None:
    table = open_table("Lena")
    for number in (1, 2):
        assert table.refused(None, Sit(bot_name(level, number))) == "table/bot-name"


@pytest.mark.parametrize("name", ["Expert (Bot)", "ｅxpert (bot)", "expert  (bot)"])
def test_people_cannot_be_called_almost_like_a_bot(name: str) -> None:
    assert open_table("Lena").refused(None, Sit(name)) == "table/bot-name"


UNSEEN = {
    "nothing": "",
    "a space": " ",
    "a no-break space": "Le\u00a0na",
    "a zero width space": "Le\u200bna",
    "a joiner": "Lena\u200d",
    "a soft hyphen": "Le\u00adna",
    "a byte order mark": "\ufeffLena",
    "a Hangul filler": "\u3164",
    "a Braille blank": "\u2800",
    "a grapheme joiner": "Le\u034fna",
    "right to left": "Le\u202ena",
    "an isolate": "Le\u2067na",
    "a right-to-left mark": "Lena\u200f",
    "a new line": "Le\nna",
    "an escape": "\x1b[31mLena",
    "a tag": "Lena\U000e0041",
    "a lone surrogate": "Le\ud800na",
    "an unassigned one": "Le\u0378na",
    "private use": "Le\ue000na",
    "a variation selector alone": "\ufe0f",
    "a variation selector of the supplement alone": "\U000e0100",
}


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_names_that_cannot_be_seen_as_they_are_are_refused(name: str) -> None:
    assert open_table("Marko").refused(None, Sit(name)) == "records/name"


@pytest.mark.parametrize("name", ["Lena\ufe0f", "Lena\U000e0100"])
def test_an_invisible_character_makes_no_other_name(name: str) -> None:
    assert open_table("Lena").refused(None, Sit(name)) in ("table/name-taken", "records/name")


def test_a_name_has_at_most_thirty_characters() -> None:
    table = open_table("Lena")
    assert table.refused(None, Sit("x" * 31)) == "records/name"
    table.do(None, Sit("x" * 30))
    assert names(table.table.seats) == ["Lena", "x" * 30]


@pytest.mark.parametrize("name", ["Ayşe", "Γιώργος", "李雷", "O'Neil", "Zoë & Co", "🎲", "محمد"])
def test_names_in_any_script_are_welcome(name: str) -> None:
    assert names(open_table(name).table.seats) == [name]


# Sitting down


def test_everybody_who_sits_down_gets_the_next_number_and_the_first_is_host() -> None:
    table = open_table("Lena", "Marko", "Florian").table
    assert [seat.holder for seat in table.seats] == [LENA, MARKO, FLORIAN]
    assert (table.host, table.holders_given, table.status) == (LENA, 3, Status.OPEN)


def test_nobody_gets_the_number_of_somebody_who_left() -> None:
    table = open_table("Lena", "Marko")
    table.do(MARKO, Leave())
    table.do(None, Sit("Florian"))
    assert [seat.holder for seat in table.table.seats] == [LENA, 3]
    assert table.refused(MARKO, Leave()) == "table/no-seat"


def test_who_has_a_seat_needs_no_second_one() -> None:
    assert open_table("Lena").refused(LENA, Sit("Marko")) == "table/seated"


def test_there_are_four_seats_for_people_and_bots_together() -> None:
    table = open_table("Lena", "Marko", levels=("random", "random"))
    assert table.refused(None, Sit("Florian")) == "table/full"
    assert table.refused(LENA, AddBot("random")) == "table/full"
    assert names(table.table.seats) == ["Lena", "Marko", "random (bot)", "random (bot 2)"]


def test_a_bot_gets_the_first_free_name_of_its_level() -> None:
    table = open_table("Lena", levels=("casual", "casual"))
    table.do(LENA, Remove(1))
    table.do(LENA, AddBot("casual"))
    assert names(table.table.seats) == ["Lena", "casual (bot 2)", "casual (bot)"]


def test_a_bot_that_nobody_wrote_is_refused() -> None:
    assert open_table("Lena").refused(LENA, AddBot("nobody")) == "bots/unknown"


def test_nobody_sits_down_once_the_game_has_begun() -> None:
    assert begun("Lena", "Marko").refused(None, Sit("Florian")) == "table/begun"


# The host


def test_only_the_host_adds_bots_removes_configures_and_begins() -> None:
    table = open_table("Lena", "Marko")
    for command in (AddBot("random"), Remove(0), Configure(Settings()), Begin()):
        assert table.refused(MARKO, command) == "table/not-host"
        assert table.refused(None, command) == "table/no-seat"


def test_a_game_needs_two_players_and_begins_once() -> None:
    table = open_table("Lena")
    assert table.refused(LENA, Begin()) == "table/too-few"
    table.do(None, Sit("Marko"))
    for seat in (-1, 2):
        assert table.refused(LENA, Begin(seat)) == "table/no-such-seat"
    table.do(LENA, Begin())
    assert table.table.status is Status.PLAYING
    assert table.refused(LENA, Begin()) == "table/begun"
    assert table.refused(LENA, AddBot("random")) == "table/begun"


def test_the_seats_turn_so_that_the_one_who_begins_is_first() -> None:
    table = open_table("Lena", "Marko", "Florian")
    table.do(LENA, Begin(1))
    assert names(table.table.seats) == ["Marko", "Florian", "Lena"]
    assert table.table.to_act == 0
    assert table.table.seats_of(LENA) == (2,)


def test_settings_are_changed_by_the_host_within_limits() -> None:
    table = open_table("Lena")
    table.do(LENA, Configure(Settings(20, 86_400, 50, watch=False)))
    assert table.table.settings == Settings(20, 86_400, 50, watch=False)
    for good in (Settings(0, 0, 0), Settings(1, 15, 1)):
        table.do(LENA, Configure(good))
        assert table.table.settings == good
    for bad in (
        Settings(ask_seconds=21),
        Settings(ask_seconds=-1),
        Settings(turn_seconds=86_401),
        Settings(turn_seconds=14),
        Settings(turn_seconds=1),
        Settings(turn_seconds=-1),
        Settings(pace=51),
        Settings(pace=-1),
    ):
        assert table.refused(LENA, Configure(bad)) == "table/setting"
        with pytest.raises(TableError) as caught:
            opened(bad, 0.0)
        assert caught.value.code == "table/setting"


def test_a_seat_taken_away_before_the_game_is_free() -> None:
    table = open_table("Lena", "Marko", levels=("random",))
    table.do(LENA, Remove(1))
    assert names(table.table.seats) == ["Lena", "random (bot)"]
    assert table.refused(MARKO, Leave()) == "table/no-seat"


def test_a_seat_taken_away_in_the_game_is_played_by_a_bot_and_cannot_be_had_back() -> None:
    table = begun("Lena", "Marko", settings=Settings(0, 60, 0))
    table.do(LENA, Remove(1))
    assert table.table.seats[1].played_by_bot
    assert table.table.people == {LENA}
    for command in (Return(), Play(None, table.table.position), Leave()):
        assert table.refused(MARKO, command) == "table/no-seat"


def test_the_host_and_bots_in_a_game_are_not_removed() -> None:
    table = begun("Lena", "Marko", levels=("random",))
    assert table.refused(LENA, Remove(0)) == "table/keep-host"
    assert table.refused(LENA, Remove(2)) == "table/begun"
    for seat in (-1, 3):
        assert table.refused(LENA, Remove(seat)) == "table/no-such-seat"


def test_the_host_passes_on_to_the_next_one_who_is_there() -> None:
    table = begun("Lena", "Marko", "Florian")
    table.do(LENA, Leave())
    assert table.table.host == MARKO
    table.add(Away(table.now, 1))
    assert table.table.host == FLORIAN
    table.do(LENA, Return())
    assert table.table.host == FLORIAN
    table.do(FLORIAN, Leave())
    assert table.table.host == LENA


def test_the_host_passes_on_to_somebody_who_has_a_page_open() -> None:
    for present, host in ((None, MARKO), ([FLORIAN], FLORIAN), ([], MARKO)):
        for leaves in (True, False):
            table = begun("Lena", "Marko", "Florian")
            here = None if present is None else frozenset(present)
            context = replace(table.context, present=here)
            gone = leave(table.table, LENA, Leave(), context)
            table.add(*(gone if leaves else away(table.table, 0, context)))
            assert table.table.host == host


def test_when_all_are_gone_the_first_who_comes_back_is_host() -> None:
    table = begun("Lena", "Marko")
    table.do(LENA, Leave())
    table.do(MARKO, Leave())
    assert (table.table.host, table.table.people) == (None, frozenset())
    table.do(MARKO, Return())
    assert table.table.host == MARKO


def open_host(table: Played) -> int | None:
    return table.table.host


def test_before_the_game_the_next_one_to_sit_down_at_a_table_without_host_is_host() -> None:
    table = open_table("Lena", "Marko")
    table.do(LENA, Leave())
    assert table.table.host == MARKO
    table.do(MARKO, Leave())
    assert open_host(table) is None
    assert table.table.seats == ()
    table.do(None, Sit("Florian"))
    assert open_host(table) == 3


# Leaving and coming back


def test_a_bot_plays_for_whoever_leaves_until_the_return() -> None:
    table = begun("Lena", "Marko")
    table.do(LENA, Leave())
    assert table.table.people == {MARKO}
    coming = due(table.table)
    assert coming is not None
    assert (coming.kind, coming.seat) == (DueKind.BOT, 0)
    assert table.do(LENA, Return())
    assert table.table.people == {LENA, MARKO}
    assert table.do(LENA, Return()) == []
    assert due(table.table) is None


def test_who_leaves_leaves_all_seats_at_the_device() -> None:
    table = one_device("Lena", "Marko")
    table.do(LENA, Leave())
    assert all(seat.played_by_bot for seat in table.table.seats)
    table.do(LENA, Return())
    assert not any(seat.played_by_bot for seat in table.table.seats)


def test_whoever_plays_while_away_is_back() -> None:
    table = begun("Lena", "Marko")
    table.add(Away(table.now, 0))
    assert [type(event).__name__ for event in table.play(LENA, None)] == ["Returned", "Acted"]
    assert not table.table.seats[0].away


def test_those_without_a_seat_can_do_nothing_but_sit_down() -> None:
    table = finished("Lena", "Marko")
    for command in (
        *(AddBot("random"), Remove(1), Configure(SLOW), Begin(), Play(None, 0), TakeBack(0)),
        *(Mute("turn"), Leave(), Return(), WishEnd(), Rematch("x"), Forget()),
    ):
        for nobody in (None, 0, 3):
            assert table.refused(nobody, command) == "table/no-seat"


# The end


def test_the_game_ends_early_when_all_who_are_there_agree() -> None:
    table = begun("Lena", "Marko", "Florian", levels=("random",))
    table.do(LENA, WishEnd())
    assert table.do(LENA, WishEnd()) == []
    table.do(MARKO, WishEnd())
    assert table.table.playing
    table.do(LENA, WishNoEnd())
    table.do(FLORIAN, WishEnd())
    assert table.table.playing
    table.do(LENA, WishEnd())
    assert table.table.status is Status.ENDED
    assert due(table.table) is None
    assert table.refused(LENA, Play(None, table.table.position)) == "table/not-playing"


def test_the_wish_of_those_who_are_gone_is_not_waited_for() -> None:
    for gone in (Leave(), Forget()):
        table = begun("Lena", "Marko")
        table.do(LENA, WishEnd())
        table.do(MARKO, gone)
        assert table.table.status is Status.ENDED, gone


def test_nobody_left_does_not_mean_that_all_agree() -> None:
    table = begun("Lena", "Marko")
    table.do(LENA, WishEnd())
    table.do(MARKO, WishNoEnd())
    table.do(LENA, Leave())
    table.do(MARKO, Leave())
    assert table.table.playing
    assert LENA not in table.table.end_wishes


@pytest.mark.parametrize("command", [Play(None, 0), Mute("turn"), WishEnd()])
def test_before_and_after_the_game_nothing_is_played(
    command: Play | Mute | WishEnd,
) -> None:
    for table in (open_table("Lena", "Marko"), finished("Lena", "Marko")):
        assert table.refused(LENA, command) == "table/not-playing"


def test_a_game_is_played_to_its_end() -> None:
    table = finished("Lena", "Marko", "Florian")
    assert table.table.status is Status.FINISHED
    assert table.game.turns_played == 21
    assert table.table.to_act is None
    assert due(table.table) == Due(table.now + 8, DueKind.FINISH, 0)


# Playing again


def test_in_a_rematch_the_second_begins_and_everybody_keeps_the_sitting() -> None:
    table = finished("Lena", "Marko", "Florian")
    events = seated_again(table.table, "first", LENA, table.context)
    again = replayed(events)
    assert [(s.name, s.holder) for s in again.seats] == [
        ("Marko", MARKO),
        ("Florian", FLORIAN),
        ("Lena", LENA),
    ]
    assert (again.status, again.to_act, again.came_from) == (Status.PLAYING, 0, "first")
    assert again.settings == table.table.settings
    assert isinstance(events[-1], Begun)


def test_in_a_rematch_bots_play_for_bots_and_until_those_who_are_away_come_back() -> None:
    table = begun("Lena", "Marko", "Florian", levels=("casual",))
    table.do(FLORIAN, Forget())
    table.do(MARKO, Leave())
    table.do(LENA, WishEnd())
    again = replayed(seated_again(table.table, "first", LENA, table.context))
    assert [(s.name, s.bot, s.holder) for s in again.seats] == [
        ("Marko", None, MARKO),
        ("expert (bot)", "expert", None),
        ("casual (bot)", "casual", None),
        ("Lena", None, LENA),
    ]
    assert [seat.away for seat in again.seats] == [True, False, False, False]
    assert again.host == LENA
    asked_by_marko = replayed(seated_again(table.table, "first", MARKO, table.context))
    assert not asked_by_marko.seats[0].away


def test_in_a_rematch_one_device_stays_one_device() -> None:
    table = one_device("Lena", "Marko")
    table.do(LENA, WishEnd())
    again = replayed(seated_again(table.table, "first", LENA, table.context))
    assert again.seats_of(LENA) == (0, 1)
    assert again.shared_device


def test_a_rematch_is_agreed_once_and_only_after_the_end() -> None:
    table = begun("Lena", "Marko")
    assert table.refused(LENA, Rematch("early")) == "table/not-over"
    assert open_table("Lena").refused(LENA, Rematch("early")) == "table/not-over"
    table = finished("Lena", "Marko")
    table.do(MARKO, Rematch("second"))
    assert table.do(LENA, Rematch("third")) == []
    assert table.table.rematch == "second"


# Being forgotten


def test_who_is_forgotten_leaves_without_a_name_before_in_and_after_the_game() -> None:
    for table in (open_table("Lena", "Marko"), begun("Lena", "Marko"), finished("Lena", "Marko")):
        table.do(MARKO, Forget())
        assert "Marko" not in names(table.table.seats)
        assert "Marko" not in repr(table.table)
        assert table.table.status is Status.OPEN or len(table.table.seats) == 2
        # The log without the name gives the same table.
        events = [
            Sat(e.at, e.holder, None) if isinstance(e, Sat) and e.holder == MARKO else e
            for e in table.events
        ]
        assert replayed(events) == table.table


def test_who_is_forgotten_in_a_game_is_played_by_a_bot() -> None:
    table = begun("Lena", "Marko")
    events = table.do(MARKO, Forget())
    assert isinstance(events[0], Left)
    assert table.table.seats[1].played_by_bot
    table.play(LENA, None)
    assert table.table.to_act == 1
    assert table.refused(LENA, Play(Pass(), table.table.position)) == "table/not-your-turn"
    assert table.refused(LENA, Play(ANY_DIE, table.table.position)) == "table/not-your-turn"
