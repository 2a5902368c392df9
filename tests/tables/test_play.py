"""Playing at a table: whose turn it is, questions, taking back, and what happens by itself."""

from dataclasses import replace
from typing import Literal

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

from charidice.records import Record, replay
from charidice.rules import (
    Action,
    Ask,
    Pass,
    Phase,
    Roll,
    Rolled,
    RulesError,
    Score,
    actor,
)
from charidice.tables import Settings, Status, TableError
from charidice.tables.model.clock import Due, DueKind, due
from charidice.tables.model.commands import (
    Begin,
    Leave,
    Mute,
    Play,
    Rematch,
    Return,
    Sit,
    TakeBack,
    WishEnd,
)
from charidice.tables.model.events import Acted, Away, Event, Finished, Muted, TakenBack
from charidice.tables.model.playing import acted_by_bot, acted_by_clock, can_take_back
from charidice.tables.model.playing import finished as noted_end

TIMED = Settings(ask_seconds=6, turn_seconds=60, pace=12)


def actions(events: list[Event]) -> list[str]:
    """What kinds of actions there were."""
    return [text.split()[0] for e in events if isinstance(e, Acted) for text in e.actions]


def asked(*names: str, settings: Settings = SLOW) -> Played:
    """Lena has rolled, and Marko is asked."""
    table = begun(*(names or ("Lena", "Marko")), settings=settings)
    table.play(LENA, None)
    assert table.table.asking
    return table


def scored(*names: str, settings: Settings = SLOW) -> Played:
    """Lena has scored."""
    table = asked(*names, settings=settings)
    table.play(MARKO, Pass())
    table.play(LENA, ANY_DIE)
    return table


# Whose turn it is


def test_a_roll_is_one_event_with_its_numbers() -> None:
    table = begun("Lena", "Marko")
    assert actions(table.play(LENA, None)) == ["rolled"]
    table.play(MARKO, Pass())
    assert actions(table.play(LENA, Roll([0, 1]))) == ["keep", "rolled"]
    table.play(MARKO, Ask())
    assert actions(table.play(LENA, Score([2]))) == ["score"]
    assert (table.game.active, table.game.sheets[1].box) == (1, False)


def test_nobody_acts_out_of_turn() -> None:
    table = begun("Lena", "Marko", "Florian")
    everything: tuple[Action | None, ...] = (None, Ask(), Pass(), Roll([0]), ANY_DIE)
    for action in everything:
        for who in (MARKO, FLORIAN):
            assert table.refused(who, Play(action, table.table.position)) == "table/not-your-turn"
    table.play(LENA, None)
    for action in everything:
        for who in (LENA, FLORIAN):
            assert table.refused(who, Play(action, table.table.position)) == "table/not-your-turn"
    table.play(MARKO, Pass())
    for action in everything:
        for who in (MARKO, FLORIAN):
            assert table.refused(who, Play(action, table.table.position)) == "table/not-your-turn"


@pytest.mark.parametrize("action", [ANY_DIE, Roll([])])
def test_the_receiver_who_is_asked_cannot_play_for_the_active_player(action: Action) -> None:
    table = asked()
    code = table.refused(MARKO, Play(action, table.table.position))
    assert code in ("table/not-your-turn", "rules/question-open")


def test_what_the_rules_refuse_is_refused_with_their_code() -> None:
    table = begun("Lena", "Marko")

    def refused(who: int, action: Action | None) -> str:
        return table.refused(who, Play(action, table.table.position))

    assert refused(LENA, ANY_DIE) == "rules/dice-in-the-air"
    table.play(LENA, None)
    assert refused(MARKO, None) == "rules/dice-on-the-table"
    table.play(MARKO, Pass())
    assert refused(LENA, None) == "rules/dice-on-the-table"
    assert refused(LENA, Pass()) == "rules/no-question"
    assert refused(LENA, Roll([0, 1, 2, 3, 4, 5])) == "rules/nothing-to-reroll"
    assert refused(LENA, Score([])) == "rules/selection-empty"


@pytest.mark.parametrize("at", ["before", "after"])
def test_nobody_says_what_the_dice_show(at: str) -> None:
    table = begun("Lena", "Marko")
    if at == "after":
        table.play(LENA, None)
        table.play(MARKO, Pass())
    chosen = Play(Rolled([6, 6, 6, 6, 6, 6]), table.table.position)
    assert table.refused(LENA, chosen) == "rules/bad-action"


