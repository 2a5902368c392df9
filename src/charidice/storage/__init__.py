"""The log of all tables: in one SQLite file, or in PostgreSQL for many workers.

A location, here and wherever one is asked for, is the path of a data file or the URL of a database.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from charidice.storage.errors import StorageError
from charidice.storage.opening import OpenLog, open_log
from charidice.storage.sqlite import SQLiteStore, upgrade_file
from charidice.storage.urls import is_database_url, redacted

if TYPE_CHECKING:
    from charidice.storage.copying import copy
    from charidice.storage.postgres import PostgresStore, signing_key, upgrade_database
    from charidice.storage.retention import ExpiredTables, delete_expired_tables, expired_tables
else:
    # What needs PostgreSQL is loaded with its first use: a server on a data file starts sooner.
    _LATER = {
        "copy": "copying",
        "PostgresStore": "postgres",
        "signing_key": "postgres",
        "upgrade_database": "postgres",
        "ExpiredTables": "retention",
        "delete_expired_tables": "retention",
        "expired_tables": "retention",
    }

    def __getattr__(name):
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)


__all__ = [
    "ExpiredTables",
    "OpenLog",
    "PostgresStore",
    "SQLiteStore",
    "StorageError",
    "copy",
    "delete_expired_tables",
    "expired_tables",
    "is_database_url",
    "open_log",
    "redacted",
    "signing_key",
    "upgrade_database",
    "upgrade_file",
]
