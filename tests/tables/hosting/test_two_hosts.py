"""Two hosts on one log conflict, and recover."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
from tests.storage.support import AnyStore, Place
from tests.tables.hosting.support import PEOPLE, hosting, log_of, server, wrapped
from tests.tables.support import LENA, MARKO

from charidice.records import replay
from charidice.rules import Pass, Score
from charidice.tables import Host, Status, Table, TableError
from charidice.tables.model.clock import Due, DueKind
from charidice.tables.model.commands import (
    Leave,
    Play,
    WishEnd,
)
from charidice.tables.model.events import decode
from charidice.tables.model.evolve import replayed


@contextlib.asynccontextmanager
async def two_servers(place: Place, *seeds: int) -> AsyncIterator[tuple[Host, Host]]:
    """Two hosts on one log. A file has one store for both, a database one for each."""
    first, second = seeds or (0, 0)
    async with (
        place.opened() as store,
        hosting(store, seed=first) as one,
        another(place, store, second) as other,
    ):
        yield one, other


def another(
    place: Place, store: AnyStore, seed: int = 0
) -> contextlib.AbstractAsyncContextManager[Host]:
    """One more host on the same log."""
    return hosting(store, seed=seed) if place.is_file else server(place, seed=seed)


async def test_two_hosts_on_one_log_conflict_and_recover(place: Place) -> None:
    async with two_servers(place) as (one, other):
        name = await one.create(PEOPLE)
        start = (await other.current(name)).table
        after = await one.command(name, LENA, Play(None, start.position))
        # The other host knows nothing of that yet: its write meets a number that is taken.
        with pytest.raises(TableError) as caught:
            await other.command(name, LENA, Play(None, start.position))
        assert caught.value.code == "table/stale-position"
        assert (await other.current(name)).table == after
        await one.command(name, MARKO, Play(Pass(), after.position))
        wished = await other.command(name, LENA, WishEnd())  # good in either position
        assert wished.end_wishes == {LENA}
        assert wished.version == after.version + 2
        log = await log_of(one, name)
        assert replayed(map(decode, log)) == wished


async def test_a_table_that_is_read_again_never_goes_back_in_time(place: Place) -> None:
    async with wrapped(place) as (host, store), another(place, store.store) as other:
        name = await host.create(PEOPLE)
        cached = await host.current(name)
        start = cached.table
        await other.command(name, LENA, WishEnd())
        store.hold_load = True
        coming = Due(start.moved_at, DueKind.AWAY, 1)
        late = asyncio.create_task(host._schedule._act(name, cached, coming, start.version))
        async with asyncio.timeout(5):
            while store.hold_load:  # it meets the conflict and reads the log again, slowly
                await asyncio.sleep(0.001)
        wish = asyncio.create_task(host.command(name, LENA, Play(None, start.position)))
        await asyncio.wait([wish], timeout=0.3)  # a host that reads under its lock waits here
        store.loaded.set()
        table = await wish
        await late
        assert table.version >= start.version + 2
        assert cached.table.version >= table.version


def simple_play(table: Table) -> Play:
    """The next decision of a player who scores the first die of the first roll."""
    first = table.game is not None and not table.game.faces
    return Play(None if first else Score([0]), table.position)


async def test_the_bots_of_two_hosts_play_one_legal_game_together(place: Place) -> None:
    async with two_servers(place, 1, 2) as (one, other):
        name = await one.create(PEOPLE)
        await one.command(name, MARKO, Leave())
        await other.current(name)
        while (table := (await one.current(name)).table).playing:
            if table.to_act in table.seats_of(LENA):
                with contextlib.suppress(TableError):
                    await one.command(name, LENA, simple_play(table))
            await asyncio.sleep(0.001)
        await other._journal.reload(name, await other.current(name))
        table = replayed(map(decode, await log_of(one, name)))
        assert table.status is Status.FINISHED
        assert replay(table.record(("Lena", "Marko"))) == table.game
        assert (await one.current(name)).table == (await other.current(name)).table == table
