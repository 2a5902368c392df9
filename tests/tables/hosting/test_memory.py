"""Tables in memory: watched, forgotten, read again, and let go."""

import asyncio
import contextlib

import pytest
from tests.storage.support import Place
from tests.tables.hosting.support import PEOPLE, server
from tests.tables.support import LENA, MARKO

from charidice.tables import NewTable, Settings, TableError
from charidice.tables.model.commands import (
    Play,
    WishNoEnd,
)


async def test_whoever_watches_is_woken_by_every_change_and_by_nothing_else(place: Place) -> None:
    async with server(place) as host:
        name, other = await host.create(PEOPLE), await host.create(PEOPLE)
        position = (await host.current(name)).table.position
        async with host.watching(name) as (cached, first), host.watching(name) as (_, second):
            with pytest.raises(TableError):
                await host.command(name, MARKO, Play(None, position))
            await host.command(name, MARKO, WishNoEnd())
            await host.command(other, LENA, Play(None, position))
            assert not first.is_set()
            await host.command(name, LENA, Play(None, position))
            assert first.is_set()
            assert second.is_set()
        assert not cached.watchers


async def test_tables_that_nobody_needs_are_forgotten_and_read_again(place: Place) -> None:
    async with server(place) as host:
        host._cache._most = 8
        watched = await host.create(PEOPLE)
        async with host.watching(watched) as (cached, notice):
            names = [await host.create(PEOPLE) for _ in range(30)]
            assert len(host._cache) <= 8
            assert watched in host._cache
            gone = [name for name in names if name not in host._cache]
            position = (await host.current(gone[0])).table.position
            tables = await asyncio.gather(
                *(host.command(name, LENA, Play(None, position)) for name in gone)
            )
            assert all(table.version == position + 1 for table in tables)
            await host.command(watched, LENA, Play(None, position))
            assert notice.is_set()
            assert cached.table.version == position + 1


async def test_the_least_recently_used_table_is_forgotten_first(place: Place) -> None:
    async with server(place) as host:
        host._cache._most = 4
        names = [await host.create(PEOPLE) for _ in range(4)]
        await host.current(names[0])
        names.append(await host.create(PEOPLE))
        assert set(host._cache) == {names[0], *names[2:]}


async def test_memory_stays_small_when_the_oldest_tables_are_watched(place: Place) -> None:
    async with server(place) as host, contextlib.AsyncExitStack() as stack:
        host._cache._most = 8
        for _ in range(6):
            await stack.enter_async_context(host.watching(await host.create(PEOPLE)))
        for _ in range(18):
            await host.create(PEOPLE)
        assert len(host._cache) <= 8


async def test_whoever_reads_a_table_at_the_same_time_gets_the_same_one(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
    async with server(place) as host:
        lives = await asyncio.gather(*(host.current(name) for _ in range(10)))
        assert len({id(cached) for cached in lives}) == 1


async def test_closing_wakes_those_who_wait_and_stops_all_clocks(place: Place) -> None:
    async with server(place) as host:
        new = NewTable(("Lena",), ("random",), settings=Settings(0, 0, 50), begin=True, first=1)
        name = await host.create(new)
        async with host.watching(name) as (cached, notice):
            timer = cached.timer
            assert timer is not None
            await host.close()
            assert notice.is_set()
            assert host.closing
            assert timer.cancelled()
