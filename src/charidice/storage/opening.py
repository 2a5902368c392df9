"""Opening the log that a location names: the one place where a server's storage is chosen."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from charidice.storage.sqlite import SQLiteStore
from charidice.storage.urls import is_database_url
from charidice.tables.hosting.ports import Broadcasts, Peers, Store


@dataclass(frozen=True, slots=True)
class OpenLog:
    """A log for a server: the store, the key for tokens, and what several workers need of it.

    `close` lets go of what the host does not close by itself.
    """

    store: Store
    key: bytes
    peers: Peers | None = None
    broadcasts: Broadcasts | None = None
    close: Callable[[], None] = lambda: None


def open_log(location: Path | str) -> OpenLog:
    """The log in a data file, or in the database with this URL."""
    if isinstance(location, Path) or not is_database_url(location):
        file = SQLiteStore(Path(location))
        return OpenLog(file, file.signing_key(), close=file.close)
    # A server on a data file starts sooner without it.
    from charidice.storage.postgres import PostgresStore, signing_key  # noqa: PLC0415

    database = PostgresStore(location)
    return OpenLog(database, signing_key(location), peers=database, broadcasts=database)
