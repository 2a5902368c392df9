"""What happens by itself also happens at tables that are not in memory, once; clocks may jump."""

import asyncio
import contextlib
import itertools
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import cast

import pytest
from tests.storage.support import AnyStore, Place
from tests.tables.support import LENA, ROLLS, open_table

from charidice.rules import Action, Score
from charidice.storage import SQLiteStore
from charidice.tables import CachedTable, Host, NewTable, Settings, Table
from charidice.tables.hosting.cached_table import TableClock
from charidice.tables.hosting.ownership import TableOwnership
from charidice.tables.hosting.ports import Peers
from charidice.tables.hosting.timings import Timings
from charidice.tables.hosting.wakeups import LEASE_SECONDS
from charidice.tables.model.commands import Play
from charidice.tables.model.events import Acted, Away, decode
from charidice.tables.model.table import Wait

TIMED = NewTable(
    ("Lena", "Marko"), settings=Settings(ask_seconds=6, turn_seconds=60), begin=True, first=0
)
OFTEN = Timings(look=0.01)
CALM = NewTable(("Lena", "Marko"), settings=Settings(0, 0, 0), begin=True, first=0)
BOT_BEGINS = NewTable(("Lena",), ("random",), settings=Settings(0, 0, pace=50), begin=True, first=1)


@dataclass
class Clocks:
    """The time of day and a steady clock, both in the hands of a test."""

    day: float = 1_000_000.0
    steady: float = 50.0
    waits: list[float] = field(default_factory=list)

    def pass_(self, seconds: float) -> None:
        self.day += seconds
        self.steady += seconds


@contextlib.asynccontextmanager
async def hosting(
    store: AnyStore, clocks: Clocks, timings: Timings | None = None
) -> AsyncIterator[Host]:
    peers = None if isinstance(store, SQLiteStore) else cast(Peers, store)
    host = Host(
        store,
        clock=lambda: clocks.day,
        steady=lambda: clocks.steady,
        randomness=random.Random(0),
        rolls=lambda _setup: ROLLS,
        peers=peers,
        timings=timings,
    )
    if peers is not None:  # this one looks after all tables
        host._memory.ownership = TableOwnership(0, ())
    try:
        yield host
    finally:
        await host.close()


def waits_for(host: Host, name: str) -> float | None:
    """How long it is until something happens by itself at a table in memory."""
    cached = host.in_memory(name)
    assert cached is not None
    if cached.timer is None:
        return None
    return cached.timer.when() - asyncio.get_running_loop().time()


async def due_in_log(host: Host) -> dict[str, float]:
    return dict(await host._store.due_before(1e12, 100))


async def dropped(host: Host, name: str) -> None:
    """Let a table leave the memory, as others are used."""
    host._cache._most = 1
    await host.create(CALM)
    host._cache._most = 100
    assert host.in_memory(name) is None
    await host._memory.wakeups._write_due_times()


async def settled(host: Host, name: str, wanted: Callable[[Table], bool]) -> Table:
    async with host.watching(name) as (cached, notice):
        while not wanted(cached.table):
            notice.clear()
            await notice.wait()
        return cached.table


async def test_the_log_says_that_something_is_due_as_long_as_it_is(place: Place) -> None:
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks) as host:
        timed, calm = await host.create(TIMED), await host.create(CALM)
        assert await due_in_log(host) == {timed: clocks.day + LEASE_SECONDS}
        clocks.pass_(40)
        await host._memory.wakeups.check_due()
        assert await due_in_log(host) == {timed: clocks.day + LEASE_SECONDS}
        await host.command(calm, LENA, Play(None, (await host.current(calm)).table.position))
        assert calm not in await due_in_log(host)


async def test_a_table_with_a_running_clock_may_leave_the_memory_and_comes_back(
    place: Place,
) -> None:
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks) as host:
        name = await host.create(TIMED)
        clocks.pass_(10)
        await dropped(host, name)
        assert await due_in_log(host) == {name: clocks.day + 50}
        await host._memory.wakeups.check_due()
        assert host.in_memory(name) is None  # there is time
        clocks.pass_(50.5)
        await host._memory.wakeups.check_due()
        table = await settled(host, name, lambda table: table.seats[0].away)
        assert table.people == {2}
        log = [decode(line) for line in await host._store.load(name)]
        assert sum(isinstance(event, Away) for event in log) == 1


async def test_a_table_that_left_and_is_looked_at_goes_on_where_it_was(place: Place) -> None:
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks) as host:
        name = await host.create(TIMED)
        clocks.pass_(10)
        await dropped(host, name)
        clocks.pass_(20)
        await host.current(name)
        wait = waits_for(host, name)
        assert wait is not None
        stand_by = 0 if host._peers is None else 2  # perhaps another worker does it
        assert 28 < wait - stand_by <= 30
        assert await host._memory.wakeups.check_due() == 0
        assert (await due_in_log(host))[name] >= clocks.day


async def test_what_is_overdue_after_a_restart_happens_once(place: Place) -> None:
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks) as host:
        names = [await host.create(BOT_BEGINS) for _ in range(60)]
        calm = await host.create(CALM)
    clocks = Clocks(clocks.day + 500, 3.0)
    async with place.opened() as store, hosting(store, clocks) as host:
        await host._memory.wakeups.take_over()
        assert host.in_memory(calm) is None  # nobody looks at it, and nothing is due
        for name in names:
            await settled(host, name, lambda table: bool(table.actions))
        await host.close()
    async with place.opened() as store:
        for name in names:
            log = [decode(line) for line in await store.load(name)]
            rolls = [e for e in log if isinstance(e, Acted) and "rolled" in e.actions[0]]
            assert len(rolls) == 1


