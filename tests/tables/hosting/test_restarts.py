"""After a restart everything goes on where it was."""

import asyncio
from dataclasses import replace

from tests.storage.support import Place
from tests.tables.hosting.support import PEOPLE, QUICK, log_of, reached, server, settled
from tests.tables.support import ANY_DIE, LENA, MARKO

from charidice.rules import Pass
from charidice.tables import Host, NewTable, Settings
from charidice.tables.model.commands import (
    Play,
    TakeBack,
    WishEnd,
)
from charidice.tables.model.events import decode


async def started(host: Host, *names: str) -> None:
    """Start, and wait until the host has read these tables, and all others that it wants."""
    await host.start()
    lasting = 1 if host._peers is None else 2  # the agenda, and what others write
    while not {*names} <= {*host._cache} or len(host._schedule._tasks) > lasting:
        await asyncio.sleep(0.001)


async def test_after_a_restart_everybody_goes_on_at_the_same_position(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
        position = (await host.current(name)).table.position
        await host.command(name, LENA, Play(None, position, "first"))
        before = (await host.current(name)).table
    async with server(place) as host:
        await started(host)
        assert (await host.current(name)).table == before
        assert await host.command(name, LENA, Play(None, position, "first")) == before
        after = await host.command(name, MARKO, Play(Pass(), before.position))
        assert after.version == before.version + 1


async def test_what_a_bot_was_about_to_do_happens_after_a_restart(place: Place) -> None:
    async with server(place) as host:
        slow = NewTable(("Lena",), ("random",), settings=Settings(0, 0, 50), begin=True, first=1)
        name = await host.create(slow)
        await settled()
        assert not (await host.current(name)).table.actions
    async with server(place, lambda: 5000.0) as host:
        await started(host, name)
        table = await reached(host, name, lambda table: bool(table.actions))
        assert decode((await log_of(host, name))[table.position - 1]).at == 5000.0


async def test_only_tables_where_something_is_due_are_read_at_the_start(place: Place) -> None:
    async with server(place) as host:
        timed = NewTable(("Lena", "Marko"), settings=Settings(6, 60), begin=True, first=0)
        playing = await host.create(timed)
        await host.create(PEOPLE)
        await host.create(NewTable(("Lena",)))
        ended = await host.create(timed)
        for who in (LENA, MARKO):
            await host.command(ended, who, WishEnd())
    async with server(place) as host:
        await started(host, playing)
        assert list(host._cache) == [playing]


async def test_a_finished_game_whose_last_score_was_taken_back_goes_on_after_a_restart(
    place: Place,
) -> None:
    async with server(place) as host:
        name = await host.create(replace(PEOPLE, settings=replace(QUICK, grace_seconds=3)))
        table = (await host.current(name)).table
        while table.playing:
            assert table.game is not None
            assert table.to_act is not None
            action = ANY_DIE if table.game.turn.numbers else None
            who = table.to_act + 1
            table = await host.command(name, who, Play(action, table.position))
        assert await host._store.with_status("finished") == [name]
        await host.command(name, MARKO, TakeBack(table.position))
        assert await host._store.with_status("playing") == [name]


async def test_nobody_is_away_because_the_server_was_down(place: Place) -> None:
    settings = Settings(ask_seconds=6, turn_seconds=60, pace=0)
    new = NewTable(("Lena", "Marko"), settings=settings, begin=True, first=0)
    async with server(place) as host:
        name = await host.create(new)
        asking = await host.create(new)
        position = (await host.current(asking)).table.position
        await host.command(asking, LENA, Play(None, position))
    async with server(place, lambda: 90_000.0) as host:
        await started(host, name, asking)
        now = asyncio.get_running_loop().time()
        for table in (name, asking):
            timer = (await host.current(table)).timer
            assert timer is not None
            assert 58 < timer.when() - now <= 62
        await settled()
        assert (await host.current(name)).table.people == {LENA, MARKO}
        assert (await host.current(asking)).table.asking
