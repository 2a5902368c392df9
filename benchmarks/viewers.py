"""How quickly everybody who looks on has a move, with many open pages, and what that costs.

    uv run python benchmarks/viewers.py
    uv run python benchmarks/viewers.py --database postgresql --workers 4
    uv run python benchmarks/viewers.py --events

It starts `charidice serve` on a new database, and plays over loopback at 500 tables that 2,000
viewers have open: 4 at each table, 2 of them its players and 2 who only look on. Their streams are
those of the page (`/t/NAME/stream`), or with `--events` those of the API. The players of all tables
together make 500 moves a second, through the API. The latency of a move is the time from sending it
until its player has the answer and all viewers of its table have the new version.

It fails if a viewer misses a version of its table, or if the log holds anything but the moves that
were acknowledged.

The memory is what the system says that the workers take (RSS). It is read when everything is loaded
and warm, then with the tables, each in the first half of a game, then with the viewers, and after
the moves. With several workers a table is in the memory of each that serves somebody there.
"""

import argparse
import asyncio
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final, cast

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.playing import Failed, Measured, Players, Stream, Table
from benchmarks.serving import DATABASES, MIB, Cost, Reading, Server, check_log, database, serving
from tools.scripted_game import MOVES

AT_ONCE: Final = 20  # tables where viewers come at the same time
MOST_TABLES: Final = 100_000  # higher numbers are for warming up
WARM: Final = 16  # viewers for each worker, before anything is measured
OPENING: Final = 120.0  # seconds in which all viewers must have come
GRACE: Final = 20.0  # seconds in which the last moves must have arrived
SLOWEST: Final = 5.0  # seconds between two moves: the server closes idle connections after 30
VERSION: Final = {True: re.compile(rb"(?m)^id: (\d+)$"), False: re.compile(rb'\{"version":(\d+),')}


class Viewed(Table):
    """A table with viewers, once they have come."""

    viewers: ClassVar[int]
    seated: ClassVar[int]  # so many of them are players
    events: ClassVar[bool]

    def __init__(self, number: int, count: int, port: int, acknowledged: list[str]) -> None:
        super().__init__(number, count, port, acknowledged)
        self.come = False
        # If they cannot be shared out evenly, the first tables have one more.
        self.audience = self.viewers // count + (number < self.viewers % count)
        self.updates = 0

    async def open(self) -> None:
        """Let the viewers come."""
        self.come = True
        await self.open_streams()

    def requests(self, head: bytes) -> Sequence[bytes]:
        if not self.come:
            return []
        name = self.name.encode()
        path, seat = b"/t/%s/stream" % name, b"cookie: charidice_seat_%s=%%s\r\n" % name
        if self.events:
            path = b"/api/v1/tables/%s/events?after=%d" % (name, self.position)
            seat = b"authorization: Bearer %s\r\n"
        players = [seat % token for token in self.tokens[: self.seated]]
        onlookers = [b""] * max(0, self.audience - len(players))
        return [
            b"GET %s %s%s\r\n" % (path, head, who) for who in (players + onlookers)[: self.audience]
        ]

    def begin(self) -> bytes:
        return super().begin() if self.events else b'{"version":%d,' % self.position

    def told(self, stream: Stream, data: bytes) -> None:
        """What a viewer gets: no version is left out here, as one move comes after the other."""
        for found in VERSION[self.events].findall(data):
            version = int(found)
            if version == self.position and stream.version < version:
                stream.version = version
                self.updates += 1
                self.arrived()
            else:
                self.fail(f"version {version} instead of {self.position}")

    def missing(self) -> int:
        """How many viewers do not have the last version of their table."""
        return sum(stream.version < self.position for stream in self.streams)


