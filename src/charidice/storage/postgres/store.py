"""The log in PostgreSQL, for any number of workers on any number of hosts.

Each worker writes through one connection (`Writer`). The commit itself notifies the other workers,
who listen on a connection of their own (`PeerListener`) and read what they do not know yet.
Everything else is asked on a few connections in a pool (`Connections`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Final

import asyncpg

from charidice.storage.errors import StorageError
from charidice.storage.postgres.connections import Connections, Timings
from charidice.storage.postgres.notifications import TABLES_CHANNEL
from charidice.storage.postgres.peers import PeerListener
from charidice.storage.postgres.statements import (
    DELETE_TABLES,
    DUE_BEFORE,
    EVENTS_AFTER,
    LATEST_USE,
    MISSED_EVENTS,
    REPLACE_EVENT,
    SET_DUE,
    TABLES_WITH_STATUS,
    TRIAL_INSERT,
)
from charidice.storage.postgres.uploads import PostgresUploads
from charidice.storage.postgres.writer import Writer
from charidice.storage.writability import TRIAL_CHARACTERS, TRIAL_ROWS
from charidice.tables.hosting.ports import Entry, Notice

_SLOW_QUERY_SECONDS: Final = 60.0  # for what may look at many tables


class PostgresStore:
    """The log, and the other workers on it."""

    def __init__(self, url: str, timings: Timings | None = None) -> None:
        self._connections = Connections(url, timings or Timings())
        self._writer = Writer(self._connections)
        self._peers = PeerListener(self._connections, self._writer)
        self._query = self._connections.query
        self.uploads = PostgresUploads(self._query)

    @property
    def errors(self) -> int:
        """How often the database has failed."""
        return self._connections.errors

    # --- the log ---------------------------------------------------------------------------------

    async def append(self, *entries: Entry) -> None:
        """Add all or none; raises Conflict when somebody was quicker."""
        if self._connections.closed:
            raise StorageError("storage/closed")
        await self._writer.append(entries)

    async def load(self, table: str, after: int = 0, most: int | None = None) -> list[str]:
        """The events of a table after a number."""
        try:
            rows = await self._query(lambda c: c.fetch(EVENTS_AFTER, table, after, most))
        except (asyncpg.DataError, UnicodeError):  # no table can have such a name
            return []
        return [row[0] for row in rows]

    async def replace(self, table: str, number: int, event: str) -> None:
        """Write an event anew: only to take a name out of it."""
        await self._query(lambda c: c.execute(REPLACE_EVENT, event, table, number))

    async def with_status(self, status: str) -> list[str]:
        """The tables with this status."""
        rows = await self._query(
            lambda c: c.fetch(TABLES_WITH_STATUS, status, timeout=_SLOW_QUERY_SECONDS)
        )
        return [row[0] for row in rows]

    async def due_before(self, before: float, most: int) -> list[tuple[str, float]]:
        """So many tables that somebody has to look at before a time."""
        rows = await self._query(lambda c: c.fetch(DUE_BEFORE, before, most))
        return [(row[0], row[1]) for row in rows]

    async def set_due(self, times: Mapping[str, float | None]) -> None:
        """Write down when somebody has to look at these tables next."""
        tables, due_times = list(times), list(times.values())
        await self._query(lambda c: c.execute(SET_DUE, tables, due_times))

    async def latest(self) -> float:
        """When a table was last in use."""
        found = await self._query(lambda c: c.fetchval(LATEST_USE, timeout=_SLOW_QUERY_SECONDS))
        return float(found)

    async def delete(self, statuses: Sequence[str], before: float, most: int) -> list[str]:
        """Delete so many tables that were last in use before a time."""
        arguments = (list(statuses), before, most, TABLES_CHANNEL)
        rows = await self._query(
            lambda c: c.fetch(DELETE_TABLES, *arguments, timeout=_SLOW_QUERY_SECONDS)
        )
        return [row[0] for row in rows]

    async def check(self) -> None:
        """Raise an error if the database does not answer, or could not write and still cannot."""
        await self._query(lambda c: c.execute("SELECT 1"), retry=False)
        if self._connections.writability.is_doubtful:
            await self._query(_try_to_write, retry=False)
            self._connections.writability.succeeded(trial=True)

    # --- the other workers -----------------------------------------------------------------------

    def notices(self) -> AsyncIterator[Notice]:
        """What other workers write, and who they are; goes on after every interruption."""
        return self._peers.notices()

    async def missed(self, known: Mapping[str, int]) -> dict[str, list[str]]:
        """The events after these numbers."""
        found: dict[str, list[str]] = {}
        tables, versions = list(known), list(known.values())
        for table, event in await self._query(lambda c: c.fetch(MISSED_EVENTS, tables, versions)):
            found.setdefault(table, []).append(event)
        return found

    def on_broadcast(self, topic: str, hear: Callable[[str], None]) -> None:
        """Have `hear` called with every message of a worker."""
        self._peers.on_broadcast(topic, hear)

    async def broadcast(self, topic: str, message: str) -> None:
        """Send a message that need not be kept to all workers."""
        await self._peers.broadcast(topic, message)

    async def leave(self) -> None:
        """Write what is queued, and close all connections."""
        self._connections.closed = True
        await self._writer.close()
        self._peers.disconnect()
        self._connections.terminate_pool()
        await asyncio.sleep(0)  # the loop closes sockets only then, and may end after this


async def _try_to_write(connection: asyncpg.Connection) -> None:
    trial = connection.transaction()
    await trial.start()
    try:
        await connection.execute(TRIAL_INSERT, TRIAL_ROWS, TRIAL_CHARACTERS)
    finally:
        await trial.rollback()
