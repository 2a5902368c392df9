"""What workers tell each other through the database when they have written, as text."""

from collections.abc import Sequence
from typing import Final

from charidice.tables.ports import Entry, Interrupted, Notice, Written

_NOTICE_BYTES: Final = 7_900  # PostgreSQL takes less than 8,000
_LONG_BYTES: Final = 2_000


def telling(entries: Sequence[Entry]) -> list[str]:
    """What others are told: for each table its last number, and the events if they are short.

    They are lines of JSON, so neither tabs nor new lines are in them.
    """
    notices, room = list[list[str]](), 0
    for entry in entries:
        parts = [entry.table, str(entry.number + len(entry.events) - 1)]
        text = "\t".join([*parts, *entry.events])
        if len(text.encode()) > _LONG_BYTES:
            text = "\t".join(parts)
        room -= len(text.encode()) + 1
        if room < 0:
            notices.append([])
            room = _NOTICE_BYTES - len(text.encode()) - 1
        notices[-1].append(text)
    return ["\n".join(lines) for lines in notices]


def understood(notes: list[str]) -> Notice:
    """What the notices of others say; `telling` made them."""
    told, events = dict[str, int](), dict[str, list[str]]()
    try:
        for line in "\n".join(notes).split("\n"):
            name, number, *lines = line.split("\t")
            last = int(number)
            known = events.get(name, []) if told.get(name) == last - len(lines) else []
            told[name], events[name] = last, known + lines
    except ValueError:
        return Interrupted()  # of another version: look at everything
    return Written(told, events)
