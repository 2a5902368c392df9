"""Several workers on one PostgreSQL: one table, one log, and everything happens once.

The workers are hosts in one event loop, each with connections of its own. One that dies does so
without a word: its clocks stop and its connections end.
"""

import asyncio
import contextlib
import itertools
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import pytest
from tests.postgres import execute
from tests.tables.support import ANY_DIE, LENA, MARKO, ROLLS, events_after

from charidice.records import replay
from charidice.rules import Pass
from charidice.storage import PostgresStore
from charidice.storage.postgres.connections import Timings as DatabaseTimings
from charidice.tables import Host, NewTable, Settings, Status, Table, TableError
from charidice.tables.hosting.ports import Entry, Notice, WorkersChanged
from charidice.tables.hosting.timings import Timings
from charidice.tables.model.commands import (
    Command,
    Configure,
    Forget,
    Leave,
    Mute,
    Play,
    Return,
    Sit,
    TakeBack,
    WishEnd,
    WishNoEnd,
)
from charidice.tables.model.events import Acted, Away, Event, decode
from charidice.tables.model.evolve import replayed

T = TypeVar("T")
QUICK = Settings(ask_seconds=0, turn_seconds=0, pace=0, grace_seconds=0)
SLOW = Settings(ask_seconds=0, turn_seconds=0, pace=50)
PEOPLE = NewTable(("Lena", "Marko"), settings=QUICK, begin=True, first=0)
LATER = 5000.0  # when everything that began at 1000 is due
A_WHILE = 0.25  # much longer than workers stand by here


# Workers look for each other often, and do not stand by for long.
OFTEN = DatabaseTimings(poll=0.03, retry=0.01)
BRIEF = Timings(stand_by=0.05, retry=0.01)


class Watched(PostgresStore):
    """A store that can be stopped on both sides of a commit of what happens by itself."""

    def __init__(self, url: str) -> None:
        super().__init__(url, OFTEN)
        self.gathered: frozenset[int] = frozenset()
        self.hold = ""  # "before" or "after" the commit
        self.held = asyncio.Event()
        self.connecting: list[asyncio.Task[Any]] = []
        self._really_connect = self._connections.connect
        self._connections.connect = self._connect  # type: ignore[method-assign]

    async def _connect(self) -> Any:
        """Keep all connections, so that they can be ended at any moment."""
        if self._connections.closed:
            raise OSError("the dead do not connect")
        self.connecting.append(asyncio.create_task(self._really_connect()))
        return await asyncio.shield(self.connecting[-1])

    async def cut(self) -> None:
        """End all connections, also those that are just being made."""
        for connection in await asyncio.gather(*self.connecting, return_exceptions=True):
            if not isinstance(connection, BaseException):
                connection.terminate()

    async def notices(self) -> AsyncIterator[Notice]:
        async for notice in super().notices():
            if isinstance(notice, WorkersChanged):
                self.gathered = notice.workers
            yield notice

    async def append(self, *entries: Entry) -> None:
        holds = self.hold and by_itself(decode(entries[0].events[0]))
        if holds and self.hold == "before":
            await self._stay()
        await super().append(*entries)
        if holds:
            await self._stay()

    async def _stay(self) -> None:
        self.held.set()
        await asyncio.Event().wait()


