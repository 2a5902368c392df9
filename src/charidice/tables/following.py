"""Keeping up with other workers on the same log."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Final, Protocol

from charidice.rules import CodedError
from charidice.tables.live import Live
from charidice.tables.ports import Fellows, Gathered, Heard, Interrupted, Notice, Written
from charidice.tables.shares import Shares

_LOG = logging.getLogger(__name__)
_RETRY_SECONDS: Final = 1.0
_SETTLE_SECONDS: Final = 0.5  # workers often come and go together
_MOST_TOLD: Final = 64


class Follower(Protocol):
    """Whoever keeps up: a host."""

    def take(self, name: str, live: Live, after: int, lines: list[str]) -> None:
        """Take in the events that others wrote after this number."""

    def forget(self, name: str) -> None:
        """A table has been deleted."""

    async def adopt(self, shares: Shares) -> None:
        """Look after the games in a share."""


class Following:
    """Reads what other workers write, for those tables in memory where it matters."""

    def __init__(
        self,
        fellows: Fellows,
        tables: Mapping[str, Live],
        follower: Follower,
        heard: Callable[[str], None],
    ) -> None:
        self._fellows, self._tables = fellows, tables
        self._follower, self._heard = follower, heard
        self._shares: Shares | None = None
        self._behind: set[str] = set()
        self._reading = False
        self._adopting: asyncio.Task[None] | None = None

    async def follow(self) -> None:
        """Keep up for as long as this worker works."""
        async with asyncio.TaskGroup() as tasks:
            async for notice in self._fellows.notices():
                try:
                    self._note(notice, tasks)
                except Exception:
                    _LOG.exception("a notice of another worker could not be understood")

    def _note(self, notice: Notice, tasks: asyncio.TaskGroup) -> None:
        match notice:
            case Written(versions, events):
                for name, version in versions.items():
                    self._written(name, version, events.get(name, []), tasks)
            case Interrupted():
                self._look_at(list(self._tables), tasks)
            case Heard(word):
                self._heard(word)
            case Gathered(me, workers):
                self._shares = Shares(me, workers)
                if self._adopting is not None:
                    self._adopting.cancel()
                self._adopting = tasks.create_task(self._adopt(self._shares, tasks))

    def _written(self, name: str, version: int, lines: list[str], tasks: asyncio.TaskGroup) -> None:
        """Others have written: read it for those who look on, and for games in our share.

        For the rest it is enough to know; whoever wrote does what is due next.
        """
        live = self._tables.get(name)
        if live is None:
            return
        if version == 0:
            self._follower.forget(name)
            return
        if live.table.version >= version:
            return
        known = live.table.version + len(live.told)
        if version - len(lines) <= known < version:
            live.told += lines[known - version :]
        whole = live.table.version + len(live.told) == version and not live.behind
        if not live.watchers and (self._shares is None or not self._shares.has(name)):
            live.behind = not whole or len(live.told) > _MOST_TOLD
            live.stop()
        elif whole and not live.lock.locked():
            self._follower.take(name, live, live.table.version, live.told)
        else:
            self._look_at([name], tasks)

    async def _adopt(self, shares: Shares, tasks: asyncio.TaskGroup) -> None:
        await asyncio.sleep(_SETTLE_SECONDS)
        await _persist(partial(self._follower.adopt, shares))
        # What was in memory before may be old, and its clock may stand still.
        self._look_at([name for name in self._tables if shares.has(name)], tasks)

    def _look_at(self, names: Iterable[str], tasks: asyncio.TaskGroup) -> None:
        """Read what others wrote at these tables, soon and all at once."""
        self._behind.update(names)
        if self._behind and not self._reading:
            self._reading = True
            tasks.create_task(self._read(tasks))

    async def _read(self, tasks: asyncio.TaskGroup) -> None:
        while self._behind:
            names, self._behind = self._behind, set()
            await _persist(partial(self._catch_up, names, tasks))
        self._reading = False

    async def _catch_up(self, names: Iterable[str], tasks: asyncio.TaskGroup) -> None:
        known = {name: self._tables[name].table.version for name in names if name in self._tables}
        missed = await self._fellows.missed(known)
        for name, version in known.items():
            live = self._tables.get(name)
            if live is None:
                continue
            lines = missed.get(name, [])
            if lines:
                await asyncio.sleep(0)  # others come in between
            if live.lock.locked():  # somebody decides or writes just now
                tasks.create_task(self._take_later(name, live, version, lines))
            else:
                self._follower.take(name, live, version, lines)

    async def _take_later(self, name: str, live: Live, after: int, lines: list[str]) -> None:
        async with live.lock:
            self._follower.take(name, live, after, lines)


async def _persist(work: Callable[[], Awaitable[None]]) -> None:
    """Do it, again and again if it fails."""
    while True:
        try:
            await work()
        except Exception as error:
            trace = not isinstance(error, CodedError)  # a log that does not answer needs none
            _LOG.warning("other workers cannot be followed; it is tried again", exc_info=trace)
            await asyncio.sleep(_RETRY_SECONDS)
        else:
            return
