"""Tables from their beginning to their end, with all who play and look on."""

import asyncio
import random
from collections.abc import Awaitable
from typing import Final, TypeVar

from tools.faults.people import Kind, Person, Told, Vanished
from tools.faults.viewers import PAUSE_SECONDS, EventViewer, PageViewer, Viewer
from tools.faults.wire import Wire

from charidice.client import ApiError, Client, Retries, Seat
from charidice.client.connections import Connections
from charidice.tables.model.api_models import StateModel
from charidice.tables.model.commands import AddBot, Begin
from charidice.tables.model.seating import hashed

NAMES: Final = ("Lena", "Marko", "Nuria", "Paul")
# A request is sent until it is answered; the longer the server is away, the less often,
# as hundreds of streams that come back at once take the processor from workers that are starting.
_FOR_EVER: Final = Retries(tries=10**9, first_pause=PAUSE_SECONDS, longest_pause=1.0)
_Value = TypeVar("_Value")


class Visitors:
    """The way of all games to the server: its API, and its pages."""

    def __init__(self, url: str, wire: Wire) -> None:
        self.wire = wire
        self.client = Client(url, retries=_FOR_EVER, transport=wire)
        self.http = Connections(base_url=url, transport=wire)

    async def close(self) -> None:
        """End all connections."""
        await self.client.aclose()
        await self.http.aclose()
        await self.wire.end()


class Game:
    """A table from its beginning to its end."""

    def __init__(
        self, visitors: Visitors, told: Told, kind: Kind, number: str, rng: random.Random
    ) -> None:
        self.visitors, self.told, self.kind, self.number = visitors, told, kind, number
        self.rng = rng
        self.name = ""
        self.people: list[Person] = []
        self.onlookers: list[Viewer] = []
        self.finished = False
        self.rematched = False
        self._serial = iter(range(1_000_000))

    def new_id(self, whose: str) -> str:
        """An id for a command, by which it is found in the log."""
        return f"{self.number}-{whose}-{next(self._serial)}"

    @property
    def viewers(self) -> list[Viewer]:
        """All who look at the table."""
        return [*(person.viewer for person in self.people), *self.onlookers]

    @property
    def over(self) -> bool:
        """Whether it is over for all who play."""
        return all(person.done for person in self.people)

    async def play(self) -> None:
        """From an empty table to the end."""
        if not self.name:
            await self._set_up()
        playing = [asyncio.create_task(person.play()) for person in self.people]
        try:
            await asyncio.gather(*playing)
        finally:
            for task in playing:
                task.cancel()

    async def close(self) -> None:
        """Everybody goes home."""
        await asyncio.gather(*(viewer.close() for viewer in self.viewers))

    async def state(self) -> StateModel:
        """What the server says about the table now."""
        return await self._granted(self.people[0].seat.state())

    async def _granted(self, wish: Awaitable[_Value]) -> _Value:
        """What somebody gets who asks for something that cannot be refused."""
        try:
            return await wish
        except ApiError as error:
            raise Vanished(f"{self.name or self.number}: {error}") from error

    async def _set_up(self) -> None:
        """Create a table, sit down all at once, begin."""
        client, settings = self.visitors.client, self.kind.settings
        opening = client.open_table(NAMES[0], settings=settings, id=self._secret_id(NAMES[0]))
        self._take_seat(NAMES[0], await self._granted(opening))
        host = self.people[0]
        await asyncio.gather(*(self._join(name) for name in NAMES[1 : self.kind.people]))
        for level in self.kind.bots:
            await host.wish(AddBot(level, self.new_id("bot")))
        await host.wish(Begin(id=self.new_id("begin")))

    async def _join(self, name: str) -> None:
        id_ = self._secret_id(name)
        seat = await self._granted(self.visitors.client.join(self.name, name, id_))
        self.told.acknowledged[hashed(id_)] = self.name
        self._take_seat(name, seat)

    def _secret_id(self, name: str) -> str:
        return f"{self.number}-{name}-{self.rng.getrandbits(64):016x}"

    def _take_seat(self, name: str, seat: Seat) -> None:
        self.name = seat.table
        self.told.tables.add(seat.table)
        person = Person(self, name, seat)
        self.people.append(person)
        person.viewer.open()
        if len(self.people) == 1:
            looking = self.visitors.client.onlooker(seat.table) if self.kind.watch else seat
            token = "" if self.kind.watch else seat.given.token
            self.onlookers = [
                EventViewer(looking),
                PageViewer(self.visitors.http, seat.table, token),
            ]
            for viewer in self.onlookers:
                viewer.open()

    async def again(self) -> "Game | None":
        """Now and then all ask at once for a rematch, and get seats at the same new table."""
        if self.rng.random() >= self.kind.rematch:
            return None
        asking = (self._granted(person.seat.rematch()) for person in self.people)
        seats = await asyncio.gather(*asking)
        if len({seat.table for seat in seats}) != 1:
            raise Vanished(f"{self.name}: several tables for one rematch")
        again = Game(self.visitors, self.told, self.kind, f"{self.number}r", self.rng)
        for person, seat in zip(self.people, seats, strict=True):
            again._take_seat(person.name, seat)
        self.rematched = True
        self.told.done["rematch"] += 1
        return again

    async def wind_up(self) -> None:
        """Wait until all who look on have seen the end."""
        versions = [v for person in self.people for v in (person.answered, person.viewer.version)]
        while True:
            state = await self.state()
            last = max(*versions, state.version)
            if not self.rematched or state.rematch is not None:
                break  # otherwise a worker has not seen the latest yet
            await asyncio.sleep(PAUSE_SECONDS)
        shown = await asyncio.gather(*(viewer.reached(last) for viewer in self.viewers))
        if not all(shown):
            self.told.problems.append(f"{self.name}: a viewer did not get to version {last}")
        self.finished = True
