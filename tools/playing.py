"""People who play through the API, and people who look on, while the server breaks down again and
again.

Every request goes over any of many connections, so that it gets to any worker. A command carries an
id; when its answer is lost, it is sent again with the same id until it is answered. What was
answered is written down here, to be compared with the log afterwards.
"""

import asyncio
import contextlib
import json
import random
import re
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple, get_args

from charidice.rules import Ask, Pass, Phase, Roll, Score, legal_actions
from charidice.tables import Status, Table
from charidice.tables.model.events import FORMAT, Event, decode
from charidice.tables.model.evolve import evolve
from charidice.tables.model.seating import hashed
from charidice.web.edge.seat_tokens import cookie_of

ANSWER_SECONDS: Final = 20.0  # then an answer is taken for lost
SILENT_SECONDS: Final = 45.0  # then a stream is taken for dead, as browsers do here
LATE_SECONDS: Final = 30.0  # how long a stream may be behind what was acknowledged
NEWS_SECONDS: Final = 5.0
PAUSE_SECONDS: Final = 0.1
IDLE_KEPT: Final = 40  # connections that wait for their next request
KEPT_CHANCE: Final = 0.9  # that a connection is kept for one more request
ASK_CHANCE: Final = 0.15  # of somebody who is asked
REROLL_CHANCE: Final = 0.35
LEAVE_CHANCE: Final = 0.05  # at each look, of somebody who will get up for a while
NAMES: Final = ("Lena", "Marko", "Nuria", "Paul")
OVER: Final = (Status.FINISHED, Status.ENDED)


class Lost(Exception):  # noqa: N818
    """The answer did not come."""


class Vanished(Exception):  # noqa: N818
    """A table that was acknowledged is not there, or does not replay."""


# --- requests ------------------------------------------------------------------------------------


@dataclass(eq=False)
class Fault:
    """Something that was done to the server: how many requests were open, how many of them were
    lost, and how many were answered only when it was over."""

    kind: str
    open: int = 0
    lost: int = 0
    held: int = 0
    over: bool = False

    @property
    def hits(self) -> int:
        """How many requests it has hit."""
        return self.lost + self.held


@dataclass(eq=False)
class Request:
    """A request that waits for its answer, and the latest fault that it has met."""

    fault: Fault | None = None


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    body: bytes

    @property
    def good(self) -> bool:
        """Whether it was done."""
        return 200 <= self.status < 300

    def json(self) -> dict[str, Any]:
        """What it says."""
        found: dict[str, Any] = json.loads(self.body)
        return found


