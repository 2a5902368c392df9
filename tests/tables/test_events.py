"""Events as lines of JSON."""

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charidice.tables import Settings
from charidice.tables.events import KINDS, Event, Forgotten, Sat, decode, encode

times = st.floats(0, 1e11)
numbers = st.integers(0, 10_000)
texts = st.text(st.characters(codec="utf-8"), max_size=40)
ids = st.none() | texts
settings = st.builds(Settings, numbers, numbers, numbers, st.booleans())
FIELDS: dict[str, st.SearchStrategy[object]] = {
    "at": times,
    "settings": settings,
    "came_from": ids,
    "sitting": numbers,
    "name": texts,
    "level": texts,
    "seat": numbers,
    "first": numbers,
    "actions": st.lists(texts, max_size=4),
    "by": st.sampled_from(["player", "bot", "clock"]),
    "id": ids,
    "until": st.sampled_from(["turn", "game", "never"]),
    "wish": st.booleans(),
    "table": texts,
}


def of_kind(kind: type[Event]) -> st.SearchStrategy[Event]:
    fields = {name: FIELDS[name] for name in kind.__dataclass_fields__}
    return st.builds(kind, **fields)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_kind_of_event_reads_back_as_it_was_written(kind: type[Event]) -> None:
    @given(of_kind(kind))
    def law(event: Event) -> None:
        line = encode(event)
        assert decode(line) == event
        assert "\n" not in line
        assert json.loads(line)["kind"] == kind.__name__.lower()

    law()


def test_every_event_has_a_kind() -> None:
    assert set(KINDS.values()) == set(get_args(Event))


def test_a_name_that_is_gone_reads_back_too() -> None:
    assert decode(encode(Sat(1.5, 2, None))) == Sat(1.5, 2, None)


def test_lines_keep_their_form_so_that_old_logs_can_be_read() -> None:
    old = '{"kind":"sat","at":1.5,"sitting":2,"name":"Ayşe"'
    assert encode(Sat(1.5, 2, "Ayşe")) == f'{old},"id":null}}'
    assert decode(old + "}") == Sat(1.5, 2, "Ayşe")
    assert decode('{"kind":"forgotten","at":2,"sitting":1}') == Forgotten(2, 1)
    created = '{"kind":"created","at":1,"settings":{"pace":0},"came_from":null}'
    assert decode(created) == KINDS["created"](1, Settings(pace=0))  # type: ignore[call-arg,arg-type]
