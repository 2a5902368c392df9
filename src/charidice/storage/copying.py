"""Copying a whole log to another location, compared: it moves, backs up and restores."""

import contextlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, Row, Select, Table, delete, func, insert, select, tuple_

from charidice.storage.errors import StorageError
from charidice.storage.postgres.databases import in_ready_database
from charidice.storage.schema import (
    EVENTS,
    METADATA,
    SECRETS,
    TABLES,
    UPLOADS,
    SchemaState,
    schema_state,
    upgrade,
)
from charidice.storage.sqlite.files import file_snapshot, opened_engine, require_latest_schema
from charidice.storage.sqlite.locking import lock_file
from charidice.storage.urls import is_database_url, redacted

_ROWS_AT_ONCE: Final = 2_000
_UPLOADS_AT_ONCE: Final = 100  # each is a whole game
_SNAPSHOT: Final = "REPEATABLE READ"
Progress: TypeAlias = Callable[[int, int], None]


def copy(source: str, target: str, progress: Progress) -> int:
    """Copy all games and the key from one location to another; returns how many events there are.

    It happens in one transaction, of what there was at one moment: the source may be in use. What
    has arrived is read again and compared before it counts. `progress` hears of events: how many
    were copied, and how many there are.
    """
    if is_database_url(source) and is_database_url(target):
        raise StorageError("storage/two-databases")

    def copy_rows(reading: Connection, writing: Connection) -> int:
        return _copy_rows(reading, writing, redacted(target), progress)

    if is_database_url(source):
        with _target_file(Path(target)) as writing:
            return in_ready_database(source, lambda reading: copy_rows(reading, writing), _SNAPSHOT)
    with file_snapshot(Path(source)) as reading:
        if not is_database_url(target):
            with _target_file(Path(target)) as writing:
                return copy_rows(reading, writing)
        return in_ready_database(target, lambda writing: copy_rows(reading, writing))


def _copy_rows(reading: Connection, writing: Connection, location: str, progress: Progress) -> int:
    firsts = (select(column).limit(1) for column in (TABLES.c.id, UPLOADS.c.name))
    if any(writing.execute(first).first() is not None for first in firsts):
        raise StorageError("storage/not-empty", {"place": location})
    writing.execute(delete(SECRETS))
    total = reading.execute(select(func.count()).select_from(EVENTS)).scalar_one()
    for table in METADATA.sorted_tables:
        original, done = sha256(), 0
        for rows in _pages(reading, table):
            writing.execute(insert(table), [row._asdict() for row in rows])
            original.update(_serialised(rows))
            done += len(rows)
            if table is EVENTS:
                progress(done, total)
        copied = sha256()
        for rows in _pages(writing, table):
            copied.update(_serialised(rows))
        if copied.digest() != original.digest():
            raise StorageError("storage/copy-differs", {"place": location})
    return int(total)


def _pages(connection: Connection, table: Table) -> Iterator[list[Row[Any]]]:
    """All rows in the order of their keys, some at a time."""
    key = tuple_(*table.primary_key.columns)
    most = _UPLOADS_AT_ONCE if table is UPLOADS else _ROWS_AT_ONCE
    query: Select[Any] = select(table).order_by(*table.primary_key.columns).limit(most)
    rows = list(connection.execute(query))
    while rows:
        yield rows
        last = [getattr(rows[-1], column.name) for column in table.primary_key.columns]
        rows = list(connection.execute(query.where(key > tuple_(*last))))


def _serialised(rows: list[Row[Any]]) -> bytes:
    return "\n".join(repr(tuple(row)) for row in rows).encode()


@contextlib.contextmanager
def _target_file(path: Path) -> Iterator[Connection]:
    """A file to write to, which nobody else uses meanwhile; a failed copy leaves none behind."""
    is_new = not path.exists()
    try:
        with _locked_file(path) as connection:
            yield connection
    except BaseException:
        for suffix in ("", "-wal", "-shm", ".lock") if is_new else ():
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def _locked_file(path: Path) -> Iterator[Connection]:
    with (
        contextlib.closing(lock_file(path)),
        opened_engine(path) as engine,
        engine.begin() as connection,
    ):
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # all or nothing
        if schema_state(connection) is SchemaState.EMPTY:
            upgrade(connection)
        require_latest_schema(connection, path)
        yield connection
