"""What happens at tables by itself: bots act, questions and patience end, games are over."""

import asyncio
import contextvars
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Final

from charidice.rules import Action, Pass, Phase, apply
from charidice.tables.hosting.cached_table import CachedTable
from charidice.tables.hosting.errors import Conflict, LogError
from charidice.tables.hosting.journal import Journal
from charidice.tables.hosting.pauses import Pause
from charidice.tables.hosting.seated_bots import SeatedBots
from charidice.tables.hosting.timings import Timings
from charidice.tables.model import playing
from charidice.tables.model.checks import Context
from charidice.tables.model.clock import READING_SECONDS, Due, DueKind, due
from charidice.tables.model.errors import TableError
from charidice.tables.model.events import Event
from charidice.tables.model.table import Table

_LOG = logging.getLogger(__name__)
_MOST_DOUBLINGS: Final = 5  # of the time until the next try, while the log cannot be written
_SOON: Final = 0.001  # seconds; at once, uvloop gives a handle that does not say when
_ACTING_AT_ONCE: Final = 16  # tables where something happens by itself; more wait a moment
_BOTS_AT_ONCE: Final = 2  # that think; each takes time from everybody else


class Schedule:
    """A timer for each table in memory where something is due, and the bots.

    Bots think in a small pool of their own, so that they never queue behind anything else. The
    level `stand_in` plays for people who are away.
    """

    def __init__(
        self,
        journal: Journal,
        context: Callable[[str, CachedTable], Context],
        randomness: Random,
        timings: Timings,
        stand_in: str,
    ) -> None:
        self._journal, self._context, self._randomness = journal, context, randomness
        self._timings, self._stand_in = timings, stand_in
        self._acting = asyncio.Semaphore(_ACTING_AT_ONCE)
        self._thinking = ThreadPoolExecutor(_BOTS_AT_ONCE, "charidice-bot")
        self._bots = SeatedBots()
        self._tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    def set_timer(
        self, name: str, cached: CachedTable, *, own: bool = True, at_least: float = 0.0
    ) -> None:
        """Set the clock for what is due next, in so many seconds `at_least`.

        What another worker should do is done a little later.
        """
        cached.stop()
        coming = due(cached.table, cached.since, self._context(name, cached).present)
        if coming is not None and not self.closing and not cached.dropped:
            stand_by = 0 if own else self._timings.stand_by
            wait = max(at_least, coming.at - cached.now, _SOON) + stand_by
            cached.timer = asyncio.get_running_loop().call_later(
                wait,
                self._run,
                name,
                cached,
                coming,
                cached.table.version,
                context=contextvars.Context(),
            )

    def _run(self, name: str, cached: CachedTable, coming: Due, version: int) -> None:
        self.spawn(self._act(name, cached, coming, version))

    def pause(self, cached: CachedTable, pause: Pause) -> None:
        """Let a bot wait for somebody who plays with nobody else; a longer wait stays as it is.

        Among people somebody who may ask for the biggest gift has time to read what that is.
        """
        table = cached.table
        if table.position != pause.position:
            return
        if table.people == {pause.holder}:
            self._postpone(pause.table, cached, pause.seconds)
        elif table.may_ask in table.seats_of(pause.holder) and table.hold_seconds:
            cached.read(READING_SECONDS)
            self._postpone(pause.table, cached, cached.reading_until - cached.now)

    def _postpone(self, name: str, cached: CachedTable, seconds: float) -> None:
        """What a bot is about to do comes in so many seconds, or later."""
        timer, now = cached.timer, asyncio.get_running_loop().time()
        if timer is None or timer.when() >= now + seconds:
            return
        coming = due(cached.table, cached.since, self._context(name, cached).present)
        if coming is not None and coming.kind is DueKind.BOT:
            self.set_timer(name, cached, at_least=seconds)

    async def hurry(self, name: str, cached: CachedTable, who: int | None, position: int) -> None:
        """Let a bot act at once that would wait so that people can follow.

        Only somebody who plays with nobody else can hurry bots, and only from the position that
        they see: whoever is in a hurry must not miss the moment to ask for the biggest gift.
        """
        if cached.table.position != position:
            return
        coming = due(cached.table, cached.since, self._context(name, cached).present)
        bots = coming is not None and coming.kind is DueKind.BOT and cached.table.people == {who}
        if coming is not None and bots and not self.closing:
            await self._act(name, cached, coming, cached.table.version)

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Do something in the background, until it is done or the worker ends."""
        task = asyncio.create_task(
            work, context=contextvars.Context()
        )  # no longer part of a request
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End all that goes on in the background."""
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinking.shutdown(wait=False, cancel_futures=True)

    async def _act(self, name: str, cached: CachedTable, coming: Due, version: int) -> None:
        """Do what is due, unless the table has changed meanwhile so that something else is due."""
        try:
            table = cached.table
            if table.version != version or cached.dropped:
                return
            bots = coming.kind is DueKind.BOT
            action = await self._choice(name, cached, coming.seat) if bots else None
            async with self._acting, cached.lock:
                if self._still_due(name, cached, table, coming):
                    try:
                        events = self._due_events(name, cached, coming, action)
                        await self._journal.append(name, cached, events)
                    except Conflict:
                        await self._journal.reload(name, cached)
        except TableError:
            self._journal.drop_deleted(name)  # it has been deleted
        except Exception as error:
            if not isinstance(error, LogError):  # a log that cannot be used says so itself, once
                _LOG.exception("what was due at a table failed; it is tried again")
            await asyncio.sleep(self._timings.retry * 2**cached.failures)
            cached.failures = min(cached.failures + 1, _MOST_DOUBLINGS)
            self.set_timer(name, cached)

    def _still_due(self, name: str, cached: CachedTable, before: Table, coming: Due) -> bool:
        """Whether the same is due as before: nobody holds a bot up by coming and going."""
        table = cached.table
        if cached.dropped or table.version == before.version:
            return not cached.dropped
        now = due(table, cached.since, self._context(name, cached).present)
        if now is None or table.position != before.position:
            return False
        in_time = now.at <= max(coming.at, cached.now)
        return in_time and (now.kind, now.seat) == (coming.kind, coming.seat)

    def _due_events(
        self, name: str, cached: CachedTable, coming: Due, action: Action | None
    ) -> list[Event]:
        table, context = cached.table, self._context(name, cached)
        match coming.kind:
            case DueKind.BOT:
                return playing.acted_by_bot(table, coming.seat, action, context)
            case DueKind.AWAY:
                return playing.away(table, coming.seat, context)
            case DueKind.FINISH:
                return playing.finished(context)

    async def _choice(self, name: str, cached: CachedTable, seat: int) -> Action | None:
        """What the bot on a seat does; solving a turn takes time, so bots have a pool."""
        game = cached.table.game
        if game is None or game.turn.phase is Phase.ROLLING:
            return None
        if game.turn.phase is Phase.ASKING and seat == game.active:
            game = apply(game, Pass())  # nobody has asked, and the bot goes on
        player = self._bots.at(name, seat, cached.table.seats[seat].bot or self._stand_in)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thinking, player.choose, game, self._randomness)
