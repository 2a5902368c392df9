"""What everybody may know of what happens at a table."""

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tables.support import (
    LENA,
    MARKO,
    SLOW,
    Played,
    begun,
    evening,
    finished,
    open_table,
    public_log,
    random_table,
)
from tools.faults.viewers import event_of

from charidice.records import ServerSource
from charidice.rules import Rules
from charidice.tables import GameSetup, Status, Table
from charidice.tables.model.commands import Begin, Forget, Leave, Remove, Sit
from charidice.tables.model.events import FORMAT, Created, Event, Sat, encode
from charidice.tables.model.evolve import evolve, replayed
from charidice.tables.model.public_events import PUBLIC_EVENT, PublicEvent, encode_public

DOCS = Path(__file__).parent.parent.parent.parent / "docs" / "api.md"
PRIVATE = "nobody-may-read-this"


def shown(table: Played) -> list[dict[str, Any]]:
    """The public events of a table, as JSON."""
    return [json.loads(encode_public(event)) for event in public_log(table.events)]


def of_another_length(events: list[Event], rounds: int) -> list[Event]:
    """The same beginning at a table of today, for a game of so many rounds."""
    first = events[0]
    assert isinstance(first, Created)
    game = GameSetup(Rules(rounds=rounds))
    return [replace(first, format=FORMAT, game=game), *events[1:]]


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(0, 150), st.integers(1, 7))
def test_public_events_alone_give_the_same_game(seed: int, steps: int, rounds: int) -> None:
    played = random_table(seed)
    played.events = of_another_length(played.events, rounds)
    played.table = replayed(played.events)
    for _ in evening(played, seed, steps):
        pass
    table = Table()
    for number, each in enumerate(shown(played), 1):
        table = evolve(table, event_of(each))
        assert each["number"] == number == table.version
        assert each["position"] == table.position
        assert each["status"] == table.status.value
        assert (each["to_act"], each["may_ask"]) == (table.to_act, table.may_ask)
    assert table.game == played.table.game
    assert table.actions == played.table.actions
    assert table.setup == played.table.setup
    assert table.host == played.table.host
    assert table.settings == played.table.settings
    assert table._replace(ids=(), moments=()) == played.table._replace(ids=(), moments=())


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.integers(0, 150))
def test_a_public_event_reads_back(seed: int, steps: int) -> None:
    played = random_table(seed)
    for _ in evening(played, seed, steps):
        pass
    for event in public_log(played.events):
        assert PUBLIC_EVENT.validate_json(encode_public(event)) == event
        assert encode_public(event).startswith(f'{{"kind":"{event.kind}"')


@dataclass(frozen=True, slots=True)
class Secretive(ServerSource):
    """A source of rolls that knows something."""

    seed: str = PRIVATE


def test_what_is_secret_in_the_log_is_in_no_public_event() -> None:
    table = open_table("Lena", "Marko")
    table.do(None, Sit("Ayşe", PRIVATE))
    first, second = table.events[:2]
    assert isinstance(first, Created)
    assert isinstance(second, Sat)
    table.events[0] = replace(first, game=replace(first.game, source=Secretive()))
    table.events[1] = replace(second, id=PRIVATE)
    assert PRIVATE in encode(table.events[1])
    lines = "".join(encode_public(event) for event in public_log(table.events))
    assert PRIVATE not in lines
    assert '"source":{"kind":"server"}' in lines


def test_a_seat_keeps_its_key() -> None:
    table = open_table("Lena", "Marko", "Florian", levels=("casual",))
    assert [seat.key for seat in table.table.seats] == [1, 2, 3, 4]
    table.do(LENA, Remove(1))
    assert [seat.key for seat in table.table.seats] == [1, 3, 4]
    table.do(None, Sit("Ayşe"))
    assert [seat.key for seat in table.table.seats] == [1, 3, 4, 5]
    assert [(e["kind"], e["seat"], e["key"]) for e in shown(table) if "key" in e] == [
        ("sat", 0, 1),
        ("sat", 1, 2),
        ("sat", 2, 3),
        ("botsat", 3, 4),
        ("removed", 1, 2),
        ("sat", 3, 5),
    ]


def test_the_keys_show_how_the_seats_have_turned() -> None:
    table = begun("Lena", "Marko", "Florian")
    assert shown(table)[-1]["keys"] == [1, 2, 3]
    table = open_table("Lena", "Marko", "Florian")
    table.do(LENA, Begin(1))
    last = shown(table)[-1]
    assert (last["kind"], last["first"], last["keys"]) == ("begun", 1, [2, 3, 1])


def test_whoever_leaves_is_told_with_the_seats() -> None:
    table = begun("Lena", "Marko")
    table.do(MARKO, Leave())
    assert shown(table)[-1]["seats"] == [1]
    table.do(MARKO, Forget())
    last = shown(table)[-1]
    assert (last["kind"], last["sitting"], last["seats"]) == ("forgotten", MARKO, [1])


def test_whoever_was_removed_and_is_forgotten_is_told_with_the_seat() -> None:
    table = begun("Lena", "Marko")
    table.do(LENA, Remove(1))
    table.do(MARKO, Forget())
    last = shown(table)[-1]
    assert (last["kind"], last["sitting"], last["seats"]) == ("forgotten", MARKO, [1])


def test_the_end_has_the_result() -> None:
    table = finished("Lena", "Marko", settings=replace(SLOW, grace_seconds=0))
    last = shown(table)[-1]
    assert last["kind"] == "finished"
    assert last["status"] == Status.FINISHED.value
    assert {last["totals"][seat] for seat in last["winners"]} == {max(last["totals"])}


def kinds(union: object) -> set[str]:
    return {each.kind for each in get_args(union)}


def test_every_event_has_a_public_one() -> None:
    assert kinds(Event) == kinds(get_args(PublicEvent)[0])


def test_every_kind_of_event_is_documented_with_its_fields() -> None:
    text = DOCS.read_text(encoding="utf-8").partition("## Events")[2]
    text = text.partition("| kind |")[2]
    rows = re.findall(r"^\| (`[a-z`, ]+`) \|([^|]*)\|", text, re.MULTILINE)
    listed = {
        kind: set(re.findall(r"`(\w+)`", fields))
        for names, fields in rows
        for kind in re.findall(r"`(\w+)`", names)
    }
    common = {"kind", "number", "at", "position", "status", "to_act", "may_ask"}
    assert listed == {
        each.kind: set(each.__dataclass_fields__) - common
        for each in get_args(get_args(PublicEvent)[0])
    }


@pytest.mark.parametrize("kind", sorted(kinds(Event)))
def test_an_event_says_how_the_table_stands(kind: str) -> None:
    each = next(e for e in get_args(get_args(PublicEvent)[0]) if e.kind == kind)
    names = [*each.__dataclass_fields__]
    assert names[:7] == ["kind", "number", "at", "position", "status", "to_act", "may_ask"]
