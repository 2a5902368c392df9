"""The log of all tables: in one SQLite file, or in PostgreSQL for many workers.

A location, here and wherever one is asked for, is the path of a data file or the URL of a database.
"""

from charidice.storage.copying import copy
from charidice.storage.errors import StorageError
from charidice.storage.opening import OpenLog, open_log
from charidice.storage.postgres import PostgresStore, signing_key, upgrade_database
from charidice.storage.retention import ExpiredTables, delete_expired_tables, expired_tables
from charidice.storage.sqlite import SQLiteStore, upgrade_file
from charidice.storage.urls import is_database_url, redacted

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