def test_a_choice_for_an_older_or_a_later_position_is_refused() -> None:
    table = asked()
    old = table.table.position
    table.play(MARKO, Pass())
    for position in (old, old + 2, 0, -1):
        assert table.refused(LENA, Play(ANY_DIE, position)) == "table/stale-position"


def test_a_choice_made_twice_counts_once() -> None:
    table = begun("Lena", "Marko")
    start = table.table.position
    assert table.play(LENA, None, "a")
    after = table.table
    assert table.do(LENA, Play(None, start, "a")) == []
    assert table.do(LENA, Play(None, table.table.position, "a")) == []
    assert table.table == after


def test_what_somebody_else_has_chosen_is_no_repetition() -> None:
    table = begun("Lena", "Marko")
    table.play(LENA, None, "1")
    assert actions(table.play(MARKO, Pass(), "1")) == ["pass"]


def test_a_choice_is_known_again_after_the_game_is_over() -> None:
    table = finished("Lena", "Marko")
    last = table.table
    table.do(MARKO, TakeBack(last.position))
    table.play(MARKO, ANY_DIE, "last")
    assert table.table.status is Status.FINISHED
    assert table.do(MARKO, Play(ANY_DIE, last.position, "last")) == []


def test_somebody_who_is_away_comes_back_with_a_choice_but_only_in_turn() -> None:
    table = begun("Lena", "Marko")
    table.add(Away(table.now, 1))
    assert table.refused(MARKO, Play(None, table.table.position)) == "table/not-your-turn"
    assert table.table.seats[1].away


# Automatic passes


def test_a_choice_that_crosses_an_automatic_pass_is_accepted() -> None:
    table = asked(settings=TIMED)
    seen = table.table.position
    table.add(*acted_by_clock(table.table, 1, table.context))
    assert actions(table.do(LENA, Play(ANY_DIE, seen))) == ["score"]


def test_a_late_question_is_refused_and_the_one_before_it_stays_closed() -> None:
    table = asked(settings=TIMED)
    seen = table.table.position
    table.add(*acted_by_clock(table.table, 1, table.context))
    assert table.refused(MARKO, Play(Ask(), seen)) == "table/not-your-turn"
    table.play(LENA, Roll([]))
    assert table.refused(MARKO, Play(Ask(), seen)) == "table/stale-position"
    assert table.refused(LENA, Play(Roll([]), seen)) == "table/stale-position"


def test_only_a_pass_of_the_clock_is_crossed_never_an_ask() -> None:
    table = asked(settings=TIMED)
    seen = table.table.position
    table.play(MARKO, Ask())
    assert table.refused(LENA, Play(ANY_DIE, seen)) == "table/stale-position"


def test_on_one_device_the_next_choice_of_the_active_player_means_pass() -> None:
    for choice, words in ((ANY_DIE, ["pass", "score"]), (Roll([0]), ["pass", "keep", "rolled"])):
        table = one_device("Lena", "Marko")
        table.play(LENA, None)
        assert table.table.asking
        assert actions(table.play(LENA, choice)) == words


def test_on_one_device_the_receiver_can_still_ask_or_pass() -> None:
    table = one_device("Lena", "Marko")
    table.play(LENA, None)
    table.play(LENA, Ask())
    assert table.game.turn.asked
    table.play(LENA, Roll([]))
    assert actions(table.play(LENA, ANY_DIE)) == ["score"]


def test_a_device_of_two_has_no_say_for_the_third() -> None:
    table = one_device("Lena", "Marko")
    three = Played([*table.events[:-1]])
    three.do(None, Sit("Florian"))
    three.do(LENA, Begin(0))
    three.turn(LENA, LENA)  # Lena gives to Marko: one device
    three.play(LENA, None)  # Marko gives to Florian: two devices
    assert three.table.asking
    assert three.refused(LENA, Play(ANY_DIE, three.table.position)) == "table/not-your-turn"
    three.play(2, Pass())
    assert actions(three.play(LENA, ANY_DIE)) == ["score"]


def test_not_this_turn_passes_at_once_and_for_the_rest_of_the_turn() -> None:
    table = asked()
    events = table.do(MARKO, Mute("turn"))
    assert isinstance(events[0], Muted)
    assert actions(events) == ["pass"]
    assert actions(table.play(LENA, Roll([]))) == ["keep", "rolled", "pass"]
    table.play(LENA, ANY_DIE)
    table.turn(MARKO, LENA)
    table.play(LENA, None)
    assert table.table.asking  # the next turn is another one


