"""How many moves a second the real server decides, writes to disk and tells both players.

    uv run python benchmarks/server.py
    uv run python benchmarks/server.py --database postgresql --workers 2
    uv run python benchmarks/server.py --all

It starts `charidice serve` on a new database and plays over loopback: 100 tables of 2 players, one
move in flight at each table. A move is a command `play` (roll, keep, pass or score). It counts once
its player has the answer and both players have its event on their streams; its latency is the time
from sending until then. Once as fast as it goes (closed), once with 10 moves a second at each table
(paced). A table whose game is over is followed by a new one; the games are spread over all their
moves beforehand, so that they do not all end at once. There are no clocks (ask_seconds and
turn_seconds are 0) and no limit on requests (--rate 0), since all players have one address here.

The database is a SQLite file, or a real PostgreSQL that is started for this, as durable as it comes
(fsync and synchronous_commit on). With several workers each connection and each stream of a player
goes to any of them. `--all` measures SQLite, and PostgreSQL with one, two and four workers.

It fails unless the log on disk holds exactly the moves that were acknowledged.

The client shares the cores with the server, and machines are noisy. So the same client plays in
the same run against `benchmarks/memory.py`, which passes moves on from memory and does no more.

What a move costs is measured around all closed measurements, with the new table that follows after
84 moves: the time of processors that all workers and that PostgreSQL used, how much more there is
on disk, and what was written ahead (WAL, which SQLite uses again and does not count).
"""

import argparse
import signal
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.playing import Failed, Measured, Players
from benchmarks.serving import (
    DATABASES,
    MIB,
    Cost,
    Reading,
    Server,
    check_log,
    database,
    running,
    serving,
)
from tools.serving import free_port

TABLES: Final = 100
PACE: Final = 10.0  # moves a second at each table
ALL: Final = (("sqlite", 1), ("postgresql", 1), ("postgresql", 2), ("postgresql", 4))
HEAD: Final = (
    "database", "workers", "closed, moves/s (best)", "of the one from memory", "closed p50, p99",
    "paced, moves/s", "paced p50, p99", "server CPU/move closed, paced", "database CPU/move",
    "memory of each worker", "kept/move", "written ahead/move", "conflicts",
)  # fmt: skip


@dataclass
class Side:
    """The measurements of one server, of one kind."""

    runs: list[Measured] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return statistics.median(run.rate for run in self.runs)

    @property
    def best(self) -> float:
        return max(run.rate for run in self.runs)

    def percentile(self, percent: int) -> float:
        return statistics.median(run.percentile(percent) for run in self.runs)

    @property
    def cost(self) -> Cost:
        return Cost.total(self.costs)


@dataclass
class Outcome:
    """All that was measured with one server and the one from memory beside it."""

    kind: str
    workers: int
    ours: dict[str, Side] = field(default_factory=dict)
    theirs: dict[str, Side] = field(default_factory=dict)
    after: Reading | None = None

    def ratio(self, kind: str) -> float:
        pairs = zip(self.ours[kind].runs, self.theirs[kind].runs, strict=True)
        return statistics.median(ours.rate / theirs.rate for ours, theirs in pairs)

    def row(self) -> list[str]:
        closed, paced = self.ours["closed"], self.ours["paced"]
        cost = closed.cost
        memory = self.after.memory if self.after else ()
        return [
            self.kind,
            str(self.workers),
            f"{closed.rate:,.0f} ({closed.best:,.0f})",
            f"{self.ratio('closed'):.2f}",
            f"{closed.percentile(50):.1f}, {closed.percentile(99):.1f} ms",
            f"{paced.rate:,.0f}",
            f"{paced.percentile(50):.1f}, {paced.percentile(99):.1f} ms",
            f"{per_move(cost.cpu, cost)}, {per_move(paced.cost.cpu, paced.cost)} µs",
            f"{per_move(cost.database_cpu, cost)} µs",
            ", ".join(f"{bytes_ / MIB:.0f}" for bytes_ in memory) + " MiB",
            f"{cost.kept / cost.moves:,.0f} B",
            f"{cost.ahead / cost.moves:,.0f} B" if cost.ahead else "",
            f"{cost.conflicts:,}",
        ]


