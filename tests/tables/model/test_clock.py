"""What happens by itself, and when."""

from dataclasses import replace
from itertools import product

import pytest
from tests.tables.model.support import TIMED, asked
from tests.tables.support import (
    ANY_DIE,
    LENA,
    MARKO,
    SLOW,
    Played,
    begun,
    finished,
    one_device,
    open_table,
)

from charidice.rolls import SeededRolls
from charidice.rules import (
    Action,
    Ask,
    Pass,
    Roll,
    RulesError,
    best_first,
    selections,
)
from charidice.tables import Settings, Status, TableError
from charidice.tables.model.clock import Due, DueKind, due, invites
from charidice.tables.model.commands import (
    AddBot,
    Begin,
    Sit,
    TakeBack,
    WishEnd,
)
from charidice.tables.model.events import Acted, Away, Finished
from charidice.tables.model.game_setup import setup_for
from charidice.tables.model.playing import acted_by_bot, can_take_back
from charidice.tables.model.playing import finished as noted_end
from charidice.tables.model.seating import opened


def test_nothing_is_due_before_after_and_where_there_is_no_limit() -> None:
    assert due(open_table("Lena", settings=TIMED).table) is None
    over = finished("Lena", "Marko")
    over.add(*noted_end(over.context))
    assert due(over.table) is None
    assert due(begun("Lena", "Marko").table) is None
    assert due(asked().table) is None


def test_the_end_of_a_game_is_noted_when_the_last_score_can_no_longer_be_taken_back() -> None:
    over = finished("Lena", "Marko")
    assert due(over.table) == Due(over.now + 8, DueKind.FINISH, 0)
    over.now += 8
    assert can_take_back(over.table, MARKO, over.now) == 1
    over.add(*noted_end(over.context))
    assert over.table.closed
    assert can_take_back(over.table, MARKO, over.now) is None
    assert over.table.status is Status.FINISHED


def test_where_bots_do_not_wait_the_end_of_a_game_is_noted_at_once() -> None:
    over = finished("Lena", "Marko", settings=replace(SLOW, grace_seconds=0))
    assert isinstance(over.events[-1], Finished)
    assert over.table.closed
    assert due(over.table) is None


def test_the_end_that_a_bot_brings_about_is_noted_at_once() -> None:
    table = begun("Lena", levels=("random",))
    while table.table.playing:
        action: Action | None = ANY_DIE if table.game.faces else None
        if table.table.to_act == 0:
            table.play(LENA, action)
            continue
        answers = table.table.asking and table.game.receiver == 1
        answer = Pass() if answers else action
        table.add(*acted_by_bot(table.table, 1, answer, table.context))
    assert isinstance(table.events[-1], Finished)


def test_a_player_is_away_when_the_time_is_over_whether_somebody_may_ask_or_not() -> None:
    table = begun("Lena", "Marko", settings=TIMED)
    assert due(table.table) == Due(1060.0, DueKind.AWAY, 0)
    table.now = 1010.0
    table.play(LENA, None)
    assert due(table.table) == Due(1070.0, DueKind.AWAY, 0)
    table.play(MARKO, Pass())
    assert due(table.table) == Due(1070.0, DueKind.AWAY, 0)


def test_time_in_which_the_server_was_down_does_not_count() -> None:
    table = begun("Lena", "Marko", settings=TIMED)
    assert due(table.table, since=5000.0) == Due(5060.0, DueKind.AWAY, 0)
    table.play(LENA, None)
    assert due(table.table, since=5000.0) == Due(5060.0, DueKind.AWAY, 0)


def test_a_turn_without_a_limit_has_none_while_somebody_may_ask() -> None:
    assert due(asked(settings=Settings(6, 0, 0)).table) is None


def test_nobody_is_hurried_who_plays_alone_or_on_one_device() -> None:
    alone = begun("Lena", levels=("random",), settings=TIMED)
    assert due(alone.table) is None
    shared = one_device("Lena", "Marko", settings=TIMED)
    assert due(shared.table) is None
    shared.play(LENA, None)
    assert shared.table.asking
    assert due(shared.table) is None


def test_a_bot_waits_for_its_pace_but_answers_a_question_at_once() -> None:
    table = begun("Lena", levels=("random",), settings=replace(TIMED, grace_seconds=3))
    table.play(LENA, None)
    assert due(table.table) == Due(1000.0, DueKind.BOT, 1)
    events = table.add(*acted_by_bot(table.table, 1, Pass(), table.context))
    assert isinstance(events[0], Acted)
    assert events[0].by == "bot"
    table.play(LENA, ANY_DIE)
    assert due(table.table) == Due(1000 + 0.6 * 3, DueKind.BOT, 1)  # time to take back
    table.add(*acted_by_bot(table.table, 1, None, table.context))
    assert table.table.may_ask == 0
    table.play(LENA, Pass())
    assert due(table.table) == Due(1001.2, DueKind.BOT, 1)


def test_whoever_used_the_2x_sees_what_comes_of_it() -> None:
    table = begun("Lena", levels=("random",), settings=replace(TIMED, pace=10))
    table.play(LENA, None)
    table.add(*acted_by_bot(table.table, 1, Pass(), table.context))
    table.play(LENA, ANY_DIE)
    table.add(*acted_by_bot(table.table, 1, None, table.context))
    table.play(LENA, Ask())
    assert due(table.table) == Due(table.table.moved_at + 2.2, DueKind.BOT, 1)
    table.add(*acted_by_bot(table.table, 1, Roll([]), table.context))
    assert due(table.table) == Due(table.table.moved_at + 2.2, DueKind.BOT, 1)


