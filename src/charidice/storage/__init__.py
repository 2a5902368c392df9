"""The log of all tables on disk."""

from charidice.storage.errors import StorageError
from charidice.storage.sqlite import SQLiteStore

__all__ = ["SQLiteStore", "StorageError"]
