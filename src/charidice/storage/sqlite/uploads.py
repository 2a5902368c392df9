"""Uploads in the data file; the thread that writes the log writes them too."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from charidice.storage.errors import StorageError
from charidice.storage.schema import UPLOADS
from charidice.storage.sqlite.statements import (
    DELETE_OLD_UPLOADS,
    DELETE_UPLOAD,
    INSERT_UPLOAD,
    Statement,
)
from charidice.tables import Conflict
from charidice.tables.hosting.ports import Upload


class SQLiteUploads:
    """Uploads, by how the file is read and written."""

    def __init__(
        self,
        read: Callable[[Callable[[Connection], Any]], Awaitable[Any]],
        write: Callable[[Sequence[Statement]], Awaitable[None]],
    ) -> None:
        self._read, self._write = read, write

    async def keep(self, upload: Upload, most: int) -> None:
        """Keep it; refused if there are so many already."""
        try:
            await self._write([(INSERT_UPLOAD, (*upload, most))])
        except Conflict:
            raise StorageError("storage/too-many-uploads") from None

    async def find(self, name: str) -> Upload | None:
        """What was uploaded under this name."""
        query = select(UPLOADS).where(UPLOADS.c.name == name)
        row = await self._read(lambda connection: connection.execute(query).first())
        return None if row is None else Upload(*row)

    async def delete(self, name: str) -> None:
        """Delete what was uploaded under this name."""
        await self._write([(DELETE_UPLOAD, (name,))])

    async def delete_before(self, before: float) -> int:
        """Delete all that came before a time."""
        query = select(func.count()).where(UPLOADS.c.created < before)
        count = await self._read(lambda connection: connection.execute(query).scalar_one())
        if count:
            await self._write([(DELETE_OLD_UPLOADS, (before,))])
        return int(count)
