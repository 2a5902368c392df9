"""A table in memory."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from charidice.tables.model.events import Event, Forgotten
from charidice.tables.model.evolve import evolve
from charidice.tables.model.public_events import encode_public, public_event
from charidice.tables.model.table import Table

_RECENT_KEPT: Final = 16
_MOST_PENDING: Final = 64


@dataclass(slots=True)
class TableClock:
    """The time at a table: it goes on steadily from when the table came into memory.

    It begins with the time of day, or with the latest event if that is later. So a clock of the
    machine that jumps, or that a restart has found set back, neither takes anybody's time away nor
    makes anybody wait.
    """

    steady: Callable[[], float]  # never jumps
    ahead: float  # of the steady clock

    @classmethod
    def begun(cls, table: Table, now: float, steady: Callable[[], float]) -> "TableClock":
        """The clock of a table that comes into memory at this time of day."""
        return cls(steady, max(now, table.latest) - steady())

    @property
    def now(self) -> float:
        """The time, in seconds since 1970."""
        return self.steady() + self.ahead

    def catch_up(self, table: Table) -> None:
        """Never be behind the latest event: other workers have clocks of their own."""
        self.ahead = max(self.ahead, table.latest - self.steady())


class Step(NamedTuple):
    """An event, with the table before and after it."""

    event: Event
    before: Table
    after: Table


@dataclass(eq=False, slots=True, weakref_slot=True)
class CachedTable:
    """A table in memory, with its lock, its next timer, and those who wait for news.

    Where nobody here looks on, what other workers write is not read at once: `latest_known` is the
    version that they are known to have written, and `pending_events` are the lines of the log that
    came along with their notices.
    Time before `since` counts for nobody: no server was there, or its clock was set.
    `reading` is the position in which somebody reads the question of the 2×, and until when.
    `recent_events` are its last public events as lines. `lease` is until when the log says that
    somebody here looks after the table; None if it says that nothing happens by itself.
    """

    table: Table
    clock: TableClock
    since: float = 0.0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[asyncio.Event] = field(default_factory=set)
    timer: asyncio.TimerHandle | None = None
    touched: float | None = None  # when the log was last told that this table is in use; steady
    lease: float | None = None
    failures: int = 0  # how often in a row what was due could not be written
    pending_events: list[str] = field(default_factory=list)
    latest_known: int = 0
    gone: bool = False  # deleted: whoever looks on is sent away
    dropped: bool = False  # no longer in memory: whoever still holds this one looks again
    reading: tuple[int, float] = (0, 0.0)
    recent_events: deque[str] = field(default_factory=lambda: deque(maxlen=_RECENT_KEPT))

    @property
    def now(self) -> float:
        """The time at the table."""
        return self.clock.now

    @property
    def reading_until(self) -> float:
        """Until when whoever may ask in this position reads the question."""
        position, until = self.reading
        return until if position == self.table.position else 0.0

    def read(self, seconds: float) -> None:
        """Somebody reads the question: from the first time on there is so much time for it."""
        if self.reading[0] != self.table.position:
            self.reading = (self.table.position, self.now + seconds)

    def leased(self, now: float) -> bool:
        """Whether the log says, at this time of day, that somebody here looks after the table."""
        return self.lease is not None and self.lease > now

    @property
    def in_use(self) -> bool:
        """Whether somebody looks on or writes just now."""
        return bool(self.watchers) or self.lock.locked()

    @property
    def has_pending(self) -> bool:
        """Whether other workers have written something that was not taken in yet."""
        return self.stale or bool(self.pending_events)

    @property
    def stale(self) -> bool:
        """Whether there is more in the log than the table and the pending events."""
        return self.table.version + len(self.pending_events) < self.latest_known

    def note_written(self, version: int, lines: list[str]) -> bool:
        """Another worker has written up to this version; `lines` are the last events.

        Returns whether all that is missing is now among the pending events.
        """
        known = self.table.version + len(self.pending_events)
        if version - len(lines) <= known < version:
            self.pending_events += lines[known - version :]
        self.latest_known = max(self.latest_known, version)
        if len(self.pending_events) > _MOST_PENDING:
            self.pending_events.clear()  # they are read from the log
        return not self.stale

    def clear_pending(self) -> None:
        """What other workers have written was taken in, up to the version of the table."""
        self.pending_events = []

    def steps(self, events: Iterable[Event]) -> list[Step]:
        """What these events would make of the table, one after the other."""
        table, found = self.table, []
        for event in events:
            before, table = table, evolve(table, event)
            found.append(Step(event, before, table))
        return found

    def change(self, steps: Iterable[Step]) -> None:
        """These events have happened; a name that was forgotten is gone at once."""
        for step in steps:
            self.table = step.after
            self.recent_events.append(encode_public(public_event(*step)))
            if isinstance(step.event, Forgotten):
                self.recent_events.clear()
        self.clock.catch_up(self.table)

    def replace(self, table: Table) -> None:
        """The table was read anew."""
        self.recent_events.clear()
        self.table = table
        self.clock.catch_up(table)

    def wake(self) -> None:
        """Tell all who wait."""
        for notice in self.watchers:
            notice.set()

    def stop(self) -> None:
        """Cancel the timer."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