def test_not_this_game_passes_at_once_and_in_all_turns() -> None:
    table = asked()
    assert actions(table.do(MARKO, Mute("game"))) == ["pass"]
    table.play(LENA, ANY_DIE)
    table.turn(MARKO, LENA)
    assert actions(table.play(LENA, None)) == ["rolled", "pass"]
    assert table.game.turn.phase is Phase.CHOOSING


@pytest.mark.parametrize("until", ["turn", "game"])
def test_who_wanted_no_question_can_take_that_back(until: Literal["turn", "game"]) -> None:
    table = asked()
    table.do(MARKO, Mute(until))
    assert actions(table.do(MARKO, Mute("never"))) == []
    assert actions(table.play(LENA, Roll([]))) == ["keep", "rolled"]
    assert table.table.asking
    table.play(MARKO, Ask())


def test_wanting_no_question_before_there_is_one_changes_nothing_yet() -> None:
    table = begun("Lena", "Marko", "Florian")
    assert actions(table.do(MARKO, Mute("game"))) == []
    assert actions(table.do(FLORIAN, Mute("turn"))) == []
    assert actions(table.play(LENA, None)) == ["rolled", "pass"]
    table.play(LENA, ANY_DIE)
    assert actions(table.play(MARKO, None)) == ["rolled"]  # it was not this turn


def test_a_bot_that_plays_for_somebody_is_asked_all_the_same() -> None:
    table = begun("Lena", "Marko")
    table.do(MARKO, Mute("game"))
    table.do(MARKO, Leave())
    assert actions(table.play(LENA, None)) == ["rolled"]


def test_every_action_is_noted_on_the_seat_that_decided_it() -> None:
    muted = begun("Lena", "Marko")
    muted.do(MARKO, Mute("game"))
    muted.play(LENA, None)
    shared = one_device("Lena", "Marko")
    shared.play(LENA, None)
    shared.play(LENA, ANY_DIE)
    for table in (muted, shared):
        for moment in table.table.moments:
            assert moment.game is not None
            owner = moment.game.active if isinstance(moment.action, Rolled) else actor(moment.game)
            assert moment.seat == owner, moment.action


# Taking back


def test_a_score_can_be_taken_back_until_somebody_rolls() -> None:
    table = scored()
    before = table.table
    events = table.do(LENA, TakeBack(table.table.position, "oops"))
    assert isinstance(events[0], TakenBack)
    assert table.game.active == 0
    assert table.game.turn.phase is Phase.CHOOSING
    assert table.table.actions == before.actions[:-1]
    assert table.do(LENA, TakeBack(before.position, "oops")) == []
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"
    table.play(LENA, Score([1]))
    table.play(MARKO, None)
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"


def test_a_score_can_be_taken_back_for_eight_seconds() -> None:
    table = scored()
    table.now += 8.0
    in_time = table.table
    table.do(LENA, TakeBack(in_time.position))
    table = scored()
    table.now += 8.1
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"


def test_somebody_who_comes_back_does_not_make_the_time_to_take_back_longer() -> None:
    table = scored("Lena", "Marko", "Florian")
    table.do(FLORIAN, Leave())
    table.now += 100
    table.do(FLORIAN, Return())
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"


def test_only_the_one_who_scored_takes_it_back_and_only_a_score() -> None:
    table = scored()
    assert table.refused(MARKO, TakeBack(table.table.position)) == "table/cannot-take-back"
    table = asked()
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"
    fresh = begun("Lena", "Marko")
    assert fresh.refused(LENA, TakeBack(fresh.table.position)) == "table/cannot-take-back"


def test_a_score_is_not_taken_back_from_another_position() -> None:
    table = scored()
    assert table.refused(LENA, TakeBack(table.table.position - 1)) == "table/stale-position"


def test_the_last_score_of_a_game_can_be_taken_back_until_there_is_a_rematch() -> None:
    table = finished("Lena", "Marko")
    table.do(MARKO, TakeBack(table.table.position))
    seen = [table.table.status]
    table.play(MARKO, ANY_DIE)
    seen.append(table.table.status)
    assert seen == [Status.PLAYING, Status.FINISHED]
    table.do(LENA, Rematch("again"))
    assert table.refused(MARKO, TakeBack(table.table.position)) == "table/cannot-take-back"


def test_nothing_is_taken_back_after_the_end_by_agreement_or_while_away() -> None:
    table = scored()
    table.do(LENA, WishEnd())
    table.do(MARKO, WishEnd())
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"
    table = scored()
    table.do(LENA, Leave())
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"


