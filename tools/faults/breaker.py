"""What breaks things at random moments."""

import asyncio
import contextlib
import os
import random
import signal
import time
from typing import Final

from tools.faults.database import Database
from tools.faults.people import Told
from tools.faults.plan import (
    BOTH,
    DATABASE,
    DECK,
    EVERY_WORKER,
    FAST,
    IMMEDIATE,
    OUTAGE,
    OUTAGE_SECONDS,
    SUPERVISOR,
    WORKER,
    Options,
)
from tools.faults.service import WORKERS, Service
from tools.faults.wire import Fault, Wire

MOST_BETWEEN: Final = 10.0  # seconds from one fault to the next, when there are few moves
SOON_CHANCE: Final = 0.2  # that the next fault comes at once


class Breaker:
    """Breaks things at random moments, preferably while requests are open."""

    def __init__(
        self, database: Database, service: Service, wire: Wire, told: Told, seed: str
    ) -> None:
        self._database, self._service, self._wire, self._told = database, service, wire, told
        self._rng = random.Random(f"{seed} breaker")
        self._deck: list[str] = []
        self.faults: list[Fault] = []
        self.problems: list[str] = []

    async def work(self, options: Options) -> None:
        """Break what is planned, or things as they are drawn for the whole time."""
        for kind in options.plan:
            await self._pause(options.moves)
            await self.break_(kind)
        began = time.monotonic()
        due = [(options.seconds * share, kind) for share, kind in options.seldom]
        while not options.plan and (gone := time.monotonic() - began) < options.seconds:
            await self._pause(options.moves)
            late = due and gone > due[0][0]
            await self.break_(due.pop(0)[1] if late else self._drawn())

    async def _pause(self, between: tuple[int, int]) -> None:
        """Mostly so many moves that all workers are back, sometimes only a moment."""
        if self._rng.random() < SOON_CHANCE:
            await asyncio.sleep(self._rng.uniform(0.0, 1.0))
            return
        moves = self._told.moves + self._rng.randint(*between)
        until = time.monotonic() + MOST_BETWEEN
        while self._told.moves < moves and time.monotonic() < until:
            await asyncio.sleep(0.01)

    def _drawn(self) -> str:
        if not self._deck:
            self._deck = list(DECK)
            self._rng.shuffle(self._deck)
        return self._deck.pop()

    async def break_(self, kind: str) -> None:
        """Do one of the things that can happen."""
        if (code := self._service.ended) is not None:
            self.problems.append(f"the server has ended by itself with code {code}")
            await asyncio.to_thread(self._service.start)
        fault = Fault(kind)
        await self._moment()
        self.faults.append(fault)
        if kind in (WORKER, EVERY_WORKER):
            self._kill(fault, 1 if kind == WORKER else WORKERS)
        elif kind == SUPERVISOR:
            await self._kill_supervisor(fault)
        else:
            await self._break_database(fault)
        fault.over = kind in DATABASE

    async def _kill_supervisor(self, fault: Fault) -> None:
        self._wire.hit(fault)
        if not await self._service.kill_supervisor():
            self.problems.append("workers went on without their supervisor")
        await asyncio.to_thread(self._service.start)

    async def _break_database(self, fault: Fault) -> None:
        self._wire.hit(fault)
        if fault.kind in (FAST, IMMEDIATE):
            await asyncio.to_thread(self._database.stop, fault.kind.rpartition(" ")[2])
            await asyncio.to_thread(self._database.start)
            return
        mode = "fast" if fault.kind == OUTAGE else "immediate"
        await asyncio.to_thread(self._database.stop, mode)
        if fault.kind == OUTAGE:
            await asyncio.sleep(OUTAGE_SECONDS)
        else:
            await asyncio.sleep(self._rng.uniform(0.1, 0.5))
            self._kill(fault, 1 if fault.kind == BOTH else WORKERS)
        await asyncio.to_thread(self._database.start)

    async def _moment(self) -> None:
        """Wait for a moment at which several requests are open, but not for long."""
        for _ in range(300):
            if len(self._wire.open) > 2 * WORKERS:
                return
            await asyncio.sleep(0.002)

    def _kill(self, fault: Fault, count: int) -> None:
        """Kill so many workers; one that is only starting just when there is no other."""
        workers = self._service.workers
        old = workers[: max(1, len(workers) - 1)] if count == 1 else workers
        self._wire.hit(fault)
        for pid in self._rng.sample(old, min(count, len(old))):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
