"""A table in memory."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from charidice.tables.state import Table

_TAIL_KEPT: Final = 16


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
        """Never be behind what has happened: other workers have clocks too."""
        self.ahead = max(self.ahead, table.latest - self.steady())


@dataclass(eq=False, slots=True)
class Live:
    """A table in memory, with its lock, its next timer, and those who wait for news.

    Where nobody here looks on, what other workers write is not read at once: `told` are events that
    came along with their word, and `behind` says that there is more in the log.
    Time before `since` counts for nobody: no server was there, or its clock was set.
    `rendered` and `said` are what was made of it for viewers, `tail` its last events as lines.
    `lease` is until when the log says that somebody here looks after the table; None if it says
    that nothing happens by itself.
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
    told: list[str] = field(default_factory=list)
    behind: bool = False
    gone: bool = False  # deleted: whoever looks on is sent away
    dropped: bool = False  # no longer in memory: whoever still holds this one looks again
    rendered: dict[object, object] = field(default_factory=dict)
    said: dict[object, str] = field(default_factory=dict)
    tail: deque[str] = field(default_factory=lambda: deque(maxlen=_TAIL_KEPT))

    @property
    def now(self) -> float:
        """The time at the table."""
        return self.clock.now

    def leased(self, now: float) -> bool:
        """Whether the log says, at this time of day, that somebody here looks after the table."""
        return self.lease is not None and self.lease > now

    @property
    def in_use(self) -> bool:
        """Whether somebody looks on or writes just now."""
        return bool(self.watchers) or self.lock.locked()

    def forget_pictures(self) -> None:
        """Nobody looks on: what was rendered would only take room."""
        self.rendered.clear()
        self.said.clear()

    def wake(self) -> None:
        """Tell all who wait."""
        for notice in self.watchers:
            notice.set()

    def stop(self) -> None:
        """Nothing is due here any more."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