@dataclass(eq=False)
class Worker:
    """A host with its store, and a clock that the test sets."""

    url: str
    seed: int
    clock: Callable[[], float] | None = None
    now: float = 1000.0
    timings: Timings = BRIEF
    dead: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.store = Watched(self.url)
        self.host = Host(
            self.store, clock=self.clock or (lambda: self.now), randomness=random.Random(self.seed),
            rolls=lambda _setup: ROLLS, peers=self.store, timings=self.timings, stand_in="random",
        )  # fmt: skip

    async def die(self) -> None:
        """Its clocks stop, what it does is left where it is, and its connections end."""
        self.dead.set()
        self.host._schedule.closing = self.store._connections.closed = True
        for cached in self.host._cache.values():
            if cached.timer:
                cached.timer.cancel()
        # The connections first: who is cancelled in the middle of a question would say so on one.
        self.store._connections.terminate_pool()
        await self.store.cut()
        tasks = [*self.host._schedule._tasks]
        if self.store._writer._task is not None:
            tasks.append(self.store._writer._task)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.store.cut()

    async def ask(self, work: Coroutine[Any, Any, T]) -> T | None:
        """The answer of this worker; none if it dies over it."""
        answer, end = asyncio.create_task(work), asyncio.create_task(self.dead.wait())
        await asyncio.wait({answer, end}, return_when=asyncio.FIRST_COMPLETED)
        end.cancel()
        if answer.done() and not self.dead.is_set():
            return answer.result()
        answer.cancel()
        await asyncio.gather(answer, return_exceptions=True)
        return None


def watchers(workers: list[Worker]) -> int:
    """How many wait for news at all workers together."""
    lives = [cached for worker in workers for cached in worker.host._cache.values()]
    return sum(len(cached.watchers) for cached in lives)


@contextlib.asynccontextmanager
async def working(
    url: str,
    count: int = 3,
    *,
    deaf: bool = False,
    now: float = 1000.0,
    timings: Timings = BRIEF,
) -> AsyncIterator[list[Worker]]:
    """Workers who know of each other; deaf ones hear nothing of what the others do."""
    workers = [Worker(url, seed, timings=timings) for seed in range(count)]
    try:
        if not deaf:
            await together(*workers)
        for worker in workers:
            worker.now = now
        yield workers
    finally:
        for worker in workers:
            if not worker.dead.is_set():
                await worker.host.close()


async def together(*workers: Worker) -> None:
    """Start those that have not started, and wait until all know of all."""
    for worker in workers:
        if not worker.host._schedule._tasks:
            await worker.host.start()
    everybody = {worker.store._connections.worker_id for worker in workers}
    await until(lambda: all(worker.store.gathered == everybody for worker in workers))


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(15):
        while not wanted():
            await asyncio.sleep(0.002)


async def seen(worker: Worker, name: str, wanted: Callable[[Table], bool]) -> Table:
    """What somebody who watches at this worker sees, as soon as it is as wanted."""
    async with worker.host.watching(name) as (cached, notice):
        while not wanted(cached.table):
            await notice.wait()
            notice.clear()
        return cached.table


def has_version(number: int) -> Callable[[Table], bool]:
    return lambda table: table.version >= number


async def log_of(url: str, name: str) -> list[Event]:
    rows = await execute(url, "SELECT data FROM events WHERE table_id = $1 ORDER BY number", name)
    return [decode(row[0]) for row in rows]


def by_itself(event: Event) -> bool:
    return isinstance(event, Away) or (isinstance(event, Acted) and event.by != "player")


def next_play(table: Table, id_: str | None = None) -> Play:
    """What a simple player does next: one roll, no question, one die."""
    assert table.game is not None
    action = None if not table.game.turn.numbers else Pass() if table.asking else ANY_DIE
    return Play(action, table.position, id_)


async def agreed(workers: list[Worker], name: str) -> Table:
    """The table, which is the same everywhere, in memory and in the log."""
    alive = [worker for worker in workers if not worker.dead.is_set()]
    tables = [(await worker.host.current(name)).table for worker in alive]
    assert all(table == tables[0] for table in tables)
    assert replayed(await log_of(alive[0].url, name)) == tables[0]
    return tables[0]


# Any command at any worker


async def test_a_move_at_one_worker_is_seen_at_all(database: str) -> None:
    async with working(database) as workers:
        name = await workers[0].host.create(PEOPLE)
        for mover in workers:
            table = (await mover.host.current(name)).table
            watching = [
                asyncio.create_task(seen(each, name, has_version(table.version + 1)))
                for each in workers
            ]
            await until(lambda: watchers(workers) == 3)
            assert table.to_act is not None
            moved = await mover.host.command(name, table.to_act + 1, next_play(table))
            assert await asyncio.gather(*watching) == [moved] * 3
        await agreed(workers, name)


