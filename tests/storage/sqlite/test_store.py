"""The log in a file: what was acknowledged is there, whatever happens.

What holds for every log is in test_stores.py.
"""

import asyncio
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text
from tests.storage.support import entry, first_file, rows_of
from tests.support import posix_only

from charidice.storage import SQLiteStore, StorageError
from charidice.storage.schema import METADATA, upgrade
from charidice.storage.sqlite.writer import Writer
from charidice.tables import Conflict


@contextmanager
def opened(path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(path)
    try:
        yield store
    finally:
        store.close()


def refused(path: Path) -> str:
    with pytest.raises(StorageError) as caught:
        SQLiteStore(path)
    assert str(path) in str(caught.value)
    return caught.value.code


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


# The log


async def test_a_conflict_does_no_harm_to_others_in_the_same_commit(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[int] = []
    commit = Writer._commit

    def counted(self: Writer, connection: Any, group: Any) -> None:
        groups.append(len(group))
        commit(self, connection, group)

    monkeypatch.setattr(Writer, "_commit", counted)

    with opened(data) as store:
        await store.append(entry("taken", 1, "one"))
        with closing(sqlite3.connect(data, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # the writer has to wait, so the rest queues up
            first = asyncio.create_task(store.append(entry("first", 1, "x")))
            await asyncio.sleep(0.05)
            rest = [
                asyncio.create_task(store.append(entry(name, 1, "x")))
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


# The file


def test_the_key_stays_the_same_across_restarts_and_differs_between_files(
    data: Path, tmp_path: Path
) -> None:
    with opened(data) as store:
        key = store.signing_key()
        assert store.signing_key() == key
        assert len(key) == 32
    with opened(data) as store:
        assert store.signing_key() == key
    with opened(tmp_path / "other.db") as store:
        assert store.signing_key() != key


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
async def test_a_path_may_have_odd_characters(tmp_path: Path, name: str) -> None:
    path = tmp_path / name / f"{name}.db"
    with opened(path) as store:
        await store.append(entry("a", 1, "x"))
        assert path.stat().st_size > 0
        assert [entry.name for entry in tmp_path.iterdir()] == [name]


async def test_a_second_server_on_the_same_file_is_refused(data: Path) -> None:
    with opened(data) as store:
        assert refused(data) == "storage/in-use"
        await store.append(entry("a", 1, "x"))
    with opened(data) as store:
        assert await store.load("a") == ["x"]


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


async def test_a_file_of_a_newer_version_is_refused_each_time_and_left_as_it_is(data: Path) -> None:
    with opened(data) as store:
        await store.append(entry("a", 1, "x"))
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
async def test_nobody_else_on_the_machine_can_read_the_file(tmp_path: Path) -> None:
    data = tmp_path / "folder" / "data.db"
    with opened(data) as store:
        await store.append(entry("a", 1, "x"))
        for path in (data, data.with_name("data.db-wal")):
            assert path.stat().st_mode & 0o077 == 0


# A file of an older version


async def test_an_old_file_is_brought_to_the_latest_schema_with_a_copy_beside_it(
    data: Path,
) -> None:
    first_file(data)
    before = {table: rows_of(data, table) for table in ("events", "secrets", "tables")}
    with opened(data) as store:
        assert store.signing_key() == bytes.fromhex("ab" * 32)
        assert (await store.load("table-1"))[1].count("Zoë 1")
        # In use when the last event happened, so that cleaning knows.
        assert await store.delete(["open"], 1001.75, 9) == ["table-0"]
    backup = data.with_name("tables.db.before-0005")
    assert {table: rows_of(backup, table) for table in before} == before
    assert rows_of(backup, "(SELECT version_num, 1 FROM alembic_version)") == [("0001", 1)]
    assert [row[2] for row in rows_of(data, "tables")] == [1001.75, 1002.75]
    assert sorted(path.name for path in data.parent.iterdir()) == [
        *("tables.db", "tables.db.before-0005", "tables.db.lock")
    ]


@posix_only
def test_nobody_else_can_read_the_copy_of_an_old_file(data: Path) -> None:
    first_file(data)
    with opened(data):
        assert data.with_name("tables.db.before-0005").stat().st_mode & 0o077 == 0


async def test_a_file_is_copied_once_and_a_new_file_never(data: Path, tmp_path: Path) -> None:
    first_file(data)
    with opened(data) as store:
        await store.append(entry("new", 1, "x"))
    backup = data.with_name("tables.db.before-0005")
    content = backup.read_bytes()
    with opened(data) as store:
        assert await store.load("new") == ["x"]
    assert backup.read_bytes() == content
    with opened(tmp_path / "new.db"):
        pass
    with opened(tmp_path / "new.db"):
        pass
    assert not [*tmp_path.glob("new.db.before*")]


def test_an_event_that_nobody_can_read_does_not_stop_the_migration(data: Path) -> None:
    first_file(data)
    with closing(sqlite3.connect(data)) as connection, connection:
        for line in ("no JSON", "[]", "null", '{"at": null}', "{}"):
            name = f"odd {line}"
            connection.execute("INSERT INTO tables VALUES (?, 'open')", (name,))
            connection.execute("INSERT INTO events VALUES (?, 1, ?)", (name, line))
        connection.execute("INSERT INTO tables VALUES ('empty', 'open')")
    with opened(data):
        times = {name: touched for name, _status, touched, _due in rows_of(data, "tables")}
    assert {times.pop(f"table-{n}") for n in range(3)} == {1000.75, 1001.75, 1002.75}
    assert len(times) == 6
    assert {*times.values()} == {0.0}


async def test_a_migration_that_fails_leaves_the_file_as_it_was(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_file(data)
    before = rows_of(data, "tables"), rows_of(data, "events")

    def failing(connection: Connection) -> None:
        upgrade(connection)
        raise StorageError("storage/unusable", {"path": data, "reason": "the disk is full"})

    monkeypatch.setattr("charidice.storage.sqlite.files.upgrade", failing)
    assert refused(data) == "storage/unusable"
    assert (rows_of(data, "tables"), rows_of(data, "events")) == before
    monkeypatch.undo()
    with opened(data) as store:
        assert len(await store.with_status("open")) == 3


def test_a_copy_that_fails_stops_the_migration(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first_file(data)
    before = rows_of(data, "tables")

    def failing(_path: Path, _backup: Path) -> None:
        raise sqlite3.OperationalError("the disk is full")

    monkeypatch.setattr("charidice.storage.sqlite.files._back_up", failing)
    assert refused(data) == "storage/unusable"
    monkeypatch.undo()
    assert rows_of(data, "tables") == before
    with opened(data):
        pass


def test_an_unfinished_copy_is_made_anew(data: Path) -> None:
    first_file(data)
    unfinished = data.with_name("tables.db.before-0005.unfinished")
    unfinished.write_bytes(b"half of something")
    with opened(data):
        assert not unfinished.exists()
        assert len(rows_of(data.with_name("tables.db.before-0005"), "tables")) == 3


# A sudden end

WRITER = """
import asyncio, sys
from pathlib import Path
from charidice.storage import SQLiteStore
from charidice.tables.hosting.ports import Entry

async def write(store, name):
    number = 0
    while True:
        number += 1
        status = "open" if number == 1 else None
        await store.append(Entry(name, number, [f"{name} {number}"], status))
        print(name, number, flush=True)

async def main():
    store = SQLiteStore(Path(sys.argv[1]))
    await asyncio.gather(*(write(store, name) for name in "abc"))

asyncio.run(main())
"""


@posix_only
async def test_all_that_was_acknowledged_is_there_after_a_kill(data: Path) -> None:
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
            log = await store.load(name)
            assert len(log) >= number
            assert log == [f"{name} {n}" for n in range(1, len(log) + 1)]
        assert await store.with_status("open") == sorted(acknowledged)


async def test_many_who_read_at_once_are_served_by_few_threads(tmp_path: Path) -> None:
    """Each thread that runs takes its turn with the one that answers everybody."""
    store = SQLiteStore(tmp_path / "tables.db")
    seen: set[str] = set()

    with closing(store):

        def query(_connection: Connection) -> None:
            seen.add(threading.current_thread().name)
            time.sleep(0.01)

        await asyncio.gather(*(store._read(query) for _ in range(20)))
    assert len(seen) <= 2


async def test_a_closed_file_is_not_read(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "tables.db")
    store.close()
    with pytest.raises(StorageError) as refused:
        await store.load("x")
    assert refused.value.code == "storage/closed"
