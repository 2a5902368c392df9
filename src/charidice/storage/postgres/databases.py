"""A PostgreSQL database as a whole: is it ready to be used, and upgrading its schema."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

import asyncpg
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from charidice.storage.errors import StorageError
from charidice.storage.schema import SchemaState, read_signing_key, schema_state, upgrade
from charidice.storage.urls import (
    reason_without_secrets,
    redacted,
    require_postgres_url,
    require_well_formed_url,
)

_T = TypeVar("_T")
LEAST_VERSION: Final = 15
_CONNECT_SECONDS: Final = 10.0
_STATEMENT_SECONDS: Final = 120.0
_UPGRADE_LOCK: Final = 0x43686100  # the advisory lock of whoever upgrades


def in_transaction(
    url: str, work: Callable[[Connection], _T], isolation: str = "READ COMMITTED"
) -> _T:
    """Do something in one transaction of a database."""
    require_postgres_url(url)
    require_well_formed_url(url)

    async def connect() -> asyncpg.Connection:
        try:
            return await asyncpg.connect(
                url, timeout=_CONNECT_SECONDS, command_timeout=_STATEMENT_SECONDS
            )
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

    try:
        return asyncio.run(run())
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        failure = _unreachable(url, error)
    except DBAPIError as error:
        failure = _unreachable(url, error.orig or error)
    raise failure


def in_ready_database(
    url: str, work: Callable[[Connection], _T], isolation: str = "READ COMMITTED"
) -> _T:
    """The same, in a database that has the latest schema; others are refused."""

    def checked_work(connection: Connection) -> _T:
        _require_latest_schema(connection, url)
        return work(connection)

    return in_transaction(url, checked_work, isolation)


def signing_key(url: str) -> bytes:
    """The key that signs seats, of a database that is ready to be used."""

    def work(connection: Connection) -> bytes:
        _require_server_version(connection, url)
        _require_latest_schema(connection, url)
        return read_signing_key(connection)

    return in_transaction(url, work)


def upgrade_database(url: str) -> bool:
    """Bring a database to the latest schema; False if it has it already."""

    def work(connection: Connection) -> bool:
        _require_server_version(connection, url)
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})"))
        state = schema_state(connection)
        if state is SchemaState.NEWER:
            raise StorageError("storage/newer-database", {"place": redacted(url)})
        upgrade(connection)
        return state is not SchemaState.LATEST

    return in_transaction(url, work)


def _require_latest_schema(connection: Connection, url: str) -> None:
    state = schema_state(connection)
    if state is not SchemaState.LATEST:
        code = "storage/newer-database" if state is SchemaState.NEWER else "storage/older"
        raise StorageError(code, {"place": redacted(url)})


def _require_server_version(connection: Connection, url: str) -> None:
    version = int(connection.execute(text("SHOW server_version_num")).scalar_one()) // 10_000
    if version < LEAST_VERSION:
        details = {"place": redacted(url), "version": version, "least": LEAST_VERSION}
        raise StorageError("storage/too-old", details)


def _unreachable(url: str, error: BaseException) -> StorageError:
    reason = reason_without_secrets(error, url)
    return StorageError("storage/unreachable", {"place": redacted(url), "reason": reason})
