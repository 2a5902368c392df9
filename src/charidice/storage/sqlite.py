"""The log in one SQLite file: one writer thread, which commits all that has queued up at once.

A commit that reaches the disk (WAL, synchronous=FULL) costs the same for one event as for fifty,
so the busier the server, the more moves share one. Nothing is acknowledged before its commit.

The writer uses the driver directly, and adds all events of a commit with one statement: after each
call to SQLite it has to wait until the rest of the server lets it run again.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeVar, cast

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError

from charidice.storage.errors import StorageError
from charidice.storage.schema import EVENTS, TABLES, form_of, forms, key_in, upgrade
from charidice.tables import Conflict
from charidice.tables.ports import Entry

_T = TypeVar("_T")
_MOST_AT_ONCE: Final = 500
_READERS: Final = 2  # threads; the loop waits its turn behind each that runs


@dataclass(slots=True)
class _Job:
    """Rows to add, other statements that belong to them, and who waits for it."""

    rows: Sequence[tuple[str, int, str]]
    others: Sequence[tuple[str, tuple[object, ...]]]
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


class _Gone(Exception):  # noqa: N818
    """A table to write to is not there."""


class SQLiteStore:
    """A log in a file; `close` waits until all is written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = locked(path)
        self._prepare()
        self._engine = sqlite_engine(path)
        self._closed = False
        self.errors = 0
        self._gathered: list[_Job] = []
        self._jobs: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(_READERS, "charidice-reader")
        self._writer = Thread(target=self._write, name="charidice-writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is queued, and let the file go."""
        self._closed = True
        self._hand_over()
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._engine.dispose()
        self._lock.close()

    def key(self) -> bytes:
        """The key that signs seats; made once, kept with the data."""
        with self._engine.begin() as connection:
            return key_in(connection)

    async def append(self, *entries: Entry) -> None:
        """Add all or none; raises Conflict when somebody was quicker."""
        rows: list[tuple[str, int, str]] = []
        others: list[tuple[str, tuple[object, ...]]] = []
        for entry in entries:
            table, number, events, status, at, due = entry
            rows += [(table, number + offset, data) for offset, data in enumerate(events)]
            if number == 1:
                others.append((_NEW_TABLE, (table, status, at, due)))
            elif status is not None:
                others.append((_MARK, (status, at, due, table)))
        await self._written(rows, others)

    async def load(self, table: str, after: int = 0, most: int | None = None) -> list[str]:
        """The events of a table after a number."""
        wanted = (EVENTS.c.table_id == table) & (EVENTS.c.number > after)
        query = select(EVENTS.c.data).where(wanted).order_by(EVENTS.c.number).limit(most)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def replace(self, table: str, number: int, data: str) -> None:
        """Write an event anew: only to take a name out of it."""
        await self._written((), [(_REPLACE, (data, table, number))])

    async def with_status(self, status: str) -> list[str]:
        """The tables with this status."""
        query = select(TABLES.c.id).where(TABLES.c.status == status)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def due_before(self, before: float, most: int) -> list[tuple[str, float]]:
        """So many tables that somebody has to look at before a time."""
        query = select(TABLES.c.id, TABLES.c.due).where(TABLES.c.due < before)
        query = query.order_by(TABLES.c.due).limit(most)
        return await self._read(lambda connection: [(n, at) for n, at in connection.execute(query)])

    async def set_due(self, times: Mapping[str, float | None]) -> None:
        """Write down when somebody has to look at these tables next."""
        await self._written((), [(_SET_DUE, (at, name)) for name, at in times.items()])

    async def delete(self, statuses: Sequence[str], before: float, most: int) -> list[str]:
        """Delete so many tables that were last in use before a time."""
        old = select(TABLES.c.id).where(TABLES.c.status.in_(statuses), TABLES.c.touched < before)
        query = old.limit(most)
        names = await self._read(lambda connection: list(connection.execute(query).scalars()))
        for name in names:  # each alone, as others want to write too
            table = (_DELETE_TABLE, (name, before))  # unless it was used meanwhile
            await self._written((), [table, (_DELETE_EVENTS, (name, name))])
        left = select(TABLES.c.id).where(TABLES.c.id.in_(names))
        there = await self._read(lambda connection: set(connection.execute(left).scalars()))
        return [name for name in names if name not in there]

    async def check(self) -> None:
        """Raise an error if the file cannot be read."""
        await self._read(lambda connection: connection.execute(select(1)))

    async def _read(self, query: Callable[[Connection], _T]) -> _T:
        if self._closed:
            raise StorageError("storage/closed")

        def run() -> _T:
            with self._engine.connect() as connection:
                return query(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

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
            with usable(self._path) as engine:
                migrate(engine, self._path)
        except StorageError:
            self._lock.close()
            raise

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
            refused = isinstance(error, (sqlite3.IntegrityError, _Gone))
            self.errors += not refused
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
        if not connection.execute(statement, values).rowcount and statement == _MARK:
            raise _Gone
    if others:
        connection.execute("COMMIT")


_NEW_TABLE: Final = "INSERT INTO tables (id, status, touched, due) VALUES (?, ?, ?, ?)"
_MARK: Final = "UPDATE tables SET status = ?, touched = ?, due = ? WHERE id = ?"
_SET_DUE: Final = "UPDATE tables SET due = ? WHERE id = ?"
_DELETE_TABLE: Final = "DELETE FROM tables WHERE id = ? AND touched < ?"
_DELETE_EVENTS: Final = (
    "DELETE FROM events WHERE table_id = ? AND NOT EXISTS (SELECT 1 FROM tables WHERE id = ?)"
)
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


def migrate(engine: Engine, path: Path) -> Path | None:
    """Bring a file to the latest form; one that has games is copied beside itself before."""
    with engine.begin() as connection:
        form, known = form_of(connection), forms()
        if form is not None and form not in known:
            raise StorageError("storage/newer", {"path": path})
    if form == known[0]:
        return None
    backup = None
    if form is not None:
        backup = path.with_name(f"{path.name}.before-{known[0]}")
        _back_up(path, backup)
    with engine.begin() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # all or nothing
        upgrade(connection)
    return backup


def _back_up(path: Path, backup: Path) -> None:
    """Copy a file as a whole; the copy takes its name when it is complete."""
    unfinished = backup.with_name(f"{backup.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    unfinished.replace(backup)


@contextmanager
def usable(path: Path) -> Iterator[Engine]:
    """Connections to a file; what is wrong with it is said."""
    engine = sqlite_engine(path)
    try:
        yield engine
    except (DatabaseError, sqlite3.Error, OSError) as error:
        reason = error.orig if isinstance(error, DatabaseError) else error
        raise StorageError("storage/unusable", {"path": path, "reason": reason}) from None
    finally:
        engine.dispose()


def sqlite_engine(path: Path) -> Engine:
    """Connections to a file, each set so that what is committed is on disk."""
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


def locked(path: Path) -> sqlite3.Connection:
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
