"""The authoritative host: one place that decides, writes down, and only then tells.

Every table has a lock, so decisions on it are made one after the other. What a command leads to is
on disk before the table changes for anybody. Whoever looks on waits for a notice and reads the
table again, so that a missed notice is made good by the next one.
"""

import asyncio
import contextlib
import logging
import random
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from dataclasses import dataclass, field, replace
from typing import Final

from charidice.bots import bot
from charidice.rolls import DrawnRolls, Rolls
from charidice.rules import Action, CodedError, Phase, RulesError
from charidice.tables.agenda import LEASE_SECONDS, Agenda, due_at
from charidice.tables.cache import TableCache
from charidice.tables.chance import SystemChance
from charidice.tables.cleaning import Keep, cleaning
from charidice.tables.clock import Due, due
from charidice.tables.commands import AddBot, Begin, Command, Forget, Play, Rematch
from charidice.tables.decide import (
    World,
    acted_by_bot,
    acted_by_clock,
    away,
    decide,
    opened,
    sat,
    seated_again,
)
from charidice.tables.errors import Conflict, LogError, TableError
from charidice.tables.events import Acted, Event, Forgotten, Rematched, Sat, decode, encode
from charidice.tables.evolve import evolve, replayed
from charidice.tables.following import Following
from charidice.tables.live import Live, TableClock
from charidice.tables.names import english_bots
from charidice.tables.ports import Entry, Fellows, Store
from charidice.tables.shares import Shares
from charidice.tables.state import STAND_IN, Settings, Table

_LOG = logging.getLogger(__name__)
_RETRY_SECONDS: Final = 1.0
_MOST_DOUBLINGS: Final = 5  # of that, while the log cannot be written
_ANSWER_SECONDS: Final = 3.0
_SAT: Final = f'"kind":"{Sat.__name__.lower()}"'
_ATTEMPTS: Final = 5  # to write, while others write too
STAND_BY_SECONDS: Final = 2.0  # before a worker does what another one should have done
_TOUCH_SECONDS: Final = 3600.0
_READ_AT_ONCE: Final = 50  # events; then others come in between
_ACTING_AT_ONCE: Final = 16  # tables where something happens by itself; more wait a moment
_BOTS_AT_ONCE: Final = 2  # that think; each takes time from everybody else


@dataclass(frozen=True, slots=True)
class NewTable:
    """Who sits at a new table: sitting 1 is the host, and on one device it is everybody.

    When it begins at once and no seat is said to be first, that is drawn.
    """

    names: tuple[str, ...]
    levels: tuple[str, ...] = ()
    settings: Settings = field(default_factory=Settings)
    one_device: bool = False
    begin: bool = False
    first: int | None = None


