"""Moves a second, and how long they take, with and without games being reviewed beside them.

    uv run python benchmarks/judging.py
    uv run python benchmarks/judging.py --tables 20 --seconds 5 --repeats 2

It starts a server on a new SQLite file and plays as `benchmarks/server.py` does: as fast as it goes
(closed), and with 10 moves a second at each table (paced). Every other measurement is made while
reviewers from eight addresses keep the pool of judges busy: each has one game of two, three or four
players reviewed after the other. All of it is one run, in turns, so that noise disturbs both alike.

It prints both sides, how many reviews were done meanwhile and how long each took with its waiting,
and the memory of the judges. It fails unless the log on disk holds exactly the moves that were
acknowledged, and unless no judge was lost.
"""

import argparse
import asyncio
import random
import signal
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psutil
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.playing import Failed, Measured, Players
from benchmarks.serving import MIB, SQLiteFile, check_log, database, figures, running
from tools.serving import free_port

from charidice.bots import bot
from charidice.coach import review
from charidice.records import Record, from_json, to_json
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, Action, actor, apply, new_game
from charidice.web.config import Config, Judging
from charidice.web.ops.judges import Judges
from charidice.web.server import prepared

PACE: Final = 10.0  # moves a second at each table
REVIEWERS: Final = 8
_PLAYERS: Final = (2, 2, 3, 4)


def reviewed(text: str) -> int:
    """What a judge is asked to do: a whole game, from its file; returns how many steps it had."""
    return len(review(from_json(text)).steps)


def game(seed: str, players: int) -> Record:
    """A game of bots that play as people do."""
    rng, rolls, player = random.Random(seed), SeededRolls(seed), bot("casual")
    position, actions = new_game(players), list[Action]()
    while not position.over:
        chance = actor(position) is CHANCE
        action = throw(position, rolls) if chance else player.choose(position, rng)
        actions.append(action)
        position = apply(position, action)
    return Record(("Lena", "Marko", "Florian", "Ayşe")[:players], tuple(actions))


# --- in the process of the server ----------------------------------------------------------------


async def keep_reviewing(judges: Judges, switch: Path, told: Path) -> None:
    """Review games for as long as the switch is there; each that is done is a line of seconds."""
    games = [to_json(game(str(number), players)) for number, players in enumerate(_PLAYERS)]

    async def reviewer(number: int) -> None:
        for turn in range(10**9):
            while not switch.exists():
                await asyncio.sleep(0.05)
            began = time.monotonic()
            await judges.run(f"10.0.0.{number}", reviewed, games[(number + turn) % len(games)])
            with told.open("a") as lines:
                lines.write(f"{time.monotonic() - began}\n")

    await asyncio.gather(*map(reviewer, range(REVIEWERS)))


def serve(port: int, folder: Path, judges: int) -> None:
    """The server, with reviewers inside of it who wait for the switch."""
    judging = Judging.shared(judges, 1)
    serving = prepared(Config(port=port, rate=0.0, judging=judging), folder / "charidice.db")
    app = serving.server.config.app
    services = app.state.services  # type: ignore[union-attr]
    begin = services.host.start

    async def start(*arguments: object) -> None:
        working = keep_reviewing(services.judges, folder / "switch", folder / "told")
        task = asyncio.create_task(working)
        try:
            await begin(*arguments)
            await task
        finally:
            task.cancel()

    services.host.start = start
    serving.run()


# --- outside of it -------------------------------------------------------------------------------


@dataclass
class Side:
    """The measurements of one kind, without or with reviews."""

    runs: list[Measured] = field(default_factory=list)

    def shown(self) -> str:
        rate = statistics.median(run.rate for run in self.runs)
        p50, p99 = (statistics.median(run.percentile(p) for run in self.runs) for p in (50, 99))
        best = min(run.percentile(99) for run in self.runs)
        return f"{rate:>7,.0f} moves/s   p50 {p50:>6.1f} ms   p99 {p99:>6.1f} ms (best {best:.1f})"


@contextmanager
def switched_on(switch: Path) -> Iterator[None]:
    switch.touch()
    try:
        yield
    finally:
        switch.unlink()


async def measure(options: argparse.Namespace, port: int, folder: Path) -> Players:
    players = Players(port, options.tables)
    await players.connect()
    await players.spread()
    with switched_on(folder / "switch"):  # everything is loaded and warm
        while not (folder / "told").exists():
            await players.measure(1.0, 1 / PACE)
    for kind, every in (("closed", 0.0), ("paced", 1 / PACE)):
        without, beside = Side(), Side()
        before = seconds_of(folder)
        for _ in range(options.repeats):
            await asyncio.sleep(options.pause)  # reviews that were begun come to their end
            without.runs.append(await players.measure(options.seconds, every))
            with switched_on(folder / "switch"):
                await asyncio.sleep(1.0)  # all judges work
                beside.runs.append(await players.measure(options.seconds, every))
        print(f"{kind:<7}alone          {without.shown()}")
        print(f"{kind:<7}with reviews   {beside.shown()}")
        done = seconds_of(folder)[len(before) :]
        waited = statistics.median(done) if done else 0.0
        print(f"{kind:<7}{len(done)} reviews, each after {waited:.1f} s with waiting", flush=True)
    return players


def seconds_of(folder: Path) -> list[float]:
    told = folder / "told"
    return [float(line) for line in told.read_text().splitlines()] if told.exists() else []


def show_judges(process: int) -> None:
    """How much memory each judge has, besides the server."""
    for child in psutil.Process(process).children():
        if any("spawn_main" in word for word in child.cmdline()):
            print(f"a judge: {child.memory_info().rss / MIB:.0f} MiB")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=50, help="of two players each")
    parser.add_argument("--seconds", type=float, default=8.0, help="time for each measurement")
    parser.add_argument("--repeats", type=int, default=3, help="measurements of each side")
    parser.add_argument("--pause", type=float, default=3.0, help="seconds before each pair")
    parser.add_argument("--judges", type=int, default=0, help="processes; all cores but one")
    parser.add_argument("--serve", nargs=2, metavar=("PORT", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(int(options.serve[0]), Path(options.serve[1]), options.judges)
        return 0
    with database("sqlite") as place:
        if not isinstance(place, SQLiteFile):
            raise Failed("this needs a data file")
        port, folder = free_port(), place.path.parent
        words = [__file__, "--judges", str(options.judges), "--serve", str(port), str(folder)]
        with running(words, port, signal.SIGINT) as process:
            players = uvloop.run(measure(options, port, folder))
            show_judges(process)
            lost = sum(worker["charidice_judges_lost_total"] for worker in figures(port).values())
        print(check_log(place, players))
    if lost:
        raise Failed(f"{lost:.0f} reviews were lost")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failed:
        print(f"failed: {failed}")
        sys.exit(1)
