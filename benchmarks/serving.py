"""Servers for the benchmarks, each on a new database of its own, and what they use."""

import asyncio
import http.client
import json
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, cast

import asyncpg
import psutil
from benchmarks.playing import Failed, Players
from tools.postgres import postgres_server
from tools.serving import CHARIDICE, START_SECONDS, ServerProcess, free_port

DATABASES: Final = ("sqlite", "postgresql")
MIB: Final = 2**20
_BOARD_SECONDS: Final = 1.5  # after that, all workers have left their figures
_SAMPLE: Final = re.compile(r'(\w+)\{.*worker="(\d+)"\} (\S+)')


class Size(NamedTuple):
    """Bytes on disk: what is kept, and all that was ever written ahead (where one can know)."""

    kept: int
    ahead: int


class Database(Protocol):
    """Where the server under test keeps its games."""

    options: tuple[str, ...]

    async def events(self) -> list[str]:
        """All events in the log."""
        ...

    async def size(self) -> Size:
        """What it takes on disk now."""
        ...

    def cpu(self) -> float:
        """Seconds of processors that it has used outside of the server."""
        ...


class SQLiteFile:
    """A data file; its work is done inside the server."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.options: tuple[str, ...] = ("--data", str(path))

    async def events(self) -> list[str]:
        connection = sqlite3.connect(self.path)
        try:
            return [row[0] for row in connection.execute("SELECT data FROM events")]
        finally:
            connection.close()

    async def size(self) -> Size:
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return Size(sum(file.stat().st_size for file in files if file.exists()), 0)

    def cpu(self) -> float:
        return 0.0


class Postgres:
    """A PostgreSQL server as it comes: fsync and synchronous_commit are on."""

    def __init__(self, url: str, process: int) -> None:
        self.url = url
        self.options: tuple[str, ...] = ("--database", url)
        self._postmaster = psutil.Process(process)

    async def fetch(self, query: str) -> list[Any]:
        connection = await asyncpg.connect(self.url)
        try:
            return list(await connection.fetch(query))
        finally:
            await connection.close()

    async def check_durable(self) -> None:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            if (await self.fetch(f"SHOW {setting}"))[0][0] != "on":
                raise Failed(f"{setting} of PostgreSQL is off")

    async def events(self) -> list[str]:
        return [row[0] for row in await self.fetch("SELECT data FROM events")]

    async def size(self) -> Size:
        query = "SELECT pg_database_size(current_database()), pg_current_wal_insert_lsn() - '0/0'"
        kept, ahead = (await self.fetch(query))[0]
        return Size(int(kept), int(ahead))

    def cpu(self) -> float:
        """Of all its processes, with those that have ended."""
        total = sum(self._postmaster.cpu_times()[:4])
        for child in self._postmaster.children(recursive=True):
            try:
                total += sum(child.cpu_times()[:2])
            except psutil.NoSuchProcess:
                continue
        return float(total)


@contextmanager
def database(kind: str) -> Iterator[Database]:
    """A new database, gone in the end."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory(prefix="charidice-benchmark-") as folder:
            yield SQLiteFile(Path(folder, "charidice.db"))
    else:
        with postgres() as started:
            yield started


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL in a folder of its own, with a database in the latest form."""
    folder = Path(tempfile.mkdtemp(prefix="charidice-benchmark-"))
    server = postgres_server(folder, cleanup_mode="delete")
    try:
        started = Postgres(server.get_uri("postgres"), cast(int, server.get_pid()))
        asyncio.run(started.check_durable())
        command = [sys.executable, "-m", "charidice", "db", "upgrade", *started.options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        yield started
    finally:
        server.cleanup()


class Reading(NamedTuple):
    """What a server has used so far; memory and streams are those of each worker."""

    cpu: float
    database_cpu: float
    memory: tuple[int, ...]
    streams: tuple[int, ...]
    tables: tuple[int, ...]
    conflicts: int
    errors: int
    size: Size


@dataclass(frozen=True)
class Server:
    """A running `charidice serve`."""

    port: int
    database: Database
    workers: int
    process: int

    async def read(self) -> Reading:
        """What it has used; waits until every worker has said it."""
        if self.workers > 1:
            await asyncio.sleep(_BOARD_SECONDS)
        found = figures(self.port)

        def each(name: str) -> tuple[int, ...]:
            return tuple(int(found[worker][name]) for worker in sorted(found))

        if len(found) != self.workers:
            raise Failed(f"{len(found)} of {self.workers} workers are there")
        return Reading(
            sum(worker["process_cpu_seconds_total"] for worker in found.values()),
            self.database.cpu(),
            each("process_resident_memory_bytes"),
            each("charidice_streams"),
            each("charidice_tables"),
            sum(each("charidice_conflicts_total")),
            sum(each("charidice_database_errors_total")),
            await self.database.size(),
        )

    def parent_memory(self) -> int:
        """Of the process that looks after several workers."""
        return int(psutil.Process(self.process).memory_info().rss) if self.workers > 1 else 0


class Cost(NamedTuple):
    """What a number of moves has cost altogether."""

    moves: int
    cpu: float
    database_cpu: float
    kept: int
    ahead: int
    conflicts: int

    @classmethod
    def between(cls, before: Reading, after: Reading, moves: int) -> "Cost":
        return cls(
            moves,
            after.cpu - before.cpu,
            after.database_cpu - before.database_cpu,
            after.size.kept - before.size.kept,
            after.size.ahead - before.size.ahead,
            after.conflicts - before.conflicts,
        )

    @classmethod
    def total(cls, costs: Sequence["Cost"]) -> "Cost":
        return cls(*(sum(column) for column in zip(*costs, strict=True)))

    def shown(self) -> str:
        return (
            f"a move: {1e6 * self.cpu / self.moves:,.0f} µs of the server's processors, "
            f"{1e6 * self.database_cpu / self.moves:,.0f} µs of the database's, "
            f"{self.kept / self.moves:,.0f} bytes kept, "
            f"{self.ahead / self.moves:,.0f} bytes written ahead; {self.conflicts:,} conflicts"
        )


def figures(port: int) -> dict[int, dict[str, float]]:
    """The figures of each worker by their names, summed over all their kinds."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
    finally:
        connection.close()
    found: defaultdict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for name, worker, value in _SAMPLE.findall(text):
        found[int(worker)][name] += float(value)
    return dict(found)


