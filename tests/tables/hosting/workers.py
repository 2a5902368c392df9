"""Workers on one PostgreSQL.

The workers are hosts in one event loop, each with connections of its own. One that dies does so
without a word: its clocks stop and its connections end.
"""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tests.postgres import execute
from tests.tables.support import ANY_DIE, ROLLS

from charidice.storage import PostgresStore
from charidice.storage.postgres.connections import Timings as DatabaseTimings
from charidice.tables import Host, NewTable, Settings, Table
from charidice.tables.hosting.ownership import TableOwnership
from charidice.tables.hosting.ports import Entry, Notice, WorkersChanged
from charidice.tables.hosting.timings import Timings
from charidice.tables.model.commands import (
    Play,
)
from charidice.tables.model.events import Acted, Away, Event, decode
from charidice.tables.model.evolve import replayed

T = TypeVar("T")


QUICK = Settings(ask_seconds=0, turn_seconds=0, pace=0, grace_seconds=0)


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

        self.adopted: TableOwnership | None = None
        self._adopt = self.host._memory.adopt
        self.host._memory.adopt = self._noted  # type: ignore[method-assign]

    async def _noted(self, ownership: TableOwnership) -> None:
        await self._adopt(ownership)
        self.adopted = ownership

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
        await asyncio.sleep(0)  # the loop closes sockets only then, and may end after this

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


async def settled(*workers: Worker) -> None:
    """Wait until each looks after its share, and has looked for what was there before."""
    everybody = {worker.store._connections.worker_id for worker in workers}
    shares = {
        worker: TableOwnership(worker.store._connections.worker_id, everybody)._mine
        for worker in workers
    }
    await until(
        lambda: all(w.adopted is not None and w.adopted._mine == shares[w] for w in workers)
    )


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


async def all_logs(url: str) -> dict[str, list[Event]]:
    """The logs of all tables at one moment."""
    logs: dict[str, list[Event]] = {}
    for name, data in await execute(url, "SELECT table_id, data FROM events ORDER BY number"):
        logs.setdefault(name, []).append(decode(data))
    return logs


def by_itself(event: Event) -> bool:
    return isinstance(event, Away) or (isinstance(event, Acted) and event.by != "player")


def next_play(table: Table, id_: str | None = None) -> Play:
    """What a simple player does next: one roll, one die, and no ask."""
    assert table.game is not None
    action = ANY_DIE if table.game.turn.numbers else None
    return Play(action, table.position, id_)


async def agreed(workers: list[Worker], name: str) -> Table:
    """The table, which is the same everywhere, in memory and in the log."""
    alive = [worker for worker in workers if not worker.dead.is_set()]
    tables = [(await worker.host.current(name)).table for worker in alive]
    assert all(table == tables[0] for table in tables)
    assert replayed(await log_of(alive[0].url, name)) == tables[0]
    return tables[0]


HURRIED = NewTable(("Lena", "Marko"), settings=Settings(0, 60, 50), begin=True, first=0)
