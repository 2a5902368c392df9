"""Uploads in the database, the same for all workers."""

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from charidice.storage.errors import StorageError
from charidice.storage.postgres.statements import (
    DELETE_OLD_UPLOADS,
    DELETE_UPLOAD,
    INSERT_UPLOAD,
    UPLOAD,
)
from charidice.tables.hosting.ports import Upload


class PostgresUploads:
    """Uploads, by how the database is asked."""

    def __init__(
        self, query: Callable[[Callable[[asyncpg.Connection], Awaitable[Any]]], Awaitable[Any]]
    ) -> None:
        self._query = query

    async def keep(self, upload: Upload, most: int) -> None:
        """Keep it; refused if there are so many already. A retry finds that it is there."""
        if not await self._query(lambda c: c.fetchval(INSERT_UPLOAD, *upload, most)):
            raise StorageError("storage/too-many-uploads")

    async def find(self, name: str) -> Upload | None:
        """What was uploaded under this name."""
        row = await self._query(lambda c: c.fetchrow(UPLOAD, name))
        return None if row is None else Upload(*row)

    async def delete(self, name: str) -> None:
        """Delete what was uploaded under this name."""
        await self._query(lambda c: c.execute(DELETE_UPLOAD, name))

    async def delete_before(self, before: float) -> int:
        """Delete all that came before a time."""
        return int(await self._query(lambda c: c.fetchval(DELETE_OLD_UPLOADS, before)))
