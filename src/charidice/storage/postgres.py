"""The log in PostgreSQL, for any number of workers on any number of hosts.

Each worker writes through one connection: all that has queued up while the last commit was on its
way goes into the next one. The commit itself tells the other workers (NOTIFY in the same
transaction), who listen on a connection of their own and read what they do not know yet.

When a connection breaks, nobody knows whether its last commit was done. So the writer connects
anew and looks, before it writes again or says that it could not.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import asyncpg

from charidice.storage.errors import StorageError
from charidice.storage.notices import telling, understood
from charidice.storage.writability import TRIAL_CHARACTERS, TRIAL_ROWS, Writability
from charidice.tables import Conflict
from charidice.tables.ports import Entry, Gathered, Heard, Interrupted, Notice

_LOG = logging.getLogger(__name__)
_T = TypeVar("_T")
_MOST_AT_ONCE: Final = 300
_READERS: Final = 4
_PATIENCE_SECONDS: Final = 8.0  # a database that restarts is back by then
_PAUSE_SECONDS: Final = 0.1
_STATEMENT_SECONDS: Final = 4.0  # so that within the patience there is a second try
_LONG_SECONDS: Final = 60.0
# A host that is cut off must not hold locks, nor seem to be there, for hours.
_SETTINGS: Final = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "idle_in_transaction_session_timeout": "5000",
    "lock_timeout": "2000",
}
_WARN_SECONDS: Final = 5.0
_LOOK_SECONDS: Final = 1.0  # how often to see who else works
_WRITTEN: Final = "charidice_written"
_WORDS: Final = "charidice_words"
_WORKERS: Final = 0x43686172  # marks our advisory locks
# What may go away by itself: no connection, a database that stops or starts, a deadlock.
_TROUBLE: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,  # a stand-by that is about to take over
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    AttributeError,  # what asyncpg says when a connection ends between two steps of a statement
    OSError,
    TimeoutError,
)
# What a database says that cannot write; it has taken back what it had begun.
_DISK: Final = {
    asyncpg.DiskFullError: "storage/full",
    asyncpg.PostgresIOError: "storage/unwritable",
    asyncpg.InsufficientPrivilegeError: "storage/unwritable",  # also on a read-only file system
}

_ADD: Final = """
WITH added AS (
    INSERT INTO events (table_id, number, data)
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[])
)
SELECT pg_notify($4, told) FROM unnest($5::text[]) AS told
"""
_NEW_TABLES: Final = """
INSERT INTO tables (id, status, touched, due)
SELECT * FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[])
"""
_MARK_TABLES: Final = """
UPDATE tables SET status = new.status, touched = new.touched, due = new.due
FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[]) AS new (id, status, touched, due)
WHERE tables.id = new.id
"""
_DUE_BEFORE: Final = "SELECT id, due FROM tables WHERE due < $1 ORDER BY due LIMIT $2"
_LATEST: Final = "SELECT coalesce(max(touched), 0) FROM tables"
# A table that somebody writes to just now is passed over: that one says when it is due.
_SET_DUE: Final = """
UPDATE tables SET due = new.due FROM (
    SELECT told.id, told.due FROM unnest($1::text[], $2::float8[]) AS told (id, due)
    JOIN tables ON tables.id = told.id ORDER BY told.id FOR UPDATE OF tables SKIP LOCKED
) AS new
WHERE tables.id = new.id
"""
_LOAD: Final = """
SELECT data FROM events WHERE table_id = $1 AND number > $2 ORDER BY number LIMIT $3
"""
_MISSED: Final = """
SELECT table_id, data
FROM unnest($1::text[], $2::int[]) AS known (id, version)
JOIN events ON table_id = known.id AND number > known.version
ORDER BY table_id, number
"""
_REPLACE: Final = "UPDATE events SET data = $1 WHERE table_id = $2 AND number = $3"
_WITH_STATUS: Final = "SELECT id FROM tables WHERE status = $1"
_DELETE: Final = """
WITH old AS (
    DELETE FROM tables WHERE id IN (
        SELECT id FROM tables WHERE status = ANY($1::text[]) AND touched < $2
        LIMIT $3 FOR UPDATE SKIP LOCKED
    ) RETURNING id
), gone AS (
    DELETE FROM events USING old WHERE table_id = old.id
)
SELECT id, pg_notify($4, id || E'\\t0') FROM old
"""
_PRESENT: Final = """
SELECT count(*) FROM unnest($1::text[], $2::int[], $3::text[]) AS wanted (id, number, data)
JOIN events ON table_id = wanted.id AND events.number = wanted.number AND events.data = wanted.data
"""
# More than fits into the pages that are there; it is taken back.
_TRIAL: Final = """
INSERT INTO events (table_id, number, data)
SELECT '', -n, repeat('x', $2) FROM generate_series(1, $1) AS n
"""
_FELLOWS: Final = """
SELECT objid::int8 FROM pg_locks
WHERE locktype = 'advisory' AND classid = $1::int8::oid AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@dataclass(slots=True)
class _Job:
    """What is added as a whole or not at all, and who waits for it."""

    entries: Sequence[Entry]
    done: asyncio.Future[None]

    def rows(self) -> list[tuple[str, int, str]]:
        return [
            (entry.table, entry.number + offset, data)
            for entry in self.entries
            for offset, data in enumerate(entry.events)
        ]

    def tell(self, error: Exception | None = None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class _Gone(Exception):  # noqa: N818
    """A table to write to is not there."""


class PostgresStore:
    """The log, and word of the other workers."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._me = secrets.randbits(31)
        self._writer: asyncpg.Connection | None = None
        self._writer_pid = 0
        self._pool: asyncpg.Pool | None = None
        self._listener: asyncpg.Connection | None = None
        self._jobs: list[_Job] = []
        self._writing: asyncio.Task[None] | None = None
        self._closed = False
        self.errors = 0
        self._writability = Writability()
        self._warned = -_WARN_SECONDS

    # --- the log ---------------------------------------------------------------------------------

    async def append(self, *entries: Entry) -> None:
        """Add all or none; raises Conflict when somebody was quicker."""
        if self._closed:
            raise StorageError("storage/closed")
        job = _Job(entries, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), context=Context())
        await job.done

    async def load(self, table: str, after: int = 0, most: int | None = None) -> list[str]:
        """The events of a table after a number."""
        try:
            rows = await self._read(lambda c: c.fetch(_LOAD, table, after, most))
        except (asyncpg.DataError, UnicodeError):  # no table can have such a name
            return []
        return [row[0] for row in rows]

    async def replace(self, table: str, number: int, event: str) -> None:
        """Write an event anew: only to take a name out of it."""
        await self._read(lambda c: c.execute(_REPLACE, event, table, number))

    async def with_status(self, status: str) -> list[str]:
        """The tables with this status."""
        rows = await self._read(lambda c: c.fetch(_WITH_STATUS, status, timeout=_LONG_SECONDS))
        return [row[0] for row in rows]

    async def due_before(self, before: float, most: int) -> list[tuple[str, float]]:
        """So many tables that somebody has to look at before a time."""
        rows = await self._read(lambda c: c.fetch(_DUE_BEFORE, before, most))
        return [(row[0], row[1]) for row in rows]

    async def set_due(self, times: Mapping[str, float | None]) -> None:
        """Write down when somebody has to look at these tables next."""
        names, dues = list(times), list(times.values())
        await self._read(lambda c: c.execute(_SET_DUE, names, dues))

    async def latest(self) -> float:
        """When a table was last in use."""
        found = await self._read(lambda c: c.fetchval(_LATEST, timeout=_LONG_SECONDS))
        return float(found)

    async def delete(self, statuses: Sequence[str], before: float, most: int) -> list[str]:
        """Delete so many tables that were last in use before a time."""
        rows = await self._read(
            lambda c: c.fetch(
                _DELETE, list(statuses), before, most, _WRITTEN, timeout=_LONG_SECONDS
            )
        )
        return [row[0] for row in rows]

    async def check(self) -> None:
        """Raise an error if the database does not answer, or could not write and still cannot."""
        await self._read(lambda c: c.execute("SELECT 1"), patience=0)
        if self._writability.is_doubtful:
            await self._read(_try_to_write, patience=0)
            self._writability.succeeded(trial=True)

    # --- the other workers -----------------------------------------------------------------------

    async def missed(self, known: Mapping[str, int]) -> dict[str, list[str]]:
        """The events after these numbers."""
        found: dict[str, list[str]] = {}
        names, numbers = list(known), list(known.values())
        for name, data in await self._read(lambda c: c.fetch(_MISSED, names, numbers)):
            found.setdefault(name, []).append(data)
        return found

    async def say(self, word: str) -> None:
        """Tell the other workers something that need not be kept."""
        await self._read(lambda c: c.execute("SELECT pg_notify($1, $2)", _WORDS, word), patience=0)

    async def notices(self) -> AsyncIterator[Notice]:
        """What other workers write, and who they are; goes on after every interruption."""
        while not self._closed:
            try:
                async for notice in self._listened():
                    yield notice
            except Exception as error:
                self._count(error)
            finally:
                _drop(self._listener)
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _listened(self) -> AsyncIterator[Notice]:
        """The same on one connection, until it breaks."""
        notes: list[str] = []
        words: list[str] = []
        news = asyncio.Event()

        def written(_connection: object, pid: int, _channel: str, payload: object) -> None:
            writer = self._writer
            if writer is not None and not writer.is_closed() and pid == self._writer_pid:
                return  # our own
            notes.append(str(payload))
            news.set()

        def word(_connection: object, _pid: int, _channel: str, payload: object) -> None:
            words.append(str(payload))
            news.set()

        self._listener = connection = await self._connect()
        connection.add_termination_listener(lambda _connection: news.set())
        await connection.add_listener(_WRITTEN, written)
        await connection.add_listener(_WORDS, word)
        # The lock lives as long as the connection: that is how others see that we are there.
        await connection.execute("SELECT pg_advisory_lock_shared($1, $2)", _WORKERS, self._me)
        yield Interrupted()
        loop, workers, look = asyncio.get_running_loop(), frozenset[int](), 0.0
        while not connection.is_closed():
            if loop.time() >= look:
                rows = await connection.fetch(_FELLOWS, _WORKERS)
                found = frozenset(row[0] for row in rows)
                if found != workers:
                    workers = found
                    yield Gathered(self._me, workers)
                look = loop.time() + _LOOK_SECONDS
            if notes:
                told, notes[:] = list(notes), []
                yield understood(told)
            while words:
                yield Heard(words.pop(0))
            timer = loop.call_at(look, news.set)
            await news.wait()
            timer.cancel()
            news.clear()

    async def leave(self) -> None:
        """Write what is queued, and close all connections."""
        self._closed = True
        if self._writing is not None:
            await self._writing
        _drop(self._listener)
        _drop(self._writer)
        if self._pool is not None:
            self._pool.terminate()

    # --- writing ---------------------------------------------------------------------------------

    async def _write(self) -> None:
        """Commit all that has queued up, until nothing is left."""
        await asyncio.sleep(0)  # what comes up in the same round of the loop belongs together
        while self._jobs:
            jobs, self._jobs = self._jobs[:_MOST_AT_ONCE], self._jobs[_MOST_AT_ONCE:]
            await self._commit(jobs)
        self._writing = None

    async def _commit(self, jobs: list[_Job]) -> None:
        """All in one transaction; if one is refused, each in its own."""
        error: Exception | None = None
        try:
            await self._persist(jobs)
        except StorageError as trouble:
            error = trouble
        except Exception as refused:
            if len(jobs) > 1:
                for job in jobs:
                    await self._commit([job])
                return
            error = _in_our_words(refused)
        else:
            self._writability.succeeded()
        for job in jobs:
            job.tell(error)

    async def _persist(self, jobs: list[_Job]) -> None:
        """Write, and if the connection breaks, look what has come through before writing again."""
        loop, unsure = asyncio.get_running_loop(), False
        until = loop.time() + _PATIENCE_SECONDS
        while True:
            try:
                if self._writer is None or self._writer.is_closed():
                    self._writer = await self._connect()
                    self._writer_pid = self._writer.get_server_pid()
                if unsure:
                    await _sort_out(self._writer, jobs)
                if jobs:
                    await self._add_surely(self._writer, jobs, unsure=unsure)
            except tuple(_DISK) as error:
                raise self._disk_trouble(error) from None
            except _TROUBLE as error:
                _raise_if_cancelled()
                self._count(error)
                _drop(self._writer)
                unsure = True
                if loop.time() >= until:
                    raise self._given_up(error) from None
                await asyncio.sleep(_PAUSE_SECONDS)
            else:
                return

    async def _add_surely(
        self, writer: asyncpg.Connection, jobs: list[_Job], *, unsure: bool
    ) -> None:
        try:
            await _add(writer, jobs)
        except asyncpg.UniqueViolationError:
            if unsure:  # was it ourselves, with a commit that came through late?
                await _sort_out(writer, jobs)
            if jobs:
                raise

    # --- connections -----------------------------------------------------------------------------

    async def _connect(self) -> asyncpg.Connection:
        connection = await asyncpg.connect(
            self._url, timeout=_STATEMENT_SECONDS, command_timeout=_STATEMENT_SECONDS,
            server_settings={**_SETTINGS, "application_name": f"charidice {self._me}"},
        )  # fmt: skip
        try:
            if await connection.fetchval("SHOW synchronous_commit") == "off":
                await connection.execute("SET synchronous_commit = on")  # that is our promise
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def _read(
        self,
        query: Callable[[asyncpg.Connection], Awaitable[_T]],
        patience: float = _PATIENCE_SECONDS,
    ) -> _T:
        """Ask the database; what fails because it restarts is asked again."""
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        while True:
            if self._closed:
                raise StorageError("storage/closed")
            try:
                if self._pool is None:
                    self._pool = asyncpg.create_pool(
                        self._url, min_size=0, max_size=_READERS, connect=self._pooled,
                        reset=_as_it_is,
                    )  # fmt: skip
                    await self._pool
                async with self._pool.acquire() as connection:
                    return await query(connection)
            except tuple(_DISK) as error:
                raise self._disk_trouble(error) from None
            except _TROUBLE as error:
                self._count(error)
                if loop.time() >= until:
                    raise self._given_up(error) from None
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _pooled(self, *_args: object, **_settings: object) -> asyncpg.Connection:
        return await self._connect()

    def _disk_trouble(self, error: BaseException) -> StorageError:
        """The database has said that it cannot write: nobody is kept waiting."""
        self.errors += 1
        said = StorageError(next(_DISK[kind] for kind in _DISK if isinstance(error, kind)))
        self._writability.failed(said)
        return said

    def _given_up(self, error: BaseException) -> StorageError:
        if isinstance(error, asyncpg.ReadOnlySQLTransactionError):  # and nobody took over
            said = StorageError("storage/unwritable")
            self._writability.failed(said)
            return said
        return StorageError("storage/unavailable")

    def _count(self, error: BaseException) -> None:
        self.errors += 1
        now = asyncio.get_running_loop().time()
        if now - self._warned > _WARN_SECONDS:
            self._warned = now
            _LOG.warning("the database does not answer: %s", type(error).__name__)


async def _add(connection: asyncpg.Connection, jobs: list[_Job]) -> None:
    """Write in one transaction; events alone need just one statement.

    Sorted, so that two workers never wait for each other crosswise.
    """
    rows = sorted(row for job in jobs for row in job.rows())
    entries = sorted(entry for job in jobs for entry in job.entries)
    told = telling(entries)
    marked = [_row(e) for e in entries if e.status is not None and e.number > 1]
    begun = [_row(e) for e in entries if e.number == 1]
    if not marked and not begun:
        await connection.execute(_ADD, *_columns(rows), _WRITTEN, told)
        return
    async with connection.transaction():
        if begun:
            await connection.execute(_NEW_TABLES, *_columns(begun))
        await connection.execute(_ADD, *_columns(rows), _WRITTEN, told)
        if marked:
            done = await connection.execute(_MARK_TABLES, *_columns(marked))
            if done != f"UPDATE {len(marked)}":
                raise _Gone


def _row(entry: Entry) -> tuple[str, str | None, float, float | None]:
    """What the row of a table says."""
    return entry.table, entry.status, entry.at, entry.due


def _in_our_words(error: Exception) -> Exception:
    if isinstance(error, (asyncpg.UniqueViolationError, _Gone)):
        return Conflict()
    if isinstance(error, asyncpg.LockNotAvailableError):  # of somebody who is cut off
        return StorageError("storage/unavailable")
    return error


async def _try_to_write(connection: asyncpg.Connection) -> None:
    trial = connection.transaction()
    await trial.start()
    try:
        await connection.execute(_TRIAL, TRIAL_ROWS, TRIAL_CHARACTERS)
    finally:
        await trial.rollback()


async def _sort_out(connection: asyncpg.Connection, jobs: list[_Job]) -> None:
    """Take out what was committed by a connection that broke."""
    for job in list(jobs):
        rows = job.rows()
        if await connection.fetchval(_PRESENT, *_columns(rows)) == len(rows):
            job.tell()
            jobs.remove(job)


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _raise_if_cancelled() -> None:
    """Whoever is cancelled in a transaction may get to hear of its broken connection instead."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _drop(connection: asyncpg.Connection | None) -> None:
    if connection is not None and not connection.is_closed():
        connection.terminate()


async def _as_it_is(_connection: asyncpg.Connection) -> None:
    """Nothing has been set on it that would have to be reset."""
