"""A worker dies, and the others look after its tables."""

import asyncio
import itertools
import random

import pytest
from tests.tables.hosting.workers import (
    A_WHILE,
    HURRIED,
    LATER,
    QUICK,
    Worker,
    agreed,
    all_logs,
    by_itself,
    log_of,
    next_play,
    settled,
    together,
    until,
    working,
)
from tests.tables.support import LENA

from charidice.records import replay
from charidice.tables import NewTable, Settings, Status, Table
from charidice.tables.model.commands import (
    Leave,
)
from charidice.tables.model.events import Acted

SLOW = Settings(ask_seconds=0, turn_seconds=0, pace=50)


BOT = NewTable(("Lena",), ("random",), settings=SLOW, begin=True, first=1)


ASKED = NewTable(("Lena", "Marko"), settings=Settings(6, 60, 50), begin=True, first=0)


LEFT = NewTable(("Lena", "Marko"), settings=SLOW, begin=True, first=0)


async def due_at(worker: Worker, kind: str) -> str:
    """A table where the next event comes by itself: at this worker, if nothing happens to it."""
    host = worker.host
    if kind == "bot":
        return await host.create(BOT)
    if kind == "patience":
        return await host.create(HURRIED)
    name = await host.create(LEFT)
    await host.command(name, LENA, Leave())
    return name


async def test_the_last_worker_goes_on_with_what_it_had_not_looked_at(database: str) -> None:
    """It knew the table, but not what the other one had written there last."""

    async with working(database, 1) as others:
        last, first = others[0], Worker(database, 9)
        await together(first, last)
        names = [await first.host.create(LEFT) for _ in range(8)]
        for name in names:
            await last.host.current(name)
        for name in names:  # the first one is to play for Lena
            await first.host.command(name, LENA, Leave())
        await until(lambda: any(last.host._cache[name].pending_events for name in names))
        last.now = LATER
        await first.die()
        for name in names:
            await until_logged(database, name, 6)
            assert by_itself((await log_of(database, name))[-1])


@pytest.mark.parametrize("known", [True, False], ids=["known to all", "known to one"])
@pytest.mark.parametrize("moment", ["waiting", "before", "after"])
@pytest.mark.parametrize("kind", ["bot", "patience", "leaver"])
async def test_what_is_due_when_a_worker_dies_happens_exactly_once(
    database: str, kind: str, moment: str, *, known: bool
) -> None:
    """It dies while it waits, just before its commit, or after it and before it told anybody."""

    async with working(database, 2) as others:
        # Whatever the first worker looks at its clock for is due, unless it is to wait.
        hasty = itertools.count(1000.0, 100.0).__next__ if moment != "waiting" else None
        first = Worker(database, 9, hasty)
        first.store.hold = moment
        await together(first, *others)
        for worker in others:
            worker.now = LATER
        name = await due_at(first, kind)
        if moment != "waiting":
            await first.store.held.wait()
        before = [event for event in await log_of(database, name) if not by_itself(event)]
        if known:
            for worker in others:
                await worker.host.current(name)
        await first.die()
        # A bot that plays for somebody who is away begins at once; after that it waits. Where the
        # dead one has rolled, the others go on, as they are later: nobody is there who could ask.
        rolled = ["Acted", "Acted"] if moment == "after" else ["Acted"]
        expected = ["Away", "Acted"] if kind == "patience" else rolled
        await until_logged(database, name, len(before) + len(expected))
        await asyncio.sleep(A_WHILE)  # whoever else wants to do it does it now
        log = await log_of(database, name)
        done = log[len(before) :]
        assert log[: len(before)] == before
        assert [type(event).__name__ for event in done] == expected
        assert all(by_itself(event) for event in done)
        assert (done[0].at == LATER) is (moment != "after")
        await agreed(others, name)


async def until_logged(url: str, name: str, count: int) -> None:
    async with asyncio.timeout(15):
        while len(await log_of(url, name)) < count:
            await asyncio.sleep(0.005)


