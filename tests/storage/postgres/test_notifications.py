"""What a worker has written is decoded as it was encoded, and fits into notifications."""

import json

from hypothesis import given
from hypothesis import strategies as st

from charidice.storage.postgres.notifications import decode_notifications, encode_notifications
from charidice.tables.hosting.ports import Entry, Interrupted, TablesChanged

EVENTS = st.lists(st.text(max_size=3000).map(json.dumps), min_size=1, max_size=4)
ENTRIES = st.lists(
    st.builds(Entry, st.from_regex(r"[A-Za-z0-9_-]{16}", fullmatch=True), st.integers(1), EVENTS),
    min_size=1,
    max_size=40,
    unique_by=lambda entry: entry.table,
)


@given(ENTRIES)
def test_every_table_is_named_with_its_last_number(entries: list[Entry]) -> None:
    payloads = encode_notifications(entries)
    assert all(len(payload.encode()) < 8_000 for payload in payloads)
    notice = decode_notifications(payloads)
    assert isinstance(notice, TablesChanged)
    assert notice.versions == {e.table: e.number + len(e.events) - 1 for e in entries}
    for entry in entries:
        assert notice.events[entry.table] in (entry.events, [])  # long ones are read from the log


def test_short_events_come_along_and_add_up() -> None:
    first, second = Entry("a", 3, ["x", "y"]), Entry("a", 5, ["z"])
    notice = decode_notifications([*encode_notifications([first]), *encode_notifications([second])])
    assert isinstance(notice, TablesChanged)
    assert (notice.versions, notice.events) == ({"a": 5}, {"a": ["x", "y", "z"]})
    with_a_gap = decode_notifications(
        [*encode_notifications([first]), *encode_notifications([Entry("a", 7, ["z"])])]
    )
    assert isinstance(with_a_gap, TablesChanged)
    assert (with_a_gap.versions, with_a_gap.events) == ({"a": 7}, {"a": ["z"]})


def test_what_cannot_be_decoded_means_to_look_at_everything() -> None:
    assert decode_notifications(["a payload of another version"]) == Interrupted()
