"""The authoritative host: one place that decides, writes down, and only then tells.

Every table has a lock, so decisions on it are made one after the other. What a command leads to is
on disk before the table changes for anybody. Whoever looks on waits for a notice and reads the
table again, so that a missed notice is made good by the next one.
"""

import asyncio
import contextlib
import random
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Final

from charidice.errors import CodedError
from charidice.rolls import Rolls
from charidice.tables.hosting.cached_table import CachedTable
from charidice.tables.hosting.errors import REFUSALS, Conflict
from charidice.tables.hosting.event_reader import EventReader, Pace
from charidice.tables.hosting.memory import TableMemory
from charidice.tables.hosting.objections import object_to
from charidice.tables.hosting.pauses import Pauses
from charidice.tables.hosting.peer_catch_up import PeerCatchUp
from charidice.tables.hosting.ports import Peers, Store, Uploads
from charidice.tables.hosting.presence import Presence
from charidice.tables.hosting.randomness import BufferedRandomness
from charidice.tables.hosting.reactions import Reactions
from charidice.tables.hosting.retention import Retention, SteadyClock, enforce_retention
from charidice.tables.hosting.rolls import RollFactory
from charidice.tables.hosting.timings import Timings
from charidice.tables.model.checks import Context
from charidice.tables.model.commands import Command, Forget, Play, Rematch
from charidice.tables.model.decide import decide
from charidice.tables.model.errors import TableError
from charidice.tables.model.game_setup import GameSetup
from charidice.tables.model.names import english_bots
from charidice.tables.model.new_table import NewTable, first_events
from charidice.tables.model.seating import seated_again
from charidice.tables.model.table import STAND_IN, Table

_ANSWER_SECONDS: Final = 3.0
_ATTEMPTS: Final = 5  # to write, while others write too
_CREATION_RETRY_SECONDS: Final = 600.0  # a repeated creation finds its table for so long


