"""Uploaded games: kept under their names until somebody or the time deletes them."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.storage.support import AnyStore, Place, entry, first_file, on

from charidice.storage import SQLiteStore, StorageError, upgrade_file
from charidice.tables import Retention
from charidice.tables.hosting.ports import Upload
from charidice.tables.hosting.retention import UPLOAD_DAYS, delete_expired

DAY = 86_400.0
MANY = 1000


async def test_what_was_uploaded_is_found_by_its_name_alone(store: AnyStore) -> None:
    first, second = Upload("a" * 22, 12.5, "Zoë ‘☃’ \n 🎲"), Upload("A" * 22, 13.5, "x" * 65_536)
    for upload in (first, second):
        await store.uploads.keep(upload, MANY)
    assert await store.uploads.find(first.name) == first
    assert await store.uploads.find(second.name) == second
    assert await store.uploads.find("b" * 22) is None


async def test_it_is_there_after_a_restart(place: Place) -> None:
    upload = Upload("a", 1.0, "x")
    await on(place, lambda store: store.uploads.keep(upload, MANY))
    assert await on(place, lambda store: store.uploads.find("a")) == upload


async def test_what_is_deleted_is_gone_and_the_rest_stays(store: AnyStore) -> None:
    for name in "abc":
        await store.uploads.keep(Upload(name, 1.0, name), MANY)
    await store.uploads.delete("b")
    await store.uploads.delete("nobody")
    assert [await store.uploads.find(name) is not None for name in "abc"] == [True, False, True]


async def test_only_so_many_are_kept(store: AnyStore) -> None:
    for name in "abc":
        await store.uploads.keep(Upload(name, 1.0, name), 3)
    with pytest.raises(StorageError) as caught:
        await store.uploads.keep(Upload("d", 1.0, "d"), 3)
    assert caught.value.code == "storage/too-many-uploads"
    assert await store.uploads.find("d") is None
    await store.uploads.delete("a")
    await store.uploads.keep(Upload("d", 1.0, "d"), 3)


async def test_one_too_many_disturbs_no_game_that_is_written_with_it(store: AnyStore) -> None:
    await store.uploads.keep(Upload("a", 1.0, "a"), 1)
    upload = store.uploads.keep(Upload("b", 1.0, "b"), 1)
    answers = await asyncio.gather(
        store.append(entry("table", 1, "x")), upload, return_exceptions=True
    )
    assert answers[0] is None
    assert isinstance(answers[1], StorageError)
    assert await store.load("table") == ["x"]


async def test_after_30_days_it_is_deleted_with_old_tables(store: AnyStore) -> None:
    now = 1e9
    await store.uploads.keep(Upload("old", now - UPLOAD_DAYS * DAY - 1, "x"), MANY)
    await store.uploads.keep(Upload("new", now - UPLOAD_DAYS * DAY + 1, "x"), MANY)
    gone: list[str] = []
    assert await delete_expired(store, Retention(), now, gone.append) == 0
    assert (await store.uploads.find("old"), gone) == (None, [])
    assert await store.uploads.find("new") is not None


async def test_nothing_of_it_is_left_in_any_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    secret = "Lena Quick " * 300
    with closing(SQLiteStore(path)) as store:
        await store.uploads.keep(Upload("a", 1.0, secret), MANY)
        assert _is_somewhere(tmp_path, b"Lena Quick")
        await store.uploads.delete("a")
        async with asyncio.timeout(15):  # it is scrubbed soon, also while the server runs
            while _is_somewhere(tmp_path, b"Lena Quick"):
                await asyncio.sleep(0.1)


def _is_somewhere(folder: Path, text: bytes) -> bool:
    return any(text in file.read_bytes() for file in folder.iterdir())


async def test_an_older_file_gets_room_for_uploads(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    first_file(path)
    upgrade_file(path)
    with closing(SQLiteStore(path)) as store:
        await store.uploads.keep(Upload("a", 1.0, "x"), MANY)
        assert len(await store.load("table-0")) == 2
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM uploads").fetchall() == [("a",)]