class Connection(NamedTuple):
    """An open connection to some worker."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @property
    def alive(self) -> bool:
        """Whether it can be used, as far as one knows."""
        return not (self.writer.is_closing() or self.reader.at_eof())

    async def asked(self, data: bytes) -> Answer:
        """The answer to a request; the connection stays open."""
        self.writer.write(data)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        body = await self.reader.readexactly(int(length[1])) if length else b""
        return Answer(int(head.split()[1]), body)

    def close(self) -> None:
        """End it at once."""
        self.writer.transport.abort()


class Wire:
    """Many connections to a server; a request takes any of them, or a new one."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self.port, self._chance = port, chance
        self._idle: list[Connection] = []
        self.open: set[Request] = set()
        self.answers = Counter[int]()
        self.lost = self.retries = 0

    async def ask(self, method: str, path: str, token: str = "", wish: object = None) -> Answer:
        """The answer to a request that is sent once."""
        data = self.request(method, path, token, wish)
        request = Request()
        self.open.add(request)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                answer = await self._answer(data)
        except (OSError, EOFError, TimeoutError):
            self._note_lost(request)
            raise Lost from None
        finally:
            self.open.discard(request)
        if answer.status >= 500:
            self._note_lost(request)
        elif request.fault is not None:
            request.fault.held += request.fault.over
        self.answers[answer.status] += 1
        return answer

    async def _answer(self, data: bytes) -> Answer:
        connection = await self._connection()
        try:
            answer = await connection.asked(data)
        except BaseException:
            connection.close()
            raise
        self._put_back(connection)
        return answer

    async def surely(self, method: str, path: str, token: str = "", wish: object = None) -> Answer:
        """The answer to a request that is sent until it is answered."""
        while True:
            with contextlib.suppress(Lost):
                answer = await self.ask(method, path, token, wish)
                if answer.status < 500:
                    return answer
            self.retries += 1
            await asyncio.sleep(PAUSE_SECONDS * (1 + self._chance.random()))

    def request(
        self, method: str, path: str, token: str = "", wish: object = None, more: str = ""
    ) -> bytes:
        """A whole request."""
        body = b"" if wish is None else json.dumps(wish).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n{more}"
        if token:
            head += f"authorization: Bearer {token}\r\n"
        if method == "POST":
            head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
        return f"{head}\r\n".encode() + body

    async def connect(self) -> Connection:
        """A new connection, to whichever worker takes it."""
        return Connection(*await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22))

    def hit(self, fault: Fault) -> None:
        """A fault happens now: note the requests that are open."""
        for request in self.open:
            fault.open += request.fault is not fault
            request.fault = fault

    def close(self) -> None:
        """End all connections."""
        for connection in self._idle:
            connection.close()

    async def _connection(self) -> Connection:
        while self._idle and self._chance.random() < KEPT_CHANCE:
            connection = self._idle.pop(self._chance.randrange(len(self._idle)))
            if connection.alive:
                return connection
            connection.close()
        return await self.connect()

    def _put_back(self, connection: Connection) -> None:
        wanted = len(self._idle) < IDLE_KEPT and self._chance.random() < KEPT_CHANCE
        if wanted and connection.alive:
            self._idle.append(connection)
        else:
            connection.close()

    def _note_lost(self, request: Request) -> None:
        self.lost += 1
        if request.fault is not None:
            request.fault.lost += 1


# --- viewers -------------------------------------------------------------------------------------


