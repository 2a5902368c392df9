"""Hints of the coach: who may have them, for which decision, and who is told."""

from dataclasses import replace

from tests.tables.support import (
    ANY_DIE,
    LENA,
    MARKO,
    SLOW,
    Played,
    begun,
    one_device,
    open_table,
    public_log,
)

from charidice.rules import Ask, Pass, Phase, Roll
from charidice.tables import MomentKind, Settings
from charidice.tables.model.commands import Hint, Leave, TakeBack
from charidice.tables.model.events import HintTaken, decode, encode
from charidice.tables.model.hinting import decision_of, has_hint, hinted_seats, may_be_helped
from charidice.tables.model.public_events import HintTakenEvent

HELPED = replace(SLOW, hints=True)


def take(played: Played, who: int) -> int:
    """Take a hint; how many events that is."""
    return len(played.do(who, Hint(played.table.position)))


def between(settings: Settings = HELPED) -> Played:
    """Two people, and Lena has rolled."""
    played = begun("Lena", "Marko", settings=settings)
    played.play(LENA, None)
    return played


def test_whoever_plays_with_bots_alone_has_hints_and_nobody_is_told() -> None:
    played = begun("Lena", levels=("casual",))
    played.play(LENA, None)
    assert may_be_helped(played.table, LENA)
    assert take(played, LENA) == 0


def test_on_one_device_both_decisions_can_have_one() -> None:
    played = one_device("Lena", "Marko")
    played.play(LENA, None)
    choice = decision_of(played.table, LENA)
    answer = decision_of(played.table, LENA, asking=True)
    assert choice is not None
    assert answer is not None
    assert (choice.seat, choice.game.turn.phase) == (0, Phase.CHOOSING)
    assert (answer.seat, answer.game.turn.phase) == (1, Phase.ASKING)


def test_between_people_there_are_none_unless_the_host_allows_them() -> None:
    played = between(SLOW)
    assert not may_be_helped(played.table, LENA)
    assert played.refused(LENA, Hint(played.table.position)) == "table/no-hint"


def test_others_who_are_away_still_play_so_that_nothing_is_allowed_by_that() -> None:
    played = between(SLOW)
    played.do(MARKO, Leave())
    assert played.table.people == {LENA}
    assert not may_be_helped(played.table, LENA)
    assert not may_be_helped(played.table, None)
    allowed = between()
    allowed.do(MARKO, Leave())
    assert take(allowed, LENA) == 1  # they are told when they come back


def test_a_hint_between_people_is_told_to_everybody_once_for_each_decision() -> None:
    played = between()
    before = played.table.position
    assert take(played, LENA) == 1
    assert take(played, LENA) == 0
    assert played.table.position == before  # nothing has moved
    assert played.table.moments[-1].kind is MomentKind.HINT_TAKEN
    assert hinted_seats(played.table) == {0}
    told = public_log(played.events)[-1]
    assert isinstance(told, HintTakenEvent)
    assert (told.seat, told.position) == (0, before)


def test_a_pass_in_between_does_not_make_it_another_decision() -> None:
    played = between()
    take(played, LENA)
    played.play(MARKO, Pass())
    assert has_hint(played.table, 0)
    assert take(played, LENA) == 0


def test_the_next_roll_is_another_decision_and_the_mark_stays_for_the_turn() -> None:
    played = between()
    take(played, LENA)
    played.play(LENA, Roll([0]))
    assert not has_hint(played.table, 0)
    assert hinted_seats(played.table) == {0}
    assert take(played, LENA) == 1
    played.play(LENA, ANY_DIE)
    assert hinted_seats(played.table) == frozenset()
    played.do(LENA, TakeBack(played.table.position))
    assert hinted_seats(played.table) == {0}


def test_the_receiver_has_one_for_asking_as_long_as_it_is_open() -> None:
    played = between()
    decision = decision_of(played.table, MARKO)
    assert decision is not None
    assert (decision.seat, decision.game.turn.phase) == (1, Phase.ASKING)
    assert take(played, MARKO) == 1
    take(played, LENA)
    assert hinted_seats(played.table) == {0, 1}
    played.play(MARKO, Ask())
    assert played.refused(MARKO, Hint(played.table.position)) == "table/no-hint"


def test_nobody_has_one_who_does_not_decide() -> None:
    played = begun("Lena", "Marko", settings=HELPED)
    assert played.refused(LENA, Hint(played.table.position)) == "table/no-hint"  # nothing to decide
    played.play(LENA, None)
    assert played.refused(None, Hint(played.table.position)) == "table/no-seat"
    played.play(LENA, ANY_DIE)
    assert played.refused(LENA, Hint(played.table.position)) == "table/no-hint"


def test_a_hint_for_an_old_position_or_before_the_game_is_refused() -> None:
    played = between()
    old = played.table.position
    played.play(LENA, Roll([0]))
    assert played.refused(LENA, Hint(old)) == "table/stale-position"
    waiting = open_table("Lena", "Marko", settings=HELPED)
    assert waiting.refused(LENA, Hint(0)) == "table/not-playing"


def test_settings_from_before_there_were_hints_forbid_them() -> None:
    line = encode(between(SLOW).events[0]).replace(',"hints":false', "")
    assert '"hints"' not in line
    created = decode(line)
    assert not getattr(created, "settings").hints  # noqa: B009  # of whatever event it is
    assert not isinstance(created, HintTaken)
