"""Reads tables from the log and writes events to it."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from charidice.tables.hosting.cached_table import CachedTable, TableClock
from charidice.tables.hosting.ports import Entry, Peers, Store
from charidice.tables.hosting.table_cache import TableCache
from charidice.tables.hosting.wakeups import LEASE_SECONDS
from charidice.tables.model.clock import due
from charidice.tables.model.errors import TableError
from charidice.tables.model.events import Acted, Event, Sat, decode, encode
from charidice.tables.model.evolve import evolve, replayed
from charidice.tables.model.table import Table

_LOG = logging.getLogger(__name__)
_SAT: Final = '"kind":"sat"'
_TOUCH_SECONDS: Final = 3600.0
_READ_AT_ONCE: Final = 20  # events, of which one may play a whole game anew; then others come
_UNREADABLE: Final = (LookupError, TypeError, ValueError)


class Journal:
    """Reads tables from the log and writes to it, for one worker among several (`peers`).

    `changed` hears of every table that has changed, and whether this worker changed it; `checked`
    of those where nothing new was found.
    """

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        peers: Peers | None,
        clock: Callable[[], float],
        steady: Callable[[], float],
    ) -> None:
        self._store, self._cache, self._peers = store, cache, peers
        self._clock, self._steady = clock, steady
        self._replaying = asyncio.Lock()
        self.started = clock()
        self.counts = Counter[str]()
        self.changed: Callable[[str, CachedTable, bool], None] = lambda *_: None
        self.checked: Callable[[str, CachedTable], None] = lambda *_: None

    # --- tables from the log ---------------------------------------------------------------------

    async def load(self, name: str) -> CachedTable:
        """A table as the log has it."""
        lines = await self._store.load(name)
        if not lines:
            raise TableError("table/not-found")
        return self.new(await self._read(lines))

    def new(self, table: Table) -> CachedTable:
        """A table that comes into memory now."""
        clock = TableClock.begun(table, self._clock(), self._steady)
        return CachedTable(table, clock, self.started)

    async def _read(self, lines: list[str]) -> Table:
        """The table after all these events; long logs hold nobody up, and are read in turn."""
        async with self._replaying:
            table = Table()
            try:
                for start in range(0, len(lines), _READ_AT_ONCE):
                    for line in lines[start : start + _READ_AT_ONCE]:
                        table = evolve(table, decode(line))
                    await asyncio.sleep(0)
            except _UNREADABLE:
                _LOG.exception("a table cannot be read")
                raise TableError("table/unreadable") from None
            return table

    # --- writing ---------------------------------------------------------------------------------

    def first_entry(self, name: str, events: Sequence[Event]) -> Entry:
        """The entry that begins a table."""
        table = replayed(events)
        lines = [encode(event) for event in events]
        return Entry(name, 1, lines, table.status.value, self._clock(), self._lease(table))

    def add_new(self, entry: Entry, events: Sequence[Event]) -> CachedTable:
        """A table that was just written comes into memory."""
        cached = self._cache.add(entry.table, self.new(replayed(events)))
        cached.touched, cached.lease = self._steady(), entry.due
        return cached

    async def append(
        self, name: str, cached: CachedTable, events: list[Event], *others: Entry
    ) -> None:
        """Write the events, then change the table in memory, then notify its watchers."""
        steps, now = cached.steps(events), self._steady()
        table = steps[-1].after
        used = cached.touched is not None and now - cached.touched < _TOUCH_SECONDS
        lease = self._lease(table)
        is_touched = (
            not used
            or table.status is not cached.table.status
            or (lease is not None and not cached.leased(self._clock()))
        )
        status = table.status.value if is_touched else None
        lines = [encode(event) for event in events]
        entry = Entry(name, cached.table.version + 1, lines, status, self._clock(), lease)
        await self._store.append(entry, *others)
        if is_touched:
            cached.touched, cached.lease = now, lease
        for event in events:
            if isinstance(event, Acted):
                self.counts[event.by] += 1
        cached.failures = 0
        cached.change(steps)
        self.changed(name, cached, True)

    def _lease(self, table: Table) -> float | None:
        """Until when the log says that somebody here looks after a table."""
        coming = due(table, self.started)
        return None if coming is None else self._clock() + LEASE_SECONDS

    async def erase(self, name: str, cached: CachedTable, who: int) -> None:
        """Take the name of a person out of the log."""
        cached.recent_events.clear()
        for number, line in enumerate(await self._store.load(name), 1):
            event = decode(line) if _SAT in line else None
            if isinstance(event, Sat) and event.holder == who:
                await self._store.replace(name, number, encode(replace(event, name=None)))

    # --- what other workers wrote ----------------------------------------------------------------

    async def catch_up(self, name: str, cached: CachedTable) -> None:
        """Take in what others wrote while nobody looked on here."""
        if cached.stale:
            await self.refresh(name, cached)
        else:
            self.apply_missed(name, cached, cached.table.version, cached.pending_events)

    async def refresh(self, name: str, cached: CachedTable) -> bool:
        """Read what other workers wrote; False if there is nothing."""
        if self._peers is None:
            return False
        known = cached.table.version
        missed = await self._peers.missed({name: known})
        self.apply_missed(name, cached, known, missed.get(name, []))
        return name in missed

    async def reload(self, name: str, cached: CachedTable) -> None:
        """Somebody else was quicker, or the table is gone: read it again."""
        self.counts["conflict"] += 1
        if await self.refresh(name, cached):
            return
        lines = await self._store.load(name)
        if not lines:
            self.drop_deleted(name)
            raise TableError("table/not-found")
        cached.replace(await self._read(lines))
        self.changed(name, cached, True)

    def apply_missed(self, name: str, cached: CachedTable, after: int, lines: list[str]) -> None:
        """Take in what others wrote after this number, of which all may be known by now."""
        new = lines[cached.table.version - after :]
        cached.clear_pending()
        try:
            cached.change(cached.steps(map(decode, new)))
        except _UNREADABLE:
            _LOG.exception("a table cannot be read")
            self.drop_deleted(name)
            return
        if new:
            self.changed(name, cached, False)
        else:
            self.checked(name, cached)

    def drop_deleted(self, name: str) -> None:
        """Drop a table that was deleted from the log, and send its watchers away."""
        cached = self._cache.remove(name)
        if cached is not None:
            cached.gone = True
            cached.stop()
            cached.wake()