def per_move(seconds: float, cost: Cost) -> str:
    return f"{1e6 * seconds / cost.moves:,.0f}"


def show(kind: str, outcome: Outcome) -> None:
    for name, side in (("charidice", outcome.ours[kind]), ("from memory", outcome.theirs[kind])):
        least = min(run.percentile(99) for run in side.runs)
        print(
            f"{kind:<7}{name:<12}{side.rate:>7,.0f} moves/s (best {side.best:>6,.0f})   "
            f"p50 {side.percentile(50):>6.1f} ms   "
            f"p99 {side.percentile(99):>6.1f} ms (best {least:>5.1f})"
        )
    print(f"{kind:<7}charidice / from memory: {outcome.ratio(kind):.2f}")
    print(f"{kind:<7}{outcome.ours[kind].cost.shown()}")


def show_workers(server: Server, after: Reading) -> None:
    for number, (memory, streams, tables) in enumerate(
        zip(after.memory, after.streams, after.tables, strict=True), 1
    ):
        print(f"worker {number}: {memory / MIB:.0f} MiB, {streams} streams, {tables} tables")
    if server.workers > 1:
        print(f"the process that looks after them: {server.parent_memory() / MIB:.0f} MiB")
    if after.errors:
        print(f"the database failed {after.errors} times")


async def measure(
    options: argparse.Namespace, server: Server, peer: int
) -> tuple[Players, Outcome]:
    outcome = Outcome(options.database, server.workers)
    both = [Players(port, TABLES) for port in (server.port, peer)]
    for players in both:
        await players.connect()
        await players.spread()
        await players.measure(1.0, 0)  # everything is loaded and warm
    ours, theirs = both
    for kind, every in (("closed", 0.0), ("paced", 1 / PACE)):
        outcome.ours[kind], outcome.theirs[kind] = mine, other = Side(), Side()
        busy = time.process_time()
        # Alternate the two, so that a noisy neighbour disturbs both alike.
        for _ in range(options.repeats):
            before, busy = await server.read(), time.process_time()
            mine.runs.append(await ours.measure(options.seconds, every))
            busy = (time.process_time() - busy) / options.seconds
            mine.costs.append(Cost.between(before, await server.read(), mine.runs[-1].done))
            other.runs.append(await theirs.measure(options.seconds, every))
        show(kind, outcome)
        print(f"{kind:<7}the client was busy for {busy:.0%} of the time")
    outcome.after = await server.read()
    show_workers(server, outcome.after)
    return ours, outcome


def measured(options: argparse.Namespace) -> Outcome:
    """One server from start to end."""
    theirs = free_port()
    memory = [str(Path(__file__).with_name("memory.py")), str(theirs)]
    with database(options.database) as place:
        with serving(place, options.workers) as server, running(memory, theirs, signal.SIGKILL):
            players, outcome = uvloop.run(measure(options, server, theirs))
        print(check_log(place, players))
    return outcome


def show_table(outcomes: list[Outcome]) -> None:
    for row in (HEAD, ["---"] * len(HEAD), *(outcome.row() for outcome in outcomes)):
        print("| " + " | ".join(row) + " |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="time for each measurement, less than 30"
    )
    parser.add_argument("--repeats", type=int, default=3, help="measurements of each side")
    parser.add_argument("--database", choices=DATABASES, default="sqlite")
    parser.add_argument("--workers", type=int, default=1, help="with PostgreSQL")
    parser.add_argument("--all", action="store_true", help="one after the other, and a table")
    options = parser.parse_args()
    if options.workers > 1 and options.database == "sqlite":
        parser.error("several workers need --database postgresql")
    if not options.all:
        measured(options)
        return 0
    outcomes = []
    for options.database, options.workers in ALL:
        print(f"--- {options.database}, workers: {options.workers}", flush=True)
        outcomes.append(measured(options))
    show_table(outcomes)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failed:
        print(f"failed: {failed}")
        sys.exit(1)
