"""From a file to a database and back: whole, compared, or not at all."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Row, text
from tests.storage.support import Place, entry, first_file, on, rows_of

from charidice.storage import PostgresStore, SQLiteStore, StorageError, copy, signing_key
from charidice.storage.postgres.databases import in_transaction
from charidice.tables.hosting.ports import Entry, Upload

TABLES = ("tables", "events", "secrets", "uploads")


def nobody(_done: int, _all: int) -> None:
    """Hears of the progress."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A data file with games of all kinds, more than are copied at once."""
    path, rng = tmp_path / "tables.db", random.Random(3)
    store = SQLiteStore(path)
    store.signing_key()

    async def fill() -> None:
        for n in range(40):
            name = "".join(rng.choices("abcXYZ019-_", k=16))
            status = rng.choice(("open", "playing", "finished", "ended"))
            lines = [f'{{"n":{n},"text":"Zoë ‘☃’ \\n 🎲 {k}"}}' for k in range(rng.randint(1, 150))]
            await store.append(Entry(name, 1, lines, status, rng.random() * 1e9))
        for n in range(120):
            upload = Upload("".join(rng.choices("abcXYZ019-_", k=22)), n / 7, f"Zoë {n}\n🎲")
            await store.uploads.keep(upload, most=1000)

    asyncio.run(fill())
    store.close()
    return path


