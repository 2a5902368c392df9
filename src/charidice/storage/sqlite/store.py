"""The log in one SQLite file: one thread writes (`Writer`), a few threads read."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError, OperationalError

from charidice.storage.errors import StorageError
from charidice.storage.schema import EVENTS, TABLES, read_signing_key
from charidice.storage.sqlite.files import (
    durable_engine,
    migrate,
    opened_engine,
    reporting_unusable,
    translated,
)
from charidice.storage.sqlite.locking import lock_file, open_name_statement
from charidice.storage.sqlite.statements import (
    DELETE_EVENTS,
    DELETE_TABLE,
    INSERT_TABLE,
    REPLACE_EVENT,
    SET_DUE,
    TRIAL,
    UPDATE_TABLE,
    Statement,
)
from charidice.storage.sqlite.uploads import SQLiteUploads
from charidice.storage.sqlite.writer import EventRow, Writer
from charidice.storage.writability import Writability
from charidice.tables.hosting.ports import Entry

_T = TypeVar("_T")
_READERS: Final = 2  # threads; the loop waits its turn behind each that runs


class SQLiteStore:
    """A log in a file; `close` waits until all is written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = lock_file(path)
        self._engine = durable_engine(path)
        try:
            self._prepare_file()
            with reporting_unusable(path):
                connection = self._engine.raw_connection()
        except BaseException:
            self._engine.dispose()
            self._lock.close()
            raise
        self._closed = False
        self.errors = 0
        self._writability = Writability()
        self._readers = ThreadPoolExecutor(_READERS, "charidice-reader")
        self._writer = Writer(connection, self._failure, self._writability.succeeded)
        self.uploads = SQLiteUploads(self._read, partial(self._write, ()))

    def close(self) -> None:
        """Write what is queued, and let the file go."""
        self._closed = True
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()
        self._lock.close()

    def signing_key(self) -> bytes:
        """The key that signs seats; made once, kept with the data."""
        with self._engine.begin() as connection:
            return read_signing_key(connection)

    def compact(self) -> None:
        """Write the whole file anew, without what was deleted; meanwhile it needs twice the room.

        SQLite leaves copies of rows in parts of pages that are no longer used.
        """
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql("VACUUM")
        except DBAPIError as error:
            raise self._failure(error.orig) from None

    async def append(self, *entries: Entry) -> None:
        """Add all or none; raises Conflict when somebody was quicker."""
        rows: list[EventRow] = []
        statements: list[Statement] = []
        for table, number, events, status, at, due in entries:
            rows += [(table, number + offset, data) for offset, data in enumerate(events)]
            if number == 1:
                statements.append((INSERT_TABLE, (table, status, at, due)))
            elif status is not None:
                statements.append((UPDATE_TABLE, (status, at, due, table)))
        await self._write(rows, statements)

    async def load(self, table: str, after: int = 0, most: int | None = None) -> list[str]:
        """The events of a table after a number."""
        wanted = (EVENTS.c.table_id == table) & (EVENTS.c.number > after)
        query = select(EVENTS.c.data).where(wanted).order_by(EVENTS.c.number).limit(most)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def replace(self, table: str, number: int, event: str) -> None:
        """Write an event anew: only to take a name out of it."""
        await self._write((), [(REPLACE_EVENT, (event, table, number))])

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
        await self._write((), [(SET_DUE, (at, table)) for table, at in times.items()])

    async def latest(self) -> float:
        """When a table was last in use."""
        query = select(func.max(TABLES.c.touched))
        return await self._read(lambda connection: connection.execute(query).scalar() or 0.0)

    async def delete(self, statuses: Sequence[str], before: float, most: int) -> list[str]:
        """Delete so many tables that were last in use before a time."""
        old = select(TABLES.c.id).where(TABLES.c.status.in_(statuses), TABLES.c.touched < before)
        query = old.limit(most)
        tables = await self._read(lambda connection: list(connection.execute(query).scalars()))
        for table in tables:  # each alone, as others want to write too
            delete_table = (DELETE_TABLE, (table, before))  # unless it was used meanwhile
            await self._write((), [delete_table, (DELETE_EVENTS, (table, table))])
        left = select(TABLES.c.id).where(TABLES.c.id.in_(tables))
        there = await self._read(lambda connection: set(connection.execute(left).scalars()))
        return [table for table in tables if table not in there]

    async def check(self) -> None:
        """Raise an error if the file cannot be read, or could not be written and still cannot."""
        await self._read(lambda connection: connection.execute(select(1)))
        if self._writability.is_doubtful:
            await self._write((), TRIAL)
            self._writability.succeeded(trial=True)

    async def _read(self, query: Callable[[Connection], _T]) -> _T:
        if self._closed:
            raise StorageError("storage/closed")

        def run() -> _T:
            try:
                with self._engine.connect() as connection:
                    return query(connection)
            except DBAPIError as error:
                raise self._failure(error.orig) from None

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def _write(self, events: Sequence[EventRow], statements: Sequence[Statement]) -> None:
        if self._closed:
            raise StorageError("storage/closed")
        await self._writer.write(events, statements)

    def _prepare_file(self) -> None:
        """Bring the file to the latest schema, and note in it under which name it is open."""
        with opened_engine(self._path) as engine:
            migrate(engine, self._path)
            with engine.connect() as connection, suppress(OperationalError):
                connection.exec_driver_sql(open_name_statement(self._lock.name_checksum))

    def _failure(self, error: BaseException | None) -> Exception:
        """Count an error of SQLite; returns what to raise for it."""
        self.errors += 1
        failure = translated(error)
        self._writability.failed(failure)
        return failure
