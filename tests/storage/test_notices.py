"""What workers tell each other arrives as it was meant, and fits."""

import json

from hypothesis import given
from hypothesis import strategies as st

from charidice.storage.notices import telling, understood
from charidice.tables.ports import Entry, Interrupted, Written

EVENTS = st.lists(st.text(max_size=3000).map(json.dumps), min_size=1, max_size=4)
ENTRIES = st.lists(
    st.builds(Entry, st.from_regex(r"[A-Za-z0-9_-]{16}", fullmatch=True), st.integers(1), EVENTS),
    min_size=1,
    max_size=40,
    unique_by=lambda entry: entry.table,
)


@given(ENTRIES)
def test_every_table_is_told_with_its_last_number(entries: list[Entry]) -> None:
    notices = telling(entries)
    assert all(len(notice.encode()) < 8_000 for notice in notices)
    heard = understood(notices)
    assert isinstance(heard, Written)
    assert heard.versions == {e.table: e.number + len(e.events) - 1 for e in entries}
    for entry in entries:
        assert heard.events[entry.table] in (entry.events, [])  # long ones are read from the log


def test_short_events_come_along_and_add_up() -> None:
    first, second = Entry("a", 3, ["x", "y"]), Entry("a", 5, ["z"])
    heard = understood([*telling([first]), *telling([second])])
    assert isinstance(heard, Written)
    assert (heard.versions, heard.events) == ({"a": 5}, {"a": ["x", "y", "z"]})
    with_a_gap = understood([*telling([first]), *telling([Entry("a", 7, ["z"])])])
    assert isinstance(with_a_gap, Written)
    assert (with_a_gap.versions, with_a_gap.events) == ({"a": 7}, {"a": ["z"]})


def test_what_cannot_be_understood_means_to_look_at_everything() -> None:
    assert understood(["a word of another version"]) == Interrupted()