@pytest.mark.parametrize("deaf", [True, False], ids=["before word came", "with word coming"])
async def test_a_whole_game_goes_from_worker_to_worker(database: str, *, deaf: bool) -> None:
    """Each command goes to another worker as soon as the last one was acknowledged."""
    rng = random.Random(5)

    async with working(database, deaf=deaf) as workers:
        patient = replace(QUICK, grace_seconds=3)
        name = await workers[0].host.create(replace(PEOPLE, settings=patient))
        for worker in workers:
            await worker.host.current(name)  # all have it in memory
        table = (await workers[0].host.current(name)).table
        last = workers[0]
        while table.playing:
            assert table.to_act is not None
            last = rng.choice([worker for worker in workers if worker is not last])
            table = await last.host.command(name, table.to_act + 1, next_play(table))
            reader = rng.choice(workers)
            assert (await reader.host.current(name)).table == table
        assert table.status is Status.FINISHED
        taken = await workers[0].host.command(name, MARKO, TakeBack(table.position))
        assert taken.playing
        assert (await agreed(workers, name)) == taken
        assert all(not worker.host.errors for worker in workers)


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        (Leave(), Return(), lambda table: table.people == {LENA, MARKO}),
        (WishEnd(), WishNoEnd(), lambda table: not table.end_wishes),
        (Mute("game"), Mute("never"), lambda table: not table.seats[1].never_asks),
        (Leave(), Forget(), lambda table: table.seats[1].name is None),
    ],
    ids=["leave, return", "wish, no wish", "mute, ask again", "leave, forget"],
)
async def test_who_changes_their_mind_at_another_worker_is_heard(
    database: str, first: Command, second: Command, wanted: Callable[[Table], bool]
) -> None:
    """Also before word of the first command has come to the other worker."""

    async with working(database, deaf=True) as workers:
        one, other, _ = workers
        name = await one.host.create(PEOPLE)
        await other.host.current(name)
        await one.host.command(name, MARKO, first)
        assert wanted(await other.host.command(name, MARKO, second))
        assert wanted(await agreed(workers, name))
        # And again the other way round: what is done already is done once.
        await other.host.command(name, MARKO, second)
        assert wanted(await agreed(workers, name))


async def test_a_repeated_command_at_another_worker_acts_once(database: str) -> None:
    async with working(database, deaf=True) as workers:
        name = await workers[0].host.create(PEOPLE)
        for worker in workers:
            await worker.host.current(name)
        table = (await workers[0].host.current(name)).table
        wish = next_play(table, "the same")
        answers = [await worker.host.command(name, LENA, wish) for worker in workers]
        assert {answer.version for answer in answers} == {table.version + 1}
        many = (worker.host.command(name, LENA, wish) for worker in workers * 5)
        assert {answer.version for answer in await asyncio.gather(*many)} == {table.version + 1}


# Many at once


async def outcomes(wishes: list[Coroutine[Any, Any, Table]]) -> tuple[list[Table], list[str]]:
    """What came of them: tables, and the codes of refusals."""
    answers = await asyncio.gather(*wishes, return_exceptions=True)
    wrong = [answer for answer in answers if isinstance(answer, BaseException)]
    assert all(isinstance(answer, TableError) for answer in wrong), wrong
    codes = [answer.code for answer in wrong if isinstance(answer, TableError)]
    return [answer for answer in answers if isinstance(answer, Table)], codes


async def test_everybody_who_sits_down_anywhere_has_a_seat_of_their_own(database: str) -> None:
    async with working(database) as workers:
        for _ in range(5):
            name = await workers[0].host.create(NewTable(("Lena",)))
            wishes = [
                worker.host.command(name, None, Sit(f"guest {n}"))
                for n, worker in enumerate(workers * 4)
            ]
            tables, codes = await outcomes(wishes)
            assert sorted(table.holders_given for table in tables) == [2, 3, 4]
            assert codes == ["table/full"] * 9
            table = await agreed(workers, name)
            assert sorted(seat.holder or 0 for seat in table.seats) == [1, 2, 3, 4]