class Host:
    """All tables of a server, or of one worker among several on the same log (`peers`).

    Whoever has written to a table last also does what is due there next; the others stand by, and
    when a worker is gone, each looks after a share of its tables.

    `clock` is the time of day; `steady` is one that never jumps, for everything that is waited for.
    A bot of the level `stand_in` plays for people who are away.
    """

    def __init__(  # noqa: PLR0913  # all but the log by name
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] | None = None,
        randomness: random.Random | None = None,
        rolls: Callable[[GameSetup], Rolls] | None = None,
        peers: Peers | None = None,
        reserved: frozenset[str] | None = None,
        timings: Timings | None = None,
        stand_in: str = STAND_IN,
    ) -> None:
        self._store, self._peers, self._clock, self._steady = store, peers, clock, steady or clock
        self._reserved = english_bots() if reserved is None else reserved
        self._randomness = randomness or random.SystemRandom()
        self._rolls = rolls or RollFactory(randomness or BufferedRandomness()).rolls_of
        self._memory = TableMemory(
            store, peers, clock, self._steady, self._context_of, self._randomness,
            timings or Timings(), stand_in,
        )  # fmt: skip
        memory, me = self._memory, secrets.token_hex(4)
        self._cache, self._journal, self._schedule = memory.cache, memory.journal, memory.schedule
        self.presence = Presence(me, self._steady, self._cache.wake)
        self.reactions = Reactions(me, self._steady, self._cache.wake)
        self.pauses = Pauses(me, self._memory.pause)

    async def start(self, retention: Retention | None = None) -> None:
        """Let the tables go on where a restart has interrupted them, and begin to clean up."""
        spawn = self._schedule.spawn
        if retention is not None:
            steady = SteadyClock(self._clock, time.monotonic)
            spawn(enforce_retention(self._store, retention, steady, self.drop_deleted))
        spawn(self._memory.wakeups.run())
        if self._peers is None:
            await self._memory.wakeups.take_over()
        else:
            spawn(PeerCatchUp(self._peers, self._cache, self._journal, self._memory.adopt).follow())

    def stop(self) -> None:
        """Stop all clocks, and wake whoever waits so that they can leave."""
        self._schedule.closing = True
        for cached in self._cache.values():
            cached.stop()
            cached.wake()

    async def close(self) -> None:
        """End, once everything is written."""
        self.stop()
        if self._peers is not None:
            await self._peers.leave()
        await self._schedule.close()

    @property
    def closing(self) -> bool:
        """Whether this worker is about to end."""
        return self._schedule.closing

    def drop_deleted(self, name: str) -> None:
        """Drop a table that was deleted from the log, and send its watchers away."""
        self._journal.drop_deleted(name)

    @property
    def counts(self) -> Counter[str]:
        """How many moves players and bots have made, and how often two wrote at once."""
        return self._journal.counts

    @property
    def errors(self) -> int:
        """How often the log could not be read or written."""
        return self._store.errors

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._cache)

    @property
    def uploads(self) -> Uploads:
        """Games that people have uploaded."""
        return self._store.uploads

    async def check(self) -> None:
        """Raise an error if the log cannot be read now."""
        await self._store.check()

    async def create(self, new: NewTable, name: str | None = None) -> str:
        """A new table; returns its name, which is its link and cannot be guessed.

        If a name is given that a table has already, because somebody tries again, that is the one.
        """
        events = first_events(new, self._context(self._clock(), new.setup))
        entry = self._journal.first_entry(name or _new_name(), events)
        try:
            await self._store.append(entry)
        except Conflict:
            if name is None:
                raise
            cached = await self.current(entry.table)
            if cached.now - cached.table.created_at > _CREATION_RETRY_SECONDS:
                raise TableError("table/id-used") from None
        else:
            self._schedule.set_timer(entry.table, self._journal.add_new(entry, events))
        return entry.table

    async def rematch(self, name: str, who: int) -> str:
        """The table where the same people play again; the one who was second begins."""
        for _ in range(_ATTEMPTS):
            cached = await self.current(name)
            async with cached.lock:  # of many who ask, only the first makes a table
                if cached.dropped:
                    continue
                created = _new_name()
                try:
                    table = cached.table
                    noted = decide(table, who, Rematch(created), self._context_of(name, cached))
                    if table.rematch is not None:
                        return table.rematch
                    context = self._context(self._clock(), table.setup)
                    events = seated_again(table, name, who, context)
                    entry = self._journal.first_entry(created, events)
                    await self._journal.append(name, cached, noted, entry)
                except Conflict:
                    await self._journal.reload(name, cached)
                else:
                    self._schedule.set_timer(created, self._journal.add_new(entry, events))
                    return created
        raise TableError("table/stale-position")

    async def current(self, name: str) -> CachedTable:
        """A table by its name, as it is now."""
        cached = self._cache.used(name)
        if cached is None:
            return await self._memory.loaded(name)
        if self._peers is not None:
            known, missed = cached.table.version, {}
            with contextlib.suppress(CodedError):  # what was seen last is better than nothing
                missed = await self._peers.missed({name: known})
            if name in missed:
                async with cached.lock:
                    self._journal.apply_missed(name, cached, known, missed[name])
        return cached

    def in_memory(self, name: str) -> CachedTable | None:
        """A table, if it is in memory."""
        return self._cache.get(name)

    async def exists(self, name: str) -> bool:
        """Whether there is a table of this name."""
        return await self._memory.load_table(name) is not None

    async def cached(self, name: str) -> Table:
        """A table that may be a moment old."""
        return (await self._memory.loaded(name)).table

    async def command(self, name: str, who: int | None, command: Command) -> Table:
        """Do what the holder of a seat wants, and return the table as it is then."""
        for _ in range(_ATTEMPTS):
            cached = await self._caught_up(name)
            if isinstance(command, Play):
                await self._wait_for_bot_answer(cached)
                await object_to(cached.table, who, command)
            if self.closing:
                raise TableError("table/ending")
            async with cached.lock:
                if cached.dropped:
                    continue
                try:
                    events = decide(cached.table, who, command, self._context_of(name, cached))
                    if events and isinstance(command, Forget) and who is not None:
                        await self._journal.erase(name, cached, who)
                    if events:
                        await self._journal.append(name, cached, events)
                    elif await self._journal.refresh(name, cached):
                        continue  # there may be something to do after all
                except Conflict:
                    await self._journal.reload(name, cached)
                except REFUSALS:
                    # Perhaps it only looks wrong from here, as another worker has done something.
                    if not await self._journal.refresh(name, cached):
                        raise
                else:
                    return cached.table
        raise TableError("table/stale-position")

    async def hurry(self, name: str, who: int | None, position: int) -> None:
        """Let the bots of somebody who plays with nobody else go on at once from a position."""
        await self._schedule.hurry(name, await self._caught_up(name), who, position)

    async def _caught_up(self, name: str) -> CachedTable:
        """A table with everything that other workers are known to have written."""
        cached = await self._memory.loaded(name)
        if cached.has_pending:
            async with cached.lock:
                await self._journal.catch_up(name, cached)
        return cached

    async def _wait_for_bot_answer(self, cached: CachedTable) -> None:
        """Let a bot that is being asked answer first, so that nobody is refused for being quick."""
        if not cached.table.bot_answers or self.closing:
            return
        notice = asyncio.Event()
        cached.watchers.add(notice)
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                await notice.wait()
        except TimeoutError:
            return  # the command is then refused: not your turn
        finally:
            cached.watchers.discard(notice)

    @contextlib.asynccontextmanager
    async def watching(
        self, name: str, holder: int | None = None
    ) -> AsyncIterator[tuple[CachedTable, asyncio.Event]]:
        """A table and a notice that is set whenever it has changed; who holds a seat is present."""
        cached, notice = await self._memory.loaded(name), asyncio.Event()
        cached.watchers.add(notice)  # from now on news are read at once
        try:
            await self.current(name)
            with self.presence.here(name, holder):
                yield cached, notice
        finally:
            cached.watchers.discard(notice)

    def events(
        self, name: str, cached: CachedTable, after: int, pace: Pace | None = None
    ) -> EventReader:
        """Reads the public events of a table after this number; see there about `pace`."""
        return EventReader(self._store, name, cached, after, pace)

    def _context_of(self, name: str, cached: CachedTable) -> Context:
        now, setup = cached.now, cached.table.setup
        here, until = self.presence.at(name), cached.reading_until
        return replace(self._context(now, setup), present=here, reading_until=until)

    def _context(self, now: float, setup: GameSetup) -> Context:
        return Context(now, self._rolls(setup), self._randomness, self._reserved)


def _new_name() -> str:
    return secrets.token_urlsafe(12)
