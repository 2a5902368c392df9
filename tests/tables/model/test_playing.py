"""Whose turn it is, and what passes by itself."""

from typing import Literal

import pytest
from tests.tables.model.support import asked
from tests.tables.support import (
    ANY_DIE,
    FLORIAN,
    LENA,
    MARKO,
    Played,
    begun,
    finished,
    one_device,
)

from charidice.rules import (
    Action,
    Ask,
    Pass,
    Phase,
    Roll,
    Rolled,
    Score,
    actor,
)
from charidice.tables import Status
from charidice.tables.model.commands import (
    Begin,
    Leave,
    Mute,
    Play,
    Return,
    Sit,
    TakeBack,
)
from charidice.tables.model.events import Acted, Away, Event, Muted
from charidice.tables.model.playing import acted_by_bot


def actions(events: list[Event]) -> list[str]:
    """What kinds of actions there were."""
    return [text.split()[0] for e in events if isinstance(e, Acted) for text in e.actions]


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
        assert table.refused(FLORIAN, Play(action, table.table.position)) == "table/not-your-turn"
    for who, not_theirs in ((LENA, (Ask(), Pass())), (MARKO, (None, Roll([0]), ANY_DIE))):
        for action in not_theirs:
            assert table.refused(who, Play(action, table.table.position)) == "table/not-your-turn"
    table.play(MARKO, Pass())
    for action in everything:
        for who in (MARKO, FLORIAN):
            assert table.refused(who, Play(action, table.table.position)) == "table/not-your-turn"


@pytest.mark.parametrize("action", [ANY_DIE, Roll([])])
def test_the_receiver_who_may_ask_cannot_play_for_the_active_player(action: Action) -> None:
    table = asked()
    assert table.refused(MARKO, Play(action, table.table.position)) == "table/not-your-turn"


def test_what_the_rules_refuse_is_refused_with_their_code() -> None:
    table = begun("Lena", "Marko")

    def refused(who: int, action: Action | None) -> str:
        return table.refused(who, Play(action, table.table.position))

    assert refused(LENA, ANY_DIE) == "rules/dice-in-the-air"
    table.play(LENA, None)
    assert refused(LENA, None) == "rules/dice-on-the-table"
    assert refused(LENA, Score([])) == "rules/selection-empty"
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
    table = begun("Lena", "Marko")
    old = table.table.position
    table.play(LENA, None)
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


def test_a_late_question_is_refused_and_the_one_before_it_stays_closed() -> None:
    table = asked()
    seen = table.table.position
    table.play(MARKO, Pass())
    assert table.refused(MARKO, Play(Ask(), seen)) == "table/not-your-turn"
    table.play(LENA, Roll([]))
    assert table.refused(MARKO, Play(Ask(), seen)) == "table/stale-position"
    assert table.refused(LENA, Play(Roll([]), seen)) == "table/stale-position"


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
    assert three.refused(LENA, Play(Ask(), three.table.position)) == "table/not-your-turn"
    three.play(2, Ask())
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


def test_what_a_bot_does_for_somebody_is_noted() -> None:
    table = begun("Lena", "Marko", levels=("casual",))
    table.play(LENA, None)
    assert table.table.stood_in == frozenset()
    table.do(LENA, Leave())
    before = len(table.table.actions)
    table.add(*acted_by_bot(table.table, 0, ANY_DIE, table.context))
    played = frozenset(range(before, len(table.table.actions)))
    assert table.table.stood_in == played
    table.play(MARKO, None)
    table.add(*acted_by_bot(table.table, 2, Pass(), table.context))  # for nobody but itself
    table.play(MARKO, ANY_DIE)
    assert table.table.stood_in == played


def test_what_a_bot_did_for_somebody_is_forgotten_with_a_score_that_is_taken_back() -> None:
    table = begun("Lena", "Marko")
    table.play(LENA, None)
    table.do(LENA, Leave())
    table.add(*acted_by_bot(table.table, 0, ANY_DIE, table.context))
    table.do(LENA, Return())
    assert table.table.stood_in
    table.do(LENA, TakeBack(table.table.position))
    assert table.table.stood_in == frozenset()


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
