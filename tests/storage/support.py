"""A store on either database, and data files of earlier versions."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, text

from charidice.storage import PostgresStore, SQLiteStore
from charidice.tables.hosting.ports import Entry

T = TypeVar("T")
AnyStore: TypeAlias = SQLiteStore | PostgresStore


@dataclass(frozen=True)
class Place:
    """Where a log is kept: a data file, or a database with a URL."""

    where: Path | str

    @property
    def is_file(self) -> bool:
        return isinstance(self.where, Path)

    def open(self) -> AnyStore:
        if isinstance(self.where, Path):
            return SQLiteStore(self.where)
        return PostgresStore(self.where)

    @contextlib.asynccontextmanager
    async def opened(self) -> AsyncIterator[AnyStore]:
        store = self.open()
        try:
            yield store
        finally:
            await end(store)


async def end(store: AnyStore) -> None:
    """Write what is queued, and let go."""
    if isinstance(store, SQLiteStore):
        store.close()
    else:
        await store.leave()


async def on(place: Place, work: Callable[[AnyStore], Awaitable[T]]) -> T:
    """Open the log, work with it, and close it."""
    async with place.opened() as store:
        return await work(store)


def entry(
    table: str, number: int, *events: str, status: str | None = None, at: float = 0.0
) -> Entry:
    """Events for a table; a new one is open unless said otherwise."""
    return Entry(table, number, events, status or ("open" if number == 1 else None), at)


def upgrade_to(connection: Connection, revision: str) -> None:
    """Bring an empty database to an earlier revision of the schema."""
    config = Config()
    config.set_main_option("script_location", str(files("charidice.storage") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def first_file(path: Path, games: int = 3) -> None:
    """A data file as the first version wrote it, with games and a key."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        upgrade_to(connection, "0001")
        for n in range(games):
            name, at = f"table-{n}", 1000.5 + n
            lines = [
                f'{{"kind":"created","at":{at},"settings":{{}},"came_from":null}}',
                f'{{"kind":"sat","at":{at + 0.25},"sitting":1,"name":"Zoë {n}"}}',
            ]
            connection.execute(
                text("INSERT INTO tables (id, status) VALUES (:name, 'open')"), {"name": name}
            )
            for number, line in enumerate(lines, 1):
                connection.execute(
                    text("INSERT INTO events VALUES (:name, :number, :line)"),
                    {"name": name, "number": number, "line": line},
                )
        key = {"value": "ab" * 32}
        connection.execute(text("INSERT INTO secrets VALUES ('signing', :value)"), key)
    engine.dispose()


def rows_of(path: Path, table: str) -> list[tuple[Any, ...]]:
    """All rows in a data file, in their order."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()  # noqa: S608
