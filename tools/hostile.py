"""Attack a real server with all that strangers can do to it, and see that people can still play.

    uv run python -m tools.hostile
    uv run python -m tools.hostile --seconds 5 --connections 2000
    uv run python -m tools.hostile --only flood

It starts `charidice serve` on a free port of this machine, with a data file of its own, and attacks
it from many loopback addresses; first as people run it, then without a limit on requests (--rate 0)
for what tries as many requests as it can. Meanwhile somebody plays. After each attack there is a
line with what was done, the answers by status (0: none), and memory and open files of the server
before and after. It fails when somebody could not play, on an error of the server (status 500 and
above; 503 only where too many connections are the attack), on a traceback in its log, on memory
or files that do not come back, and on a server that does not answer.

It needs Linux: memory comes from /proc, and every address 127.x.x.x is this machine there.
Everything is drawn with a seed, so the same attack comes again.
"""

import argparse
import asyncio
import contextlib
import json
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error

MEGABYTE: Final = 1 << 20
ANSWER_SECONDS: Final = 10.0  # every whole request is answered by then
MOVE_SECONDS: Final = 5.0  # every move of the one who plays
FILES_MORE: Final = 20  # a server may open its data file a few times more
TABLES: Final = 2_100  # more than a server keeps in memory
CALM: Final = {"ask_seconds": 0, "turn_seconds": 0, "pace": 0, "watch": True}
# A turn with all its questions; one die alone can always be scored. First who moves, 0 is active.
TURN: Final = (
    (0, "roll"),
    (1, "pass"),
    (0, "keep 0 1"),
    (1, "pass"),
    (0, "keep 0 1 2"),
    (0, "score 0"),
)
TURNS: Final = 14


# --- connections ---------------------------------------------------------------------------------


class Connection:
    """A connection from an address of this machine."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def first(self, seconds: float) -> int:
        """The status of the answer that comes within this time; 0 when none does."""
        try:
            async with asyncio.timeout(seconds):
                found = await self.reader.read(4096)
        except (TimeoutError, ConnectionError):
            return 0
        found = found.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
        match = re.match(rb"HTTP/1\.1 (\d{3})", found)
        return int(match[1]) if match else 0

    async def asked(self, data: bytes) -> tuple[int, bytes]:
        """The status and the body of the answer to a request; the connection stays open."""
        self.writer.write(data)
        async with asyncio.timeout(ANSWER_SECONDS):
            head = await self.reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            body = await self.reader.readexactly(int(length[1])) if length else b""
        return int(head.split()[1]), body

    def drip(self, byte: bytes) -> bool:
        """Send a byte, unless the server has ended the connection."""
        if self.writer.is_closing() or self.reader.at_eof():
            return False
        self.writer.write(byte)
        return True

    def stop_reading(self) -> None:
        """Leave with the server whatever it sends from now on."""
        transport = self.writer.transport
        if isinstance(transport, asyncio.Transport):
            transport.pause_reading()

    def close(self) -> None:
        """End it at once."""
        self.writer.transport.abort()


async def connect(port: int, source: str, receive_buffer: int = 0) -> Connection:
    """A connection to the server from this address."""
    plain = socket.socket()
    try:
        if receive_buffer:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        plain.setblocking(False)
        plain.bind((source, 0))
        async with asyncio.timeout(ANSWER_SECONDS):
            await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", port))
            return Connection(*await asyncio.open_connection(sock=plain, limit=4 * MEGABYTE))
    except BaseException:
        plain.close()
        raise


@contextlib.asynccontextmanager
async def connected(port: int, source: str) -> AsyncIterator[Connection]:
    """A connection for a while."""
    connection = await connect(port, source)
    try:
        yield connection
    finally:
        connection.close()


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """A whole request; the connection stays open unless a header says otherwise."""
    lines = {"host": "127.0.0.1", **headers}
    if method == "POST":
        lines |= {"content-length": str(len(body))}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


# --- the server ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Server:
    """A running `charidice serve`."""

    process: "subprocess.Popen[bytes]"
    port: int
    log: Path

    @property
    def memory(self) -> int:
        """The bytes that it holds in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0

    @property
    def files(self) -> int:
        """The files and connections that it holds open."""
        return len([*Path(f"/proc/{self.process.pid}/fd").iterdir()])

    def trouble(self, since: int) -> list[str]:
        """What it has said about errors of its own after so many bytes of its log."""
        said = self.log.read_bytes()[since:].decode("utf-8", "replace").splitlines()
        found = [line for line in said if re.match("Traceback|ERROR|CRITICAL", line)]
        for line in said:
            with contextlib.suppress(ValueError, AttributeError):  # most lines are no JSON
                told = json.loads(line)
                if told.get("level") in ("error", "critical"):
                    found.append(f"{told.get('message')}: {told.get('error')}")
        return [f"{count} times in its log: {text}" for text, count in Counter(found).items()][:5]


