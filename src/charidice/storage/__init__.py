"""The log of all tables: in one SQLite file, or in PostgreSQL for many workers."""

from charidice.storage.addresses import is_address, shown
from charidice.storage.copying import copy
from charidice.storage.errors import StorageError
from charidice.storage.places import key_of, upgrade_database, upgrade_file
from charidice.storage.postgres import PostgresStore
from charidice.storage.retention import Old, delete_old, old_tables
from charidice.storage.sqlite import SQLiteStore

__all__ = [
    "Old",
    "PostgresStore",
    "SQLiteStore",
    "StorageError",
    "copy",
    "delete_old",
    "is_address",
    "key_of",
    "old_tables",
    "shown",
    "upgrade_database",
    "upgrade_file",
]
