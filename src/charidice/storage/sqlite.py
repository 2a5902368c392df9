"""The log in one SQLite file: one writer thread, which commits all that has queued up at once.

A commit that reaches the disk (WAL, synchronous=FULL) costs the same for one event as for fifty,
so the busier the server, the more moves share one. Nothing is acknowledged before its commit.

The writer uses the driver directly, and adds all events of a commit with one statement: after each
call to SQLite it has to wait until the rest of the server lets it run again.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, TypeVar, cast

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError, OperationalError

from charidice.storage.errors import StorageError
from charidice.storage.files import explained, in_our_words, migrate, sqlite_engine, usable
from charidice.storage.locking import locked
from charidice.storage.schema import EVENTS, TABLES, key_in
from charidice.storage.scrubbing import Scrubber
from charidice.storage.writability import TRIAL_CHARACTERS, TRIAL_ROWS, Writability
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
        self._engine = sqlite_engine(path)
        try:
            self._prepare()
            with explained(path):
                self._writing = self._engine.raw_connection()
        except BaseException:
            self._engine.dispose()
            self._lock.close()
            raise
        self._closed = False
        self.errors = 0
        self._writability, self._scrubber = Writability(), Scrubber()
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

    def compact(self) -> None:
        """Write the whole file anew, without what was deleted; meanwhile it needs twice the room.

        SQLite leaves copies of rows in parts of pages that are no longer used.
        """
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql("VACUUM")
        except DBAPIError as error:
            raise self._failed(error.orig) from None

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

    async def latest(self) -> float:
        """When a table was last in use."""
        query = select(func.max(TABLES.c.touched))
        return await self._read(lambda connection: connection.execute(query).scalar() or 0.0)

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
        """Raise an error if the file cannot be read, or could not be written and still cannot."""
        await self._read(lambda connection: connection.execute(select(1)))
        if self._writability.is_doubtful:
            await self._written((), _TRIAL)
            self._writability.succeeded(trial=True)

    async def _read(self, query: Callable[[Connection], _T]) -> _T:
        if self._closed:
            raise StorageError("storage/closed")

        def run() -> _T:
            try:
                with self._engine.connect() as connection:
                    return query(connection)
            except DBAPIError as error:
                raise self._failed(error.orig) from None

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
        with usable(self._path) as engine:
            migrate(engine, self._path)
            with engine.connect() as connection, suppress(OperationalError):
                connection.exec_driver_sql(_OPEN_AS.format(self._lock.mark))

    def _write(self) -> None:
        with closing(self._writing) as proxied:
            connection = cast(sqlite3.Connection, proxied.driver_connection)
            connection.isolation_level = None  # a statement alone is a transaction
            self._take_jobs(connection)
            self._scrubber.scrub(connection, at_the_end=True)
            with suppress(sqlite3.Error):
                connection.execute(_OPEN_AS.format(0))  # by no name

    def _take_jobs(self, connection: sqlite3.Connection) -> None:
        """Commit what is handed over, and scrub between commits, until the end."""
        while (jobs := self._next_jobs()) is not None:
            last = False
            while len(jobs) < _MOST_AT_ONCE and not self._jobs.empty() and not last:
                more = self._jobs.get()
                last = more is None
                jobs += more or ()
            if jobs:
                self._commit(connection, jobs)
            if last:
                return
            self._scrubber.scrub(connection)

    def _next_jobs(self) -> list[_Job] | None:
        """What is handed over next; nothing when it is time to scrub, None at the end."""
        try:
            return self._jobs.get(timeout=self._scrubber.wait)
        except Empty:
            return []

    def _commit(self, connection: sqlite3.Connection, jobs: list[_Job]) -> None:
        """All of them in one transaction; if one is refused, each in its own."""
        try:
            _add(connection, jobs)
        except Exception as error:
            if connection.in_transaction:
                with suppress(sqlite3.Error):  # an error may have ended the transaction already
                    connection.execute("ROLLBACK")
            if len(jobs) > 1:
                for job in jobs:
                    self._commit(connection, [job])
                return
            refused = isinstance(error, (sqlite3.IntegrityError, _Gone))
            _tell(jobs, Conflict() if refused else self._failed(error))
            return
        self._writability.succeeded()
        if any(statement in _ERASING for job in jobs for statement, _values in job.others):
            self._scrubber.want()
        _tell(jobs, None)

    def _failed(self, error: BaseException | None) -> Exception:
        """What to say about an error of SQLite."""
        self.errors += 1
        said = in_our_words(error)
        self._writability.failed(said)
        return said


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


# Written and taken out again in one transaction: it needs room, and leaves nothing behind.
_TRIAL: Final = [
    (
        "INSERT INTO events (table_id, number, data) VALUES ('', 0, ?)",
        ("x" * TRIAL_ROWS * TRIAL_CHARACTERS,),
    ),
    ("DELETE FROM events WHERE table_id = ''", ()),
]
_OPEN_AS: Final = "PRAGMA user_version = {}"
_NEW_TABLE: Final = "INSERT INTO tables (id, status, touched, due) VALUES (?, ?, ?, ?)"
_MARK: Final = "UPDATE tables SET status = ?, touched = ?, due = ? WHERE id = ?"
_SET_DUE: Final = "UPDATE tables SET due = ? WHERE id = ?"
_DELETE_TABLE: Final = "DELETE FROM tables WHERE id = ? AND touched < ?"
_DELETE_EVENTS: Final = (
    "DELETE FROM events WHERE table_id = ? AND NOT EXISTS (SELECT 1 FROM tables WHERE id = ?)"
)
_REPLACE: Final = "UPDATE events SET data = ? WHERE table_id = ? AND number = ?"
_ERASING: Final = (_DELETE_EVENTS, _REPLACE)


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
