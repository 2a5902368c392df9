"""Expired tables of a whole log: how many there are, and deleting them on request."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, func, select

from charidice.storage.errors import StorageError
from charidice.storage.postgres.databases import in_ready_database
from charidice.storage.postgres.store import PostgresStore
from charidice.storage.schema import TABLES
from charidice.storage.sqlite.files import file_snapshot
from charidice.storage.sqlite.store import SQLiteStore
from charidice.storage.urls import is_database_url
from charidice.tables.hosting.retention import Expired, Retention, delete_expired

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ExpiredTables:
    """How many tables have expired, and when the first and the last of them were in use."""

    count: int
    first: float | None
    last: float | None


def expired_tables(location: str, expired: Expired) -> ExpiredTables:
    """What would be deleted; it may be in use."""
    touched = TABLES.c.touched
    query = select(func.count(), func.min(touched), func.max(touched)).where(
        TABLES.c.status.in_(expired.statuses), touched < expired.before
    )
    return _read(location, lambda connection: ExpiredTables(*connection.execute(query).one()))


def delete_expired_tables(
    location: str, keep: Retention, now: float, deleted: Callable[[str], None]
) -> bool:
    """Delete what is no longer kept; `deleted` hears of each table, workers play on.

    A file, which must not be in use, is then written anew, so that nothing of what was deleted or
    forgotten is left in it; False if there was no room for that.
    """
    _read(location, lambda _connection: None)  # it has the latest schema
    return asyncio.run(_delete(location, keep, now, deleted))


async def _delete(
    location: str, keep: Retention, now: float, deleted: Callable[[str], None]
) -> bool:
    async with _opened_store(location) as store:
        await delete_expired(store, keep, now, deleted)
        if isinstance(store, SQLiteStore):
            try:
                store.compact()
            except StorageError:
                return False
    return True


def _read(location: str, query: Callable[[Connection], _T]) -> _T:
    if is_database_url(location):
        return in_ready_database(location, query)
    with file_snapshot(Path(location)) as connection:
        return query(connection)


@contextlib.asynccontextmanager
async def _opened_store(location: str) -> AsyncIterator[SQLiteStore | PostgresStore]:
    if is_database_url(location):
        database = PostgresStore(location)
        try:
            yield database
        finally:
            await database.leave()
    else:
        with contextlib.closing(SQLiteStore(Path(location))) as file:
            yield file
