"""A run: clients, faults and what came of it."""

import asyncio
import contextlib
import random
import time
from typing import Final

from tools.faults.breaker import Breaker
from tools.faults.database import Database
from tools.faults.games import Game, Visitors
from tools.faults.people import Kind, Told, Vanished
from tools.faults.plan import LONG_SECONDS, QUICK, Options
from tools.faults.service import Service
from tools.faults.wire import Wire

from charidice.client import ApiError
from charidice.records import RecordError, replay

PROGRESS_SECONDS: Final = 5.0
READS: Final = 3  # of every table in the end, each on a connection of its own


class Run:
    """Clients, faults and what came of it."""

    def __init__(self, options: Options, database: Database, service: Service) -> None:
        self.options, self.database, self.service = options, database, service
        self.wire = Wire(random.Random(f"{options.seed} wire"))
        self.visitors = Visitors(service.url, self.wire)
        self.told = Told()
        self.breaker = Breaker(database, service, self.wire, self.told, options.seed)
        self.games: list[Game] = []
        self._set_up: list[Game] = []  # also rematches that nobody has begun to play
        self.stop = asyncio.Event()
        self.began = time.monotonic()
        self._kinds: list[Kind] = []
        self._rng = random.Random(f"{options.seed} games")

    async def go(self) -> None:
        """Play and break until the time is over, then let all games end."""
        seats = [asyncio.create_task(self._table(n)) for n in range(self.options.tables)]
        showing = asyncio.create_task(self._show())
        breaking = asyncio.create_task(self.breaker.work(self.options))
        stopping = asyncio.create_task(self.stop.wait())
        try:
            await asyncio.wait({breaking, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if breaking.done():
                breaking.result()
            breaking.cancel()
            await asyncio.wait(
                {*seats}, timeout=1.0 if self.stop.is_set() else self.options.end_seconds
            )
        finally:
            for task in (*seats, showing, breaking, stopping):
                task.cancel()
            await asyncio.gather(*seats, showing, breaking, stopping, return_exceptions=True)

    async def _table(self, number: int) -> None:
        """One game after the other."""
        await asyncio.sleep(number * 0.05)
        again: Game | None = None
        while again or not self._late:
            game = again or self._new_game()
            self.games.append(game)
            try:
                await game.play()
                again = None if self._late else await game.again()
                self._set_up += [again] if again else []
                await game.wind_up()
            except Exception as error:  # whatever it is, nobody plays on at this table
                self.told.problems.append(f"{game.name or game.number}: {error!r}")
                again = None
            if game.finished and len(self.games) % 4:
                await game.close()  # the others look on until the end

    @property
    def _left(self) -> float:
        return self.began + self.options.seconds - time.monotonic()

    @property
    def _late(self) -> bool:
        return self.stop.is_set() or self._left <= 0

    def _new_game(self) -> Game:
        if not self._kinds:
            short = self._left < LONG_SECONDS < self.options.seconds
            self._kinds = list(QUICK if short else self.options.kinds)
            self._rng.shuffle(self._kinds)
        number = f"g{len(self.games)}"
        rng = random.Random(f"{self.options.seed} {number}")
        self._set_up.append(Game(self.visitors, self.told, self._kinds.pop(), number, rng))
        return self._set_up[-1]

    async def _show(self) -> None:
        """A line every few seconds."""
        while True:
            await asyncio.sleep(PROGRESS_SECONDS)
            done = sum(game.finished for game in self.games)
            faults = self.breaker.faults
            print(
                f"{time.monotonic() - self.began:5.0f} s: {done:4} games finished, "
                f"{len(self.games) - done:3} going on, {self.told.moves:6,} moves, "
                f"{len(faults)} faults ({sum(f.hits > 0 for f in faults)} hit a request), "
                f"{self.wire.lost:,} answers lost",
                flush=True,
            )

    async def check_server(self) -> None:
        """Whoever asks now, and whichever worker answers: every game is over and can be read."""
        wanted = [game for game in self.games if game.finished]
        limit = asyncio.Semaphore(20)

        async def check(game: Game) -> None:
            async with limit:
                with contextlib.suppress(Vanished, ApiError, RecordError):
                    for problem in await self._server_troubles(game):
                        self.told.problems.append(f"{game.name}: {problem}")
                    return
                self.told.problems.append(f"{game.name} cannot be read")

        await asyncio.gather(*(check(game) for game in wanted))

    async def _server_troubles(self, game: Game) -> list[str]:
        known = max(viewer.version for viewer in game.viewers)  # the end may be noted just now
        states = [await game.state() for _ in range(READS)]
        found = [
            f"a worker says {state.status} in version {state.version}"
            f"{' for good' if state.closed else ''}, viewers have {known}"
            for state in states
            if state.status != "finished"
            or state.version - known not in (0, int(state.closed))  # noted a little later
        ]
        if not replay(await game.people[0].seat.record()).over:
            found.append("its record is not that of a finished game")
        return found

    async def close(self) -> None:
        """Everybody goes home."""
        await asyncio.gather(*(game.close() for game in self._set_up))
        await self.visitors.close()