async def test_of_many_moves_for_one_position_exactly_one_succeeds(database: str) -> None:
    async with working(database) as workers:
        name = await workers[0].host.create(PEOPLE)
        for turn in range(10):
            table = await agreed(workers, name)
            assert table.to_act is not None
            wishes = [
                worker.host.command(name, table.to_act + 1, next_play(table, f"{turn} {n}"))
                for n, worker in enumerate(workers * 5)
            ]
            tables, codes = await outcomes(wishes)
            assert [each.version for each in tables] == [table.version + 1]
            assert len(codes) == 14
            assert {*codes} <= {"table/stale-position", "table/not-your-turn"}


async def test_games_at_many_tables_go_on_at_all_workers_at_once(database: str) -> None:
    async def play(workers: list[Worker], seed: int) -> None:
        rng = random.Random(seed)
        name = await rng.choice(workers).host.create(PEOPLE)
        table = (await rng.choice(workers).host.current(name)).table
        for _ in range(15):
            assert table.to_act is not None
            worker = rng.choice(workers)
            table = await worker.host.command(name, table.to_act + 1, next_play(table))
        assert await agreed(workers, name) == table

    async with working(database) as workers:
        await asyncio.gather(*(play(workers, seed) for seed in range(20)))
        assert all(not worker.host.errors for worker in workers)


async def test_a_rematch_is_one_table_whoever_asks_wherever(database: str) -> None:
    async with working(database) as workers:
        for _ in range(5):
            await execute(database, "TRUNCATE tables, events")
            name = await workers[0].host.create(PEOPLE)
            await workers[1].host.command(name, LENA, WishEnd())
            await workers[2].host.command(name, MARKO, WishEnd())
            asked = (w.host.rematch(name, n % 2 + 1) for n, w in enumerate(workers * 4))
            again = {*await asyncio.gather(*asked)}
            assert len(again) == 1
            assert (await agreed(workers, name)).rematch in again
            rows = await execute(database, "SELECT id, status FROM tables")
            assert {(row[0], row[1]) for row in rows} == {
                (name, "ended"),
                (*again, "playing"),
            }
            rows = await execute(database, "SELECT DISTINCT table_id FROM events")
            assert {row[0] for row in rows} == {name, *again}


# Bots


@pytest.mark.parametrize("stand_by", [0.0, 0.05], ids=["all at once", "the others stand by"])
async def test_a_bot_that_three_workers_know_makes_each_move_once(
    database: str, stand_by: float
) -> None:
    rng = random.Random(8)
    new = NewTable(("Lena",), ("random", "random"), settings=QUICK, begin=True, first=0)

    def mine(table: Table) -> bool:
        return not table.playing or table.to_act in table.seats_of(LENA)

    async with working(database, timings=replace(BRIEF, stand_by=stand_by)) as workers:
        name = await workers[0].host.create(new)
        for worker in workers:
            await worker.host.current(name)
        while (table := await seen(rng.choice(workers), name, mine)).playing:
            # With a player who looked a moment ago: no worker refuses that.
            await rng.choice(workers).host.command(name, LENA, next_play(table))
        assert table.status is Status.FINISHED
        table = await agreed(workers, name)
        assert replay(table.record(("Lena", "one", "other"))) == table.game
        acted = [event for event in await log_of(database, name) if isinstance(event, Acted)]
        for who in ("player", "bot"):
            counted = sum(worker.host.counts[who] for worker in workers)
            assert counted == len([event for event in acted if event.by == who])


# A worker dies

BOT = NewTable(("Lena",), ("random",), settings=SLOW, begin=True, first=1)
ASKED = NewTable(("Lena", "Marko"), settings=Settings(6, 0, 50), begin=True, first=0)
HURRIED = NewTable(("Lena", "Marko"), settings=Settings(0, 60, 50), begin=True, first=0)
LEFT = NewTable(("Lena", "Marko"), settings=SLOW, begin=True, first=0)


