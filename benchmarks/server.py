"""How many moves a second the real server decides, writes to disk and tells both players.

    uv run python benchmarks/server.py

It starts `charidice serve` on a new data file and plays over loopback: 100 tables of 2 players, one
move in flight at each table. A move is a command `play` (roll, keep, pass or score). It counts once
its player has the answer and both players have its event on their streams; its latency is the time
from sending until then. Once as fast as it goes (closed), once with 10 moves a second at each table
(paced). A table whose game is over is followed by a new one; the games are spread over all their
moves beforehand, so that they do not all end at once. There are no clocks (ask_seconds and
turn_seconds are 0) and no limit on requests (--rate 0), since all players have one address here.

It fails unless the log on disk holds exactly the moves that were acknowledged.

The client shares the cores with the server, and machines are noisy. So the same client plays in
the same run against `benchmarks/memory.py`, which passes moves on from memory and does no more.
"""

import argparse
import asyncio
import itertools
import json
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, cast

import uvloop

TABLES: Final = 100
PACE: Final = 10.0  # moves a second at each table
TURNS: Final = 14
# A turn with all its questions; one die alone can always be scored. First who moves, 0 is active.
TURN: Final = (
    (0, "roll"),
    (1, "pass"),
    (0, "keep 0 1"),
    (1, "pass"),
    (0, "keep 0 1 2"),
    (0, "score 0"),
)
GAME: Final = TURNS * len(TURN)  # moves
SETTINGS: Final = {"ask_seconds": 0, "turn_seconds": 0, "pace": 0, "watch": True}


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
    """A player's stream of events: tells the table which move has arrived."""

    def __init__(self, table: "Table", request: bytes) -> None:
        self.table, self.request, self.buffer = table, request, b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.buffer = data = self.buffer + data if self.buffer else data
        if not data.endswith(b"\n\n\r\n"):
            return
        self.buffer = b""
        if self.opened.done():
            self.table.told(data)
        elif b": welcome" in data:
            self.opened.set_result(None)


@dataclass
class Measured:
    """The moves of one measurement."""

    seconds: float = 0.0
    moves: int = 0
    latencies: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    def percentile(self, percent: int) -> float:
        """In milliseconds."""
        return 1000 * statistics.quantiles(self.latencies, n=100)[percent - 1]


class Table:
    """Two players at a table: each move is sent when the one before has arrived everywhere."""

    def __init__(self, number: int, port: int, acknowledged: list[str]) -> None:
        self.number, self.port, self.acknowledged = number, port, acknowledged
        self.serial = itertools.count()
        self.players: list[Requests] = []
        self.streams: list[Stream] = []
        self.move = -1  # the game has to be set up first
        self.last = GAME
        self.tables = 0

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            _transport, player = await loop.create_connection(
                partial(Requests, self.port), "127.0.0.1", self.port
            )
            self.players.append(player)
        await self.set_up()

    async def set_up(self) -> None:
        """A new game, with both players at their streams."""
        loop = asyncio.get_running_loop()
        self.tables += 1
        for stream in self.streams:
            stream.transport.close()
        host, guest = self.players
        seat = await host.asked("", "", {"name": "Lena", "settings": SETTINGS})
        name = cast(str, seat["table"])
        other = await guest.asked(f"/{name}/seats", "", {"name": "Paul"})
        tokens = [cast(str, seat["token"]), cast(str, other["token"])]
        wish = {"kind": "begin", "first": 0}
        begun = await host.asked(f"/{name}/commands", tokens[0], wish)
        self.position, self.move = cast(int, begun["position"]), 0
        self.path, self.tokens = f"/{name}/commands".encode(), [t.encode() for t in tokens]
        self.streams = []
        for token in self.tokens:
            request = b"GET /api/v1/tables/%s/events?after=%d %sauthorization: Bearer %s\r\n\r\n"
            asked = request % (name.encode(), self.position, host.head, token)
            _transport, stream = await loop.create_connection(
                partial(Stream, self, asked), "127.0.0.1", self.port
            )
            self.streams.append(stream)
            await stream.opened
        for player in self.players:
            player.answered = self.answered

    async def run(self, until: float, every: float, measured: Measured) -> None:
        """Move until this time, at most once in so many seconds (0 is as fast as it goes)."""
        self.loop, self.until, self.every, self.measured = (
            asyncio.get_running_loop(), until, every, measured,
        )  # fmt: skip
        self.due = self.loop.time() + self.number * every / TABLES
        while self.loop.time() < until:
            if self.move == self.last < GAME:
                break
            if self.move in (-1, GAME):
                await self.set_up()
            self.done: asyncio.Future[None] = self.loop.create_future()
            for player in self.players:
                player.failed = self.done.set_exception
            self.next()
            await self.done
        for player in self.players:
            player.failed = lambda _error: None

    async def spread(self) -> None:
        """Play a part of the first game, at each table another one."""
        self.last = self.number * GAME // TABLES
        await self.run(float("inf"), 0, Measured(1))
        self.last = GAME

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
        turn, step = divmod(self.move, len(TURN))
        seat, action = TURN[step]
        mover = (turn + seat) % 2
        self.id = f"{self.number}-{next(self.serial)}"
        body = '{"kind":"play","action":"%s","position":%d,"id":"%s"}'
        text = body % (action, self.position, self.id)
        self.position += 1
        self.move += 1
        self.marks = (b"id: %d\ndata: " % self.position, f'"id":"{self.id}"'.encode())
        self.waiting, self.sent = 3, time.perf_counter()
        self.players[mover].post(self.path, self.tokens[mover], text.encode())

    def answered(self, body: bytes) -> None:
        expected = b'{"version":%d,"position":%d}' % (self.position, self.position)
        if body != expected:
            self.done.set_exception(Failed(f"{body!r} instead of {expected!r}"))
            return
        self.arrived()

    def told(self, data: bytes) -> None:
        number, id_ = self.marks
        if number in data and id_ in data:
            self.arrived()
        elif b"data: {}" not in data:
            self.done.set_exception(Failed(f"{data!r} instead of {self.id}"))

    def arrived(self) -> None:
        """The answer, or the event on one of the two streams."""
        self.waiting -= 1
        if not self.waiting:
            self.acknowledged.append(self.id)
            self.measured.latencies.append(time.perf_counter() - self.sent)
            if self.loop.time() < self.until:
                self.measured.moves += 1
            self.next()


