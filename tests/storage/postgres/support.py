"""Stores on PostgreSQL that lose no time, and their trouble."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from tests.postgres import execute

from charidice.storage import PostgresStore
from charidice.storage.postgres.connections import Timings
from charidice.tables.hosting.ports import (
    Notice,
    TablesChanged,
)

QUICK = Timings(retry=0.01, poll=0.05)


@contextlib.asynccontextmanager
async def opened(url: str, timings: Timings = QUICK) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(url, timings)
    try:
        yield store
    finally:
        await store.leave()


async def cut_off(url: str, store: PostgresStore, *, only: str = "") -> int:
    """The database ends the connections of a store; returns how many."""
    rows = await execute(
        url,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        "WHERE application_name = $1 AND query LIKE $2",
        f"charidice {store._connections.worker_id}",
        f"%{only}%",
    )
    return len(rows)


class Ear:
    """Writes down the notices of a store."""

    def __init__(self) -> None:
        self.heard: list[Notice] = []
        self._news = asyncio.Condition()

    async def listen(self, store: PostgresStore) -> None:
        async for notice in store.notices():
            async with self._news:
                self.heard.append(notice)
                self._news.notify_all()

    async def until(self, wanted: Notice | type[Notice]) -> None:
        """Wait for a notice, or for one of a kind."""
        await self._hear(
            lambda notice: (
                isinstance(notice, wanted) if isinstance(wanted, type) else notice == wanted
            )
        )

    async def until_changed(self, table: str) -> None:
        """Wait until a table has changed, be it alone or with others in one notice."""
        await self._hear(
            lambda notice: isinstance(notice, TablesChanged) and table in notice.versions
        )

    async def _hear(self, wanted: Callable[[Notice], bool]) -> None:
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: any(map(wanted, self.heard)))


@contextlib.asynccontextmanager
async def listening(store: PostgresStore) -> AsyncIterator[Ear]:
    ear = Ear()
    task = asyncio.create_task(ear.listen(store))
    try:
        yield ear
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