class Viewer:
    """Somebody at a stream, who connects again whenever it breaks, as browsers do."""

    def __init__(self, wire: Wire, path: str, more: str = "") -> None:
        self._wire, self.path, self._more = wire, path, more
        self.version = 0
        self.connections = 0
        self.trouble: list[str] = []
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to look on."""
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Look away."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def news(self, seconds: float) -> None:
        """Wait until something happens, at most for this time."""
        self._changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()

    async def reached(self, version: int, seconds: float = LATE_SECONDS) -> bool:
        """Wait until this version is shown; False if it does not come in this time."""
        try:
            async with asyncio.timeout(seconds):
                while self.version < version:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True

    async def _watch(self) -> None:
        while True:
            with contextlib.suppress(OSError, EOFError, TimeoutError, ValueError):
                async with contextlib.aclosing(self._messages()) as messages:
                    async for message in messages:
                        self._take(message)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _messages(self) -> AsyncGenerator[dict[str, str], None]:
        """The messages of one connection."""
        connection = await self._wire.connect()
        self.connections += 1
        try:
            connection.writer.write(
                self._wire.request("GET", self.path, more=self._more + self._last())
            )
            async with asyncio.timeout(SILENT_SECONDS):
                head = await connection.reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head[:15]:
                await asyncio.sleep(PAUSE_SECONDS * 5)
                return
            text = b""
            while chunk := await _chunk(connection.reader):
                *whole, text = (text + chunk).split(b"\n\n")
                for message in whole:
                    yield _fields(message.decode())
        finally:
            connection.close()

    def _last(self) -> str:
        """What to tell the server when connecting again."""
        return ""

    def _take(self, message: Mapping[str, str]) -> None:
        raise NotImplementedError

    def _showed(self, version: int) -> None:
        self.version = version
        self._changed.set()


async def _chunk(reader: asyncio.StreamReader) -> bytes:
    """The next part of an answer whose length nobody knows; empty at its end."""
    async with asyncio.timeout(SILENT_SECONDS):
        size = int(await reader.readuntil(b"\r\n"), 16)
        return (await reader.readexactly(size + 2))[:-2]


def _fields(message: str) -> dict[str, str]:
    lines = (line.partition(": ") for line in message.split("\n") if not line.startswith(":"))
    return {name: value for name, _colon, value in lines if name}


def event_of(shown: dict[str, Any]) -> Event:
    """The event of the log behind a public one, as far as everybody may know it."""
    known = {"holder": shown.get("sitting"), **shown}
    if shown["kind"] == "created":
        known["game"] = {name: shown[name] for name in ("rules", "dice", "source")}
        known["format"] = FORMAT
    kind = next(each for each in get_args(Event) if each.kind == shown["kind"])
    written = {each.name: known[each.name] for each in fields(kind) if each.name in known}
    return decode(json.dumps(written))


class EventViewer(Viewer):
    """Somebody who follows the events of a table, and plays them if wanted."""

    def __init__(self, wire: Wire, name: str, token: str = "", *, playing: bool = False) -> None:
        more = f"authorization: Bearer {token}\r\n" if token else ""
        super().__init__(wire, f"/api/v1/tables/{name}/events", more)
        self.lines: list[str] = []
        self.table = Table()
        self._playing = playing

    def _last(self) -> str:
        return f"last-event-id: {self.version}\r\n" if self.version else ""

    def _take(self, message: Mapping[str, str]) -> None:
        if "id" not in message:
            return
        if int(message["id"]) != self.version + 1:
            self.trouble.append(f"event {message['id']} came after {self.version}")
            return
        self.lines.append(message["data"])
        if self._playing and not self.trouble:
            try:
                self.table = evolve(self.table, event_of(json.loads(message["data"])))
            except (LookupError, TypeError, ValueError) as error:
                self.trouble.append(f"event {message['id']} does not replay: {error}")
        self._showed(int(message["id"]))


class PageViewer(Viewer):
    """Somebody who has the page of a table open."""

    def __init__(self, wire: Wire, name: str, token: str = "") -> None:
        more = f"cookie: {cookie_of(name)}={token}\r\n" if token else ""
        super().__init__(wire, f"/t/{name}/stream", more)
        self.regions: dict[str, str] = {}

    def _take(self, message: Mapping[str, str]) -> None:
        if message.get("event") == "gone":
            self.trouble.append("the page was told to go away")
        if message.get("event") == "regions":
            found = json.loads(message["data"])
            if found["version"] < self.version:
                self.trouble.append(f"version {found['version']} came after {self.version}")
            self.regions |= found["regions"]
            self._showed(found["version"])


# --- people --------------------------------------------------------------------------------------


@dataclass
class Told:
    """What the server has told its clients."""

    acknowledged: dict[str, str] = field(default_factory=dict)  # ids as in the log, with tables
    moves: int = 0
    refused: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Kind:
    """A kind of game: how many people and which bots play, with what settings and habits."""

    name: str
    people: int
    bots: tuple[str, ...] = ()
    ask_seconds: int = 0
    turn_seconds: int = 0
    pace: int = 0
    watch: bool = True
    dawdling: float = 0.0  # how likely somebody lets a clock run out
    leaving: float = 0.0  # how likely somebody gets up for a while
    taking_back: float = 0.1
    rematch: float = 0.2
    muting: float = 0.2

    @property
    def settings(self) -> dict[str, object]:
        """As the API takes them."""
        return {
            "ask_seconds": self.ask_seconds,
            "turn_seconds": self.turn_seconds,
            "pace": self.pace,
            "watch": self.watch,
        }


class Person:
    """Somebody with a seat, who decides on what the own stream shows."""

    def __init__(self, game: "Game", name: str, token: str, holder: int) -> None:
        self.game, self.name, self.token, self.holder = game, name, token, holder
        self.wire, self.told, self.chance = game.wire, game.told, game.chance
        self.viewer = EventViewer(self.wire, game.name, token, playing=True)
        self.answered = 0  # the latest version of an answer
        self._busy = False
        self._dawdled = -1
        self._leaves = game.chance.random() < game.kind.leaving
        self._mutes = game.chance.random() < game.kind.muting

    async def play(self) -> None:
        """Play until the game is over for all: somebody may still take back the last score."""
        while not self.game.over:
            if self.viewer.trouble:
                raise Vanished(f"{self.game.name}: {self.viewer.trouble[0]}")
            self._busy = True
            acted = await self._acted()
            self._busy = False
            if not acted:
                await self.viewer.news(PAUSE_SECONDS if self.done else NEWS_SECONDS)

    @property
    def done(self) -> bool:
        """Whether the game is over as far as this person knows and cares."""
        return self.viewer.table.status in OVER and not self._busy

    async def _acted(self) -> bool:
        """Do what is to be done now; False if there is nothing."""
        table = self.viewer.table
        mine = table.seats_of(self.holder)
        if not mine or table.status is not Status.PLAYING:
            return False
        if table.seats[mine[0]].away:
            await self.wish({"kind": "return"})
            return True
        if self._leaves and self.chance.random() < LEAVE_CHANCE:
            await self._leave()
            return True
        if table.to_act != mine[0]:
            return False
        if self._mutes:
            self._mutes = False
            await self.wish({"kind": "mute", "until": self.chance.choice(["turn", "game"])})
            return True
        if not await self._dawdles(table):
            await self._move(table)
        return True

    async def _leave(self) -> None:
        self._leaves = False
        self.told.done["left"] += 1
        await self.wish({"kind": "leave"})
        await asyncio.sleep(self.chance.uniform(0.0, 3.0))

    async def _dawdles(self, table: Table) -> bool:
        """Now and then somebody lets a clock run out."""
        kind = self.game.kind
        seconds = kind.ask_seconds if table.asking else kind.turn_seconds
        if not seconds or self._dawdled == table.position:
            return False
        self._dawdled = table.position
        if self.chance.random() >= kind.dawdling:
            return False
        await self.viewer.news(seconds + 1.0)
        return True

    async def _move(self, table: Table) -> None:
        action = self._action(table)
        wish = {"kind": "play", "action": action, "position": table.position, "id": self._new_id()}
        position = await self.wish(wish)
        scored = position is not None and action.startswith("score")
        if scored and self.chance.random() < self.game.kind.taking_back:
            self.told.done["take back"] += 1
            await self.wish({"kind": "take-back", "position": position, "id": self._new_id()})

    def _action(self, table: Table) -> str:
        game = table.game
        if game is None or game.turn.phase is Phase.ROLLING:
            return "roll"
        legal = legal_actions(game)
        kind: type[object] = Pass
        if table.asking:
            kind = Ask if self.chance.random() < ASK_CHANCE else Pass
        else:
            kind = Roll if self.chance.random() < REROLL_CHANCE else Score
        wanted = [action for action in legal if isinstance(action, kind)]
        return str(self.chance.choice(wanted or legal))

    def _new_id(self) -> str:
        return f"{self.game.number}-{self.holder}-{next(self.game.serial)}"

    async def wish(self, wish: Mapping[str, object]) -> int | None:
        """Have something done, for sure; returns the position after it, or None if refused."""
        path, id_ = f"{self.game.path}/commands", str(wish.get("id", ""))
        answer = await self.wire.surely("POST", path, self.token, wish)
        if answer.good:
            done = answer.json()
            self.told.moves += wish["kind"] == "play"
            self._acknowledged(id_, int(done["version"]))
            await self.viewer.reached(self.answered)
            return int(done["position"])
        if id_:
            self.told.refused.add(id_)
        if answer.status not in (403, 409):
            raise Vanished(f"{self.game.name}: {wish} was answered {answer.status} {answer.body!r}")
        await self._look_again()
        return None

    def _acknowledged(self, id_: str, version: int) -> None:
        self.answered = max(self.answered, version)
        if id_:
            self.told.acknowledged[id_] = self.game.name

    async def _look_again(self) -> None:
        """The game has moved on: see how far."""
        state = await self.game.state(self.token)
        await self.viewer.reached(int(state["version"]))
        await asyncio.sleep(PAUSE_SECONDS * self.chance.random())


# --- games ---------------------------------------------------------------------------------------


class Game:
    """A table from its beginning to its end, with all who play and look on."""

    def __init__(
        self, wire: Wire, told: Told, kind: Kind, number: str, chance: random.Random
    ) -> None:
        self.wire, self.told, self.kind, self.number = wire, told, kind, number
        self.chance = chance
        self.serial = iter(range(1_000_000))
        self.name = ""
        self.people: list[Person] = []
        self.onlookers: list[Viewer] = []
        self.finished = False
        self.rematched = False

    @property
    def path(self) -> str:
        """Where the API has this table."""
        return f"/api/v1/tables/{self.name}"

    @property
    def viewers(self) -> list[Viewer]:
        """All who look at the table."""
        return [*(person.viewer for person in self.people), *self.onlookers]

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

    @property
    def over(self) -> bool:
        """Whether it is over for all who play."""
        return all(person.done for person in self.people)

    async def close(self) -> None:
        """Everybody goes home."""
        await asyncio.gather(*(viewer.close() for viewer in self.viewers))

    async def state(self, token: str = "") -> dict[str, Any]:
        """What the server says about the table now."""
        answer = await self.wire.surely("GET", self.path, token)
        if not answer.good:
            raise Vanished(f"{self.name}: its state is answered {answer.status}")
        return answer.json()

    async def _set_up(self) -> None:
        """Create a table, sit down all at once, begin."""
        wish = {"name": NAMES[0], "settings": self.kind.settings}
        answer = await self._asked("POST", "/api/v1/tables", "", wish)
        self._created(answer["table"])
        self._seat(NAMES[0], answer)
        host = self.people[0]
        await asyncio.gather(*(self._join(name) for name in NAMES[1 : self.kind.people]))
        for number, level in enumerate(self.kind.bots):
            await host.wish({"kind": "add-bot", "level": level, "id": f"{self.number}-bot{number}"})
        await host.wish({"kind": "begin", "id": f"{self.number}-begin"})

    async def _join(self, name: str) -> None:
        id_ = f"{self.number}-{name}-{self.chance.getrandbits(64):016x}"
        answer = await self._asked("POST", f"{self.path}/seats", "", {"name": name, "id": id_})
        self.told.acknowledged[hashed(id_)] = self.name
        self._seat(name, answer)

    async def _asked(self, *request: Any) -> dict[str, Any]:
        answer = await self.wire.surely(*request)
        if not answer.good:
            raise Vanished(f"{self.name}: {request[1]} is answered {answer.status} {answer.body!r}")
        return answer.json()

    def _created(self, name: str) -> None:
        self.name = name
        self.told.tables.add(name)

    def _seat(self, name: str, answer: Mapping[str, Any]) -> None:
        person = Person(self, name, answer["token"], answer["sitting"])
        self.people.append(person)
        person.viewer.open()
        if len(self.people) == 1:
            token = "" if self.kind.watch else person.token
            self.onlookers = [
                EventViewer(self.wire, self.name, token),
                PageViewer(self.wire, self.name, token),
            ]
            for viewer in self.onlookers:
                viewer.open()

    async def again(self) -> "Game | None":
        """Now and then all ask at once for a rematch, and get seats at the same new table."""
        if self.chance.random() >= self.kind.rematch:
            return None
        answers = await asyncio.gather(
            *(self._asked("POST", f"{self.path}/rematch", p.token) for p in self.people)
        )
        names = {answer["table"] for answer in answers}
        if len(names) != 1:
            raise Vanished(f"{self.name}: {len(names)} tables for one rematch")
        again = Game(self.wire, self.told, self.kind, f"{self.number}r", self.chance)
        again._created(names.pop())
        for person, answer in zip(self.people, answers, strict=True):
            again._seat(person.name, answer)
        self.rematched = True
        self.told.done["rematch"] += 1
        return again

    async def wind_up(self) -> None:
        """Wait until all who look on have seen the end."""
        versions = [v for person in self.people for v in (person.answered, person.viewer.version)]
        while True:
            state = await self.state(self.people[0].token)
            last = max(*versions, int(state["version"]))
            if not self.rematched or state["rematch"] is not None:
                break  # otherwise a worker has not seen the latest yet
            await asyncio.sleep(PAUSE_SECONDS)
        shown = await asyncio.gather(*(viewer.reached(last) for viewer in self.viewers))
        if not all(shown):
            self.told.problems.append(f"{self.name}: a viewer did not get to version {last}")
        self.finished = True
