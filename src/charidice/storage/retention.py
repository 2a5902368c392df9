"""Old games of a whole place: how many there are, and deleting them on request."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, func, select

from charidice.storage.addresses import checked, is_address
from charidice.storage.errors import StorageError
from charidice.storage.places import file_to_read, on_database, ready
from charidice.storage.postgres import PostgresStore
from charidice.storage.schema import TABLES
from charidice.storage.sqlite import SQLiteStore
from charidice.tables.cleaning import Expired, Keep, clean

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Old:
    """How many tables, and when the first and the last of them were in use."""

    count: int
    first: float | None
    last: float | None


def old_tables(place: str, expired: Expired) -> Old:
    """What would be deleted; the place may be in use."""
    touched = TABLES.c.touched
    query = select(func.count(), func.min(touched), func.max(touched)).where(
        TABLES.c.status.in_(expired.statuses), touched < expired.before
    )
    return _read(place, lambda connection: Old(*connection.execute(query).one()))


def delete_old(place: str, keep: Keep, now: float, gone: Callable[[str], None]) -> bool:
    """Delete what is no longer kept; workers on a database hear of it and play on.

    A file, which must not be in use, is then written anew, so that nothing of what was deleted or
    forgotten is left in it; False if there was no room for that.
    """
    _read(place, lambda _connection: None)  # it has the latest form
    return asyncio.run(_delete_old(place, keep, now, gone))


async def _delete_old(place: str, keep: Keep, now: float, gone: Callable[[str], None]) -> bool:
    async with _opened(place) as store:
        await clean(store, keep, now, gone)
        if isinstance(store, SQLiteStore):
            try:
                store.compact()
            except StorageError:
                return False
    return True


def _read(place: str, work: Callable[[Connection], _T]) -> _T:
    if is_address(place):
        return on_database(checked(place), lambda connection: work(ready(connection, place)))
    with file_to_read(Path(place)) as connection:
        return work(connection)


@contextlib.asynccontextmanager
async def _opened(place: str) -> AsyncIterator[SQLiteStore | PostgresStore]:
    if not is_address(place):
        file = SQLiteStore(Path(place))
        try:
            yield file
        finally:
            file.close()
        return
    database = PostgresStore(place)
    try:
        yield database
    finally:
        await database.leave()
