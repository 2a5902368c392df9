"""Group commit: whatever has queued up during one commit goes into the next one.

When a connection breaks, nobody knows whether its last commit was done. So the writer connects
anew and looks, before it writes again or says that it could not.
"""

import asyncio
from collections.abc import Sequence
from contextvars import Context
from dataclasses import dataclass
from typing import Any, Final

import asyncpg

from charidice.storage.errors import StorageError
from charidice.storage.postgres.connections import (
    DISK_ERRORS,
    TRANSIENT_ERRORS,
    Connections,
    terminate,
)
from charidice.storage.postgres.notifications import TABLES_CHANNEL, encode_notifications
from charidice.storage.postgres.statements import (
    COUNT_PRESENT_EVENTS,
    INSERT_EVENTS,
    INSERT_TABLES,
    UPDATE_TABLES,
)
from charidice.tables import Conflict
from charidice.tables.hosting.ports import Entry

_GROUP_SIZE: Final = 300


@dataclass(slots=True)
class _Append:
    """Entries that are added as a whole or not at all, and the future of who waits for them."""

    entries: Sequence[Entry]
    done: asyncio.Future[None]

    def event_rows(self) -> list[tuple[str, int, str]]:
        return [
            (entry.table, entry.number + offset, data)
            for entry in self.entries
            for offset, data in enumerate(entry.events)
        ]

    def finish(self, error: Exception | None = None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class _TableMissingError(Exception):
    """A table to write to is not there."""


class Writer:
    """Writes to the log on a connection of its own."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._connection: asyncpg.Connection | None = None
        self._server_pid = 0
        self._queue: list[_Append] = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, entries: Sequence[Entry]) -> None:
        """Add all or none, and return after the commit; raises Conflict if somebody was quicker."""
        append = _Append(entries, asyncio.get_running_loop().create_future())
        self._queue.append(append)
        if self._task is None:
            self._task = asyncio.create_task(self._commit_queue(), context=Context())
        await append.done

    def has_server_pid(self, pid: int) -> bool:
        """Whether a process of the database serves this writer now."""
        is_open = self._connection is not None and not self._connection.is_closed()
        return is_open and pid == self._server_pid

    async def close(self) -> None:
        """Write what is queued, and disconnect."""
        if self._task is not None:
            await self._task
        terminate(self._connection)

    async def _commit_queue(self) -> None:
        """Commit all that has queued up, until nothing is left."""
        await asyncio.sleep(0)  # what comes up in the same round of the loop belongs together
        while self._queue:
            group, self._queue = self._queue[:_GROUP_SIZE], self._queue[_GROUP_SIZE:]
            await self._commit(group)
        self._task = None

    async def _commit(self, group: list[_Append]) -> None:
        """Commit all in one transaction; if one is refused, each in its own."""
        error: Exception | None = None
        try:
            await self._insert_with_retries(group)
        except StorageError as failure:
            error = failure
        except Exception as refused:
            if len(group) > 1:
                for append in group:
                    await self._commit([append])
                return
            error = _translated(refused)
        else:
            self._connections.writability.succeeded()
        for append in group:
            append.finish(error)

    async def _insert_with_retries(self, group: list[_Append]) -> None:
        """Write, and if the connection breaks, look what was committed before writing again."""
        deadline, is_retry = self._connections.deadline(), False
        while True:
            try:
                connection = await self._connected()
                if is_retry:
                    await _drop_committed(connection, group)
                if group:
                    await _insert_group(connection, group, is_retry=is_retry)
            except DISK_ERRORS as error:
                raise self._connections.disk_error(error) from None
            except TRANSIENT_ERRORS as error:
                _raise_if_cancelled()
                terminate(self._connection)
                is_retry = True
                await self._connections.wait_to_retry(error, deadline)
            else:
                return

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connections.connect()
            self._server_pid = self._connection.get_server_pid()
        return self._connection


async def _insert_group(
    connection: asyncpg.Connection, group: list[_Append], *, is_retry: bool
) -> None:
    try:
        await _insert(connection, group)
    except asyncpg.UniqueViolationError:
        if is_retry:  # was it ourselves, with a commit that came through late?
            await _drop_committed(connection, group)
        if group:
            raise


async def _insert(connection: asyncpg.Connection, group: list[_Append]) -> None:
    """Write in one transaction; events alone need just one statement.

    Sorted, so that two workers never wait for each other crosswise.
    """
    entries = sorted(entry for append in group for entry in append.entries)
    events = _columns(sorted(row for append in group for row in append.event_rows()))
    new = [_table_row(e) for e in entries if e.number == 1]
    changed = [_table_row(e) for e in entries if e.status is not None and e.number > 1]
    insert_events = (INSERT_EVENTS, *events, TABLES_CHANNEL, encode_notifications(entries))
    if not new and not changed:
        await connection.execute(*insert_events)
        return
    async with connection.transaction():
        if new:
            await connection.execute(INSERT_TABLES, *_columns(new))
        await connection.execute(*insert_events)
        if changed:
            result = await connection.execute(UPDATE_TABLES, *_columns(changed))
            if result != f"UPDATE {len(changed)}":
                raise _TableMissingError


async def _drop_committed(connection: asyncpg.Connection, group: list[_Append]) -> None:
    """Finish and take out of the group what was committed by a connection that broke."""
    for append in list(group):
        rows = append.event_rows()
        if await connection.fetchval(COUNT_PRESENT_EVENTS, *_columns(rows)) == len(rows):
            append.finish()
            group.remove(append)


def _translated(error: Exception) -> Exception:
    """An error of the database as what it means to who has written."""
    if isinstance(error, (asyncpg.UniqueViolationError, _TableMissingError)):
        return Conflict()
    if isinstance(error, asyncpg.LockNotAvailableError):  # of somebody who is cut off
        return StorageError("storage/unavailable")
    return error


def _table_row(entry: Entry) -> tuple[str, str | None, float, float | None]:
    return entry.table, entry.status, entry.at, entry.due


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _raise_if_cancelled() -> None:
    """Raise what a broken connection hides: a task may be cancelled in a transaction."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