@contextlib.contextmanager
def serving(folder: Path, *words: str) -> Iterator[Server]:
    """A server on a free port of this machine, from its first answer to its end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    log, data = folder / f"{port}.log", folder / f"{port}.db"
    command = ("-m", "charidice", "serve", "--port", str(port), "--data", str(data), *words)
    with log.open("wb") as said:
        process = subprocess.Popen([sys.executable, *command], stdout=said, stderr=said)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.1)
        yield Server(process, port, log)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            print("FAILED: the server did not end when it was asked to")


# --- somebody who plays --------------------------------------------------------------------------


class Person:
    """Somebody who plays both seats of a table over one connection, from an own address."""

    def __init__(self, port: int, source: str) -> None:
        self.port, self.source = port, source
        self.connection: Connection | None = None
        self.table, self.tokens, self.position = "", ["", ""], 0
        self.moves = self.done = 0
        self.answers = Counter[int]()
        self.slowest = 0.0

    async def sit_down(self) -> None:
        """A new table, with the game begun."""
        if self.connection is None:
            self.connection = await connect(self.port, self.source)
        host = await self._wish("", "", {"name": "Lena", "settings": CALM})
        self.table = host["table"]
        guest = await self._wish(f"/{self.table}/seats", "", {"name": "Marko"})
        self.tokens = [host["token"], guest["token"]]
        begun = await self._wish(
            f"/{self.table}/commands", host["token"], {"kind": "begin", "first": 0}
        )
        self.position, self.moves = begun["position"], 0

    async def _wish(self, path: str, token: str, wish: dict[str, Any]) -> dict[str, Any]:
        assert self.connection is not None  # noqa: S101
        headers = {"content_type": "application/json", "authorization": f"Bearer {token}"}
        data = request("POST", f"/api/v1/tables{path}", json.dumps(wish).encode(), **headers)
        began = time.monotonic()
        status, body = await self.connection.asked(data)
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.answers[status] += 1
        found: dict[str, Any] = json.loads(body) if status < 300 else {}
        return found

    async def move(self) -> None:
        """One move; after the last one of a game a new one begins."""
        if self.moves == TURNS * len(TURN):
            await self.sit_down()
        turn, step = divmod(self.moves, len(TURN))
        seat, action = TURN[step]
        wish = {"kind": "play", "action": action, "position": self.position}
        done = await self._wish(f"/{self.table}/commands", self.tokens[(turn + seat) % 2], wish)
        if done:
            self.position, self.moves, self.done = done["position"], self.moves + 1, self.done + 1

    async def play(self, seconds: float) -> list[str]:
        """Play for so long; returns what went wrong."""
        before = self.answers.copy()
        self.done, self.slowest, until = 0, 0.0, time.monotonic() + seconds
        try:
            while time.monotonic() < until:
                await self.move()
                await asyncio.sleep(0.1)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.leave()
            told = dict(self.answers - before)
            return [f"whoever plays over an open connection has lost it after {told}: {error!r}"]
        answers = self.answers - before
        refused = {status: count for status, count in answers.items() if status >= 300}
        found = [f"whoever plays over an open connection was answered {refused}"] if refused else []
        if not self.done:
            found.append("nobody could make a move")
        if self.slowest > MOVE_SECONDS:
            found.append(f"a move took {self.slowest:.1f} s")
        return found

    def leave(self) -> None:
        """End the connection."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None


