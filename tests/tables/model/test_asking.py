"""Asking for the biggest gift never interrupts: the receiver may ask until the other goes on."""

from dataclasses import replace

import pytest
from tests.tables.support import LENA, MARKO, Played, begun, one_device

from charidice.errors import CodedError
from charidice.rules import Ask, Game, Pass, Roll, Score
from charidice.tables import Settings
from charidice.tables.model.clock import DueKind, due, hold_until
from charidice.tables.model.commands import Leave, Play, TakeBack
from charidice.tables.model.decide import decide
from charidice.tables.model.events import Acted, Away, Created
from charidice.tables.model.evolve import replayed

HELD = Settings(ask_seconds=3, turn_seconds=60, pace=12)
NOBODY: frozenset[int] = frozenset()


def rolled(*names: str, levels: tuple[str, ...] = (), settings: Settings = HELD) -> Played:
    """Lena has rolled once, and the receiver may ask."""
    played = begun(*names, levels=levels, settings=settings)
    played.play(LENA, None)
    assert played.table.asking
    return played


def choose(played: Played, *, present: frozenset[int] | None = None, wait: float = 0.0) -> str:
    """What comes of Lena's choice after a wait: "done", or the code of a refusal."""
    played.now += wait
    context = replace(played.context, present=present)
    try:
        command = Play(Score([0]), played.table.position)
        played.add(*decide(played.table, LENA, command, context))
    except CodedError as error:
        return error.code
    return "done"


def test_the_active_player_is_to_act_and_the_receiver_may_ask() -> None:
    played = rolled("Lena", "Marko")
    assert (played.table.to_act, played.table.may_ask) == (0, 1)
    played.play(MARKO, Pass())
    assert (played.table.to_act, played.table.may_ask) == (0, None)


def test_a_choice_is_held_for_a_moment_and_then_means_that_nobody_asked() -> None:
    played = rolled("Lena", "Marko")
    assert choose(played) == "table/held"
    assert choose(played, wait=2.9) == "table/held"
    assert choose(played, wait=0.1) == "done"
    last = played.events[-1]
    assert isinstance(last, Acted)
    assert (last.seat, last.actions) == (0, ["pass implied", "score 0"])
    passed = played.table.actions[-2]
    assert isinstance(passed, Pass)
    assert passed.implied


def test_the_refusal_says_how_long_it_takes() -> None:
    played = rolled("Lena", "Marko")
    played.now += 1.04
    with pytest.raises(CodedError) as caught:
        played.play(LENA, Score([0]))
    assert caught.value.details == {"seconds": 2.0}


@pytest.mark.parametrize("why", ["not now", "away", "no page", "left", "no box", "no hold"])
def test_nothing_is_held_when_nobody_could_ask(why: str) -> None:
    settings = replace(HELD, ask_seconds=0) if why == "no hold" else HELD
    played = rolled("Lena", "Marko", settings=settings)
    present = None
    match why:
        case "not now":
            played.play(MARKO, Pass())
        case "away":
            played.add(Away(played.now, 1))
        case "left":
            played.do(MARKO, Leave())
        case "no page":
            present = frozenset({LENA})
        case "no box":
            played.play(MARKO, Ask())
    if played.table.to_act == 1:  # a bot plays for Marko, and answers at once
        coming = due(played.table)
        assert coming is not None
        assert (coming.kind, coming.seat, coming.at) == (DueKind.BOT, 1, played.table.moved_at)
        return
    assert hold_until(played.table, present) is None
    assert choose(played, present=present) == "done"


def test_a_bot_that_may_ask_answers_first_and_at_once() -> None:
    played = rolled("Lena", levels=("expert",))
    assert (played.table.to_act, played.table.may_ask) == (1, None)
    coming = due(played.table)
    assert coming is not None
    assert (coming.kind, coming.seat, coming.at) == (DueKind.BOT, 1, played.table.moved_at)


def test_on_one_device_nothing_is_held() -> None:
    played = one_device("Lena", "Marko", settings=HELD)
    played.play(LENA, None)
    assert hold_until(played.table) is None
    assert choose(played) == "done"