def test_the_dice_of_a_turn_stay_as_they_were_when_its_score_is_taken_back() -> None:
    table = scored()
    lying = replay(Record(("Lena", "Marko"), table.table.actions[:-1]))
    table.do(LENA, TakeBack(table.table.position))
    assert table.game == lying


# What happens by itself


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
        if table.table.to_act == 0:
            action = None if not table.game.faces else Pass() if table.table.asking else ANY_DIE
            table.play(LENA, action)
        else:
            action = None if not table.game.faces else Pass() if table.table.asking else ANY_DIE
            table.add(*acted_by_bot(table.table, 1, action, table.context))
    assert isinstance(table.events[-1], Finished)


def test_a_question_is_passed_and_a_player_is_away_when_the_time_is_over() -> None:
    table = begun("Lena", "Marko", settings=TIMED)
    assert due(table.table) == Due(1060.0, DueKind.AWAY, 0)
    table.now = 1010.0
    table.play(LENA, None)
    assert due(table.table) == Due(1016.0, DueKind.NO_ASK, 1)
    table.add(*acted_by_clock(table.table, 1, table.context))
    assert due(table.table) == Due(1070.0, DueKind.AWAY, 0)


def test_time_in_which_the_server_was_down_does_not_count() -> None:
    table = begun("Lena", "Marko", settings=TIMED)
    assert due(table.table, since=5000.0) == Due(5060.0, DueKind.AWAY, 0)
    table.play(LENA, None)
    assert due(table.table, since=5000.0) == Due(5006.0, DueKind.NO_ASK, 1)


def test_a_question_without_a_limit_of_its_own_has_that_of_the_turn() -> None:
    table = asked(settings=Settings(0, 60, 0))
    assert due(table.table) == Due(1060.0, DueKind.NO_ASK, 1)


def test_nobody_is_hurried_who_plays_alone_or_on_one_device() -> None:
    alone = begun("Lena", levels=("random",), settings=TIMED)
    assert due(alone.table) is None
    shared = one_device("Lena", "Marko", settings=TIMED)
    assert due(shared.table) is None
    shared.play(LENA, None)
    assert shared.table.asking
    assert due(shared.table) is None


def test_a_bot_waits_for_its_pace_but_answers_a_question_at_once() -> None:
    table = begun("Lena", levels=("random",), settings=TIMED)
    table.play(LENA, None)
    assert due(table.table) == Due(1000.0, DueKind.BOT, 1)
    events = table.add(*acted_by_bot(table.table, 1, Pass(), table.context))
    assert isinstance(events[0], Acted)
    assert events[0].by == "bot"
    table.play(LENA, ANY_DIE)
    assert due(table.table) == Due(1003.0, DueKind.BOT, 1)  # time to take back
    table.add(*acted_by_bot(table.table, 1, None, table.context))
    table.play(LENA, Pass())
    assert due(table.table) == Due(1001.2, DueKind.BOT, 1)


def test_a_bot_leaves_time_to_take_back_whatever_else_happens_meanwhile() -> None:
    table = begun("Lena", "Marko", levels=("random",), settings=TIMED)
    table.turn(LENA, MARKO)
    table.play(MARKO, None)
    table.add(*acted_by_bot(table.table, 2, Pass(), table.context))
    table.play(MARKO, ANY_DIE)
    assert due(table.table) == Due(1003.0, DueKind.BOT, 2)
    table.do(LENA, WishEnd())
    assert due(table.table) == Due(1003.0, DueKind.BOT, 2)


def test_a_bot_does_not_wait_for_another_bot_longer_than_its_pace() -> None:
    table = begun("Lena", levels=("random", "random"), settings=TIMED)
    table.play(LENA, None)
    table.add(*acted_by_bot(table.table, 1, Pass(), table.context))
    table.play(LENA, ANY_DIE)
    for action in (None, Pass(), ANY_DIE):
        seat = table.table.to_act
        assert seat is not None
        table.add(*acted_by_bot(table.table, seat, action, table.context))
    assert due(table.table) == Due(1001.2, DueKind.BOT, 2)


def test_somebody_who_lets_the_time_pass_is_away_and_a_bot_goes_on() -> None:
    table = begun("Lena", "Marko", settings=TIMED)
    table.now = 1060.0
    table.add(Away(table.now, 0))
    coming = due(table.table)
    assert coming is not None
    assert (coming.kind, coming.seat, coming.at <= table.now) == (DueKind.BOT, 0, True)


def test_the_clock_and_bots_only_do_what_is_legal() -> None:
    table = begun("Lena", "Marko")
    with pytest.raises(RulesError) as early:
        acted_by_clock(table.table, 1, table.context)
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
