"""What tables need from outside: a log, and notices of other workers where there are any."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias


class Entry(NamedTuple):
    """Events to add to a table, the first with this number; number 1 begins a new table.

    `status` is given where it changes, and now and then when it does not: then it is also written
    down at what time the table was in use, and when somebody has to look at it next (`due`).
    """

    table: str
    number: int
    events: Sequence[str]
    status: str | None = None
    at: float = 0.0
    due: float | None = None


class Upload(NamedTuple):
    """A game that somebody has uploaded: the name that is its link, when it came, what it is."""

    name: str
    created: float
    data: str


class Uploads(Protocol):
    """What people have uploaded, apart from the log."""

    async def keep(self, upload: Upload, most: int) -> None:
        """Keep it on disk; refused with an error if there are so many already."""
        ...

    async def find(self, name: str) -> Upload | None:
        """What was uploaded under this name."""
        ...

    async def delete(self, name: str) -> None:
        """Delete what was uploaded under this name, if it is there."""
        ...

    async def delete_before(self, before: float) -> int:
        """Delete all that came before a time; returns how many there were."""
        ...


class Store(Protocol):
    """The log of all tables. What it has acknowledged is on disk."""

    @property
    def uploads(self) -> Uploads:
        """What people have uploaded."""
        ...

    @property
    def errors(self) -> int:
        """How many attempts to read or write have failed."""
        ...

    async def append(self, *entries: Entry) -> None:
        """Add all of them or none; raises Conflict when a number is taken or a table is gone."""
        ...

    async def load(self, table: str, after: int = 0, most: int | None = None) -> list[str]:
        """The events of a table after a number, so many at most; none if there is no such table."""
        ...

    async def replace(self, table: str, number: int, event: str) -> None:
        """Write an event anew: only to take a name out of it."""
        ...

    async def with_status(self, status: str) -> list[str]:
        """The tables with this status."""
        ...

    async def due_before(self, before: float, most: int) -> list[tuple[str, float]]:
        """So many tables that somebody has to look at before a time, with their times; in order."""
        ...

    async def set_due(self, times: Mapping[str, float | None]) -> None:
        """Write down when somebody has to look at these tables next; None is never."""
        ...

    async def latest(self) -> float:
        """When a table was last in use, give or take an hour; 0 if there is none."""
        ...

    async def delete(self, statuses: Sequence[str], before: float, most: int) -> list[str]:
        """Delete so many tables with one of these statuses that were last in use before a time."""
        ...

    async def check(self) -> None:
        """Raise an error if the log cannot be read now."""
        ...


@dataclass(frozen=True, slots=True)
class TablesChanged:
    """Other workers have written: tables, each with the number of its last event.

    `events` are the last ones of a table, where they came along; more may be missing.
    """

    versions: Mapping[str, int]
    events: Mapping[str, list[str]] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Notices may have been missed: read everything again."""


@dataclass(frozen=True, slots=True)
class WorkersChanged:
    """Other workers have come or gone; `me` is one of them."""

    me: int
    workers: frozenset[int]


Notice: TypeAlias = TablesChanged | Interrupted | WorkersChanged


class Peers(Protocol):
    """The other workers on the same log."""

    def notices(self) -> AsyncIterator[Notice]:
        """What the others do, for as long as this worker works."""
        ...

    async def missed(self, known: Mapping[str, int]) -> dict[str, list[str]]:
        """The events of these tables after these numbers; tables without any are left out."""
        ...

    async def leave(self) -> None:
        """This worker ends."""
        ...


class Broadcasts(Protocol):
    """Messages between workers that need not be kept, and that tables know nothing of."""

    def on_broadcast(self, topic: str, hear: Callable[[str], None]) -> None:
        """Have `hear` called with every message on a topic, also with those of this worker."""
        ...

    async def broadcast(self, topic: str, message: str) -> None:
        """Send a message on a topic to all workers."""
        ...