class Audience(Players):
    """All players and viewers of a server."""

    def __init__(self, port: int, count: int, *, first: int = 0) -> None:
        super().__init__(port, count, Viewed, first=first)

    @property
    def viewed(self) -> list[Viewed]:
        return cast("list[Viewed]", self.tables)

    @property
    def updates(self) -> int:
        return sum(table.updates for table in self.viewed)

    @property
    def bytes(self) -> int:
        """What the viewers who are there now have got."""
        return sum(stream.bytes for table in self.tables for stream in table.streams)

    async def open(self) -> None:
        """Let all viewers come, at a few tables at the same time."""
        try:
            async with asyncio.timeout(OPENING):
                for first in range(0, len(self.tables), AT_ONCE):
                    some = self.viewed[first : first + AT_ONCE]
                    await asyncio.gather(*(table.open() for table in some))
        except TimeoutError:
            raise Failed("not all viewers have got their table") from None

    async def play(self, seconds: float, rate: float) -> Measured:
        """Move at a pace, until everybody has everything."""
        every = len(self.tables) / rate
        try:
            async with asyncio.timeout(seconds + GRACE):
                measured = await self.measure(seconds, every)
        except TimeoutError:
            measured = Measured()
        missing = sum(table.missing() for table in self.viewed)
        if missing or not measured.done:
            raise Failed(f"{missing} viewers miss the last version of their table")
        return measured


async def warm_up(server: Server) -> Audience:
    """Let every worker load what it needs for a game with viewers."""
    few = Audience(server.port, 2, first=MOST_TABLES)
    for table in few.viewed:
        table.audience = WARM * server.workers // 2
    await few.connect()
    await few.open()
    await few.measure(1.0, 0)
    for table in few.viewed:
        for stream in table.streams:
            stream.transport.close()
    return few


def show(text: str, reading: Reading, note: str = "") -> None:
    each = ", ".join(f"{memory / MIB:.0f}" for memory in reading.memory)
    print(f"{text:<20}{sum(reading.memory) / MIB:>7,.0f} MiB ({each}){note}", flush=True)


def each_of(before: Reading, after: Reading, count: int) -> str:
    grown = sum(after.memory) - sum(before.memory)
    return f"   {grown / count / 1024:,.1f} KiB for each of {count:,}"


async def measure(options: argparse.Namespace, server: Server) -> list[Players]:
    few = await warm_up(server)
    empty = await server.read()
    show("before", empty)
    audience = Audience(server.port, options.tables)
    await audience.connect()
    await audience.spread(MOVES // 2)
    seated = await server.read()
    show("with tables", seated, each_of(empty, seated, options.tables))
    came = time.perf_counter()
    await audience.open()
    came = time.perf_counter() - came
    watched = await server.read()
    show("with viewers", watched, each_of(seated, watched, options.viewers))
    streams, tables = (", ".join(map(str, each)) for each in (watched.streams, watched.tables))
    print(f"streams of each worker: {streams}; tables in memory of each: {tables}")
    print(f"the viewers came in {came:.1f} s", flush=True)
    bytes_, busy = audience.bytes, time.process_time()
    measured = await audience.play(options.seconds, options.rate)
    busy = (time.process_time() - busy) / options.seconds
    after = await server.read()
    show("after the moves", after)
    cost = Cost.between(watched, after, measured.done)
    print(
        f"{measured.rate:,.0f} moves/s of {options.rate:,.0f}, until all viewers have it: "
        f"p50 {measured.percentile(50):.1f} ms   p99 {measured.percentile(99):.1f} ms"
    )
    print(cost.shown())
    print(
        f"an update: {1e6 * cost.cpu / audience.updates:,.0f} µs of the server's processors, "
        f"{(audience.bytes - bytes_) / audience.updates / 1024:,.1f} KiB; {audience.updates:,} "
        f"updates, the client was busy for {busy:.0%} of the time"
    )
    return [few, audience]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--viewers", type=int, default=2_000)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seated", type=int, default=2, help="viewers of a table who play (0-2)")
    parser.add_argument("--events", action="store_true", help="streams of the API, not of pages")
    parser.add_argument("--rate", type=float, default=500.0, help="moves a second at all tables")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--database", choices=DATABASES, default="sqlite")
    parser.add_argument("--workers", type=int, default=1, help="with PostgreSQL")
    options = parser.parse_args()
    if options.workers > 1 and options.database == "sqlite":
        parser.error("several workers need --database postgresql")
    if options.tables / options.rate > SLOWEST:
        parser.error(f"--rate is at least {options.tables / SLOWEST:g} for so many tables")
    Viewed.viewers, Viewed.seated, Viewed.events = options.viewers, options.seated, options.events
    with database(options.database) as place:
        with serving(place, options.workers) as server:
            few, audience = uvloop.run(measure(options, server))
        few.tables += audience.tables
        few.acknowledged += audience.acknowledged
        print(check_log(place, few))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failed:
        print(f"failed: {failed}")
        sys.exit(1)
