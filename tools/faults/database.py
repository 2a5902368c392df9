"""The PostgreSQL that is stopped and started while games are played."""

from pathlib import Path

import asyncpg
from tools.postgres import Cluster


class Database(Cluster):
    """A PostgreSQL server whose log can be read."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "postgres")

    async def log(self) -> list[tuple[str, int, str]]:
        """All events: table, number, line."""
        connection = await asyncpg.connect(self.url())
        try:
            rows = await connection.fetch("SELECT table_id, number, data FROM events")
        finally:
            await connection.close()
        return [(row[0], row[1], row[2]) for row in rows]
