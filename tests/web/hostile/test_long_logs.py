"""Logs as long as they may be: sent in pieces, rewritten once, and read when somebody asks."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from charidice.storage import SQLiteStore
from charidice.tables import Host, NewTable, Settings
from charidice.tables.model.commands import Configure, Forget, Sit
from charidice.web.config import MOST_EVENTS_AT_ONCE
from charidice.web.edge.limits import Limits
from charidice.web.edge.turns import Turns
from charidice.web.live.event_stream import event_stream
from charidice.web.live.sse import Reader

CALM = Settings(ask_seconds=0, turn_seconds=0, pace=0)


class WatchedStore(SQLiteStore):
    """A log that remembers what was read and what was rewritten."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.read: list[int] = []
        self.rewritten = 0

    async def load(self, table: str, after: int = 0, most: int | None = None) -> list[str]:
        found = await super().load(table, after, most)
        self.read.append(len(found))
        return found

    async def replace(self, table: str, number: int, data: str) -> None:
        self.rewritten += 1
        await super().replace(table, number, data)


@asynccontextmanager
async def hosting(path: Path) -> AsyncIterator[tuple[Host, WatchedStore]]:
    store = WatchedStore(path)
    host = Host(store)
    try:
        yield host, store
    finally:
        await host.close()
        store.close()


async def a_long_table(host: Host, events: int) -> str:
    """A table of Lena and Marko with so many events."""
    name = await host.create(NewTable(("Lena",), (), CALM))
    await host.command(name, None, Sit("Marko"))
    for number in range(events - 3):
        settings = replace(CALM, pace=1 + number % 2)
        await host.command(name, 1, Configure(settings))
    return name


def _bytes(part: object) -> bytes:
    assert isinstance(part, bytes)
    return part


async def test_a_long_log_is_sent_in_pieces_and_only_as_they_are_taken(tmp_path: Path) -> None:
    """Whoever takes nothing makes the server keep one piece, not the whole log."""

    async with hosting(tmp_path / "tables.db") as (host, store):
        name = await a_long_table(host, 450)
        reader = Reader("", Limits(0, bytes(32)), Turns())
        stream = event_stream(host, name, None, 0, reader)
        numbers: list[int] = []
        taken = -1  # the first part is a greeting
        async for part in stream.body_iterator:
            taken += 1
            assert len(store.read) == taken
            found = [int(number) for number in re.findall(rb"id: (\d+)\n", _bytes(part))]
            assert len(found) <= MOST_EVENTS_AT_ONCE
            numbers += found
            if len(numbers) == 450:
                break
        assert numbers == [*range(1, 451)]
        assert taken == 5


async def test_to_be_forgotten_again_and_again_reads_and_writes_a_long_log_once(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path / "tables.db") as (host, store):
        name = await a_long_table(host, 300)
        for _ in range(20):
            await host.command(name, 2, Forget())
        assert store.rewritten == 1
        assert len(store.read) == 1


async def test_after_a_restart_a_table_is_there_before_all_others_are_read(
    tmp_path: Path,
) -> None:
    """Tables whose clocks run are read in the background; whoever comes is not kept waiting."""
    clocks = Settings(ask_seconds=0, turn_seconds=3_600, pace=0)
    count = 40
    async with hosting(tmp_path / "tables.db") as (host, _store):
        new = NewTable(("Lena", "Marko"), (), clocks, begin=True, first=0)
        names = [await host.create(new) for _ in range(count)]
    async with hosting(tmp_path / "tables.db") as (host, _store):
        starting = asyncio.create_task(host.start())
        cached = await host.current(names[-1])
        assert cached.table.playing
        assert host.tables < count
        await starting
        assert host.tables == count