@contextmanager
def running(command: Sequence[str], port: int, end: signal.Signals) -> Iterator[int]:
    """A server in a process of its own, from the moment it listens to its end."""
    server = ServerProcess(words=command, port=port, healthy_at="")
    server.start()
    try:
        yield server.process.pid
    finally:
        server.end(end)


@contextmanager
def serving(place: Database, workers: int = 1) -> Iterator[Server]:
    """The real server, once all its workers are up."""
    port = free_port()
    many = ["--workers", str(workers)] if workers > 1 else []
    options = ["--rate", "0", "--port", str(port), *place.options, *many]
    with running([*CHARIDICE, "serve", *options], port, signal.SIGINT) as process:
        until = time.monotonic() + START_SECONDS
        while len(figures(port)) < workers:
            if time.monotonic() > until:
                raise Failed(f"not all of {workers} workers have started")
            time.sleep(0.2)
        yield Server(port, place, workers, process)


def check_log(place: Database, players: Players) -> str:
    """The log holds every acknowledged move once, and nothing that nobody did."""
    events = [json.loads(line) for line in asyncio.run(place.events())]
    moves = Counter(event["id"] for event in events if event["kind"] == "acted")
    others = Counter(event["kind"] for event in events if event["kind"] != "acted")
    if moves != Counter(players.acknowledged) or max(moves.values()) > 1:
        raise Failed(f"{len(players.acknowledged)} moves acknowledged, {moves.total()} in the log")
    tables = sum(table.tables for table in players.tables)
    finished = others.pop("finished", 0)  # noted some seconds after the last move of a game
    if finished > tables or others != {"created": tables, "sat": 2 * tables, "begun": tables}:
        raise Failed(f"not only moves of {tables} tables in the log: {others}")
    return f"the log holds exactly the {len(moves):,} acknowledged moves of {tables:,} tables"