@pytest.mark.parametrize(("others", "held"), [(("Florian",), 3.0), ((), 1.2)])
def test_an_active_bot_waits_the_same_moment_or_less_where_nobody_else_is(
    others: tuple[str, ...], held: float
) -> None:
    played = begun("Lena", "Marko", *others, settings=HELD)
    played.add(Away(played.now, 0))
    played.now += 5
    played.add(Acted(played.now, 0, ["rolled 1 2 3 4 5 6"], by="bot"))
    for present, pause in ((None, held), (frozenset({MARKO}), held), (NOBODY, 1.2)):
        coming = due(played.table, 0.0, present)
        assert coming is not None
        assert (coming.kind, coming.seat) == (DueKind.BOT, 0)
        assert coming.at == pytest.approx(played.now + pause)


def test_the_clock_runs_for_the_active_player_while_the_receiver_thinks() -> None:
    played = rolled("Lena", "Marko")
    coming = due(played.table)
    assert coming is not None
    assert (coming.kind, coming.seat, coming.at) == (DueKind.AWAY, 0, played.now + 60)
    began = played.now
    played.now += 10
    played.play(MARKO, Pass())
    coming = due(played.table)
    assert coming is not None
    assert coming.at == began + 60  # not to ask gives nobody more time


def test_who_is_asked_for_the_biggest_gift_has_the_whole_time_again() -> None:
    played = rolled("Lena", "Marko")
    played.now += 30
    played.play(MARKO, Ask())
    coming = due(played.table)
    assert coming is not None
    assert coming.at == played.now + 60


# Crossings: the order of the log decides


def test_ask_first_and_the_choice_is_not_done() -> None:
    played = rolled("Lena", "Marko")
    position = played.table.position
    played.now += 5
    played.play(MARKO, Ask())
    assert played.refused(LENA, Play(Roll([0]), position)) == "table/asked-first"
    assert played.refused(LENA, Play(Score([0]), position)) == "table/asked-first"
    played.play(LENA, Score([0]))


def test_choice_first_and_the_box_stays() -> None:
    played = rolled("Lena", "Marko")
    position = played.table.position
    played.now += 5
    played.play(LENA, Roll([0, 1]))
    assert played.refused(MARKO, Play(Ask(), position)) == "table/too-late-to-ask"
    assert played.game.sheets[1].box
    played.play(MARKO, Ask())  # after the second roll


def test_pass_first_and_the_choice_is_as_good() -> None:
    played = rolled("Lena", "Marko")
    position = played.table.position
    played.play(MARKO, Pass())
    played.do(LENA, Play(Roll([0]), position))
    assert played.game.turn.rolls == 2


def test_who_was_too_late_twice_is_refused_as_usual() -> None:
    played = rolled("Lena", "Marko")
    position = played.table.position
    played.now += 5
    played.play(LENA, Roll([0]))
    played.now += 5
    played.play(LENA, Roll([0]))
    assert played.refused(MARKO, Play(Ask(), position)) == "table/stale-position"


# Taking back


def score_and_take_back(played: Played) -> Game:
    played.now += 5
    played.play(LENA, Score([0]))
    played.do(LENA, TakeBack(played.table.position))
    return played.game


def test_taking_back_a_score_gives_the_receiver_the_question_back() -> None:
    played = rolled("Lena", "Marko")
    before = played.game
    assert score_and_take_back(played) == before
    assert played.table.may_ask == 1
    played.play(MARKO, Ask())


def test_at_tables_of_earlier_versions_it_does_not() -> None:
    """What was played on after that must still be legal."""
    played = rolled("Lena", "Marko")
    first = played.events[0]
    assert isinstance(first, Created)
    played.events[0] = replace(first, format=2)
    played.table = replayed(played.events)
    score_and_take_back(played)
    assert not played.table.asking
    played.play(LENA, Roll([0]))


def test_a_log_of_an_earlier_version_is_played_on() -> None:
    """There the clock said that nobody asks."""
    played = rolled("Lena", "Marko")
    played.add(Acted(played.now, 1, ["pass"], by="clock"))
    played.play(LENA, Roll([0]))
