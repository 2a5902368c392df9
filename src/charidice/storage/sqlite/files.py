"""Data files: opened so that what is committed is on disk, and brought to the latest schema."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError

from charidice.storage.errors import StorageError
from charidice.storage.schema import SchemaState, known_revisions, schema_state, upgrade
from charidice.storage.sqlite.locking import lock_file, require_same_name


def migrate(engine: Engine, path: Path) -> Path | None:
    """Bring a file to the latest schema; one that has games is copied beside itself before."""
    with engine.begin() as connection:
        state = schema_state(connection)
    if state is SchemaState.NEWER:
        raise StorageError("storage/newer", {"path": path})
    if state is SchemaState.LATEST:
        return None
    backup = None
    if state is SchemaState.OLDER:
        backup = path.with_name(f"{path.name}.before-{known_revisions()[0]}")
        _back_up(path, backup)
    with engine.begin() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # all or nothing
        upgrade(connection)
    return backup


def upgrade_file(path: Path) -> Path | None:
    """Bring a data file to the latest schema; returns the copy that was made before, if any."""
    _require_file(path)
    with closing(lock_file(path)), opened_engine(path) as engine:
        return migrate(engine, path)


@contextmanager
def file_snapshot(path: Path) -> Iterator[Connection]:
    """A connection that reads a file as it is at one moment; a server may be using it."""
    _require_file(path)
    with opened_engine(path) as engine, engine.begin() as connection:
        connection.exec_driver_sql("BEGIN")
        noted = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        if path.stat().st_nlink > 1:
            require_same_name(path, noted)
        require_latest_schema(connection, path)
        yield connection


def require_latest_schema(connection: Connection, path: Path) -> None:
    """Refuse a file that this version of the program cannot use as it is."""
    state = schema_state(connection)
    if state is not SchemaState.LATEST:
        code = "storage/newer" if state is SchemaState.NEWER else "storage/older-file"
        raise StorageError(code, {"path": path})


def _require_file(path: Path) -> None:
    if not path.is_file():
        raise StorageError("storage/no-source", {"path": path})


def _back_up(path: Path, backup: Path) -> None:
    """Copy a file as a whole; the copy takes its name when it is complete."""
    unfinished = backup.with_name(f"{backup.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    unfinished.replace(backup)


# What errors of SQLite mean for those who wait.
_ERROR_CODES: Final = {
    sqlite3.SQLITE_FULL: "storage/full",
    sqlite3.SQLITE_IOERR: "storage/unwritable",
    sqlite3.SQLITE_READONLY: "storage/unwritable",
    sqlite3.SQLITE_CANTOPEN: "storage/unwritable",
    sqlite3.SQLITE_PERM: "storage/unwritable",
    sqlite3.SQLITE_BUSY: "storage/unavailable",
    sqlite3.SQLITE_NOMEM: "storage/unavailable",
}


def translated(error: BaseException | None) -> Exception:
    """An error of SQLite as what it means; one that has nothing to do with the file as it is."""
    code = _ERROR_CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)  # the rest is the detail
    if code is not None:
        return StorageError(code)
    return error if isinstance(error, Exception) else StorageError("storage/unavailable")


@contextmanager
def reporting_unusable(path: Path) -> Iterator[None]:
    """Raise a StorageError that says what is wrong with a file."""
    try:
        yield
    except (DatabaseError, sqlite3.Error, OSError) as error:
        reason = error.orig if isinstance(error, DatabaseError) else error
        raise StorageError("storage/unusable", {"path": path, "reason": reason}) from None


@contextmanager
def opened_engine(path: Path) -> Iterator[Engine]:
    """Connections to a file for a while; raises a StorageError that says what is wrong with it."""
    engine = durable_engine(path)
    try:
        with reporting_unusable(path):
            yield engine
    finally:
        engine.dispose()


def durable_engine(path: Path) -> Engine:
    """Connections to a file, each set so that what is committed is on disk."""
    engine = create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": 10})

    @event.listens_for(engine, "connect")
    def configure(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA fullfsync=ON")  # on macOS, where less does not reach the disk
        cursor.execute("PRAGMA secure_delete=ON")  # a deleted name is gone from the file too
        cursor.close()

    return engine
