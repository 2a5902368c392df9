"""Players for the benchmarks of the server: a lean client that plays at many tables at once.

It is not `charidice.client`, as it shares the cores with the server that it measures: its requests
and streams are read and written as bytes, in callbacks, without a task for each.
"""

import asyncio
import itertools
import json
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from tools import scripted_game
from tools.scripted_game import MOVES


class Failed(Exception):  # noqa: N818
    """The server did something that it must not do."""


class Requests(asyncio.Protocol):
    """A kept-open connection for one request after the other."""

    def __init__(self, port: int) -> None:
        self.head = f"HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n".encode()
        self.buffer = b""
        self.answered: Callable[[bytes], None] = lambda _body: None
        self.failed: Callable[[Exception], None] = lambda _error: None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.failed(Failed(f"connection closed {exc or ''}"))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, end, body = self.buffer.partition(b"\r\n\r\n")
        if not end:
            return
        length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        if len(body) < int(length):
            return
        self.buffer = b""
        if head[9:11] != b"20":
            self.failed(Failed(f"{head[:40]!r} {body!r}"))
        else:
            self.answered(body)

    def post(self, path: bytes, token: bytes, body: bytes) -> None:
        authorization = b"authorization: Bearer %s\r\n" % token if token else b""
        self.transport.write(
            b"POST /api/v1/tables%s %s%scontent-type: application/json\r\n"
            b"content-length: %d\r\n\r\n%s" % (path, self.head, authorization, len(body), body)
        )

    async def asked(self, path: str, token: str, wish: object) -> dict[str, object]:
        """The answer to a request, for what happens between games."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.answered, self.failed = answer.set_result, answer.set_exception
        self.post(path.encode(), token.encode(), json.dumps(wish).encode())
        return cast("dict[str, object]", json.loads(await answer))


class Stream(asyncio.Protocol):
    """Somebody's stream of events: tells the table what has arrived, once it is open.

    It is open when `begin` has come.
    """

    def __init__(self, table: "Table", request: bytes, begin: bytes) -> None:
        self.table, self.request, self.begin, self.buffer = table, request, begin, b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.version = 0  # the last that has come
        self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self.buffer = data = self.buffer + data if self.buffer else data
        if not data.endswith(b"\n\n\r\n"):
            return
        self.buffer = b""
        if self.opened.done():
            self.table.told(self, data)
        elif self.begin in data:
            self.opened.set_result(None)


@dataclass
class Measured:
    """The moves of one measurement."""

    seconds: float = 0.0
    moves: int = 0  # in this time
    latencies: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    @property
    def done(self) -> int:
        """All moves, with those that came in after the end."""
        return len(self.latencies)

    def percentile(self, percent: int) -> float:
        """In milliseconds."""
        return 1000 * statistics.quantiles(self.latencies, n=100)[percent - 1]


class Table:
    """Two players at a table: each move is sent when the one before has arrived everywhere.

    It is number so and so of `count` tables. Each connection goes to any worker of the server.
    """

    def __init__(self, number: int, count: int, port: int, acknowledged: list[str]) -> None:
        self.number, self.count, self.port = number, count, port
        self.acknowledged = acknowledged
        self.serial = itertools.count()
        self.players: list[Requests] = []
        self.streams: list[Stream] = []
        self.move = -1  # the game has to be set up first
        self.last = MOVES
        self.tables = 0

    async def connect(self) -> None:
        for _ in range(2):
            self.players.append(await self.player())
        await self.set_up()

    async def player(self) -> Requests:
        loop = asyncio.get_running_loop()
        factory = partial(Requests, self.port)
        _transport, player = await loop.create_connection(factory, "127.0.0.1", self.port)
        return player

    async def set_up(self) -> None:
        """A new game, with both players at their streams."""
        self.tables += 1
        for stream in self.streams:
            stream.transport.close()
        host, guest = self.players
        seat = await host.asked("", "", {"name": "Lena", "settings": scripted_game.SETTINGS})
        self.name = name = cast(str, seat["table"])
        other = await guest.asked(f"/{name}/seats", "", {"name": "Paul"})
        tokens = [cast(str, seat["token"]), cast(str, other["token"])]
        wish = {"kind": "begin", "first": 0}
        begun = await host.asked(f"/{name}/commands", tokens[0], wish)
        self.position, self.move = cast(int, begun["position"]), 0
        self.path, self.tokens = f"/{name}/commands".encode(), [t.encode() for t in tokens]
        self.streams = []
        await self.open_streams()
        for player in self.players:
            player.answered = self.answered

    async def open_streams(self) -> None:
        loop = asyncio.get_running_loop()
        for request in self.requests(self.players[0].head):
            factory = partial(Stream, self, request, self.begin())
            _transport, stream = await loop.create_connection(factory, "127.0.0.1", self.port)
            self.streams.append(stream)
            await stream.opened
            stream.version = self.position

    def requests(self, head: bytes) -> Sequence[bytes]:
        """What opens the streams of this table: here those of its players."""
        request = b"GET /api/v1/tables/%s/events?after=%d %sauthorization: Bearer %s\r\n\r\n"
        return [request % (self.name.encode(), self.position, head, t) for t in self.tokens]

    def begin(self) -> bytes:
        """What shows that a stream is open, and the table there as it is now."""
        return b": welcome"

    async def run(self, until: float, every: float, measured: Measured) -> None:
        """Move until this time, at most once in so many seconds (0 is as fast as it goes)."""
        self.loop, self.until, self.every, self.measured = (
            asyncio.get_running_loop(), until, every, measured,
        )  # fmt: skip
        await self.revive()
        self.due = self.loop.time() + self.number * every / self.count
        while self.loop.time() < until:
            if self.move == self.last < MOVES:
                break
            if self.move in (-1, MOVES):
                await self.set_up()
            self.done: asyncio.Future[None] = self.loop.create_future()
            for player in self.players:
                player.failed = self.done.set_exception
            self.next()
            await self.done
        for player in self.players:
            player.failed = lambda _error: None

    async def revive(self) -> None:
        """Connect again where the server has closed a connection that was idle for too long."""
        for number, player in enumerate(self.players):
            if player.transport.is_closing():
                self.players[number] = new = await self.player()
                new.answered = self.answered

    async def spread(self, most: int = MOVES) -> None:
        """Play a part of the first game, at each table another one."""
        self.last = self.number * most // self.count
        await self.run(float("inf"), 0, Measured(1))
        self.last = MOVES

    def next(self) -> None:
        """Send the next move, now or when it is due."""
        now = self.loop.time()
        if self.every and now < self.due:
            self.loop.call_at(self.due, self.next)
        elif now >= self.until or self.move == self.last:
            self.done.set_result(None)
        else:
            self.due += self.every
            self.send()

    def send(self) -> None:
        mover, action = scripted_game.move(self.move)
        self.id = f"{self.number}-{next(self.serial)}"
        body = '{"kind":"play","action":"%s","position":%d,"id":"%s"}'
        text = body % (action, self.position, self.id)
        self.position += 1
        self.move += 1
        self.marks = (b"id: %d\ndata: " % self.position, f'"id":"{self.id}"'.encode())
        self.waiting, self.sent = 1 + len(self.streams), time.perf_counter()
        self.players[mover].post(self.path, self.tokens[mover], text.encode())

    def answered(self, body: bytes) -> None:
        expected = b'{"version":%d,"position":%d}' % (self.position, self.position)
        if body != expected:
            self.fail(f"{body!r} instead of {expected!r}")
            return
        self.arrived()

    def told(self, stream: Stream, data: bytes) -> None:
        number, id_ = self.marks
        if number in data and id_ in data:
            if stream.version == self.position:
                self.fail(f"{data!r} came twice")
                return
            stream.version = self.position
            self.arrived()
        elif b"data: " in data:  # not only a sign of life
            self.fail(f"{data!r} instead of {self.id}")

    def fail(self, text: str) -> None:
        if not self.done.done():
            self.done.set_exception(Failed(text))

    def arrived(self) -> None:
        """The answer, or the event on one of the streams."""
        self.waiting -= 1
        if not self.waiting:
            self.acknowledged.append(self.id)
            self.measured.latencies.append(time.perf_counter() - self.sent)
            if self.loop.time() < self.until:
                self.measured.moves += 1
            self.next()


class Players:
    """All players of a server, over several measurements."""

    def __init__(self, port: int, count: int, kind: type[Table] = Table, *, first: int = 0) -> None:
        self.acknowledged: list[str] = []
        numbers = range(first, first + count)
        self.tables = [kind(number, count, port, self.acknowledged) for number in numbers]

    async def connect(self) -> None:
        for table in self.tables:
            await table.connect()

    async def spread(self, most: int = MOVES) -> None:
        await asyncio.gather(*(table.spread(most) for table in self.tables))

    async def measure(self, seconds: float, every: float) -> Measured:
        measured = Measured(seconds)
        until = asyncio.get_running_loop().time() + seconds
        await asyncio.gather(*(table.run(until, every, measured) for table in self.tables))
        return measured
