"""Hosts on a new log, whose clocks and whose disk are in the hands of a test.

All of it runs on SQLite and, with one worker, on PostgreSQL; workers.py has several.
"""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import TypeVar, cast

from tests.storage.support import AnyStore, Place, end
from tests.tables.support import ROLLS

from charidice.storage import PostgresStore, SQLiteStore
from charidice.tables import Host, NewTable, Settings, Table
from charidice.tables.hosting.ports import Entry, Notice, Peers, Uploads
from charidice.tables.hosting.timings import Timings

T = TypeVar("T")


QUICK = Settings(ask_seconds=0, turn_seconds=0, pace=0, grace_seconds=0)


PEOPLE = NewTable(("Lena", "Marko"), settings=QUICK, begin=True, first=0)


@contextlib.asynccontextmanager
async def hosting(
    store: "AnyStore | Wrapped", clock: Callable[[], float] = lambda: 1000.0, seed: int = 0
) -> AsyncIterator[Host]:
    alone = isinstance(store.store if isinstance(store, Wrapped) else store, SQLiteStore)
    peers = None if alone else cast(Peers, store)
    host = Host(
        store, clock=clock, randomness=random.Random(seed), rolls=lambda _setup: ROLLS, peers=peers,
        timings=Timings(stand_by=0.02, retry=0.01), stand_in="random",
    )  # fmt: skip
    try:
        yield host
    finally:
        await host.close()


@contextlib.asynccontextmanager
async def server(
    place: Place, clock: Callable[[], float] = lambda: 1000.0, seed: int = 0
) -> AsyncIterator[Host]:
    """A store and a host on it, both closed at the end."""
    async with place.opened() as store, hosting(store, clock, seed) as host:
        yield host


async def reached(host: Host, name: str, wanted: Callable[[Table], bool]) -> Table:
    """The table, as soon as it is as wanted; whoever watches is woken by every change."""
    async with host.watching(name) as (cached, notice):
        while not wanted(cached.table):
            await notice.wait()
            notice.clear()
        return cached.table


async def settled() -> None:
    """Let everything run that could run now."""
    for _ in range(20):
        await asyncio.sleep(0)


async def log_of(host: Host, name: str) -> list[str]:
    """All events of a table as they are on disk."""
    return await host._store.load(name)


class Wrapped:
    """A store whose writing can be held up, or fail."""

    def __init__(self, place: Place) -> None:
        self.store = place.open()
        self.open = asyncio.Event()
        self.open.set()
        self.waiting = asyncio.Event()
        self.failure: Exception | None = None
        self.hold_load = False
        self.loaded = asyncio.Event()

    @property
    def errors(self) -> int:
        return self.store.errors

    @property
    def uploads(self) -> Uploads:
        return self.store.uploads

    async def append(self, *entries: Entry) -> None:
        self.waiting.set()
        await self.open.wait()
        if self.failure:
            raise self.failure
        await self.store.append(*entries)

    async def load(self, table: str, after: int = 0, most: int | None = None) -> list[str]:
        return await self._held(self.store.load(table, after, most))

    async def due_before(self, before: float, most: int) -> list[tuple[str, float]]:
        return await self.store.due_before(before, most)

    async def set_due(self, times: Mapping[str, float | None]) -> None:
        await self.store.set_due(times)

    async def latest(self) -> float:
        return await self.store.latest()

    async def replace(self, table: str, number: int, event: str) -> None:
        await self.store.replace(table, number, event)

    async def with_status(self, status: str) -> list[str]:
        return await self.store.with_status(status)

    async def delete(self, statuses: Sequence[str], before: float, most: int) -> list[str]:
        return await self.store.delete(statuses, before, most)

    async def check(self) -> None:
        await self.store.check()

    async def _held(self, reading: Awaitable[T]) -> T:
        """What was read, after a while."""
        found = await reading
        if self.hold_load:
            self.hold_load = False
            await self.loaded.wait()
        return found

    # What only a database with several workers offers.

    @property
    def _peers(self) -> PostgresStore:
        assert isinstance(self.store, PostgresStore)
        return self.store

    def notices(self) -> AsyncIterator[Notice]:
        return self._peers.notices()

    async def missed(self, known: Mapping[str, int]) -> dict[str, list[str]]:
        return await self._held(self._peers.missed(known))

    async def leave(self) -> None:
        await self._peers.leave()


@contextlib.asynccontextmanager
async def wrapped(
    place: Place, kind: type[Wrapped] = Wrapped
) -> AsyncIterator[tuple[Host, Wrapped]]:
    store = kind(place)
    try:
        async with hosting(store) as host:
            yield host, store
    finally:
        await end(store.store)