# --- attacks -------------------------------------------------------------------------------------


@dataclass
class Ground:
    """Where an attack takes place, and what it has to work with."""

    server: Server
    person: Person
    seconds: float
    connections: int
    rng: random.Random

    def source(self) -> str:
        """An address to attack from; there are 500 of them."""
        return f"127.0.{self.rng.randint(1, 2)}.{self.rng.randint(1, 250)}"

    async def crowd(self, count: int, receive_buffer: int = 0) -> list[Connection]:
        """So many connections, opened a hundred at a time."""
        found: list[Connection] = []
        for start in range(0, count, 100):
            wanted = range(start, min(start + 100, count))
            opening = (connect(self.server.port, self.source(), receive_buffer) for _ in wanted)
            tried = await asyncio.gather(*opening, return_exceptions=True)
            found += [each for each in tried if isinstance(each, Connection)]
        return found


@dataclass
class Report:
    """What was done, what was answered, and what went wrong."""

    done: str
    answers: Counter[int] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)
    too_many_allowed: bool = False


async def statuses(connections: list[Connection], seconds: float) -> Counter[int]:
    """The statuses that come on these connections within this time."""
    return Counter(await asyncio.gather(*(each.first(seconds) for each in connections)))


async def crowd(ground: Ground) -> Report:
    """More connections than the server takes; most of them only stay."""
    report = Report("", too_many_allowed=True)
    held = await ground.crowd(ground.connections)
    try:
        asking = held[::20]
        for each in asking:
            each.writer.write(request("GET", "/about"))
        report.answers = await statuses(asking, ANSWER_SECONDS)
        report.complaints += await ground.person.play(min(10.0, ground.seconds / 2))
    finally:
        for each in held:
            each.close()
    report.done = f"{len(held):,} connections held, {len(asking):,} of them ask"
    return report


async def slow_headers(ground: Ground) -> Report:
    """Headers that come a byte a second, from hundreds of connections."""
    text = request("GET", "/about", x_slow="x" * 100_000)
    return await dripped(ground, "headers", lambda _number: (text[:20], text[20:]))


async def slow_bodies(ground: Ground) -> Report:
    """Bodies that come a byte a second, from hundreds of connections: refused after 10 seconds."""

    def parts(number: int) -> tuple[bytes, bytes]:
        path = ("/play", "/preferences", "/api/v1/tables")[number % 3]
        kind = "application/json" if number % 3 == 2 else "application/x-www-form-urlencoded"
        whole = request("POST", path, b"x" * 5000, content_type=kind)
        return whole[:-5000], whole[-5000:]

    report = await dripped(ground, "bodies", parts)
    if ground.seconds > 12 and report.answers.keys() - {408}:
        report.complaints.append("a slow body was not refused with 408")
    return report


async def dripped(ground: Ground, what: str, parts: Callable[[int], tuple[bytes, bytes]]) -> Report:
    """Send the first part of each request at once and of the second a byte a second."""
    held = await ground.crowd(400)
    rests = []
    for number, each in enumerate(held):
        first, rest = parts(number)
        each.writer.write(first)
        rests.append(rest)
    answers = asyncio.create_task(statuses(held, ground.seconds))
    playing = asyncio.create_task(ground.person.play(ground.seconds))
    try:
        for second in range(int(ground.seconds)):
            for each, rest in zip(held, rests, strict=True):
                each.drip(rest[second : second + 1])
            await asyncio.sleep(1)
        report = Report(f"{len(held)} connections send {what}, a byte a second", await answers)
        report.complaints = await playing
    finally:
        for each in held:
            each.close()
    return report


