"""The fault test in small: it passes on the server as it is, and finds what is made wrong."""

import asyncio
import sys

import pytest
from tools.faults.endurance import endured
from tools.faults.judging import Verdict, judged, replay_trouble
from tools.faults.people import Kind, Told
from tools.faults.plan import EVERYTHING, IMMEDIATE, WORKER, Options

from charidice.tables import Settings
from charidice.tables.model.events import (
    Acted,
    Begun,
    BotSat,
    Created,
    Event,
    Left,
    Returned,
    Sat,
    encode,
)

QUICK = (Kind("people", 2, muting=1.0, rematch=0.0),)
BEGINNING: tuple[Event, ...] = (
    Created(1.0, Settings()),
    Sat(1.0, 1, "Lena"),
    BotSat(1.0, "casual", "Bot", "bot"),
    Begun(1.0, 0, "begin"),
    Acted(2.0, 0, ["rolled 3 1 6 2 2 5"], id="roll"),
)
Rows = list[tuple[str, int, str]]


def rows(*events: Event) -> Rows:
    return [("table", number, encode(event)) for number, event in enumerate(events, 1)]


def told(*ids: str, refused: tuple[str, ...] = ()) -> Told:
    return Told(dict.fromkeys(ids, "table"), refused=set(refused), tables={"table"})


def verdict(log: Rows, said: Told) -> Verdict:
    return judged(log, said)[0]


def test_a_log_with_all_that_was_told_is_good() -> None:
    assert verdict(rows(*BEGINNING), told("bot", "begin", "roll")).good


def test_a_loss_is_found() -> None:
    found = verdict(rows(*BEGINNING[:-1]), told("bot", "begin", "roll"))
    assert found.losses == ["table: roll"]
    found = verdict([], told())
    assert found.losses == ["table table"]


def test_a_duplicate_is_found() -> None:
    found = verdict(rows(*BEGINNING, BEGINNING[-1]), told("roll"))
    assert found.duplicates == ["roll: 2 times"]
    found = verdict([*rows(*BEGINNING), rows(*BEGINNING)[1]], told())
    assert found.duplicates == ["table: number 2"]


def test_a_gap_and_a_refusal_that_was_none_are_found() -> None:
    log = rows(*BEGINNING)
    assert not verdict([*log[:2], *log[3:]], told()).good
    assert not verdict(log, told(refused=("roll",))).good


@pytest.mark.parametrize(
    "last",
    [
        Acted(3.0, 1, ["pass"]),  # by the person, for the bot
        Acted(3.0, 0, ["pass"], by="bot"),  # by the bot, for the person
        Acted(3.0, 1, ["keep 0", "rolled 3 1 6 2 2 5"], by="bot"),
    ],
)
def test_what_cannot_have_happened_is_found(last: Event) -> None:
    trouble = replay_trouble(encode(event) for event in (*BEGINNING, last))
    assert trouble is not None
    assert trouble.startswith("event 6 ")


PEOPLE: tuple[Event, ...] = (
    Created(1.0, Settings()),
    Sat(1.0, 1, "Lena"),
    Sat(1.0, 2, "Marko"),
    Begun(1.0, 0),
    Acted(2.0, 0, ["rolled 3 1 6 2 2 5"]),
)


@pytest.mark.parametrize(
    ("last", "trouble"),
    [
        (Acted(3.0, 1, ["ask"]), "is playing, not"),
        (Acted(3.0, 1, ["pass"]), "is playing, not"),
        (Acted(9.0, 0, ["pass implied", "score 0"]), "is playing, not"),
        (Acted(9.0, 0, ["pass", "score 0"]), "event 6 does not say"),
        (Acted(9.0, 1, ["pass implied", "score 0"]), "event 6 is of seat 1"),
        (Acted(3.0, 1, ["ask"], by="bot"), "event 6 is by bot"),
    ],
)
def test_who_may_ask_may_ask_and_who_goes_on_says_that_nobody_did(
    last: Acted, trouble: str
) -> None:
    found = replay_trouble(map(encode, (*PEOPLE, last)))
    assert found is not None
    assert found.startswith(trouble)


@pytest.mark.parametrize(
    ("at", "trouble"), [(20.0, "is playing, not"), (15.0, "event 7 is by bot")]
)
def test_a_bot_decides_for_who_is_back_only_when_the_time_is_over(at: float, trouble: str) -> None:
    events: tuple[Event, ...] = (
        Created(1.0, Settings(turn_seconds=15)),
        Sat(1.0, 1, "Lena"),
        Sat(1.0, 2, "Marko"),
        Begun(1.0, 0),
        Left(5.0, 1),
        Returned(6.0, 1),
        Acted(at, 0, ["rolled 3 1 6 2 2 5"], by="bot"),
    )
    found = replay_trouble(map(encode, events))
    assert found is not None
    assert found.startswith(trouble)


def test_a_game_that_did_not_end_is_found() -> None:
    assert replay_trouble(map(encode, BEGINNING)) == "is playing, not finished"


linux = pytest.mark.skipif(sys.platform != "linux", reason="finds the workers in /proc")


@linux
@pytest.mark.long
def test_nothing_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    options = Options(3.0, 6, kinds=QUICK, plan=(WORKER, IMMEDIATE), moves=(30, 100))
    found = asyncio.run(endured(options))
    assert found.good, capsys.readouterr().out
    assert found.moves["player"] > 100


@linux
@pytest.mark.long
def test_a_server_that_acknowledges_too_early_is_found() -> None:
    options = Options(
        1.0, 12, kinds=QUICK, plan=(EVERYTHING,), moves=(10, 20), broken=True, end_seconds=1.0
    )
    assert asyncio.run(endured(options)).losses
