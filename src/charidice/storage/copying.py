"""Everything from one place to another, whole and compared: it moves, backs up and restores."""

import contextlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, Row, Select, Table, delete, func, insert, select, tuple_

from charidice.storage.addresses import checked, is_address, shown
from charidice.storage.errors import StorageError
from charidice.storage.files import usable
from charidice.storage.locking import locked
from charidice.storage.places import file_to_read, on_database, ready
from charidice.storage.schema import EVENTS, METADATA, SECRETS, TABLES, form_of, forms, upgrade

_AT_ONCE: Final = 2_000
Progress: TypeAlias = Callable[[int, int], None]


def copy(source: str, target: str, progress: Progress) -> int:
    """Copy all games and the key from one place to another; returns how many events there are.

    It happens in one transaction, of what there was at one moment: the source may be in use. What
    has arrived is read again and compared before it counts. `progress` hears of events: how many
    were copied, and how many there are.
    """
    if is_address(source) and is_address(target):
        raise StorageError("storage/two-databases")

    def between(here: Connection, there: Connection) -> int:
        return _copy(here, there, shown(target), progress)

    if is_address(source):
        with _new_file(Path(target)) as there:
            return on_database(
                checked(source), lambda here: between(ready(here, source), there), _ONE_MOMENT
            )
    with file_to_read(Path(source)) as here:
        if not is_address(target):
            with _new_file(Path(target)) as there:
                return between(here, there)
        return on_database(checked(target), lambda there: between(here, ready(there, target)))


_ONE_MOMENT: Final = "REPEATABLE READ"


def _copy(here: Connection, there: Connection, place: str, progress: Progress) -> int:
    if there.execute(select(TABLES.c.id).limit(1)).first() is not None:
        raise StorageError("storage/not-empty", {"place": place})
    there.execute(delete(SECRETS))
    total = here.execute(select(func.count()).select_from(EVENTS)).scalar_one()
    for table in METADATA.sorted_tables:
        original, done = sha256(), 0
        for rows in _pages(here, table):
            there.execute(insert(table), [row._asdict() for row in rows])
            original.update(_bytes(rows))
            done += len(rows)
            if table is EVENTS:
                progress(done, total)
        copied = sha256()
        for rows in _pages(there, table):
            copied.update(_bytes(rows))
        if copied.digest() != original.digest():
            raise StorageError("storage/copy-differs", {"place": place})
    return int(total)


def _pages(connection: Connection, table: Table) -> Iterator[list[Row[Any]]]:
    """All rows in the order of their keys, some at a time."""
    key = tuple_(*table.primary_key.columns)
    query: Select[Any] = select(table).order_by(*table.primary_key.columns).limit(_AT_ONCE)
    rows = list(connection.execute(query))
    while rows:
        yield rows
        last = [getattr(rows[-1], column.name) for column in table.primary_key.columns]
        rows = list(connection.execute(query.where(key > tuple_(*last))))


def _bytes(rows: list[Row[Any]]) -> bytes:
    return "\n".join(repr(tuple(row)) for row in rows).encode()


@contextlib.contextmanager
def _new_file(path: Path) -> Iterator[Connection]:
    """A file to write to, which nobody else uses meanwhile; a failed copy leaves none behind."""
    new = not path.exists()
    try:
        with _written(path) as connection:
            yield connection
    except BaseException:
        for end in ("", "-wal", "-shm", ".lock") if new else ():
            path.with_name(path.name + end).unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def _written(path: Path) -> Iterator[Connection]:
    with (
        contextlib.closing(locked(path)),
        usable(path) as engine,
        engine.begin() as connection,
    ):
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # all or nothing
        if form_of(connection) is None:
            upgrade(connection)
        elif form_of(connection) != forms()[0]:
            raise StorageError("storage/older-file", {"path": path})
        yield connection
