"""What happens by itself at tables that are not in memory.

The log says of every table when somebody has to look at it. For one in memory that is a lease: its
timer does what is due, and the log only makes sure that somebody looks if this worker is gone.
When a table leaves the memory, the log gets the time when something is due there, and it comes
back then.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from charidice.tables.hosting.cached_table import CachedTable
from charidice.tables.hosting.errors import LogError
from charidice.tables.hosting.ports import Store
from charidice.tables.hosting.table_cache import MOST_TABLES_IN_MEMORY
from charidice.tables.hosting.timings import Timings
from charidice.tables.model.clock import due

_LOG = logging.getLogger(__name__)
LEASE_SECONDS: Final = 60.0
_ROWS_AT_ONCE: Final = 1_000
_LOADED_AT_ONCE: Final = 50
_PAUSE_FACTOR: Final = 2.0  # times as long as it has worked, so that others come first
_JUMP_SECONDS: Final = 5.0
_LOOKS_PER_TRIM: Final = 200


class TableLoader(Protocol):
    """Whoever keeps tables in memory: a host."""

    def in_memory(self, name: str) -> CachedTable | None:
        """A table, if it is in memory."""

    def owns(self, name: str) -> bool:
        """Whether this worker looks after a table that nobody has in memory."""

    async def load_table(self, name: str) -> CachedTable | None:
        """Read a table into memory, which starts its timer; None if it cannot be read."""

    def next_due(self, cached: CachedTable) -> float | None:
        """When something is due at a table in memory, in the time of day."""

    def trim(self, looks: int) -> None:
        """Let tables go that are too many."""

    def clock_was_set(self) -> None:
        """The clock of the machine was set."""


class Wakeups:
    """Looks after what the log says is due; `clock` is the time of day, `steady` never jumps."""

    def __init__(
        self,
        store: Store,
        loader: TableLoader,
        clock: Callable[[], float],
        steady: Callable[[], float],
        timings: Timings,
    ) -> None:
        self._store, self._loader, self._timings = store, loader, timings
        self._clock, self._steady = clock, steady
        self._ahead = clock() - steady()
        self._changes: dict[str, float | None] = {}

    def table_dropped(self, name: str, cached: CachedTable) -> None:
        """A table leaves the memory: the log is told when it has to come back."""
        at = self._loader.next_due(cached)
        if at is not None or cached.lease is not None:
            self._changes[name] = at

    def table_loaded(self, name: str) -> None:
        """A table is in memory again, before the log was told that it had left."""
        self._changes.pop(name, None)

    async def run(self) -> None:
        """Look every second, for as long as this worker works."""
        while True:
            await asyncio.sleep(self._timings.look)
            try:
                self._loader.trim(_LOOKS_PER_TRIM)
                if self._was_set_back():
                    await self.take_over()
                await self.check_due()
            except Exception as error:
                if not isinstance(error, LogError):  # which says so itself
                    _LOG.exception("what is due could not be looked up; it is tried again")

    def _was_set_back(self) -> bool:
        """Whether the clock was set back since the last time; set forward, it is noted too."""
        ahead = self._clock() - self._steady()
        jump, self._ahead = ahead - self._ahead, ahead
        if abs(jump) > _JUMP_SECONDS:
            _LOG.warning("the clock of this machine was set; running countdowns are not affected")
            self._loader.clock_was_set()
        return jump < -_JUMP_SECONDS

    async def check_due(self, ahead: float = 0.0) -> int:
        """Bring back what is due by so many seconds from now, and renew what ends soon.

        Returns how many tables came back.
        """
        await self._write_due_times()
        now = self._clock()
        loaded = 0
        for name, at in await self._store.due_before(
            now + LEASE_SECONDS / 2 + ahead, _ROWS_AT_ONCE
        ):
            cached = self._loader.in_memory(name)
            if cached is None and at <= now + ahead and self._loader.owns(name):
                if loaded == _LOADED_AT_ONCE:
                    continue  # the next time
                loaded += 1
                cached = await self._bring_back(name)
            if cached is not None:
                self._renew(name, cached)
        await self._write_due_times()
        return loaded

    async def take_over(self) -> None:
        """Bring back all that was in the memory of a worker who is gone, or before a restart.

        If the clock was set back since, what the log says lies ahead by as much.
        """
        behind = await self._store.latest() - self._clock()
        if behind > _JUMP_SECONDS:
            _LOG.warning("the clock of this machine is behind the log; it was perhaps set back")
        ahead = LEASE_SECONDS if behind < _JUMP_SECONDS else behind + 2 * LEASE_SECONDS
        for _ in range(MOST_TABLES_IN_MEMORY // _LOADED_AT_ONCE):
            if await self.check_due(ahead) < _LOADED_AT_ONCE:
                return

    async def _bring_back(self, name: str) -> CachedTable | None:
        began = self._steady()
        cached = await self._loader.load_table(name)
        if cached is None:
            self._changes[name] = None  # nobody can read it
        await asyncio.sleep(_PAUSE_FACTOR * (self._steady() - began))
        return cached

    def _renew(self, name: str, cached: CachedTable) -> None:
        if cached.dropped or (cached.lease is None and not self._loader.owns(name)):
            return  # another worker looks after it
        cached.lease = (
            None if self._loader.next_due(cached) is None else self._clock() + LEASE_SECONDS
        )
        self._changes[name] = cached.lease

    async def _write_due_times(self) -> None:
        if self._changes:
            changes, self._changes = self._changes, {}
            try:
                await self._store.set_due(changes)
            except BaseException:
                self._changes = {**changes, **self._changes}
                raise


def due_at(cached: CachedTable, now: float) -> float | None:
    """When something is due at a table, in the time of day."""
    coming = due(cached.table, cached.since)
    return None if coming is None else now + max(0.0, coming.at - cached.now)