async def test_when_two_of_three_die_the_last_one_looks_after_everything(database: str) -> None:
    async with working(database) as workers:
        first, second, last = workers
        names = [await first.host.create(BOT) for _ in range(8)]
        names += [await second.host.create(BOT) for _ in range(8)]
        last.now = LATER  # by its clock the bots are due; by the other's they are not yet
        await first.die()
        # Those that nobody has in memory are shared out.
        await until(lambda: {*second.host._cache, *last.host._cache} >= {*names})
        await second.die()
        async with asyncio.timeout(15):
            while min(map(len, (await all_logs(database)).values())) < 5:
                await asyncio.sleep(0.005)
        await asyncio.sleep(A_WHILE)
        for log in (await all_logs(database)).values():
            assert [type(event).__name__ for event in log[3:]] == ["Begun", "Acted"]
        await until(lambda: {*names} <= {*last.host._cache})


async def test_each_of_the_others_looks_after_a_share_of_the_tables(database: str) -> None:
    async with working(database) as workers:
        first, second, third = workers
        await settled(*workers)
        names = {await first.host.create(BOT) for _ in range(40)}
        await asyncio.sleep(A_WHILE)
        assert not second.host._cache  # what nobody asked for stays where it is
        assert not third.host._cache
        await first.die()
        await until(lambda: {*second.host._cache, *third.host._cache} >= names)
        await asyncio.sleep(A_WHILE)
        assert second.host._cache.keys().isdisjoint(third.host._cache)
        assert min(second.host.tables, third.host.tables) >= 5
        # One who comes anew takes over a share too, in case nobody looks after it.
        fourth = Worker(database, 4)
        workers.append(fourth)
        await together(second, third, fourth)
        await until(lambda: fourth.host.tables >= 3)
        assert {*fourth.host._cache} <= names


async def test_a_game_goes_on_while_workers_come_and_go(database: str) -> None:
    """A person plays with bots at whatever worker is there; each move is made exactly once."""
    rng = random.Random(12)
    new = NewTable(("Lena",), ("random", "random"), settings=QUICK, begin=True, first=0)

    async def lena(workers: list[Worker], name: str) -> None:
        for n in itertools.count():
            answered: Table | None = None
            while answered is None:  # the same wish again, at another worker, until it is answered
                worker = rng.choice(workers)
                answered = await worker.ask(one_move(worker, name, f"move {n}"))
            if not answered.playing:
                return

    async def one_move(worker: Worker, name: str, id_: str) -> Table:
        while True:
            table = (await worker.host.current(name)).table
            if not table.playing or any(known == id_ for _, known in table.ids):
                return table
            if table.to_act in table.seats_of(LENA):
                return await worker.host.command(name, LENA, next_play(table, id_))
            await asyncio.sleep(0.001)

    async with working(database) as workers:
        name = await workers[0].host.create(new)
        game = asyncio.create_task(lena(workers, name))
        died = 0
        while not game.done() and died < 12:
            seen_now = len(await log_of(database, name))
            while not game.done() and len(await log_of(database, name)) < seen_now + 4:
                await asyncio.sleep(0.005)
            replaced = rng.randrange(3)
            dying, workers[replaced] = workers[replaced], Worker(database, 100 + died)
            await workers[replaced].host.start()
            await dying.die()
            died += 1
        await game
        assert died >= 5
        table = await agreed(workers, name)
        assert table.status is Status.FINISHED
        assert replay(table.record(("Lena", "one", "other"))) == table.game
        log = await log_of(database, name)
        ids = [e.id for e in log if isinstance(e, Acted) and e.by == "player"]
        assert len(ids) == len({*ids})


async def test_nobody_is_hurried_because_a_worker_started_late(database: str) -> None:
    """The time of a decision counts from when somebody could make it."""

    async with working(database, 1) as workers:
        name = await workers[0].host.create(ASKED)
        start = (await workers[0].host.current(name)).table
        await workers[0].host.command(name, LENA, next_play(start))
        late = Worker(database, 7, now=LATER)
        workers.append(late)
        await together(*workers)
        cached = await late.host.current(name)
        assert cached.timer is not None
        wait = cached.timer.when() - asyncio.get_running_loop().time()
        assert 58 < wait < 62
        await workers[0].die()
        await asyncio.sleep(A_WHILE)
        assert (await late.host.current(name)).table.asking