def all_of(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    return {table: rows_of(path, table) for table in TABLES}


def in_database(url: str) -> dict[str, list[tuple[Any, ...]]]:
    def work(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
        found = {}
        for table in TABLES:
            rows = connection.execute(text(f"SELECT * FROM {table}"))  # noqa: S608
            found[table] = sorted(tuple(row) for row in rows)
        return found

    return in_transaction(url, work)


def refusal(source: str | Path, target: str | Path) -> str:
    with pytest.raises(StorageError) as caught:
        copy(str(source), str(target), nobody)
    assert str(caught.value)
    return caught.value.code


# There and back


def test_all_comes_into_the_database_and_back_row_by_row(
    file: Path, database: str, tmp_path: Path
) -> None:
    original = all_of(file)
    count = len(original["events"])
    assert count > 2000  # more than one page
    for source, target in ((file, database), (database, tmp_path / "back" / "again.db")):
        steps: list[tuple[int, int]] = []

        def step(done: int, most: int, steps: list[tuple[int, int]] = steps) -> None:
            steps.append((done, most))

        assert copy(str(source), str(target), step) == count
        assert steps[-1] == (count, count)
        assert steps == sorted(steps)
        assert {total for _, total in steps} == {count}
    assert in_database(database) == original
    assert all_of(tmp_path / "back" / "again.db") == original
    assert all_of(file) == original


def test_seats_keep_their_key(file: Path, database: str, tmp_path: Path) -> None:
    before = signing_key(database)
    copy(str(file), database, nobody)
    copy(database, str(tmp_path / "again.db"), nobody)
    with closing(SQLiteStore(file)) as store, closing(SQLiteStore(tmp_path / "again.db")) as again:
        assert store.signing_key() == signing_key(database) == again.signing_key() != before


def test_a_file_is_copied_into_a_file(file: Path, tmp_path: Path) -> None:
    copy(str(file), str(tmp_path / "backup.db"), nobody)
    assert all_of(tmp_path / "backup.db") == all_of(file)


def test_nothing_is_copied_into_nothing(tmp_path: Path, database: str) -> None:
    path = tmp_path / "empty.db"
    SQLiteStore(path).close()
    assert copy(str(path), database, nobody) == 0
    assert in_database(database)["tables"] == []
    assert len(signing_key(database)) == 32  # a worker can start


async def test_what_was_copied_can_be_played_on(file: Path, database: str) -> None:
    await asyncio.to_thread(copy, str(file), database, nobody)
    names = await on(Place(file), lambda store: store.with_status("playing"))
    assert names

    store = PostgresStore(database)
    assert sorted(await store.with_status("playing")) == sorted(names)
    log = await store.load(names[0])
    await store.append(entry(names[0], len(log) + 1, "one more", status="ended"))
    assert await store.load(names[0]) == [*log, "one more"]
    await store.leave()


async def test_a_file_in_use_is_copied_as_of_one_moment(file: Path, database: str) -> None:
    """The server goes on writing; what it adds meanwhile is not in the copy, in no part."""
    original = all_of(file)

    with closing(SQLiteStore(file)) as store:
        loop = asyncio.get_running_loop()

        def meanwhile(_done: int, _all: int) -> None:
            for name in (f"~{_done}", f"!{_done}"):
                adding = store.append(entry(name, 1, "x"))
                asyncio.run_coroutine_threadsafe(adding, loop).result(10)

        await asyncio.to_thread(copy, str(file), database, meanwhile)
        assert len(await store.load("~2000")) == 1
    assert await asyncio.to_thread(in_database, database) == original


async def test_a_database_in_use_is_copied_as_of_one_moment(
    file: Path, database: str, tmp_path: Path
) -> None:
    await asyncio.to_thread(copy, str(file), database, nobody)

    store = PostgresStore(database)
    loop = asyncio.get_running_loop()

    def meanwhile(_done: int, _all: int) -> None:
        adding = store.append(entry(f"~{_done}", 1, "x"), entry(f"!{_done}", 1, "x"))
        asyncio.run_coroutine_threadsafe(adding, loop).result(10)

    await asyncio.to_thread(copy, database, str(tmp_path / "again.db"), meanwhile)
    assert len(await store.load("~2000")) == 1
    await store.leave()
    assert all_of(tmp_path / "again.db") == all_of(file)


# Refused


def test_nothing_is_copied_over_games(file: Path, database: str, tmp_path: Path) -> None:
    copy(str(file), database, nobody)
    whole = in_database(database)
    other = tmp_path / "other.db"
    first_file(other)
    SQLiteStore(other).close()
    there = all_of(other)
    assert refusal(other, database) == "storage/not-empty"
    assert refusal(database, other) == "storage/not-empty"
    assert refusal(file, other) == "storage/not-empty"
    assert refusal(file, file) == "storage/not-empty"
    assert (in_database(database), all_of(other)) == (whole, there)


async def test_nothing_is_copied_over_games_that_were_uploaded(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(SQLiteStore(other)) as store:
        await store.uploads.keep(Upload("a", 1.0, "x"), most=1)
    assert refusal(file, other) == "storage/not-empty"


def test_what_cannot_be_copied_is_explained(file: Path, database: str, tmp_path: Path) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    first_file(old)
    assert refusal(old, database) == "storage/older-file"
    assert refusal(old, new) == "storage/older-file"
    assert refusal(file, old) == "storage/older-file"
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert refusal(old, new) == refusal(file, old) == "storage/newer"
    assert refusal(tmp_path / "nowhere.db", database) == "storage/no-source"
    assert refusal(database, database) == "storage/two-databases"
    assert refusal(file, "mysql://host/games") == "storage/address"
    assert refusal(file, "postgresql://lena@127.0.0.1:1/games") == "storage/unreachable"
    assert refusal("postgresql://lena@127.0.0.1:1/games", new) == "storage/unreachable"
    assert in_database(database)["tables"] == []


def test_a_newer_database_is_explained(file: Path, database: str, tmp_path: Path) -> None:
    def newer(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    in_transaction(database, newer)
    assert refusal(file, database) == "storage/newer-database"
    assert refusal(database, tmp_path / "new.db") == "storage/newer-database"


def test_a_database_without_its_schema_is_explained(
    file: Path, database: str, tmp_path: Path
) -> None:
    def empty(connection: Connection) -> None:
        connection.execute(text("DROP TABLE alembic_version, tables, events, secrets"))

    in_transaction(database, empty)
    assert refusal(file, database) == "storage/older"
    assert refusal(database, tmp_path / "new.db") == "storage/older"


def test_a_file_that_is_no_database_is_explained(file: Path, database: str, tmp_path: Path) -> None:
    diary = tmp_path / "diary.db"
    diary.write_bytes(b"Dear diary, " * 1000)
    assert refusal(diary, database) == "storage/unusable"
    assert refusal(file, diary) == "storage/unusable"
    assert diary.read_bytes() == b"Dear diary, " * 1000


def test_a_file_that_a_server_uses_is_no_target(file: Path, tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "new.db")):
        assert refusal(file, tmp_path / "new.db") == "storage/in-use"


# Not finished


class Enough(Exception):  # noqa: N818
    """Somebody pressed Ctrl+C."""


def test_a_copy_that_is_interrupted_leaves_nothing(
    file: Path, database: str, tmp_path: Path
) -> None:
    def enough(_done: int, _all: int) -> None:
        raise Enough

    key = signing_key(database)
    with pytest.raises(Enough):
        copy(str(file), database, enough)
    there = in_database(database)
    assert (there["tables"], there["events"]) == ([], [])
    assert signing_key(database) == key  # the secrets of the target are its own again
    copy(str(file), database, nobody)
    target = tmp_path / "new.db"
    for source in (file, database):
        with pytest.raises(Enough):
            copy(str(source), str(target), enough)
        SQLiteStore(target).close()  # it can be used
        assert (rows_of(target, "tables"), rows_of(target, "events")) == ([], [])
    copy(str(file), str(target), nobody)  # and then it can be done again
    assert all_of(target) == all_of(file)


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("events", {"data": "damaged"}),
        ("events", {"number": 99_999}),
        ("tables", {"touched": 1.5}),
        ("tables", {"status": "wrong"}),
        ("secrets", {"value": "00"}),
    ],
)
def test_a_copy_that_is_not_the_same_is_noticed_and_taken_back(
    file: Path,
    database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    table: str,
    change: dict[str, Any],
) -> None:
    """One value arrives differently, as from a driver or a disk with an error."""
    as_dict = Row._asdict
    damaged: list[int] = []

    def differently(self: Row[Any]) -> dict[str, Any]:
        row = as_dict(self)
        fields = {"events": "data", "tables": "status", "secrets": "value"}
        if fields[table] in row and not damaged:
            damaged.append(1)
            row |= change
        return row

    for target in (database, tmp_path / "new.db"):
        damaged.clear()
        with monkeypatch.context() as patched:
            patched.setattr(Row, "_asdict", differently)
            assert refusal(file, target) == "storage/copy-differs"
        assert damaged
    assert in_database(database)["tables"] == []
    assert rows_of(tmp_path / "new.db", "sqlite_master") == []


def test_a_copy_that_misses_something_is_noticed(file: Path, database: str) -> None:
    """The database throws away what it was given, without a word."""

    def forgetful(connection: Connection) -> None:
        body = "BEGIN IF NEW.number = 3 THEN RETURN NULL; END IF; RETURN NEW; END"
        connection.execute(
            text(f"CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS '{body}'")
        )
        connection.execute(
            text("CREATE TRIGGER lose BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION lose()")
        )

    in_transaction(database, forgetful)
    assert refusal(file, database) == "storage/copy-differs"
    assert in_database(database)["events"] == []


def test_the_file_of_the_test_has_what_it_should(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT DISTINCT status FROM tables ORDER BY 1").fetchall()
    assert [row[0] for row in found] == ["ended", "finished", "open", "playing"]
