"""Which storage a server gets for a location."""

from pathlib import Path

import pytest
from tests.storage.support import entry

from charidice.storage import PostgresStore, SQLiteStore, StorageError, open_log


@pytest.mark.parametrize("kind", [str, Path])
async def test_a_path_is_a_data_file_for_one_worker(tmp_path: Path, kind: type) -> None:
    location = kind(tmp_path / "games.db")
    log = open_log(location)
    assert isinstance(log.store, SQLiteStore)
    assert log.peers is None
    assert log.broadcasts is None
    await log.store.append(entry("a", 1, "one"))
    log.close()
    again = open_log(location)  # the lock is free, and the key is the same
    assert again.key == log.key
    assert await again.store.load("a") == ["one"]
    again.close()


def test_a_url_is_a_database_with_peers(database: str) -> None:
    log = open_log(database)
    assert isinstance(log.store, PostgresStore)
    assert isinstance(log.peers, PostgresStore)
    assert isinstance(log.broadcasts, PostgresStore)
    assert len(log.key) == len(open_log(database).key) > 0


def test_a_url_of_no_known_storage_is_refused() -> None:
    with pytest.raises(StorageError) as caught:
        open_log("paper://shelf/games")
    assert caught.value.code == "storage/address"