async def test_a_table_that_cannot_be_read_is_not_tried_for_ever(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks) as host:
        name = await host.create(TIMED)
        await dropped(host, name)
        await host._store.replace(name, 2, '{"kind": "unheard-of"}')
        clocks.pass_(100)
        await host._memory.wakeups.check_due()
        assert await due_in_log(host) == {}
    assert "a table cannot be read" in caplog.text


async def test_a_log_that_does_not_answer_is_asked_again(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks, OFTEN) as host:
        name = await host.create(TIMED)
        good, calls = store.due_before, itertools.count()

        async def sometimes(before: float, most: int) -> list[tuple[str, float]]:
            if next(calls) < 3:
                raise OSError
            return await good(before, most)

        monkeypatch.setattr(store, "due_before", sometimes)
        looking = asyncio.create_task(host._memory.wakeups.run())
        clocks.pass_(50)
        while (await good(1e12, 1))[0][1] < clocks.day + 50:
            await asyncio.sleep(0.005)
        looking.cancel()
        assert host.in_memory(name) is not None
    assert caplog.text.count("could not be looked up") == 3
    caplog.clear()


# --- clocks that jump ----------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [-3600.0, 3600.0, 400 * 86_400.0])
async def test_a_clock_that_is_set_takes_nobodys_time_and_gives_none(
    place: Place, jump: float, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks) as host:
        name = await host.create(TIMED)
        cached = await host.current(name)
        clocks.pass_(10)
        clocks.day += jump
        host._memory.wakeups._was_set_back()
        host._schedule.set_timer(name, cached)
        wait = waits_for(host, name)
        assert wait is not None
        assert 49 < wait <= 50
        assert cached.now == 1_000_010.0
        table = await host.command(name, LENA, Play(None, cached.table.position))
        assert table.moved_at == 1_000_010.0
        wait = waits_for(host, name)
        assert wait is not None
        assert 59 < wait <= 60  # whether somebody may ask or not
    caplog.clear()


async def test_a_restart_with_a_clock_one_hour_back_makes_no_bot_wait(place: Place) -> None:
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks) as host:
        name = await host.create(BOT_BEGINS)
        timed = await host.create(TIMED)
    clocks = Clocks(clocks.day - 3600, 3.0)
    async with place.opened() as store, hosting(store, clocks) as host:
        stand_by = 0 if host._peers is None else 2
        for each, seconds in ((name, 5), (timed, 60)):
            await host.current(each)
            wait = waits_for(host, each)
            assert wait is not None
            assert seconds - 1 < wait - stand_by <= seconds


async def test_a_restart_with_a_clock_set_back_finds_what_is_due_where_nobody_looks(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks) as host:
        name = await host.create(BOT_BEGINS)
    clocks = Clocks(clocks.day - 3600, 3.0)
    async with place.opened() as store, hosting(store, clocks) as host:
        await host._memory.wakeups.take_over()
        assert host.in_memory(name) is not None
    assert "perhaps set back" in caplog.text
    caplog.clear()


async def test_a_clock_that_is_set_back_brings_back_what_is_due_in_the_log(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks, OFTEN) as host:
        name = await host.create(TIMED)
        await dropped(host, name)
        looking = asyncio.create_task(host._memory.wakeups.run())
        clocks.day -= 3600
        while host.in_memory(name) is None:
            await asyncio.sleep(0.005)
        looking.cancel()
    caplog.clear()


async def test_a_bot_that_cannot_play_is_in_the_log(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Only what the log itself has said is not said again."""
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks, Timings(retry=0.001)) as host:

        async def wrong(_name: str, _table: CachedTable, _seat: int) -> Action:
            return Score([0])

        monkeypatch.setattr(host._schedule, "_choice", wrong)
        name = await host.create(BOT_BEGINS)
        cached = await host.current(name)
        clocks.pass_(10)
        host._schedule.set_timer(name, cached)
        while not cached.failures:
            await asyncio.sleep(0.001)
    assert "what was due at a table failed" in caplog.text
    caplog.clear()


async def test_after_a_clock_was_set_time_before_it_does_not_count(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    async with place.opened() as store, hosting(store, clocks, OFTEN) as host:
        name = await host.create(TIMED)
        await dropped(host, name)
        looking = asyncio.create_task(host._memory.wakeups.run())
        clocks.day += 3600
        while host._journal.started != clocks.day:
            await asyncio.sleep(0.005)
        looking.cancel()
        await host.current(name)
        wait = waits_for(host, name)
        assert wait is not None
        assert 59 < wait <= 62
    assert "the clock of this machine was set" in caplog.text
    caplog.clear()


def test_the_clock_of_a_table_is_never_behind_what_happened_there() -> None:
    steady = [0.0]
    clock = TableClock.begun(Table(moved_at=500.0), 100.0, lambda: steady[0])
    assert clock.now == 500.0
    steady[0] = 10.0
    assert clock.now == 510.0
    clock.catch_up(Table(moved_at=505.0))
    assert clock.now == 510.0
    clock.catch_up(Table(moved_at=700.0, wait=Wait(800.0)))
    assert clock.now == 800.0


def test_a_notice_that_comes_while_others_are_read_is_not_lost() -> None:
    table = open_table("Lena", "Marko").table
    cached = CachedTable(table, TableClock.begun(table, 1000.0, lambda: 0.0))
    assert cached.note_written(table.version + 1, ["one"])
    assert not cached.note_written(table.version + 3, ["three"])  # without the second
    assert cached.stale
    cached.clear_pending()
    cached.table = table._replace(version=table.version + 2)  # what was read, just before
    assert cached.stale
    assert cached.has_pending
    cached.table = table._replace(version=table.version + 3)
    assert not cached.has_pending
