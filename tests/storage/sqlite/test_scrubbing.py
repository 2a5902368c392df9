"""A name that was taken out is gone from the files on disk, not only from what is shown."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.storage.support import Place, entry, on
from tests.tables.support import LENA

from charidice.storage import SQLiteStore
from charidice.storage.sqlite.scrubbing import Scrubber
from charidice.tables import Host, NewTable
from charidice.tables.model.commands import Forget

NAME = "Zoë-with-a-rare-name"
EVENT = f'{{"kind":"sat","name":"{NAME}"}}'


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def found_in(data: Path, name: str = "with-a-rare-name") -> list[str]:
    """The files beside the data file, and itself, that have the name somewhere."""
    return [
        path.name
        for path in sorted(data.parent.iterdir())
        if path.name.startswith(data.name) and name.encode() in path.read_bytes()
    ]


async def gone(data: Path) -> None:
    """Wait until the name is nowhere any more."""
    async with asyncio.timeout(20):
        while found_in(data):
            await asyncio.sleep(0.01)


async def test_a_name_is_gone_from_all_files_soon(data: Path) -> None:
    async with Place(data).opened() as store:
        await store.append(entry("a", 1, "one", EVENT, "three"))
        assert "tables.db-wal" in found_in(data)
        await store.replace("a", 2, "gone")
        await gone(data)
        assert await store.load("a") == ["one", "gone", "three"]
        await store.append(entry("a", 4, "four"))
    assert await on(Place(data), lambda store: store.load("a")) == ["one", "gone", "three", "four"]


async def test_the_names_of_deleted_tables_are_gone_too(data: Path) -> None:
    async with Place(data).opened() as store:
        await store.append(entry("a", 1, EVENT, status="ended", at=1.0))
        assert await store.delete(["ended"], 2.0, 9) == ["a"]
        await gone(data)


async def test_a_person_who_wants_to_be_forgotten_is(data: Path) -> None:
    async with Place(data).opened() as store:
        host = Host(store)
        table = await host.create(NewTable((NAME, "Marko"), begin=True))
        assert found_in(data)
        await host.command(table, LENA, Forget())
        await gone(data)
        await host.close()


async def test_a_name_is_gone_when_the_server_has_ended(data: Path) -> None:
    """Also the last of many, for whom it was not yet time."""

    async with Place(data).opened() as store:
        for number in range(1, 40):
            await store.append(entry("a", number, EVENT))
            await store.replace("a", number, "gone")
    assert found_in(data) == []


async def test_whoever_reads_meanwhile_delays_it_and_it_happens_after(data: Path) -> None:
    async with Place(data).opened() as store:
        assert isinstance(store, SQLiteStore)
        store._writer._scrubber = Scrubber(retry_seconds=0.01)
        await store.append(entry("a", 1, EVENT))
        with closing(sqlite3.connect(data, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT data FROM events").fetchone() == (EVENT,)
            await store.replace("a", 1, "gone")
            for number in range(2, 20):  # others are not held up
                await store.append(entry("a", number, "x"))
            assert found_in(data)
            assert reader.execute("SELECT data FROM events").fetchone() == (EVENT,)
            reader.execute("COMMIT")
        await gone(data)


def waits(scrubber: Scrubber) -> bool:
    return scrubber.seconds_until_due is not None


def test_strangers_who_ask_again_and_again_make_little_work(data: Path) -> None:
    now, statements = 100.0, list[str]()
    scrubber = Scrubber(lambda: now)
    with closing(sqlite3.connect(data, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE some (thing)")
        connection.set_trace_callback(statements.append)
        assert not waits(scrubber)
        scrubber.scrub(connection)  # there is nothing to do
        assert statements == []
        for _ in range(200):  # for twenty seconds
            scrubber.request()
            scrubber.scrub(connection)
            now += 0.1
        assert sum("wal_checkpoint" in statement for statement in statements) == 4
        assert waits(scrubber)
        scrubber.scrub(connection, final=True)
        assert not waits(scrubber)
        assert connection.execute("PRAGMA busy_timeout").fetchone() == (5000,)  # as it was


def test_a_failed_attempt_is_repeated(data: Path) -> None:
    now = 100.0
    scrubber = Scrubber(lambda: now)
    scrubber.request()
    connection = sqlite3.connect(data)
    connection.close()
    scrubber.scrub(connection)  # which can do nothing any more
    assert scrubber.seconds_until_due == 1.0
