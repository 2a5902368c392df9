"""Events as lines of JSON."""

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charidice.records import ServerSource
from charidice.rules import STANDARD, Rules
from charidice.tables import GameSetup, Settings
from charidice.tables.model.events import (
    Configured,
    Created,
    Event,
    Forgotten,
    Left,
    Sat,
    decode,
    encode,
)

times = st.floats(0, 1e11)
numbers = st.integers(0, 10_000)
texts = st.text(st.characters(codec="utf-8"), max_size=40)
ids = st.none() | texts
settings = st.builds(Settings, numbers, numbers, numbers, st.booleans(), numbers)
setups = st.builds(
    GameSetup,
    st.builds(Rules, rounds=st.integers(1, 7)),
    st.just(STANDARD),
    st.just(ServerSource()),
)
FIELDS: dict[str, st.SearchStrategy[object]] = {
    "at": times,
    "settings": settings,
    "came_from": ids,
    "format": numbers,
    "game": setups,
    "host": st.none() | numbers,
    "holder": numbers,
    "name": texts,
    "level": texts,
    "seat": numbers,
    "position": numbers,
    "first": numbers,
    "actions": st.lists(texts, max_size=4),
    "by": st.sampled_from(["player", "bot", "clock"]),
    "id": ids,
    "until": st.sampled_from(["turn", "game", "never"]),
    "wish": st.booleans(),
    "table": texts,
    "turn": numbers,
    "asked": st.booleans(),
    "restored": st.booleans(),
    "wins": st.none() | st.lists(numbers, max_size=4),
    "heir": st.none() | numbers,
}


def of_kind(kind: type[Event]) -> st.SearchStrategy[Event]:
    fields = {name: FIELDS[name] for name in kind.__dataclass_fields__ if name != "kind"}
    return st.builds(kind, **fields)


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_kind_of_event_reads_back_as_it_was_written(kind: type[Event]) -> None:
    @given(of_kind(kind))
    def law(event: Event) -> None:
        line = encode(event)
        assert decode(line) == event
        assert "\n" not in line
        assert json.loads(line)["kind"] == kind.__name__.lower()

    law()


def test_a_name_that_is_gone_reads_back_too() -> None:
    assert decode(encode(Sat(1.5, 2, None))) == Sat(1.5, 2, None)


def test_the_first_line_says_what_is_played() -> None:
    line = json.loads(encode(Created(1.5, Settings(), game=GameSetup(Rules(rounds=3)))))
    assert line["format"] == 3
    assert line["game"]["rules"]["rounds"] == 3
    assert line["game"]["rules"]["gift_values"] == [0, 1, 2, 3, 4, 10, 12]  # not only what differs
    assert line["game"]["dice"] == str(STANDARD)
    assert line["game"]["source"] == {"kind": "server"}


def test_lines_of_the_first_format_are_read_for_ever() -> None:
    old = '{"kind":"sat","at":1.5,"sitting":2,"name":"Ayşe","id":null}'
    assert decode(old) == Sat(1.5, 2, "Ayşe")
    assert decode('{"kind":"forgotten","at":2,"sitting":1}') == Forgotten(2, 1)
    assert decode('{"kind":"left","at":2,"sitting":1}') == Left(2, 1)
    created = '{"kind":"created","at":1,"settings":{"pace":0},"came_from":null}'
    old_settings = Settings(pace=0, grace_seconds=3)  # for so long its bots waited
    assert decode(created) == Created(1, old_settings, format=1)
    configured = '{"kind":"configured","at":1,"settings":{"pace":0},"id":null}'
    assert decode(configured) == Configured(1, old_settings)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "{}",
        '{"kind":"nonsense","at":1}',
        '{"kind":"sat","at":1,"name":"x"}',
        '{"kind":7}',
    ],
)
def test_what_is_no_event_is_a_value_error(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(line)


def test_a_first_line_without_a_format_is_of_the_first_one() -> None:
    created = decode('{"kind": "created", "at": 1, "settings": {}, "came_from": null}')
    assert isinstance(created, Created)
    assert created.format == 1
