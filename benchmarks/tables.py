"""How much memory a table takes in a worker, and how long it takes to read it from the log.

    uv run python benchmarks/tables.py
    uv run python benchmarks/tables.py --database postgresql

It works in this process, with the same host as a worker. A new database gets the logs of 1,000
tables of two in the middle of a game (42 moves; 50 different games, again and again). Then the host
reads them one after the other: that is the time for a table. What the process has grown by (RSS)
is what tables in memory take: as they were read, after 16 more moves each (the host keeps the
latest events for streams), and with the page of one viewer each.

Tables that nobody watches and where no clock runs are let go when there are more than 2,000; this
measures fewer at once.
"""

import argparse
import asyncio
import gc
import random
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psutil
import uvloop

from charidice.rules import parse_action
from charidice.storage import PostgresStore, SQLiteStore
from charidice.tables import Host, NewTable, Settings
from charidice.tables.hosting.ports import Entry, Store
from charidice.tables.model.commands import Play
from charidice.web.live.regions import regions
from charidice.web.live.viewer import Viewer

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.playing import Failed
from benchmarks.serving import DATABASES, Postgres, SQLiteFile, database
from tools import scripted_game
from tools.scripted_game import MOVES

GAMES: Final = 50  # different ones
MOST: Final = 1_900  # the host keeps 2,000
MORE: Final = 16  # moves of each table after it was read
WARM: Final = 50  # tables read before anything is measured
NEW: Final = NewTable(
    ("Lena", "Paul"), settings=Settings(ask_seconds=0, turn_seconds=0), begin=True, first=0
)


async def play(host: Host, name: str, moves: range) -> None:
    """Some moves of a table, from its move so and so on."""
    position = (await host.current(name)).table.position
    for move in moves:
        mover, text = scripted_game.move(move)
        action = None if text == "roll" else parse_action(text)
        wish = Play(action, position, f"{name}-{move}")
        position = (await host.command(name, 1 + mover, wish)).position


async def games(store: Store) -> list[list[str]]:
    """Logs of games that are half over."""
    host = Host(store, randomness=random.Random(1))
    names = [await host.create(NEW) for _ in range(GAMES)]
    await asyncio.gather(*(play(host, name, range(MOVES // 2)) for name in names))
    logs = [await store.load(name) for name in names]
    await host.close()
    return logs


async def fill(store: Store, count: int) -> list[str]:
    """So many tables; returns their names."""
    logs, names = await games(store), [f"{number:016d}" for number in range(count + WARM)]
    entries = [
        Entry(name, 1, logs[number % GAMES], "playing", time.time())
        for number, name in enumerate(names)
    ]
    await asyncio.gather(*(store.append(entry) for entry in entries))
    return names


def taken() -> int:
    gc.collect()
    return int(psutil.Process().memory_info().rss)


def page(name: str) -> Viewer:
    link = f"http://127.0.0.1:8000/t/{name}"
    return Viewer(name, None, None, None, link, link, only_here=False)


async def warm_up(host: Host, names: list[str]) -> None:
    """Load all that is needed once."""
    for name in names:
        cached = await host.current(name)
        regions(cached, page(name))
    await asyncio.gather(
        *(play(host, name, range(MOVES // 2, MOVES // 2 + MORE)) for name in names)
    )


def show(what: str, before: int, count: int) -> None:
    each = (taken() - before) / count
    print(f"{what:<28}{each / 1024:>7.1f} KiB a table   {2**30 / each:>9,.0f} tables in a GiB")


async def measure(store: Store, count: int) -> None:
    names = await fill(store, count)
    host = Host(store)
    await warm_up(host, names[:WARM])
    names = names[WARM:]
    before, times, busy = taken(), [], time.process_time()
    for name in names:
        start = time.perf_counter()
        await host.current(name)
        times.append(time.perf_counter() - start)
    busy = (time.process_time() - busy) / count
    if host.tables != WARM + count:
        raise Failed(f"{host.tables} tables in memory")
    show("as read from the log", before, count)
    for first in range(0, count, 100):
        some = names[first : first + 100]
        moves = range(MOVES // 2, MOVES // 2 + MORE)
        await asyncio.gather(*(play(host, name, moves) for name in some))
    show(f"after {MORE} moves", before, count)
    for name in names:
        regions(await host.current(name), page(name))
    show("with the page of a viewer", before, count)
    half, most = (1000 * statistics.quantiles(times, n=100)[n] for n in (49, 98))
    events = (await host.current(names[0])).table.version - MORE
    print(
        f"reading a table of {events} events: p50 {half:.2f} ms   p99 {most:.2f} ms   "
        f"processor {1000 * busy:.2f} ms"
    )
    await host.close()


@contextmanager
def opened(kind: str) -> Iterator[Store]:
    """The log that a worker uses, on a new database."""
    with database(kind) as place:
        if isinstance(place, Postgres):
            yield PostgresStore(place.url)
        elif isinstance(place, SQLiteFile):
            store = SQLiteStore(place.path)
            yield store
            store.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=1_000, help=f"at most {MOST:,}")
    parser.add_argument("--database", choices=DATABASES, default="sqlite")
    options = parser.parse_args()
    if not 0 < options.tables <= MOST:
        parser.error(f"--tables is at most {MOST}")
    with opened(options.database) as store:
        uvloop.run(measure(store, options.tables))
    return 0


if __name__ == "__main__":
    sys.exit(main())
