"""Where games are kept: a data file, or a database with an address; and what is done there as a
whole: looking whether it can be used, bringing it to the latest form, copying all of it.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeVar

import asyncpg
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from charidice.storage.addresses import checked, readable, reason_without_secrets, shown
from charidice.storage.errors import StorageError
from charidice.storage.files import migrate, usable
from charidice.storage.locking import locked, mark_of
from charidice.storage.schema import form_of, forms, key_in, upgrade

_T = TypeVar("_T")
LEAST_VERSION: Final = 15
_SECONDS: Final = 10.0
_LONG_SECONDS: Final = 120.0
_UPGRADING: Final = 0x43686100  # marks the lock of whoever upgrades


def on_database(
    url: str, work: Callable[[Connection], _T], isolation: str = "READ COMMITTED"
) -> _T:
    """Do something in one transaction of a PostgreSQL database."""

    async def connect() -> asyncpg.Connection:
        try:
            return await asyncpg.connect(url, timeout=_SECONDS, command_timeout=_LONG_SECONDS)
        except Exception as error:  # of many kinds, and nobody knows what they quote
            raise _unreachable(url, error) from None

    async def run() -> _T:
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=connect,
            isolation_level=isolation,
            poolclass=NullPool,
        )
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()

    readable(url)
    try:
        return asyncio.run(run())
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        trouble = _unreachable(url, error)
    except DBAPIError as error:
        trouble = _unreachable(url, error.orig or error)
    raise trouble


def _unreachable(url: str, error: BaseException) -> StorageError:
    reason = reason_without_secrets(error, url)
    return StorageError("storage/unreachable", {"place": shown(url), "reason": reason})


def key_of(url: str) -> bytes:
    """The key that signs seats, of a database that is ready to be used."""

    def work(connection: Connection) -> bytes:
        _check_version(connection, url)
        form, known = form_of(connection), forms()
        if form != known[0]:
            code = "storage/older" if form is None or form in known else "storage/newer-database"
            raise StorageError(code, {"place": shown(url)})
        return key_in(connection)

    return on_database(checked(url), work)


def upgrade_database(url: str) -> bool:
    """Bring a database to the latest form; False if it has it already."""

    def work(connection: Connection) -> bool:
        _check_version(connection, url)
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADING})"))
        form, known = form_of(connection), forms()
        if form is not None and form not in known:
            raise StorageError("storage/newer-database", {"place": shown(url)})
        upgrade(connection)
        return form != known[0]

    return on_database(checked(url), work)


def upgrade_file(path: Path) -> Path | None:
    """Bring a data file to the latest form; returns the copy that was made before, if any."""
    if not path.is_file():
        raise StorageError("storage/no-source", {"path": path})
    with contextlib.closing(locked(path)), usable(path) as engine:
        return migrate(engine, path)


def _check_version(connection: Connection, url: str) -> None:
    version = int(connection.execute(text("SHOW server_version_num")).scalar_one()) // 10_000
    if version < LEAST_VERSION:
        details = {"place": shown(url), "version": version, "least": LEAST_VERSION}
        raise StorageError("storage/too-old", details)


def ready(connection: Connection, url: str) -> Connection:
    """A database that has the latest form."""
    if form_of(connection) != forms()[0]:
        raise StorageError("storage/older", {"place": shown(url)})
    return connection


@contextlib.contextmanager
def file_to_read(path: Path) -> Iterator[Connection]:
    """A file to read from, as it is at one moment; a server may be using it."""
    if not path.is_file():
        raise StorageError("storage/no-source", {"path": path})
    with usable(path) as engine, engine.begin() as connection:
        connection.exec_driver_sql("BEGIN")
        mark = connection.exec_driver_sql("PRAGMA user_version").scalar()
        if path.stat().st_nlink > 1 and mark not in (0, mark_of(path)):
            raise StorageError("storage/other-name", {"path": path})
        if form_of(connection) != forms()[0]:
            raise StorageError("storage/older-file", {"path": path})
        yield connection
