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
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from typing import Final

from charidice.bots import bot
from charidice.rolls import DrawnRolls, Rolls
from charidice.rules import Action, Phase
from charidice.tables.chance import SystemChance
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
from charidice.tables.errors import Conflict, TableError
from charidice.tables.events import Event, Rematched, Sat, decode, encode
from charidice.tables.evolve import evolve, replayed
from charidice.tables.ports import Store
from charidice.tables.state import STAND_IN, Settings, Status, Table

_LOG = logging.getLogger(__name__)
_TABLES_KEPT: Final = 2_000
_RETRY_SECONDS: Final = 1.0
_ANSWER_SECONDS: Final = 3.0
_TAIL_KEPT: Final = 16


@dataclass(eq=False, slots=True)
class Live:
    """A table in memory, with its lock, its next timer, and those who wait for news."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[asyncio.Event] = field(default_factory=set)
    timer: asyncio.TimerHandle | None = None
    rendered: dict[object, object] = field(default_factory=dict)
    tail: deque[str] = field(default_factory=lambda: deque(maxlen=_TAIL_KEPT))


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
    """All tables of a server."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        chance: random.Random | None = None,
        rolls: Rolls | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._chance = chance or random.SystemRandom()
        self._rolls = rolls or DrawnRolls(chance or SystemChance())
        self._live: dict[str, Live] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.started = clock()
        self.closing = False

    async def start(self) -> None:
        """Let the tables go on where a restart has interrupted them."""
        for name in await self._store.with_status(Status.PLAYING.value):
            with contextlib.suppress(TableError):  # one that cannot be read is logged
                await self.live(name)  # which starts its clock

    async def close(self) -> None:
        """Stop all clocks, and wake whoever waits so that they can leave."""
        self.closing = True
        for live in self._live.values():
            if live.timer:
                live.timer.cancel()
            _wake(live)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def create(self, new: NewTable) -> str:
        """A new table; returns its name, which is its link and cannot be guessed."""
        world = self._world()
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
        live, created = await self.live(name), None
        async with live.lock:  # of many who ask, only the first makes a table
            for _ in range(2):
                world = self._world()
                decide(live.table, who, Rematch(""), world)  # refuses whoever may not
                if live.table.rematch is not None:
                    return live.table.rematch
                events = seated_again(live.table, name, who, world)
                created = created or await self._create(events)
                try:
                    await self._append(name, live, [Rematched(world.now, created)])
                except Conflict:
                    await self._reload(name, live)
                else:
                    return created
        raise TableError("table/stale-position")

    async def live(self, name: str) -> Live:
        """A table by its name, from memory or from the log."""
        found = self._live.get(name)
        if found is not None:
            return found
        lines = await self._store.load(name)
        if not lines:
            raise TableError("table/not-found")
        try:
            live = Live(replayed(map(decode, lines)))
        except (LookupError, TypeError, ValueError):
            _LOG.exception("a table cannot be read")
            raise TableError("table/unreadable") from None
        live = self._live.setdefault(name, live)  # somebody else may have been quicker
        self._forget_idle_tables(name)
        if live.timer is None:
            self._schedule(name, live)
        return live

    async def command(self, name: str, who: int | None, command: Command) -> Table:
        """Do what a sitting wants, and return the table as it is then."""
        live = await self.live(name)
        if isinstance(command, Play):
            await self._answered(live)
        async with live.lock:
            for _ in range(2):
                try:
                    events = decide(live.table, who, command, self._world())
                    if isinstance(command, Forget) and who is not None:
                        await self._erase(name, live, who)
                    if events:
                        await self._append(name, live, events)
                    break
                except Conflict:
                    await self._reload(name, live)
            else:
                raise TableError("table/stale-position")
        return live.table

    async def _answered(self, live: Live) -> None:
        """Let a bot that is being asked answer first, so that nobody is refused for being quick."""
        table = live.table
        if not (table.asking and table.game and table.seats[table.game.receiver].played_by_bot):
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
        live, notice = await self.live(name), asyncio.Event()
        live.watchers.add(notice)
        try:
            yield live, notice
        finally:
            live.watchers.discard(notice)

    async def since(self, name: str, live: Live, number: int) -> list[str]:
        """The events of a table after this number, as lines of JSON."""
        missing = live.table.version - number
        if 0 <= missing <= len(live.tail):
            return list(live.tail)[len(live.tail) - missing :]
        return (await self._store.load(name))[number:]

    def _world(self) -> World:
        return World(self._clock(), self._rolls, self._chance)

    async def _create(self, events: list[Event]) -> str:
        name, table = secrets.token_urlsafe(12), replayed(events)
        await self._store.append(name, 1, [encode(e) for e in events], table.status.value)
        live = self._live[name] = Live(table)
        self._forget_idle_tables(name)
        self._schedule(name, live)
        return name

    async def _append(self, name: str, live: Live, events: list[Event]) -> None:
        """On disk first, then in memory, then everybody is told."""
        table = live.table
        for event in events:
            table = evolve(table, event)
        status = None if table.status is live.table.status else table.status.value
        lines = [encode(event) for event in events]
        await self._store.append(name, live.table.version + 1, lines, status)
        live.tail.extend(lines)
        self._changed(name, live, table)

    def _changed(self, name: str, live: Live, table: Table) -> None:
        live.table = table
        live.rendered.clear()
        _wake(live)
        self._schedule(name, live)

    async def _reload(self, name: str, live: Live) -> None:
        live.tail.clear()
        self._changed(name, live, replayed(map(decode, await self._store.load(name))))

    async def _erase(self, name: str, live: Live, who: int) -> None:
        """Take the name of a person out of the log."""
        live.tail.clear()
        for number, line in enumerate(await self._store.load(name), 1):
            event = decode(line)
            if isinstance(event, Sat) and event.sitting == who:
                await self._store.replace(name, number, encode(replace(event, name=None)))

    def _schedule(self, name: str, live: Live) -> None:
        if live.timer:
            live.timer.cancel()
            live.timer = None
        coming = due(live.table, self.started)
        if coming is not None and not self.closing:
            wait = max(0.0, coming.at - self._clock())
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(wait, self._run, name, live, coming, live.table.version)

    def _run(self, name: str, live: Live, coming: Due, version: int) -> None:
        task = asyncio.create_task(self._act(name, live, coming, version))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, name: str, live: Live, coming: Due, version: int) -> None:
        """Do what is due, unless the table has changed meanwhile (then something else is due)."""
        try:
            table = live.table
            if table.version != version:
                return
            action = await self._choice(table, coming.seat) if coming.kind == "bot" else None
            async with live.lock:
                if live.table.version == version:
                    try:
                        events = self._due_events(live.table, coming, action)
                        await self._append(name, live, events)
                    except Conflict:
                        await self._reload(name, live)
        except Exception:
            _LOG.exception("what was due at a table failed; it is tried again")
            await asyncio.sleep(_RETRY_SECONDS)
            self._schedule(name, live)

    def _due_events(self, table: Table, coming: Due, action: Action | None) -> list[Event]:
        world = self._world()
        match coming.kind:
            case "bot":
                return acted_by_bot(table, coming.seat, action, world)
            case "pass":
                return acted_by_clock(table, coming.seat, world)
            case _:
                return away(table, coming.seat, world)

    async def _choice(self, table: Table, seat: int) -> Action | None:
        """What the bot on a seat does; solving a turn takes time, so it is done beside."""
        if table.game is None or table.game.turn.phase is Phase.ROLLING:
            return None
        player = bot(table.seats[seat].bot or STAND_IN)
        return await asyncio.to_thread(player.choose, table.game, self._chance)

    def _forget_idle_tables(self, wanted: str) -> None:
        """Keep memory small: tables that nobody watches and that wait for nothing can be read
        again."""
        if len(self._live) <= _TABLES_KEPT:
            return
        idle = [
            name
            for name, live in self._live.items()
            if name != wanted
            and not live.watchers
            and live.timer is None
            and not live.lock.locked()
        ]
        for name in idle[: max(len(self._live) - _TABLES_KEPT, _TABLES_KEPT // 4)]:
            del self._live[name]


def _wake(live: Live) -> None:
    for notice in live.watchers:
        notice.set()
