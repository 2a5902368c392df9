"""Keeping up with other workers on the same log."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Final

from charidice.errors import CodedError
from charidice.tables.hosting.cached_table import CachedTable
from charidice.tables.hosting.journal import Journal
from charidice.tables.hosting.ownership import TableOwnership
from charidice.tables.hosting.ports import Interrupted, Notice, Peers, TablesChanged, WorkersChanged

_LOG = logging.getLogger(__name__)
_RETRY_SECONDS: Final = 1.0
_SETTLE_SECONDS: Final = 0.5  # workers often come and go together


class PeerCatchUp:
    """Reads what other workers write, for those tables in memory where it matters."""

    def __init__(
        self,
        peers: Peers,
        tables: Mapping[str, CachedTable],
        journal: Journal,
        adopt: Callable[[TableOwnership], Awaitable[None]],
    ) -> None:
        self._peers, self._tables = peers, tables
        self._journal, self._adopt_tables = journal, adopt
        self._ownership: TableOwnership | None = None
        self._stale: set[str] = set()
        self._reading = False
        self._adopting: asyncio.Task[None] | None = None

    async def follow(self) -> None:
        """Keep up for as long as this worker works."""
        async with asyncio.TaskGroup() as tasks:
            async for notice in self._peers.notices():
                try:
                    self._note(notice, tasks)
                except Exception:
                    _LOG.exception("a notice of another worker could not be understood")

    def _note(self, notice: Notice, tasks: asyncio.TaskGroup) -> None:
        match notice:
            case TablesChanged(versions, events):
                for name, version in versions.items():
                    self._written(name, version, events.get(name, []), tasks)
            case Interrupted():
                self._read_soon(list(self._tables), tasks)
            case WorkersChanged(me, workers):
                self._ownership = TableOwnership(me, workers)
                if self._adopting is not None:
                    self._adopting.cancel()
                self._adopting = tasks.create_task(self._adopt(self._ownership, tasks))

    def _written(self, name: str, version: int, lines: list[str], tasks: asyncio.TaskGroup) -> None:
        """Others have written: read it for those who look on, and for games that this worker owns.

        For the rest it is enough to know; whoever wrote does what is due next.
        """
        cached = self._tables.get(name)
        if cached is None:
            return
        if version == 0:
            self._journal.drop_deleted(name)
            return
        if cached.table.version >= version:
            return
        complete = cached.note_written(version, lines)
        if not cached.watchers and (self._ownership is None or not self._ownership.has(name)):
            cached.stop()
        elif complete and not cached.lock.locked():
            self._journal.apply_missed(name, cached, cached.table.version, cached.pending_events)
        else:
            self._read_soon([name], tasks)

    async def _adopt(self, ownership: TableOwnership, tasks: asyncio.TaskGroup) -> None:
        await asyncio.sleep(_SETTLE_SECONDS)
        await _persist(partial(self._adopt_tables, ownership))
        # What was in memory before may be old, and its clock may stand still.
        self._read_soon([name for name in self._tables if ownership.has(name)], tasks)

    def _read_soon(self, names: Iterable[str], tasks: asyncio.TaskGroup) -> None:
        """Read what others wrote at these tables, soon and all at once."""
        self._stale.update(names)
        if self._stale and not self._reading:
            self._reading = True
            tasks.create_task(self._read(tasks))

    async def _read(self, tasks: asyncio.TaskGroup) -> None:
        while self._stale:
            names, self._stale = self._stale, set()
            await _persist(partial(self._catch_up, names, tasks))
        self._reading = False

    async def _catch_up(self, names: Iterable[str], tasks: asyncio.TaskGroup) -> None:
        known = {name: self._tables[name].table.version for name in names if name in self._tables}
        missed = await self._peers.missed(known)
        for name, version in known.items():
            cached = self._tables.get(name)
            if cached is None:
                continue
            lines = missed.get(name, [])
            if lines:
                await asyncio.sleep(0)  # others come in between
            if cached.lock.locked():  # somebody decides or writes just now
                tasks.create_task(self._take_later(name, cached, version, lines))
            else:
                self._journal.apply_missed(name, cached, version, lines)

    async def _take_later(
        self, name: str, cached: CachedTable, after: int, lines: list[str]
    ) -> None:
        async with cached.lock:
            self._journal.apply_missed(name, cached, after, lines)


async def _persist(work: Callable[[], Awaitable[None]]) -> None:
    """Do it, again and again if it fails."""
    while True:
        try:
            await work()
        except Exception as error:
            trace = not isinstance(error, CodedError)  # a log that does not answer needs none
            _LOG.warning("other workers cannot be followed; it is tried again", exc_info=trace)
            await asyncio.sleep(_RETRY_SECONDS)
        else:
            return
