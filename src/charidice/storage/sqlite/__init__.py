"""The log in one SQLite file, for one server."""

from charidice.storage.sqlite.files import upgrade_file
from charidice.storage.sqlite.store import SQLiteStore

__all__ = ["SQLiteStore", "upgrade_file"]