async def due_at(worker: Worker, kind: str) -> str:
    """A table where the next event comes by itself: at this worker, if nothing happens to it."""
    host = worker.host
    if kind == "bot":
        return await host.create(BOT)
    if kind == "countdown":
        name = await host.create(ASKED)
        await host.command(name, LENA, next_play((await host.current(name)).table))
        return name
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
        names = [await first.host.create(ASKED) for _ in range(8)]
        for name in names:
            await last.host.current(name)
        for name in names:  # the first one is to end the countdown
            table = (await first.host.current(name)).table
            await first.host.command(name, LENA, next_play(table))
        await until(lambda: any(last.host._cache[name].pending_events for name in names))
        last.now = LATER
        await first.die()
        for name in names:
            await until_logged(database, name, 6)
            assert by_itself((await log_of(database, name))[-1])


async def test_a_worker_that_does_not_understand_a_word_still_follows(database: str) -> None:
    async with working(database, 2) as workers:
        one, other = workers

        def puzzled(word: str) -> None:
            raise ValueError(word)

        other.store.on_broadcast(puzzled)
        await one.store.broadcast("a word of another version")
        name = await one.host.create(PEOPLE)
        await other.host.current(name)
        moving = asyncio.create_task(seen(other, name, has_version(5)))
        await until(lambda: watchers([other]) == 1)
        await one.host.command(name, LENA, next_play((await one.host.current(name)).table))
        await moving


@pytest.mark.parametrize("known", [True, False], ids=["known to all", "known to one"])
@pytest.mark.parametrize("moment", ["waiting", "before", "after"])
@pytest.mark.parametrize("kind", ["bot", "countdown", "patience", "leaver"])
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
        # A bot that plays for somebody who is away begins at once; after that it waits.
        expected = ["Away", "Acted"] if kind == "patience" else ["Acted"]
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
        names = [await first.host.create(BOT) for _ in range(12)]
        names += [await second.host.create(BOT) for _ in range(12)]
        last.now = second.now = LATER
        await first.die()
        # Those that nobody has in memory are shared out.
        await until(lambda: {*second.host._cache, *last.host._cache} >= {*names})
        await second.die()
        for name in names:
            await until_logged(database, name, 5)
        await asyncio.sleep(A_WHILE)
        for name in names:
            log = await log_of(database, name)
            assert [type(event).__name__ for event in log[3:]] == ["Begun", "Acted"]
        assert {*names} <= {*last.host._cache}


async def test_each_of_the_others_looks_after_a_share_of_the_tables(database: str) -> None:
    async with working(database) as workers:
        first, second, third = workers
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


async def test_a_worker_that_was_cut_off_comes_back_and_catches_up(database: str) -> None:
    async with working(database) as workers:
        one, other, _ = workers
        name = await one.host.create(PEOPLE)
        table = (await other.host.current(name)).table
        for _ in range(5):
            rows = await execute(
                database,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = $1",
                f"charidice {other.store._connections.worker_id}",
            )
            assert rows
            assert table.to_act is not None
            moved = await one.host.command(name, table.to_act + 1, next_play(table))
            # Who watches there sees it without doing anything.
            assert await seen(other, name, has_version(moved.version)) == moved
            assert moved.to_act is not None
            table = await other.host.command(name, moved.to_act + 1, next_play(moved))
        await agreed(workers, name)


async def test_whoever_watches_at_a_worker_that_was_cut_off_is_woken(database: str) -> None:
    """Not by reading the table again, but by word that comes, or by the end of the silence."""

    async with working(database) as workers:
        one, other, _ = workers
        name = await one.host.create(PEOPLE)
        async with other.host.watching(name) as (cached, notice):
            for wish in (True, False) * 3:
                notice.clear()
                assert other.store._peers._connection is not None
                other.store._peers._connection.terminate()
                wished = await one.host.command(name, LENA, (WishEnd() if wish else WishNoEnd()))
                while cached.table != wished:
                    await notice.wait()
                    notice.clear()


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


