"""What is on disk is what everybody sees, also when the disk fails."""

import asyncio
import contextlib

import pytest
from tests.storage.support import Place
from tests.tables.hosting.support import PEOPLE, Wrapped, log_of, server, settled, wrapped
from tests.tables.support import LENA

from charidice.tables import Conflict, TableError
from charidice.tables.hosting.ports import Entry
from charidice.tables.model.commands import (
    Play,
)
from charidice.tables.model.events import decode
from charidice.tables.model.evolve import replayed


class Doubtful(Wrapped):
    """A store where somebody else is always quicker."""

    async def append(self, *entries: Entry) -> None:
        if entries[0].number > 1:
            raise Conflict
        await super().append(*entries)


async def test_nobody_sees_what_is_not_yet_on_disk(place: Place) -> None:
    async with wrapped(place) as (host, store):
        name = await host.create(PEOPLE)
        async with host.watching(name) as (cached, notice):
            before = cached.table
            store.open.clear()
            store.waiting.clear()
            wish = asyncio.create_task(host.command(name, LENA, Play(None, before.position)))
            await store.waiting.wait()
            await settled()
            assert cached.table is before
            assert not notice.is_set()
            assert not wish.done()
            store.open.set()
            table = await wish
            assert notice.is_set()
            assert cached.table is table
            assert table.version == before.version + 1 == len(await log_of(host, name))


async def test_a_new_table_is_on_disk_before_anybody_learns_its_name(place: Place) -> None:
    async with wrapped(place) as (host, store):
        store.open.clear()
        wish = asyncio.create_task(host.create(PEOPLE))
        await store.waiting.wait()
        await settled()
        assert not wish.done()
        assert not host._cache
        store.open.set()
        assert await log_of(host, await wish)


async def test_when_the_disk_fails_the_table_is_unchanged_and_the_caller_hears_of_it(
    place: Place,
) -> None:
    async with wrapped(place) as (host, store):
        name = await host.create(PEOPLE)
        async with host.watching(name) as (cached, notice):
            before = cached.table
            wish = Play(None, before.position, "once")
            store.failure = OSError("the disk is full")
            with pytest.raises(OSError, match="the disk is full"):
                await host.command(name, LENA, wish)
            assert cached.table is before
            assert not notice.is_set()
            store.failure = None
            assert (await host.command(name, LENA, wish)).version == before.version + 1


async def test_a_caller_who_goes_away_while_it_is_written_finds_it_done(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
        before = (await host.current(name)).table
        wish = Play(None, before.position, "once")
        task = asyncio.create_task(host.command(name, LENA, wish))
        await asyncio.sleep(0)  # it is handed to the writer, and then nobody waits for it
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        assert task.cancelled()
        await host.command(name, LENA, wish)  # the same again, as after a lost answer
        log = await log_of(host, name)
        assert len(log) == before.version + 1
        assert replayed(map(decode, log)) == (await host.current(name)).table


async def test_who_is_never_quick_enough_is_told_to_look_again(place: Place) -> None:
    async with wrapped(place, Doubtful) as (host, _):
        name = await host.create(PEOPLE)
        position = (await host.current(name)).table.position
        with pytest.raises(TableError) as caught:
            await host.command(name, LENA, Play(None, position))
        assert caught.value.code == "table/stale-position"