class Host:
    """All tables of a server, or of one worker among several on the same log (`fellows`).

    Whoever has written to a table last also does what is due there next. The others who have it in
    memory stand by, and when a worker is gone, each of the others looks after a share of its
    tables. That one number has one event makes sure that nothing is done twice.

    `clock` is the time of day; `steady` is one that never jumps, for everything that is waited for.
    """

    def __init__(  # noqa: PLR0913  # all but the log by name
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] | None = None,
        chance: random.Random | None = None,
        rolls: Rolls | None = None,
        fellows: Fellows | None = None,
        reserved: frozenset[str] | None = None,
    ) -> None:
        self._store, self._fellows = store, fellows
        self._clock, self._steady = clock, steady or clock
        self._reserved = english_bots() if reserved is None else reserved
        self._chance = chance or random.SystemRandom()
        self._rolls = rolls or DrawnRolls(chance or SystemChance())
        self._agenda = Agenda(store, self, clock, self._steady)
        self._live = TableCache(self._agenda.left)
        self._shares: Shares | None = None
        self._replaying = asyncio.Lock()
        self._acting = asyncio.Semaphore(_ACTING_AT_ONCE)
        self._thinking = ThreadPoolExecutor(_BOTS_AT_ONCE, "charidice-bot")
        self._tasks: set[asyncio.Task[None]] = set()
        self.heard: Callable[[str], None] = lambda _word: None
        self.counts = Counter[str]()
        self._started = clock()
        self.closing = False

    async def start(self, keep: Keep | None = None) -> None:
        """Let the tables go on where a restart has interrupted them, and begin to clean up."""
        if keep is not None:
            self._spawn(cleaning(self._store, keep, self._clock, self.forget))
        self._spawn(self._agenda.run())
        if self._fellows is None:
            await self._agenda.take_over()
        else:
            following = Following(self._fellows, self._live, self, self._hear)
            self._spawn(following.follow())

    def stop(self) -> None:
        """Stop all clocks, and wake whoever waits so that they can leave."""
        self.closing = True
        for live in self._live.values():
            live.stop()
            live.wake()

    async def close(self) -> None:
        """End, once everything is written."""
        self.stop()
        if self._fellows is not None:
            await self._fellows.leave()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinking.shutdown(wait=False, cancel_futures=True)

    def _hear(self, word: str) -> None:
        self.heard(word)  # which may be set later

    async def say(self, word: str) -> None:
        """Tell other workers something that need not be kept; they get it in `heard`."""
        if self._fellows is not None:
            await self._fellows.say(word)

    @property
    def errors(self) -> int:
        """How often the log could not be read or written."""
        return self._store.errors

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    async def check(self) -> None:
        """Raise an error if the log cannot be read now."""
        await self._store.check()

    async def create(self, new: NewTable) -> str:
        """A new table; returns its name, which is its link and cannot be guessed."""
        world = self._world(self._clock())
        events = opened(new.settings, world.now)
        for number, name in enumerate(new.names, 1):
            sitting = 1 if new.one_device else number
            events.append(sat(replayed(events), sitting, name, world))
        for level in new.levels:
            events += decide(replayed(events), 1, AddBot(level), world)
        if new.begin:
            events += decide(replayed(events), 1, Begin(new.first), world)
        return await self._create(events)

    async def rematch(self, name: str, who: int) -> str:
        """The table where the same people play again; the one who was second begins."""
        for _ in range(_ATTEMPTS):
            live = await self.live(name)
            async with live.lock:  # of many who ask, only the first makes a table
                if live.dropped:
                    continue
                world, created = self._world(live.now), _new_name()
                try:
                    decide(live.table, who, Rematch(""), world)  # refuses whoever may not
                    if live.table.rematch is not None:
                        return live.table.rematch
                    events = seated_again(live.table, name, who, self._world(self._clock()))
                    entry = self._first_entry(created, events)
                    await self._append(name, live, [Rematched(world.now, created)], entry)
                except Conflict:
                    self.counts["conflict"] += 1
                    await self._reload(name, live)
                else:
                    self._begin(created, replayed(events), entry)
                    return created
        raise TableError("table/stale-position")

    async def live(self, name: str) -> Live:
        """A table by its name, as it is now."""
        live = self._live.used(name)
        if live is None:
            return await self._loaded(name)
        if self._fellows is not None:
            known, missed = live.table.version, {}
            with contextlib.suppress(CodedError):  # what was seen last is better than nothing
                missed = await self._fellows.missed({name: known})
            if name in missed:
                async with live.lock:
                    self.take(name, live, known, missed[name])
        return live

    async def glance(self, name: str) -> Table:
        """A table that may be a moment old."""
        return (await self._loaded(name)).table

    async def _loaded(self, name: str) -> Live:
        """A table from memory, where it may be a moment old, or from the log."""
        found = self._live.used(name)
        if found is not None:
            return found
        lines = await self._store.load(name)
        if not lines:
            raise TableError("table/not-found")
        table = await self._read(lines)
        live = self._live.add(name, self._new_live(table))  # somebody else may have been quicker
        self._agenda.back(name)
        if live.timer is None:
            self._schedule(name, live, own=self._fellows is None)
        return live

    def _new_live(self, table: Table) -> Live:
        clock = TableClock.begun(table, self._clock(), self._steady)
        return Live(table, clock, self._started)

    async def _read(self, lines: list[str]) -> Table:
        """The table after all these events; long logs hold nobody up, and are read in turn."""
        async with self._replaying:
            table = Table()
            try:
                for start in range(0, len(lines), _READ_AT_ONCE):
                    for line in lines[start : start + _READ_AT_ONCE]:
                        table = evolve(table, decode(line))
                    await asyncio.sleep(0)
            except (LookupError, TypeError, ValueError):
                _LOG.exception("a table cannot be read")
                raise TableError("table/unreadable") from None
            return table

    async def command(self, name: str, who: int | None, command: Command) -> Table:
        """Do what a sitting wants, and return the table as it is then."""
        for _ in range(_ATTEMPTS):
            live = await self._caught_up(name)
            if isinstance(command, Play):
                await self._answered(live)
            if self.closing:
                raise TableError("table/ending")
            async with live.lock:
                if live.dropped:
                    continue
                try:
                    events = decide(live.table, who, command, self._world(live.now))
                    if events and isinstance(command, Forget) and who is not None:
                        await self._erase(name, live, who)
                    if events:
                        await self._append(name, live, events)
                    elif await self._refresh(name, live):
                        continue  # there may be something to do after all
                except Conflict:
                    self.counts["conflict"] += 1
                    await self._reload(name, live)
                except (TableError, RulesError):
                    # Perhaps it only looks wrong from here, as another worker has done something.
                    if not await self._refresh(name, live):
                        raise
                else:
                    return live.table
        raise TableError("table/stale-position")

    async def _caught_up(self, name: str) -> Live:
        """A table with all that other workers have told about it."""
        live = await self._loaded(name)
        if live.behind or live.told:
            async with live.lock:
                await self._catch_up(name, live)
        return live

    async def _answered(self, live: Live) -> None:
        """Let a bot that is being asked answer first, so that nobody is refused for being quick."""
        table = live.table
        if not (table.asking and table.game and table.seats[table.game.receiver].played_by_bot):
            return
        if self.closing:
            return
        notice = asyncio.Event()
        live.watchers.add(notice)
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                await notice.wait()
        except TimeoutError:
            return  # the command will be told that it is not its turn
        finally:
            live.watchers.discard(notice)

    @contextlib.asynccontextmanager
    async def watching(self, name: str) -> AsyncIterator[tuple[Live, asyncio.Event]]:
        """A table and a notice that is set whenever it has changed."""
        live, notice = await self._loaded(name), asyncio.Event()
        live.watchers.add(notice)  # from now on news are read at once
        try:
            await self.live(name)
            yield live, notice
        finally:
            live.watchers.discard(notice)
            if not live.watchers:
                live.forget_pictures()

    async def since(self, name: str, live: Live, number: int, most: int | None = None) -> list[str]:
        """The events of a table after this number, so many at most, as lines of JSON."""
        missing = live.table.version - number
        if 0 <= missing <= len(live.tail):
            return list(live.tail)[len(live.tail) - missing :][:most]
        return await self._store.load(name, number, most)

    def _world(self, now: float) -> World:
        return World(now, self._rolls, self._chance, self._reserved)

    def _first_entry(self, name: str, events: list[Event]) -> Entry:
        table, now = replayed(events), self._clock()
        lines = [encode(event) for event in events]
        return Entry(name, 1, lines, table.status.value, now, self._lease(table))

    def _lease(self, table: Table) -> float | None:
        """Until when the log says that somebody here looks after a table."""
        coming = due(table, self._started)
        return None if coming is None else self._clock() + LEASE_SECONDS

    async def _create(self, events: list[Event]) -> str:
        name = _new_name()
        entry = self._first_entry(name, events)
        await self._store.append(entry)
        self._begin(name, replayed(events), entry)
        return name

    def _begin(self, name: str, table: Table, entry: Entry) -> None:
        live = self._live.add(name, self._new_live(table))
        live.touched, live.lease = self._steady(), entry.due
        self._schedule(name, live)

    async def _append(self, name: str, live: Live, events: list[Event], *others: Entry) -> None:
        """On disk first, then in memory, then everybody is told."""
        table, now = live.table, self._steady()
        for event in events:
            table = evolve(table, event)
        used = live.touched is not None and now - live.touched < _TOUCH_SECONDS
        lease = self._lease(table)
        marked = (
            not used
            or table.status is not live.table.status
            or (lease is not None and not live.leased(self._clock()))
        )
        status = table.status.value if marked else None
        lines = [encode(event) for event in events]
        number = live.table.version + 1
        entry = Entry(name, number, lines, status, self._clock(), lease)
        await self._store.append(entry, *others)
        if marked:
            live.touched, live.lease = now, lease
        for event in events:
            if isinstance(event, Acted):
                self.counts[event.by] += 1
        live.failures = 0
        live.tail.extend(lines)
        self._changed(name, live, table)

    def _changed(self, name: str, live: Live, table: Table, *, own: bool = True) -> None:
        live.table = table
        live.clock.catch_up(table)
        live.rendered.clear()
        live.wake()
        self._schedule(name, live, own=own)

    async def _catch_up(self, name: str, live: Live) -> None:
        """Take in what others wrote while nobody looked on here."""
        if live.behind:
            await self._refresh(name, live)
        else:
            self.take(name, live, live.table.version, live.told)

    async def _refresh(self, name: str, live: Live) -> bool:
        """Read what other workers wrote; False if there is nothing."""
        if self._fellows is None:
            return False
        known = live.table.version
        missed = await self._fellows.missed({name: known})
        self.take(name, live, known, missed.get(name, []))
        return name in missed

    async def _reload(self, name: str, live: Live) -> None:
        """Somebody else has written here, or the table is gone: read it again."""
        if await self._refresh(name, live):
            return
        lines = await self._store.load(name)
        if not lines:
            self.forget(name)
            raise TableError("table/not-found")
        live.tail.clear()
        self._changed(name, live, await self._read(lines))

    async def _erase(self, name: str, live: Live, who: int) -> None:
        """Take the name of a person out of the log."""
        live.tail.clear()
        live.said.clear()
        for number, line in enumerate(await self._store.load(name), 1):
            event = decode(line) if _SAT in line else None
            if isinstance(event, Sat) and event.sitting == who:
                await self._store.replace(name, number, encode(replace(event, name=None)))

    def _schedule(self, name: str, live: Live, *, own: bool = True) -> None:
        """Set the clock for what is due next; for what another worker should do, a little later."""
        live.stop()
        coming = due(live.table, live.since)
        if coming is not None and not self.closing and not live.dropped:
            wait = max(0.0, coming.at - live.now) + (0 if own else STAND_BY_SECONDS)
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(
                wait, self._run, name, live, coming, live.table.version, context=Context()
            )

    def _run(self, name: str, live: Live, coming: Due, version: int) -> None:
        self._spawn(self._act(name, live, coming, version))

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work, context=Context())  # no longer part of a request
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, name: str, live: Live, coming: Due, version: int) -> None:
        """Do what is due, unless the table has changed meanwhile so that something else is due."""
        try:
            table = live.table
            if table.version != version or live.dropped:
                return
            action = await self._choice(table, coming.seat) if coming.kind == "bot" else None
            async with self._acting, live.lock:
                if self._still_due(live, table, coming):
                    try:
                        events = self._due_events(live, coming, action)
                        await self._append(name, live, events)
                    except Conflict:
                        self.counts["conflict"] += 1
                        await self._reload(name, live)
        except TableError:
            self.forget(name)  # it has been deleted
        except Exception as error:
            if not isinstance(error, LogError):  # a log that cannot be used says so itself, once
                _LOG.exception("what was due at a table failed; it is tried again")
            await asyncio.sleep(_RETRY_SECONDS * 2**live.failures)
            live.failures = min(live.failures + 1, _MOST_DOUBLINGS)
            self._schedule(name, live)

    def _still_due(self, live: Live, before: Table, coming: Due) -> bool:
        """Whether the same is due as before: nobody holds a bot up by coming and going."""
        table = live.table
        if live.dropped or table.version == before.version:
            return not live.dropped
        now = due(table, live.since)
        if now is None or table.position != before.position:
            return False
        in_time = now.at <= max(coming.at, live.now)
        return in_time and (now.kind, now.seat) == (coming.kind, coming.seat)

    def _due_events(self, live: Live, coming: Due, action: Action | None) -> list[Event]:
        table, world = live.table, self._world(live.now)
        match coming.kind:
            case "bot":
                return acted_by_bot(table, coming.seat, action, world)
            case "pass":
                return acted_by_clock(table, coming.seat, world)
            case _:
                return away(coming.seat, world)

    async def _choice(self, table: Table, seat: int) -> Action | None:
        """What the bot on a seat does; solving a turn takes time, so it is done beside."""
        if table.game is None or table.game.turn.phase is Phase.ROLLING:
            return None
        player = bot(table.seats[seat].bot or STAND_IN)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thinking, player.choose, table.game, self._chance)

    async def adopt(self, shares: Shares) -> None:
        """Look after the games in a share: bots and clocks go on where nobody else does it."""
        self._shares = shares
        await self._agenda.take_over()

    # --- what the agenda needs -------------------------------------------------------------------

    def in_memory(self, name: str) -> Live | None:
        """A table, if it is in memory."""
        return self._live.get(name)

    def cares_for(self, name: str) -> bool:
        """Whether this worker looks after a table that nobody has in memory."""
        if self._fellows is None:
            return True
        return self._shares is not None and self._shares.has(name)

    async def bring_back(self, name: str) -> Live | None:
        """Read a table into memory, which starts its timer; None if it cannot be read."""
        try:
            return await self._loaded(name)
        except TableError:  # which is logged
            return None

    def next_due(self, live: Live) -> float | None:
        """When something is due at a table in memory, in the time of day."""
        return due_at(live, self._clock())

    def trim(self, looks: int) -> None:
        """Let tables go that are too many."""
        self._live.make_room(looks)

    def jumped(self) -> None:
        """The clock of the machine was set: at tables that are read from now on, the time before
        it counts for nobody. Those in memory have clocks of their own."""
        self._started = self._clock()

    def take(self, name: str, live: Live, after: int, lines: list[str]) -> None:
        """Take in what others wrote after this number, of which all may be known by now."""
        new = lines[live.table.version - after :]
        live.told, live.behind = [], False
        if not new:
            if live.timer is None:
                self._schedule(name, live, own=self._fellows is None)
            return
        try:
            events = [decode(line) for line in new]
            table = live.table
            for event in events:
                table = evolve(table, event)
        except (LookupError, TypeError, ValueError):
            _LOG.exception("a table cannot be read")
            self.forget(name)
            return
        live.tail.extend(new)
        if any(isinstance(event, Forgotten) for event in events):
            live.tail.clear()  # the name may be in it
            live.said.clear()
        self._changed(name, live, table, own=False)

    def forget(self, name: str) -> None:
        """A table has been deleted: whoever looks on is sent away."""
        live = self._live.remove(name)
        if live is not None:
            live.gone = True
            live.stop()
            live.wake()


def _new_name() -> str:
    return secrets.token_urlsafe(12)
