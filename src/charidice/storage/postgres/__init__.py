"""The log in PostgreSQL, for any number of workers on any number of hosts."""

from charidice.storage.postgres.databases import signing_key, upgrade_database
from charidice.storage.postgres.store import PostgresStore

__all__ = ["PostgresStore", "signing_key", "upgrade_database"]