# Names and tables that are gone


async def test_a_name_that_is_forgotten_at_one_worker_is_gone_from_all(database: str) -> None:
    async with working(database) as workers:
        one = workers[0]
        name = await one.host.create(NewTable(("Lena",), settings=QUICK))
        lives = [await worker.host.current(name) for worker in workers]
        sat = await one.host.command(name, None, Sit("Marko-Xyzzy"))
        for worker, cached in zip(workers, lives, strict=True):
            await seen(worker, name, has_version(sat.version))
            assert "Xyzzy" in "".join(cached.recent_events)
        table = await workers[1].host.command(name, MARKO, Forget())
        for worker, cached in zip(workers, lives, strict=True):
            await seen(worker, name, has_version(table.version))
            assert cached is (await worker.host.current(name))
            assert "Xyzzy" not in repr(cached)
            for number in range(table.version + 1):
                lines = await events_after(worker.host, name, cached, number)
                assert len(lines) == table.version - number
                assert "Xyzzy" not in "".join(lines)
        rows = await execute(database, "SELECT data FROM events")
        assert "Xyzzy" not in "".join(row[0] for row in rows)
        await agreed(workers, name)


async def test_a_table_that_another_worker_has_deleted_is_gone(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever wants something of it is told, and no clock goes on for it."""
    async with working(database) as workers:
        one, other, third = workers
        wanted, timed = await one.host.create(PEOPLE), await one.host.create(HURRIED)
        for name in (wanted, timed):
            await other.host.current(name)
            await third.host.current(name)
        other.now = third.now = one.now = LATER + 10 * 86_400
        cached = other.host._cache[timed]
        gone = await third.store.delete(["playing"], LATER, 100)
        assert sorted(gone) == sorted([wanted, timed])
        with pytest.raises(TableError) as caught:
            await other.host.command(wanted, LENA, WishEnd())
        assert caught.value.code == "table/not-found"
        assert wanted not in other.host._cache
        # The time of a player is over at a table that is not there any more.
        other.host._schedule.set_timer(timed, cached, own=True)
        await asyncio.sleep(A_WHILE)
        for worker in (one, other):
            await until(lambda host=worker.host: timed not in host._cache)  # type: ignore[misc]
        assert cached.gone  # whoever looks on is sent away
        assert not await execute(database, "SELECT * FROM events")
    assert caplog.text.count("what was due at a table failed") <= 1


async def test_nobody_is_hurried_because_a_worker_started_late(database: str) -> None:
    """The time of a question counts from when somebody could answer it."""

    async with working(database, 1) as workers:
        name = await due_at(workers[0], "countdown")
        late = Worker(database, 7, now=LATER)
        workers.append(late)
        await together(*workers)
        cached = await late.host.current(name)
        assert cached.timer is not None
        wait = cached.timer.when() - asyncio.get_running_loop().time()
        assert 4 < wait < 8
        await workers[0].die()
        await asyncio.sleep(A_WHILE)
        assert (await late.host.current(name)).table.asking


async def test_words_go_to_all_workers(database: str) -> None:
    async with working(database) as workers:
        heard: list[tuple[int, str]] = []

        def hear(n: int, word: str) -> None:
            heard.append((n, word))

        for n, worker in enumerate(workers):
            worker.store.on_broadcast(partial(hear, n))
        await workers[0].store.broadcast("hello")
        await until(lambda: {(1, "hello"), (2, "hello")} <= {*heard})


async def test_settings_changed_at_several_workers_at_once_are_all_taken(database: str) -> None:
    async with working(database) as workers:
        name = await workers[0].host.create(PEOPLE)
        wishes: list[Awaitable[Table]] = [
            worker.host.command(name, LENA, Configure(Settings(pace=n)))
            for n, worker in enumerate(workers)
        ]
        before = (await workers[0].host.current(name)).table.version
        await asyncio.gather(*wishes)
        assert (await agreed(workers, name)).version == before + 3
