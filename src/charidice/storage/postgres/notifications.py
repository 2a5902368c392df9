"""The payloads of NOTIFY: what a worker has written, as text for the other workers."""

from collections.abc import Sequence
from typing import Final

from charidice.tables.hosting.ports import Entry, Interrupted, Notice, TablesChanged

# Workers of two versions may meet: neither the channels nor the format may change.
TABLES_CHANNEL: Final = "charidice_written"
BROADCAST_CHANNEL: Final = "charidice_words"
_PAYLOAD_BYTES: Final = 7_900  # PostgreSQL takes less than 8,000
_INLINE_BYTES: Final = 2_000


def encode_notifications(entries: Sequence[Entry]) -> list[str]:
    """The payloads for what was written: a line for each table, as many as fit into each payload.

    A line has the table, the number of its last event, and the events if they are short, with tabs
    between them. Events are lines of JSON, so neither tabs nor new lines are in them.
    """
    payloads, room = list[list[str]](), 0
    for entry in entries:
        head = [entry.table, str(entry.number + len(entry.events) - 1)]
        line = "\t".join([*head, *entry.events])
        if len(line.encode()) > _INLINE_BYTES:
            line = "\t".join(head)
        room -= len(line.encode()) + 1
        if room < 0:
            payloads.append([])
            room = _PAYLOAD_BYTES - len(line.encode()) - 1
        payloads[-1].append(line)
    return ["\n".join(lines) for lines in payloads]


def decode_notifications(payloads: Sequence[str]) -> Notice:
    """What other workers have written, by the payloads of `encode_notifications`."""
    versions, events = dict[str, int](), dict[str, list[str]]()
    try:
        for line in "\n".join(payloads).split("\n"):
            table, number, *inline = line.split("\t")
            last = int(number)
            is_next = versions.get(table) == last - len(inline)
            earlier = events.get(table, []) if is_next else []
            versions[table], events[table] = last, earlier + inline
    except ValueError:
        return Interrupted()  # of another version: look at everything
    return TablesChanged(versions, events)