class Players:
    """All players of a server, over several measurements."""

    def __init__(self, port: int) -> None:
        self.acknowledged: list[str] = []
        self.tables = [Table(number, port, self.acknowledged) for number in range(TABLES)]

    async def connect(self) -> None:
        for table in self.tables:
            await table.connect()

    async def measure(self, seconds: float, every: float) -> Measured:
        measured = Measured(seconds)
        until = asyncio.get_running_loop().time() + seconds
        await asyncio.gather(*(table.run(until, every, measured) for table in self.tables))
        return measured


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return cast(int, probe.getsockname()[1])


@contextmanager
def serving(command: tuple[str, ...], port: int, end: signal.Signals) -> Iterator[None]:
    """A server in a process of its own, from its first answer to its end."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL)  # noqa: S603
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.1)
        yield
    finally:
        process.send_signal(end)
        process.wait(30)


def check_log(data: Path, players: Players) -> None:
    """The log holds every acknowledged move once, and nothing that nobody did."""
    with sqlite3.connect(data) as connection:
        events = [json.loads(row[0]) for row in connection.execute("SELECT data FROM events")]
    connection.close()
    moves = Counter(event["id"] for event in events if event["kind"] == "acted")
    others = Counter(event["kind"] for event in events if event["kind"] != "acted")
    if moves != Counter(players.acknowledged) or max(moves.values()) > 1:
        raise Failed(f"{len(players.acknowledged)} moves acknowledged, {moves.total()} in the log")
    tables = sum(table.tables for table in players.tables)
    if others != {"created": tables, "sat": 2 * tables, "begun": tables}:
        raise Failed(f"not only moves of {tables} tables in the log: {others}")
    print(f"the log holds exactly the {len(moves):,} acknowledged moves of {tables:,} tables")


def show(kind: str, ours: list[Measured], theirs: list[Measured]) -> None:
    for name, runs in (("charidice", ours), ("from memory", theirs)):
        rate = statistics.median(run.rate for run in runs)
        best = max(run.rate for run in runs)
        half, most = (statistics.median(r.percentile(p) for r in runs) for p in (50, 99))
        least = min(run.percentile(99) for run in runs)
        print(
            f"{kind:<7}{name:<12}{rate:>7,.0f} moves/s (best {best:>6,.0f})   "
            f"p50 {half:>6.1f} ms   p99 {most:>6.1f} ms (best {least:>5.1f})"
        )
    ratio = statistics.median(a.rate / b.rate for a, b in zip(ours, theirs, strict=True))
    print(f"{kind:<7}charidice / from memory: {ratio:.2f}")


async def measure(options: argparse.Namespace, ports: tuple[int, int]) -> Players:
    both = [Players(port) for port in ports]
    for players in both:
        await players.connect()
        await asyncio.gather(*(table.spread() for table in players.tables))
        await players.measure(1.0, 0)  # everything is loaded and warm
    for kind, every in (("closed", 0.0), ("paced", 1 / PACE)):
        # Alternate the two, so that a noisy neighbour disturbs both alike.
        pairs = [
            [await players.measure(options.seconds, every) for players in both]
            for _ in range(options.repeats)
        ]
        show(kind, [ours for ours, _ in pairs], [theirs for _, theirs in pairs])
    return both[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="time for each measurement, less than 30"
    )
    parser.add_argument("--repeats", type=int, default=3, help="measurements of each side")
    options = parser.parse_args()
    ours, theirs = free_port(), free_port()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "charidice.db")
        serve = f"-m charidice serve --rate 0 --port {ours} --data {data}"
        memory = f"{Path(__file__).with_name('memory.py')} {theirs}"
        with (
            serving((*serve.split(),), ours, signal.SIGINT),
            serving((*memory.split(),), theirs, signal.SIGKILL),
        ):
            players = uvloop.run(measure(options, (ours, theirs)))
        check_log(data, players)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failed:
        print(f"failed: {failed}")
        sys.exit(1)
