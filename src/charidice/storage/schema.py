"""The tables of the database, and how a file gets its latest form."""

from importlib.resources import as_file, files
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, Text

METADATA: Final = MetaData()

# One row for each table; `status` finds those that go on after a restart.
TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("status", String(16), nullable=False, index=True),
)

# The log: two writers cannot both have number n.
EVENTS: Final = Table(
    "events",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
    sqlite_with_rowid=False,
)

# What the server keeps for itself: the key that signs seats.
SECRETS: Final = Table(
    "secrets",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", String(128), nullable=False),
)


def upgrade(connection: Connection) -> None:
    """Bring a database, also an empty one, to the latest form."""
    with as_file(files(__package__) / "migrations") as folder:
        command.upgrade(_config(str(folder), connection), "head")


def is_known(revision: str | None) -> bool:
    """Whether this version of the program knows the form of a database."""
    if revision is None:
        return True
    with as_file(files(__package__) / "migrations") as folder:
        script = ScriptDirectory(str(folder))
        return any(known.revision == revision for known in script.walk_revisions())


def _config(folder: str, connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
