"""The tables of the database, the revisions of their schema, and the signing key."""

import re
import secrets
from enum import Enum, auto
from importlib.resources import as_file, files
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    Double,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
)

METADATA: Final = MetaData()

# Names of tables in the same order everywhere, whatever language a database speaks.
_NAME: Final = String(32).with_variant(String(32, collation="C"), "postgresql")

# One row for each table. `status` and `touched` (when the table was in use, give or take an hour)
# find those whose time is over, `due` those that somebody has to look at by then, as something
# happens there by itself.
TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", _NAME, primary_key=True),
    Column("status", String(16), nullable=False),
    Column("touched", Double, nullable=False, server_default="0"),
    Column("due", Double, nullable=True),
    Index("ix_tables_status_touched", "status", "touched"),
    Index("ix_tables_due", "due"),
)

# The log: two writers cannot both have number n.
EVENTS: Final = Table(
    "events",
    METADATA,
    Column("table_id", _NAME, primary_key=True),
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

# What people have uploaded; `name` is the link.
UPLOADS: Final = Table(
    "uploads",
    METADATA,
    Column("name", _NAME, primary_key=True),
    Column("created", Double, nullable=False),
    Column("data", Text, nullable=False),
    Index("ix_uploads_created", "created"),
)

# Alembic's own: the revision of the schema.
_REVISION: Final = Table("alembic_version", MetaData(), Column("version_num", String(32)))


def upgrade(connection: Connection) -> None:
    """Bring a database, also an empty one, to the latest schema, and see that it has a key."""
    # Loading it takes as long as a third of a start, and most databases are up to date.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    with as_file(files(__package__) / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    if connection.execute(select(SECRETS.c.value)).scalar() is None:
        connection.execute(insert(SECRETS).values(name="signing", value=secrets.token_hex(32)))


def read_signing_key(connection: Connection) -> bytes:
    """The key that signs seats; made once, kept with the data."""
    return bytes.fromhex(str(connection.execute(select(SECRETS.c.value)).scalar_one()))


def schema_revision(connection: Connection) -> str | None:
    """The revision of a database's schema, or None if the database is empty."""
    if not inspect(connection).has_table(_REVISION.name):
        return None
    return connection.execute(select(_REVISION.c.version_num)).scalar()


class SchemaState(Enum):
    """The schema of a database, compared with the latest one that this program knows."""

    EMPTY = auto()
    OLDER = auto()
    LATEST = auto()
    NEWER = auto()


def schema_state(connection: Connection) -> SchemaState:
    """Whether a database can be used as it is, has to be upgraded, or is not known."""
    revision, known = schema_revision(connection), known_revisions()
    if revision is None:
        return SchemaState.EMPTY
    if revision not in known:
        return SchemaState.NEWER
    return SchemaState.LATEST if revision == known[0] else SchemaState.OLDER


def known_revisions() -> list[str]:
    """All revisions that this version of the program knows, the latest first."""
    names = (file.name for file in (files(__package__) / "migrations" / "versions").iterdir())
    found = (re.fullmatch(r"v(\d+)_\w+\.py", name) for name in names)
    return sorted((match[1] for match in found if match), reverse=True)
