"""The log in a file: what was acknowledged is there, whatever happens."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from tests.support import posix_only

from charidice.storage import SQLiteStore, StorageError
from charidice.storage.schema import METADATA
from charidice.tables import Conflict

T = TypeVar("T")


@contextmanager
def opened(path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(path)
    try:
        yield store
    finally:
        store.close()


def run(work: Coroutine[Any, Any, T]) -> T:
    async def soon() -> T:
        async with asyncio.timeout(20):
            return await work

    return asyncio.run(soon())


def refused(path: Path) -> str:
    with pytest.raises(StorageError) as caught:
        SQLiteStore(path)
    assert str(path) in str(caught.value)
    return caught.value.code


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


# The log


def test_events_come_back_in_their_order(data: Path) -> None:
    async def work(store: SQLiteStore) -> None:
        await store.append("a", 1, ["one", "two"], "open")
        await store.append("b", 1, ["other"], "open")
        await store.append("a", 3, [str(n) for n in range(3, 12)], None)
        await store.append("a", 12, ["Zoë ‘☃’ \n 🎲"], "playing")
        expected = ["one", "two", *map(str, range(3, 12)), "Zoë ‘☃’ \n 🎲"]
        assert await store.load("a") == expected
        assert await store.load("b") == ["other"]
        assert await store.load("c") == []

    with opened(data) as store:
        run(work(store))


def test_tables_are_found_by_their_latest_status(data: Path) -> None:
    async def work(store: SQLiteStore) -> None:
        for name in ("a", "b", "c"):
            await store.append(name, 1, ["x"], "open")
        await store.append("a", 2, ["x"], "playing")
        await store.append("b", 2, ["x"], "playing")
        await store.append("b", 3, ["x"], "finished")
        await store.append("a", 3, ["x"], None)
        for status, names in (("open", ["c"]), ("playing", ["a"]), ("finished", ["b"])):
            assert await store.with_status(status) == names
        assert await store.with_status("ended") == []

    with opened(data) as store:
        run(work(store))


def test_an_event_is_written_anew_and_the_others_stay(data: Path) -> None:
    async def work(store: SQLiteStore) -> None:
        await store.append("a", 1, ["one", "two", "three"], "open")
        await store.append("b", 1, ["one", "two"], "open")
        await store.replace("a", 2, "gone")
        assert await store.load("a") == ["one", "gone", "three"]
        assert await store.load("b") == ["one", "two"]

    with opened(data) as store:
        run(work(store))


def test_a_number_that_is_taken_is_a_conflict_and_nothing_is_written(data: Path) -> None:
    async def work(store: SQLiteStore) -> None:
        await store.append("a", 1, ["one", "two"], "open")
        for number in (1, 2):
            with pytest.raises(Conflict):
                await store.append("a", number, ["other", "third"], "playing")
        assert await store.load("a") == ["one", "two"]
        assert await store.with_status("playing") == []
        await store.append("a", 3, ["three"], None)
        assert await store.load("a") == ["one", "two", "three"]

    with opened(data) as store:
        run(work(store))


def test_a_conflict_does_no_harm_to_others_in_the_same_commit(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[int] = []
    commit = SQLiteStore._commit

    def counted(self: SQLiteStore, connection: Any, jobs: Any) -> None:
        groups.append(len(jobs))
        commit(self, connection, jobs)

    monkeypatch.setattr(SQLiteStore, "_commit", counted)

    async def work(store: SQLiteStore) -> None:
        await store.append("taken", 1, ["one"], "open")
        with closing(sqlite3.connect(data, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # the writer has to wait, so the rest queues up
            first = asyncio.create_task(store.append("first", 1, ["x"], "open"))
            await asyncio.sleep(0.05)
            rest = [
                asyncio.create_task(store.append(name, 1, ["x"], "open"))
                for name in ("a", "b", "taken", "c", "c")
            ]
            await asyncio.sleep(0.05)
            assert not first.done()
            other.execute("COMMIT")
        answers = await asyncio.gather(first, *rest, return_exceptions=True)
        wrong = [type(answer) for answer in answers if answer is not None]
        assert wrong == [Conflict, Conflict]
        assert isinstance(answers[3], Conflict)
        assert isinstance(answers[5], Conflict)
        for name in ("first", "a", "b", "c"):
            assert await store.load(name) == ["x"]
        assert await store.load("taken") == ["one"]
        assert max(groups) == 5

    with opened(data) as store:
        run(work(store))


def test_a_job_that_fails_does_no_harm_to_those_after_it(data: Path) -> None:
    async def work(store: SQLiteStore) -> None:
        wishes = [
            store.append("a", 1, ["x"], "open"),
            store.append("b", 1, ["\ud800"], "open"),  # no text that could be written
            store.append("c", 1, ["x"], "open"),
        ]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert (answers[0], answers[2]) == (None, None)
        assert isinstance(answers[1], UnicodeEncodeError)
        assert await store.with_status("open") == ["a", "c"]

    with opened(data) as store:
        run(work(store))


def test_many_write_and_read_at_once(data: Path) -> None:
    async def one(store: SQLiteStore, name: str) -> None:
        for number in range(1, 11):
            await store.append(name, number, [str(number)], "open" if number == 1 else None)
            assert len(await store.load(name)) == number

    async def work(store: SQLiteStore) -> None:
        await asyncio.gather(*(one(store, str(n)) for n in range(20)))

    with opened(data) as store:
        run(work(store))


def test_closing_waits_until_all_is_written(data: Path) -> None:
    async def work(store: SQLiteStore) -> None:
        tasks = [asyncio.create_task(store.append(str(n), 1, ["x"], "open")) for n in range(100)]
        await asyncio.sleep(0)
        store.close()
        await asyncio.gather(*tasks)

    run(work(SQLiteStore(data)))
    with opened(data) as store:
        assert len(run(store.with_status("open"))) == 100


def test_whoever_writes_after_the_end_is_told_and_does_not_wait_for_ever(data: Path) -> None:
    store = SQLiteStore(data)
    store.close()

    async def late() -> None:
        async with asyncio.timeout(0.5):
            await store.append("a", 1, ["x"], "open")

    with pytest.raises(Exception) as caught:  # noqa: PT011  # any error but waiting
        asyncio.run(late())
    assert not isinstance(caught.value, TimeoutError)


# The file


def test_what_was_written_is_there_after_a_restart(data: Path) -> None:
    with opened(data) as store:
        run(store.append("a", 1, ["one", "two"], "playing"))
    with opened(data) as store:
        assert run(store.load("a")) == ["one", "two"]
        assert run(store.with_status("playing")) == ["a"]
        with pytest.raises(Conflict):
            run(store.append("a", 2, ["x"], None))


def test_the_key_stays_the_same_across_restarts_and_differs_between_files(
    data: Path, tmp_path: Path
) -> None:
    with opened(data) as store:
        key = store.key()
        assert store.key() == key
        assert len(key) == 32
    with opened(data) as store:
        assert store.key() == key
    with opened(tmp_path / "other.db") as store:
        assert store.key() != key


def test_a_commit_reaches_the_disk(data: Path) -> None:
    with opened(data) as store:
        for _ in range(2):
            with store._engine.connect() as connection:
                assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
                assert connection.execute(text("PRAGMA synchronous")).scalar() == 2


def test_the_migrations_make_the_tables_that_the_program_uses(data: Path) -> None:
    with opened(data) as store, store._engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, METADATA) == []


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "tables.db"
    with opened(path):
        assert path.exists()


@posix_only
@pytest.mark.parametrize("name", ["with space", "per%20cent", "ha#sh", "Zoë", "que?stion", "a&b"])
def test_a_path_may_have_odd_characters(tmp_path: Path, name: str) -> None:
    path = tmp_path / name / f"{name}.db"
    with opened(path) as store:
        run(store.append("a", 1, ["x"], "open"))
        assert path.stat().st_size > 0
        assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_a_second_server_on_the_same_file_is_refused(data: Path) -> None:
    with opened(data) as store:
        assert refused(data) == "storage/in-use"
        run(store.append("a", 1, ["x"], "open"))
    with opened(data) as store:
        assert run(store.load("a")) == ["x"]


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(data: Path) -> None:
    content = b"Dear diary, " * 1000
    data.write_bytes(content)
    assert refused(data) == "storage/unusable"
    assert refused(data) == "storage/unusable"
    assert data.read_bytes() == content


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert refused(tmp_path) == "storage/unusable"


def test_a_folder_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    assert refused(tmp_path / "file" / "tables.db") == "storage/unusable"
    assert refused(tmp_path / "file" / "deeper" / "tables.db") == "storage/unusable"


def test_a_file_of_a_newer_version_is_refused_each_time_and_left_as_it_is(data: Path) -> None:
    with opened(data) as store:
        run(store.append("a", 1, ["x"], "open"))
    with closing(sqlite3.connect(data)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StorageError) as first:
        SQLiteStore(data)
    with pytest.raises(StorageError) as second:
        SQLiteStore(data)
    assert (first.value.code, second.value.code) == ("storage/newer", "storage/newer")
    with closing(sqlite3.connect(data)) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (1,)
        found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        assert found == [("9999",)]


@posix_only
def test_nobody_else_on_the_machine_can_read_the_file(tmp_path: Path) -> None:
    data = tmp_path / "folder" / "data.db"
    with opened(data) as store:
        run(store.append("a", 1, ["x"], "open"))
        for path in (data, data.with_name("data.db-wal")):
            assert path.stat().st_mode & 0o077 == 0


# A sudden end

WRITER = """
import asyncio, sys
from pathlib import Path
from charidice.storage import SQLiteStore

async def write(store, name):
    number = 0
    while True:
        number += 1
        await store.append(name, number, [f"{name} {number}"], "open" if number == 1 else None)
        print(name, number, flush=True)

async def main():
    store = SQLiteStore(Path(sys.argv[1]))
    await asyncio.gather(*(write(store, name) for name in "abc"))

asyncio.run(main())
"""


@posix_only
def test_all_that_was_acknowledged_is_there_after_a_kill(data: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(60)]
        assert refused(data) == "storage/in-use"  # also between processes
        process.kill()  # SIGKILL
        lines += process.stdout.read().splitlines()
    acknowledged: dict[str, int] = {}
    for line in lines:
        table, last = line.split()
        acknowledged[table] = int(last)
    assert sum(acknowledged.values()) >= 60
    with opened(data) as store:  # the lock of the dead is gone
        for name, number in acknowledged.items():
            log = run(store.load(name))
            assert len(log) >= number
            assert log == [f"{name} {n}" for n in range(1, len(log) + 1)]
        assert run(store.with_status("open")) == sorted(acknowledged)
