"""A table in memory."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from charidice.tables.state import Table

_TAIL_KEPT: Final = 16


@dataclass(eq=False, slots=True)
class Live:
    """A table in memory, with its lock, its next timer, and those who wait for news.

    Where nobody here looks on, what other workers write is not read at once: `told` are events that
    came along with their word, and `behind` says that there is more in the log.
    `rendered` and `said` are what was made of it for viewers, `tail` its last events as lines.
    """

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[asyncio.Event] = field(default_factory=set)
    timer: asyncio.TimerHandle | None = None
    touched: float = 0.0  # when the log was last told that this table is in use
    told: list[str] = field(default_factory=list)
    behind: bool = False
    gone: bool = False  # deleted: whoever looks on is sent away
    rendered: dict[object, object] = field(default_factory=dict)
    said: dict[object, str] = field(default_factory=dict)
    tail: deque[str] = field(default_factory=lambda: deque(maxlen=_TAIL_KEPT))

    def wake(self) -> None:
        """Tell all who wait."""
        for notice in self.watchers:
            notice.set()

    def stop(self) -> None:
        """Nothing is due here any more."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
