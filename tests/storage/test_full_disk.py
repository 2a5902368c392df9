"""No room to write: it is said, nothing that was acknowledged is lost, and it goes on by itself."""

import asyncio
import contextlib
import logging
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest
from tests.postgres import execute
from tests.storage.support import AnyStore, Place, entry, on
from tests.support import posix_only

from charidice.storage import PostgresStore, SQLiteStore, StorageError
from charidice.storage.postgres.connections import Timings
from charidice.storage.writability import Writability
from charidice.tables import Host, NewTable, Settings
from charidice.tables.hosting.timings import Timings as HostTimings

if sys.platform != "win32":
    import resource

LONG = "x" * 20_000  # never fits into pages that are there already
REFUSE = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '{state}';
END $$
"""
ALWAYS = "CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse()"


def writer(store: AnyStore) -> sqlite3.Connection:
    """The connection of a file's writer."""
    assert isinstance(store, SQLiteStore)
    return cast(sqlite3.Connection, store._writer._connection.driver_connection)


@contextlib.asynccontextmanager
async def full(place: Place, store: AnyStore, state: str = "53100") -> AsyncIterator[None]:
    """Meanwhile the database can take nothing more."""
    if isinstance(store, SQLiteStore):
        connection = writer(store)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        yield
        connection.execute("PRAGMA max_page_count = 1073741823")
    else:
        for statement in (REFUSE.format(state=state), ALWAYS):
            await execute(str(place.where), statement)
        yield
        await execute(str(place.where), "DROP FUNCTION refuse() CASCADE")


async def refusal(store: AnyStore, name: str, number: int, event: str = LONG) -> str:
    with pytest.raises(StorageError) as caught:
        await store.append(entry(name, number, event))
    assert str(caught.value)
    return caught.value.code


async def not_ready(store: AnyStore) -> str:
    with pytest.raises(StorageError) as caught:
        await store.check()
    return caught.value.code


async def test_a_full_disk_is_said_and_nothing_is_lost(place: Place) -> None:
    async with place.opened() as store:
        acknowledged = []
        for number in range(1, 20):
            await store.append(entry("a", number, f"{number} {LONG}"))
            acknowledged.append(f"{number} {LONG}")
        async with full(place, store):
            for name in ("a", "b"):
                assert await refusal(store, name, 20 if name == "a" else 1) == "storage/full"
            assert await store.load("a") == acknowledged
            assert await store.load("b") == []
        assert store.errors >= 2
        await store.append(entry("a", 20, LONG))  # by itself
        assert await store.load("a") == [*acknowledged, LONG]
    assert len(await on(place, lambda store: store.load("a"))) == 20


async def test_many_who_write_to_a_full_disk_are_all_told(place: Place) -> None:
    async with place.opened() as store:
        async with full(place, store):
            answers = await asyncio.gather(*(refusal(store, str(n), 1) for n in range(50)))
            assert {*answers} == {"storage/full"}
        await asyncio.gather(*(store.append(entry(str(n), 1, LONG)) for n in range(50)))
        assert len(await store.with_status("open")) == 50


async def test_the_check_notices_a_full_disk_until_there_is_room(place: Place) -> None:
    async with place.opened() as store:
        async with full(place, store):
            await store.check()  # nobody has tried to write yet
            await refusal(store, "a", 1)
            for _ in range(3):
                assert await not_ready(store) == "storage/full"
        await store.check()
        await store.check()
        assert await store.load("") == []  # a trial leaves nothing


async def test_a_healthy_check_writes_nothing(tmp_path: Path) -> None:
    place = Place(tmp_path / "tables.db")

    async with place.opened() as store:
        await store.append(entry("a", 1, "x"))
        before = writer(store).total_changes
        for _ in range(20):
            await store.check()
        assert writer(store).total_changes == before