async def deaf_streams(ground: Ground) -> Report:
    """Streams that are opened and never read, while the game that they follow goes on."""
    person = ground.person
    held = await ground.crowd(500, receive_buffer=1024)
    paths = (f"/t/{person.table}/stream", f"/api/v1/tables/{person.table}/events")
    try:
        for number, each in enumerate(held):
            each.stop_reading()
            each.writer.write(request("GET", paths[number % 2], accept_language="de"))
        complaints = await person.play(ground.seconds)
        done = f"{len(held)} streams opened and never read, {person.done} moves told to them"
    finally:
        for each in held:
            each.close()
    return Report(done, Counter(), complaints)


async def endless_headers(ground: Ground) -> Report:
    """Headers, paths and ends of chunks that have no end; what is kept of them shows in memory."""
    beginnings = (
        b"GET /about HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ",
        b"GET /",
        b"POST /play HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5;",
        b"GET /about HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    )
    before, most, megabytes = ground.server.memory, 0, 8
    held = await ground.crowd(20)

    async def pour(number: int, each: Connection) -> int:
        each.writer.write(beginnings[number % 4])
        part = b"X-Many: y\r\n" * 6000 if number % 4 == 3 else b"x" * 65536
        with contextlib.suppress(OSError, TimeoutError):
            for _ in range(megabytes * 16):
                each.writer.write(part)
                async with asyncio.timeout(2):
                    await each.writer.drain()
        return await each.first(0.5)

    try:
        answers = Counter(await asyncio.gather(*(pour(n, each) for n, each in enumerate(held))))
        most = ground.server.memory
    finally:
        for each in held:
            each.close()
    report = Report(f"{len(held)} requests whose head has no end, {megabytes} MB of each", answers)
    if most - before > 40 * MEGABYTE:
        grown = (most - before) // MEGABYTE
        report.complaints.append(f"{grown} MB more in memory while they came")
    report.complaints += await ground.person.play(1)
    return report


# --- as many requests as it can ------------------------------------------------------------------

ODD: Final = (
    *(b"", b" ", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\r\n", b"\r\n\r\n", b"\xc2\x85", b"%00"),
    *(b"%ff", b"%", b"&", b"=", b";", b"{", b"}", b"[" * 500, b'{"a":' * 900, b'"', b"\\ud800"),
    *(b"-1", b"9" * 19, b"9" * 5000, b"1e999", b"NaN", b"null", b"\xd9\xa3", b"../..", b"x" * 9000),
)
FORM_KIND: Final = b"application/x-www-form-urlencoded"
PARTS_KIND: Final = b"multipart/form-data; boundary=edge; charset=utf-8"
PARTS: Final = (
    b'--edge\r\nContent-Disposition: form-data; name="name"\r\n\r\nLena\r\n'
    b'--edge\r\nContent-Disposition: form-data; name="level"\r\n\r\ncasual\r\n--edge--\r\n'
)
# Method, path, content type, body; {t} is a table and {k} a token for a seat there.
ROUTES: Final = (
    *(("GET", path, b"", b"") for path in ("/", "/rules", "/about", "/api/v1/openapi.json", "/x")),
    *(("GET", path, b"", b"") for path in ("/healthz", "/readyz", "/metrics")),
    *(("GET", f"/t/{{t}}{path}", b"", b"") for path in ("", "/stream", "/record", "/back/{k}")),
    ("GET", "/t/{t}/replay?step=3", b"", b""),
    ("GET", "/static/style.css?v=1", b"", b""),
    ("HEAD", "/t/{t}", b"", b""),
    ("OPTIONS", "/api/v1/tables", b"", b""),
    *(("GET", f"/api/v1/tables/{{t}}{path}", b"", b"") for path in ("", "/record", "/events")),
    ("POST", "/play", FORM_KIND, b"name=Lena&level=casual&level=random"),
    ("POST", "/play", PARTS_KIND, PARTS),
    ("POST", "/invite", FORM_KIND, b"name=L%C3%A9na"),
    ("POST", "/one-device", FORM_KIND, b"player=Lena&player=Marko&begins=order"),
    ("POST", "/preferences", FORM_KIND, b"language=de&theme=dark&back=%2Frules"),
    ("POST", "/preferences", PARTS_KIND, PARTS),
    ("POST", "/forget", FORM_KIND, b""),
    ("POST", "/t/{t}/back/{k}", FORM_KIND, b""),
    ("POST", "/t/{t}/do", FORM_KIND, b"do=score&die=0&die=3&position=5&id=x1"),
    ("POST", "/t/{t}/do", FORM_KIND, b"do=sit&name=Marko&id=0123456789abcdef"),
    ("POST", "/t/{t}/do", PARTS_KIND, PARTS.replace(b'"name"', b'"do"').replace(b"Lena", b"roll")),
    ("POST", "/api/v1/tables", b"application/json", b'{"name": "Lena", "bots": ["casual"]}'),
    ("POST", "/api/v1/tables/{t}/seats", b"application/json", b'{"name": "Marko", "id": null}'),
    ("POST", "/api/v1/tables/{t}/rematch", b"application/json", b""),
    *(
        ("POST", "/api/v1/tables/{t}/commands", b"application/json", body)
        for body in (
            b'{"kind": "play", "action": "keep 0 3", "position": 4, "id": "one"}',
            b'{"kind": "settings", "settings": {"ask_seconds": 0, "turn_seconds": 0, "pace": 0}}',
            b'{"kind": "remove", "seat": 1, "version": null}',
        )
    ),
)  # fmt: skip


def changed(data: bytes, rng: random.Random) -> bytes:
    """The same with some pieces deleted, doubled, swapped or replaced by odd ones."""
    pieces = re.findall(rb"\w+|\s+|.", data, re.DOTALL)
    for _ in range(rng.randint(1, 3)):
        at, to = (rng.randrange(len(pieces) + 1) for _ in range(2))
        match rng.randrange(5):
            case 0:
                del pieces[at : at + 1]
            case 1:
                pieces[to:to] = pieces[min(at, to) : max(at, to)]
            case 2:
                pieces[at:at], pieces[to:to] = pieces[to : to + 1], pieces[at : at + 1]
            case 3:
                pieces[at : at + 1] = [rng.choice(ODD)]
            case _:
                pieces.insert(at, rng.choice(ODD))
    return b"".join(pieces)[:60_000]


def odd_request(rng: random.Random, table: str, token: str) -> tuple[bytes, bool]:
    """A request with something odd in it, and whether it is whole, so that an answer is due."""
    method, path, kind, body = rng.choice(ROUTES)
    route = path.format(t=table, k=token).encode()
    headers = {
        b"Content-Type": kind,
        b"Cookie": f"charidice_seat_{table}={token}; charidice_name=L%C3%A9na".encode(),
        b"Authorization": f"Bearer {token}".encode(),
        b"Accept-Language": b"de-DE,de;q=0.9,en;q=0.5",
        b"Last-Event-ID": b"3",
        b"Host": b"127.0.0.1:8000",
    }
    part = rng.choice(("path", "header", "body", "body", "raw", "nothing"))
    if part == "header":
        name = rng.choice([*headers])
        headers[name] = re.sub(rb"[\r\n\x00]", b"", changed(headers[name], rng))
    if part == "body":
        body = changed(body, rng)
    if part == "path":
        route = b"/" + re.sub(rb"[\s\x00-\x20\x7f-\xff]", b"", changed(route, rng))
    head = b"".join(name + b": " + value + b"\r\n" for name, value in headers.items() if value)
    if method == "POST":
        head += b"Content-Length: %d\r\n" % len(body)
    whole = method.encode() + b" " + route + b" HTTP/1.1\r\n" + head + b"\r\n" + body
    return (changed(whole, rng), False) if part == "raw" else (whole, True)


async def flood(ground: Ground) -> Report:
    """Odd requests to every route, from several connections at once; raw bytes too."""
    person, report = ground.person, Report("")
    until = time.monotonic() + ground.seconds
    unanswered: list[bytes] = []

    async def one_after_the_other(number: int) -> None:
        rng = random.Random(f"flood {number} {ground.rng.random()}")
        while time.monotonic() < until:
            data, whole = odd_request(rng, person.table, rng.choice((person.tokens[0], "1.x")))
            try:
                async with connected(ground.server.port, ground.source()) as connection:
                    connection.writer.write(data)
                    status = await connection.first(ANSWER_SECONDS if whole else 0.05)
            except (OSError, TimeoutError):
                status = 0
            report.answers[status] += 1
            if (whole and not status) or status >= 500:
                unanswered.append(data)

    playing = asyncio.create_task(played_by_another(ground))
    await asyncio.gather(*map(one_after_the_other, range(16)))
    report.complaints += await playing
    report.done = f"{report.answers.total():,} odd requests to every route"
    if unanswered:
        report.complaints.append(
            f"{len(unanswered)} got no answer or an error: {unanswered[0][:500]!r}"
        )
    return report


async def played_by_another(ground: Ground) -> list[str]:
    """Somebody at another table plays meanwhile; what went wrong."""
    other = Person(ground.server.port, "127.0.0.3")
    try:
        await other.sit_down()
        return await other.play(ground.seconds - 1)
    except (OSError, KeyError, asyncio.IncompleteReadError) as error:
        return [f"nobody else could begin a game: {error!r}"]
    finally:
        other.leave()


async def repeated(
    ground: Ground, expected: set[int], wish: Callable[[random.Random], bytes], share: float = 0.5
) -> Report:
    """One request after the other on four kept connections; each has one of these answers."""
    report, until = Report(""), time.monotonic() + ground.seconds * share

    async def on_one(number: int) -> None:
        rng = random.Random(f"repeated {number} {ground.rng.random()}")
        async with connected(ground.server.port, ground.source()) as connection:
            while time.monotonic() < until:
                status, _body = await connection.asked(wish(rng))
                report.answers[status] += 1

    await asyncio.gather(*map(on_one, range(4)))
    if wrong := report.answers.keys() - expected:
        report.complaints.append(f"answered {sorted(wrong)} instead of {sorted(expected)}")
    return report


LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


async def guesses(ground: Ground) -> Report:
    """Names of tables, near to a real one and at random: none is found."""
    table = ground.person.table

    def wish(rng: random.Random) -> bytes:
        name = [*table] if rng.random() < 0.5 else rng.choices(LETTERS, k=16)
        place = rng.randrange(16)
        name[place] = rng.choice(LETTERS.replace(name[place], ""))
        guess = "".join(name)
        return request("GET", rng.choice((f"/t/{guess}", f"/api/v1/tables/{guess}")))

    report = await repeated(ground, {404}, wish)
    report.done = f"{report.answers.total():,} guessed names of tables"
    return report


async def forgeries(ground: Ground) -> Report:
    """Tokens that nobody signed, in the cookie, in the header and in the link: none is a seat."""
    person = ground.person
    path, api = f"/t/{person.table}", f"/api/v1/tables/{person.table}/commands"

    def wish(rng: random.Random) -> bytes:
        number, signature = person.tokens[0].split(".")
        if rng.random() < 0.5:
            place = rng.randrange(24)
            letter = rng.choice(LETTERS.replace(signature[place], ""))
            forged = f"{number}.{signature[:place]}{letter}{signature[place + 1 :]}"
        else:
            forged = f"{rng.randint(1, 999_999)}.{''.join(rng.choices(LETTERS, k=24))}"
        match rng.randrange(3):
            case 0:
                cookie = f"charidice_seat_{person.table}={forged}"
                kind = FORM_KIND.decode()
                return request("POST", f"{path}/do", b"do=leave", cookie=cookie, content_type=kind)
            case 1:
                return request("GET", f"{path}/back/{forged}")
            case _:
                headers = {"authorization": f"Bearer {forged}", "content_type": "application/json"}
                return request("POST", api, b'{"kind": "leave"}', **headers)

    report = await repeated(ground, {403}, wish)
    report.done = f"{report.answers.total():,} forged tokens"
    report.complaints += await person.play(1)
    return report


async def alphabets(ground: Ground) -> Report:
    """Forms in alphabets that nobody knows, each with a long name of its own."""

    def wish(rng: random.Random) -> bytes:
        name = f"{rng.random()}".ljust(20_000, "x")
        kind = f"multipart/form-data; boundary=edge; charset={name}"
        return request("POST", "/preferences", PARTS, content_type=kind)

    report = await repeated(ground, {303, 400, 415, 422}, wish, 0.25)
    report.done = f"{report.answers.total():,} forms in alphabets that nobody knows"
    return report


async def described(ground: Ground) -> Report:
    """Whatever the description of the API allows, and what it does not; by schemathesis."""
    report = Report("")

    def walk() -> None:
        base = f"http://127.0.0.1:{ground.server.port}"
        description = schemathesis.openapi.from_url(f"{base}/api/v1/openapi.json")
        until = time.monotonic() + ground.seconds
        few = settings(
            max_examples=max(10, int(ground.seconds * 20)),
            derandomize=True,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=[*HealthCheck],
        )
        names = re.findall(
            r'"operationId":"(\w+)"', json.dumps(description.raw_schema, separators=(",", ":"))
        )
        for operation in map(description.find_operation_by_id, names):

            @few
            @given(case=operation.as_strategy())
            def sent(case: Any) -> None:
                if time.monotonic() < until:
                    answer = case.call(base_url=base, timeout=ANSWER_SECONDS)
                    report.answers[answer.status_code] += 1
                    case.validate_response(answer, checks=[not_a_server_error])

            sent()

    try:
        await asyncio.to_thread(walk)
    except Exception as error:
        report.complaints.append(f"{error!r}"[:500])
    report.done = f"{report.answers.total():,} cases from the description of the API"
    return report


# --- one after the other -------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack:
    """An attack, and how many more megabytes the server may hold when it is over."""

    run: Callable[[Ground], Awaitable[Report]]
    allowed: int

    @property
    def name(self) -> str:
        """As it is called in this file."""
        return self.run.__name__.replace("_", "-")


AS_PEOPLE_RUN_IT: Final = (
    Attack(crowd, 60),
    Attack(slow_headers, 15),
    Attack(slow_bodies, 15),
    Attack(deaf_streams, 25),
    Attack(endless_headers, 25),
)
WITHOUT_A_RATE: Final = (
    Attack(flood, 40),
    Attack(described, 25),
    Attack(guesses, 10),
    Attack(forgeries, 15),
    Attack(alphabets, 10),
)


async def settled(server: Server, files: int) -> list[str]:
    """Wait until the connections are gone; what does not go back, and whether it answers."""
    complaints = []
    until = time.monotonic() + ANSWER_SECONDS
    while server.files > files + FILES_MORE and time.monotonic() < until:
        await asyncio.sleep(0.2)
    if server.files > files + FILES_MORE:
        complaints.append(f"{server.files - files} more files are still open")
    newcomer = Person(server.port, "127.0.0.4")
    try:
        async with asyncio.timeout(ANSWER_SECONDS), connected(server.port, "127.0.0.5") as visitor:
            status, _body = await visitor.asked(request("GET", "/"))
            if status != 200:
                complaints.append(f"/ is answered with {status} afterwards")
            await newcomer.sit_down()
            complaints += await newcomer.play(0.5)
    except (OSError, KeyError, asyncio.IncompleteReadError) as error:
        complaints.append(f"a new game cannot be begun afterwards: {error!r}")
    finally:
        newcomer.leave()
    return complaints


async def attacked(attack: Attack, ground: Ground) -> bool:
    """Run one attack and print its line; returns whether the server stood it."""
    server = ground.server
    await ground.person.sit_down()
    memory, files, said = server.memory, server.files, server.log.stat().st_size
    report = await attack.run(ground)
    complaints = report.complaints + await settled(server, files)
    after = server.memory
    errors = {s: n for s, n in report.answers.items() if s >= 500}
    if errors.keys() - ({503} if report.too_many_allowed else set()):
        complaints.append(f"errors of the server: {errors}")
    if after - memory > attack.allowed * MEGABYTE:
        complaints.append(f"more than the allowed {attack.allowed} MB were kept")
    complaints += server.trouble(said)
    if server.process.poll() is not None:
        complaints.append(f"the server has ended with {server.process.returncode}")
    answers = ", ".join(f"{status}: {n:,}" for status, n in sorted(report.answers.items()))
    print(
        f"{attack.name:<16}{report.done}; answers {answers or 'not read'}; "
        f"memory {memory // MEGABYTE} → {after // MEGABYTE} MB (at most +{attack.allowed}), "
        f"files {files} → {server.files}",
        flush=True,
    )
    for complaint in complaints:
        print(f"{'':<16}FAILED: {complaint}", flush=True)
    return not complaints


async def filled(server: Server) -> None:
    """Make as many tables as a server keeps, so that those of an attack replace others."""
    body = json.dumps({"name": "Lena", "settings": CALM}).encode()
    wish = request("POST", "/api/v1/tables", body, content_type="application/json")
    async with connected(server.port, "127.0.0.6") as connection:
        for _ in range(TABLES):
            await connection.asked(wish)


async def attack_all(
    attacks: list[Attack], server: Server, options: argparse.Namespace, *, full: bool
) -> bool:
    """One attack after the other; whether the server stood all."""
    person = Person(server.port, "127.0.0.2")
    if full:
        await filled(server)
    results = []
    for attack in attacks:
        rng = random.Random(f"{options.seed} {attack.name}")
        ground = Ground(server, person, options.seconds, options.connections, rng)
        try:
            results.append(await attacked(attack, ground))
        except (OSError, KeyError, asyncio.IncompleteReadError) as error:
            print(f"{attack.name:<16}FAILED: {error!r}", flush=True)
            results.append(False)
            person.leave()
    person.leave()
    return all(results)


def files_for(connections: int) -> int:
    """Ask the system for so many connections; returns how many there can be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + 200
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        if soft < wanted:
            print(
                f"The system allows {soft} open files, so there are only {soft - 200} connections."
            )
            print("`ulimit -Hn` as root, or limits.conf, allows more.")
            return soft - 200
    return connections


def main() -> int:
    """Attack, and return 0 if the server stood everything."""
    names = [attack.name for attack in (*AS_PEOPLE_RUN_IT, *WITHOUT_A_RATE)]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=15.0, help="how long an attack goes on")
    parser.add_argument("--connections", type=int, default=6_000, help="how many of a crowd")
    parser.add_argument("--seed", default="hostile", help="another one gives other requests")
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="only these")
    options = parser.parse_args()
    if not Path("/proc/self/status").exists():
        print("This needs Linux: it reads the server's memory from /proc.")
        return 1
    options.connections = files_for(options.connections)
    began, stood = time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder:
        for attacks, words in ((AS_PEOPLE_RUN_IT, ()), (WITHOUT_A_RATE, ("--rate", "0"))):
            wanted = [attack for attack in attacks if attack.name in options.only]
            if wanted:
                with serving(Path(folder), *words) as server:
                    full = attacks is WITHOUT_A_RATE
                    stood.append(asyncio.run(attack_all(wanted, server, options, full=full)))
    verdict = "the server stood everything" if all(stood) else "the server did not stand everything"
    print(f"{verdict} ({time.monotonic() - began:.0f} s)")
    return 0 if all(stood) else 1


if __name__ == "__main__":
    sys.exit(main())
