"""The log in one SQLite file: one writer thread, which commits all that has queued up at once.

A commit that reaches the disk (WAL, synchronous=FULL) costs the same for one event as for fifty,
so the busier the server, the more moves share one. Nothing is acknowledged before its commit.

The writer uses the driver directly, and adds all events of a commit with one statement: after each
call to SQLite it has to wait until the rest of the server lets it run again.
"""

import asyncio
import os
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeVar, cast

from alembic.runtime.migration import MigrationContext
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    insert,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError

from charidice.storage.errors import StorageError
from charidice.storage.schema import EVENTS, SECRETS, TABLES, is_known, upgrade
from charidice.tables import Conflict

_T = TypeVar("_T")
_MOST_AT_ONCE: Final = 500


@dataclass(slots=True)
class _Job:
    """Rows to add, other statements that belong to them, and who waits for it."""

    rows: Sequence[tuple[str, int, str]]
    others: Sequence[tuple[str, tuple[object, ...]]]
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


class SQLiteStore:
    """A log in a file; `close` waits until all is written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._engine = _engine(path)
        self._lock = _locked(path)
        self._prepare()
        self._closed = False
        self._gathered: list[_Job] = []
        self._jobs: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._writer = Thread(target=self._write, name="charidice-writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is queued, and let the file go."""
        self._closed = True
        self._hand_over()
        self._jobs.put(None)
        self._writer.join()
        self._engine.dispose()
        self._lock.close()

    def key(self) -> bytes:
        """The key that signs seats; made once, kept with the data."""
        with self._engine.begin() as connection:
            found = connection.execute(select(SECRETS.c.value)).scalar()
            if found is None:
                found = secrets.token_hex(32)
                connection.execute(insert(SECRETS).values(name="signing", value=found))
        return bytes.fromhex(str(found))

    async def append(
        self, table: str, number: int, events: Sequence[str], status: str | None
    ) -> None:
        """Add events to a table; raises Conflict when somebody was quicker."""
        rows = [(table, number + offset, data) for offset, data in enumerate(events)]
        if number == 1:
            await self._written(rows, [(_NEW_TABLE, (table, status))])
        elif status is not None:
            await self._written(rows, [(_STATUS, (status, table))])
        else:
            await self._written(rows)

    async def load(self, table: str) -> list[str]:
        """All events of a table."""
        query = select(EVENTS.c.data).where(EVENTS.c.table_id == table).order_by(EVENTS.c.number)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def replace(self, table: str, number: int, data: str) -> None:
        """Write an event anew: only to take a name out of it."""
        await self._written((), [(_REPLACE, (data, table, number))])

    async def with_status(self, status: str) -> list[str]:
        """The tables with this status."""
        query = select(TABLES.c.id).where(TABLES.c.status == status)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def _read(self, query: Callable[[Connection], _T]) -> _T:
        def run() -> _T:
            with self._engine.connect() as connection:
                return query(connection)

        return await asyncio.to_thread(run)

    async def _written(
        self,
        rows: Sequence[tuple[str, int, str]],
        others: Sequence[tuple[str, tuple[object, ...]]] = (),
    ) -> None:
        if self._closed:
            raise StorageError("storage/closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(_Job(rows, others, done, loop))
        await done

    def _hand_over(self) -> None:
        """Give the writer all that has come up in one round of the loop."""
        jobs, self._gathered = self._gathered, []
        self._jobs.put(jobs)

    def _prepare(self) -> None:
        try:
            with self._engine.begin() as connection:
                revision = MigrationContext.configure(connection).get_current_revision()
                if not is_known(revision):
                    raise StorageError("storage/newer", {"path": self._path})
                upgrade(connection)
        except (DatabaseError, StorageError) as error:
            self._engine.dispose()
            self._lock.close()
            if isinstance(error, StorageError):
                raise
            details = {"path": self._path, "reason": error.orig}
            raise StorageError("storage/unusable", details) from None

    def _write(self) -> None:
        with closing(self._engine.raw_connection()) as proxied:
            connection = cast(sqlite3.Connection, proxied.driver_connection)
            connection.isolation_level = None  # a statement alone is a transaction
            while (jobs := self._jobs.get()) is not None:
                last = False
                while len(jobs) < _MOST_AT_ONCE and not self._jobs.empty() and not last:
                    more = self._jobs.get()
                    last = more is None
                    jobs += more or ()
                if jobs:
                    self._commit(connection, jobs)
                if last:
                    return

    def _commit(self, connection: sqlite3.Connection, jobs: list[_Job]) -> None:
        """All of them in one transaction; if one is refused, each in its own."""
        try:
            _add(connection, jobs)
        except Exception as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if len(jobs) > 1:
                for job in jobs:
                    self._commit(connection, [job])
                return
            refused = isinstance(error, sqlite3.IntegrityError)
            _tell(jobs, Conflict() if refused else error)
            return
        _tell(jobs, None)


def _add(connection: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Write in one transaction; events alone need just one statement."""
    rows = [row for job in jobs for row in job.rows]
    others = [other for job in jobs for other in job.others]
    if others:
        connection.execute("BEGIN IMMEDIATE")
    if rows:
        connection.execute(_insert(len(rows)), tuple(chain.from_iterable(rows)))
    for statement, values in others:
        connection.execute(statement, values)
    if others:
        connection.execute("COMMIT")


_NEW_TABLE: Final = "INSERT INTO tables (id, status) VALUES (?, ?)"
_STATUS: Final = "UPDATE tables SET status = ? WHERE id = ?"
_REPLACE: Final = "UPDATE events SET data = ? WHERE table_id = ? AND number = ?"


@cache
def _insert(rows: int) -> str:
    """The statement that adds so many events."""
    places = ", ".join(["(?, ?, ?)"] * rows)
    return f"INSERT INTO events (table_id, number, data) VALUES {places}"  # noqa: S608


def _tell(jobs: list[_Job], error: Exception | None) -> None:
    """Tell all who wait, with one call into their loop."""

    def tell() -> None:
        for job in jobs:
            if not job.done.done():
                if error is None:
                    job.done.set_result(None)
                else:
                    job.done.set_exception(error)

    try:
        jobs[0].loop.call_soon_threadsafe(tell)
    except RuntimeError:  # the loop is gone: nobody waits any more
        return


def _engine(path: Path) -> Engine:
    engine = create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": 10})

    @event.listens_for(engine, "connect")
    def durable(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA fullfsync=ON")  # on macOS, where less does not reach the disk
        cursor.execute("PRAGMA secure_delete=ON")  # a deleted name is gone from the file too
        cursor.close()

    return engine


def _locked(path: Path) -> sqlite3.Connection:
    """A lock beside the file, held as long as the server runs: two servers would not agree."""
    lock = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # the signing key is in it
        lock = sqlite3.connect(f"{path}.lock", timeout=0, check_same_thread=False)
        lock.execute("BEGIN EXCLUSIVE")
    except OSError as error:
        raise StorageError("storage/unusable", {"path": path, "reason": error.strerror}) from None
    except sqlite3.Error as error:
        if lock is not None:
            lock.close()
        busy = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
        code = "storage/in-use" if busy else "storage/unusable"
        raise StorageError(code, {"path": path, "reason": error}) from None
    else:
        return lock