async def test_a_full_disk_is_logged_once_and_its_end_once(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async with place.opened() as store:
        async with full(place, store):
            for n in range(30):
                await refusal(store, str(n), 1)
                await not_ready(store)
        await store.check()
        for n in range(30):
            await store.append(entry(str(n), 1, LONG))
    lines = [(line.levelname, line.getMessage()) for line in caplog.records]
    assert lines == [
        (
            "ERROR",
            "nothing can be written: storage/full; commands are refused until it can",
        ),
        ("WARNING", "writing goes on"),
    ]
    assert not any(line.exc_info for line in caplog.records)


def test_what_fits_by_chance_does_not_end_it(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    now = 100.0
    writability = Writability(lambda: now)
    writability.succeeded()
    writability.failed(ValueError())  # not the disk
    writability.failed(StorageError("storage/unavailable"))
    assert not writability.is_doubtful
    for _ in range(10):
        now += 1.0
        writability.failed(StorageError("storage/full"))
        now += 4.9
        writability.succeeded()
        assert writability.is_doubtful
    assert len(caplog.records) == 1
    now += 0.1
    writability.succeeded()  # nothing has failed for five seconds
    assert not writability.is_doubtful
    assert len(caplog.records) == 2


# Other ways in which a disk does not take anything


@posix_only
async def test_a_disk_that_fails_in_the_middle_of_a_file_is_said(tmp_path: Path) -> None:
    """The system lets no file grow any more, as a broken disk or a quota does."""
    place = Place(tmp_path / "tables.db")

    async with place.opened() as store:
        await store.append(entry("a", 1, LONG))
        size = (tmp_path / "tables.db-wal").stat().st_size
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            code = await refusal(store, "a", 2)
            ready = await not_ready(store)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert (code, ready) == ("storage/unwritable", "storage/unwritable")
        assert await store.load("a") == [LONG]
        await store.append(entry("a", 2, LONG))
        await store.check()
    assert await on(place, lambda store: store.load("a")) == [LONG, LONG]


async def test_a_file_that_must_not_be_written_is_said(tmp_path: Path) -> None:
    async with Place(tmp_path / "tables.db").opened() as store:
        writer(store).execute("PRAGMA query_only = ON")  # what SQLite says of a read-only file
        assert await refusal(store, "a", 1) == "storage/unwritable"
        assert await not_ready(store) == "storage/unwritable"
        writer(store).execute("PRAGMA query_only = OFF")
        await store.append(entry("a", 1, "x"))


async def test_a_file_that_somebody_else_writes_to_is_not_answered_with_an_error_of_ours(
    tmp_path: Path,
) -> None:
    async with Place(tmp_path / "tables.db").opened() as store:
        writer(store).execute("PRAGMA busy_timeout = 0")
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await refusal(store, "a", 1) == "storage/unavailable"
        await store.append(entry("a", 1, "x"))


async def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    async with Place(tmp_path / "tables.db").opened() as store:
        assert isinstance(store, SQLiteStore)

        def broken(*_args: object) -> None:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
            raise error

        store._engine.dialect.do_execute = broken  # type: ignore[assignment,method-assign]
        for wish in (store.load("a"), store.with_status("open"), store.check()):
            with pytest.raises(StorageError) as caught:
                await wish
            assert caught.value.code == "storage/unwritable"


@pytest.mark.parametrize(
    ("state", "code"),
    [("53100", "storage/full"), ("58030", "storage/unwritable"), ("42501", "storage/unwritable")],
)
async def test_what_postgresql_says_of_its_disk(database: str, state: str, code: str) -> None:
    """Nobody has to wait for it: the database has answered."""
    place = Place(database)

    async with place.opened() as store:
        async with full(place, store, state):
            assert await refusal(store, "a", 1) == code
            assert await not_ready(store) == code
        await store.check()
        await store.append(entry("a", 1, "x"))


async def test_a_database_that_stays_read_only_is_not_ready(
    database: str,
) -> None:
    """A stand-by that nobody makes the first."""

    name = database.partition("?")[0].rpartition("/")[2]
    await execute(database, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    store = PostgresStore(database, Timings(patience=0.2))
    assert await refusal(store, "a", 1) == "storage/unwritable"
    assert await not_ready(store) == "storage/unwritable"
    await store.leave()


async def test_a_bot_that_is_due_meanwhile_acts_later_and_logs_nothing_each_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    new = NewTable(("Lena",), ("random",), settings=Settings(0, 0, 2), begin=True, first=1)

    async with Place(tmp_path / "tables.db").opened() as store:
        host = Host(store, timings=HostTimings(retry=0.01))
        name = await host.create(new)
        writer(store).execute("PRAGMA query_only = ON")
        before = store.errors
        async with asyncio.timeout(20):
            while store.errors < before + 5:
                await asyncio.sleep(0.01)
            assert (await host.current(name)).table.actions == ()
            writer(store).execute("PRAGMA query_only = OFF")
            while not (await host.current(name)).table.actions:
                await asyncio.sleep(0.01)
        await host.close()
    lines = [line.getMessage() for line in caplog.records if line.levelno >= logging.WARNING]
    assert lines[0].startswith("nothing can be written")
    assert lines[1:] in ([], ["writing goes on"])
