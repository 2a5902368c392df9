"""Data files: opened so that what is committed is on disk, and brought to the latest form."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError

from charidice.storage.errors import StorageError
from charidice.storage.schema import form_of, forms, upgrade


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


# What an error of SQLite means for those who wait.
_CODES: Final = {
    sqlite3.SQLITE_FULL: "storage/full",
    sqlite3.SQLITE_IOERR: "storage/unwritable",
    sqlite3.SQLITE_READONLY: "storage/unwritable",
    sqlite3.SQLITE_CANTOPEN: "storage/unwritable",
    sqlite3.SQLITE_PERM: "storage/unwritable",
    sqlite3.SQLITE_BUSY: "storage/unavailable",
    sqlite3.SQLITE_NOMEM: "storage/unavailable",
}


def in_our_words(error: BaseException | None) -> Exception:
    """An error of SQLite as what it means; what is no trouble with the file stays as it is."""
    code = _CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)  # the rest is the detail
    if code is not None:
        return StorageError(code)
    return error if isinstance(error, Exception) else StorageError("storage/unavailable")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Say what is wrong with a file."""
    try:
        yield
    except (DatabaseError, sqlite3.Error, OSError) as error:
        reason = error.orig if isinstance(error, DatabaseError) else error
        raise StorageError("storage/unusable", {"path": path, "reason": reason}) from None


@contextmanager
def usable(path: Path) -> Iterator[Engine]:
    """Connections to a file; what is wrong with it is said."""
    engine = sqlite_engine(path)
    try:
        with explained(path):
            yield engine
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