def test_who_is_alone_with_bots_has_more_time_to_ask_where_much_is_left_over() -> None:
    seen = set[bool]()
    for seed in range(40):
        table = begun("Lena", levels=("random",), settings=TIMED)
        table.rolls = SeededRolls(str(seed))
        table.play(LENA, None)
        table.add(*acted_by_bot(table.table, 1, Pass(), table.context))
        table.play(LENA, ANY_DIE)
        table.add(*acted_by_bot(table.table, 1, None, table.context))
        most = max(each.total for each in selections(table.game.faces))
        left = min(each.gift for each in selections(table.game.faces) if each.total == most)
        seen.add(left >= 20)
        coming = due(table.table)
        assert coming is not None
        assert coming.at == pytest.approx(1000 + (0.67 if left >= 20 else 0.23) * 6)
    assert seen == {True, False}


def test_whoever_could_ask_for_the_last_time_in_the_game_is_asked() -> None:
    seen = set[tuple[bool, bool]]()
    for rounds, seed in product((1, 2), range(40)):
        table = Played(opened(TIMED, 1000.0, setup_for(rounds)), SeededRolls(str(seed)))
        for command in (Sit("Lena"), AddBot("random"), Begin(0)):
            table.do(None if isinstance(command, Sit) else LENA, command)
        table.play(LENA, None)
        table.add(*acted_by_bot(table.table, 1, Pass(), table.context))
        table.play(LENA, ANY_DIE)
        for action in (None, Roll([0])):
            table.add(*acted_by_bot(table.table, 1, action, table.context))
        if table.game.rolls_left != 1:
            continue
        left = best_first(selections(table.game.faces))[0].gift
        assert invites(table.table, table.game) == (left >= (1 if rounds == 1 else 8))
        seen.add((rounds == 1, 1 <= left < 8))
    assert seen == set(product((True, False), (True, False)))


def test_a_bot_that_begins_gives_everybody_time_to_see_it() -> None:
    table = open_table("Lena", levels=("random",), settings=replace(TIMED, pace=5))
    table.do(LENA, Begin(1))
    assert due(table.table) == Due(1001.5, DueKind.BOT, 0)
    table.add(*acted_by_bot(table.table, 1, None, table.context))
    table.play(LENA, Pass())
    assert due(table.table) == Due(1000.5, DueKind.BOT, 0)
    at_once = open_table("Lena", levels=("random",), settings=SLOW)
    at_once.do(LENA, Begin(1))
    assert due(at_once.table) == Due(1000.0, DueKind.BOT, 0)


def test_a_bot_leaves_time_to_take_back_whatever_else_happens_meanwhile() -> None:
    settings = replace(TIMED, grace_seconds=3)
    table = begun("Lena", "Marko", levels=("random",), settings=settings)
    table.turn(LENA, MARKO)
    table.play(MARKO, None)
    table.add(*acted_by_bot(table.table, 2, Pass(), table.context))
    table.play(MARKO, ANY_DIE)
    assert due(table.table) == Due(1003.0, DueKind.BOT, 2)
    table.do(LENA, WishEnd())
    assert due(table.table) == Due(1003.0, DueKind.BOT, 2)


def test_what_a_bot_scored_is_seen_before_the_next_bot_rolls() -> None:
    table = begun("Lena", levels=("random", "random"), settings=TIMED)
    table.play(LENA, None)
    table.add(*acted_by_bot(table.table, 1, Pass(), table.context))
    table.play(LENA, ANY_DIE)
    for action in (None, Pass(), ANY_DIE):
        seat = table.table.to_act
        assert seat is not None
        table.add(*acted_by_bot(table.table, seat, action, table.context))
    assert due(table.table) == Due(1000 + 1.2 * 2.2, DueKind.BOT, 2)
    table.add(*acted_by_bot(table.table, 2, None, table.context))
    table.add(*acted_by_bot(table.table, 0, Pass(), table.context))
    assert due(table.table) == Due(1001.2, DueKind.BOT, 2)


def test_somebody_who_lets_the_time_pass_is_away_and_a_bot_goes_on() -> None:
    table = begun("Lena", "Marko", settings=TIMED)
    table.now = 1060.0
    table.add(Away(table.now, 0))
    coming = due(table.table)
    assert coming is not None
    assert (coming.kind, coming.seat, coming.at <= table.now) == (DueKind.BOT, 0, True)


def test_bots_only_do_what_is_legal() -> None:
    table = begun("Lena", "Marko")
    with pytest.raises(RulesError) as early:
        acted_by_bot(table.table, 1, Pass(), table.context)
    assert early.value.code == "rules/dice-in-the-air"
    with pytest.raises(TableError) as nothing:
        acted_by_bot(open_table("Lena").table, 0, None, table.context)
    assert nothing.value.code == "table/not-playing"


def test_the_last_score_that_a_bot_made_for_somebody_there_can_be_taken_back() -> None:
    """A bot makes one decision for a player who took a score back and then let the time pass."""
    table = finished("Lena", "Marko", settings=replace(SLOW, turn_seconds=60))
    table.do(MARKO, TakeBack(table.table.position))
    assert due(table.table) == Due(table.now + 60, DueKind.BOT, 1)
    events = table.add(*acted_by_bot(table.table, 1, ANY_DIE, table.context))
    assert not any(isinstance(event, Finished) for event in events)
    assert can_take_back(table.table, MARKO, table.now) == 1
