"""A database that restarts is waited for."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.postgres import OLDEST, Server, execute
from tests.storage.postgres.support import QUICK, listening, opened
from tests.storage.support import entry

from charidice.storage import StorageError, signing_key
from charidice.tables.hosting.ports import (
    Interrupted,
    TablesChanged,
    WorkersChanged,
)


@pytest.fixture
def oldest() -> Iterator[Server]:
    """A server of the oldest PostgreSQL that can be had here."""
    server = Server(OLDEST)
    yield server
    server.close()


@pytest.fixture
def on_oldest(oldest: Server) -> Iterator[str]:
    """A database on it, which has a key."""
    with oldest.database() as url:
        assert len(signing_key(url)) == 32
        yield url


async def test_a_database_that_restarts_is_waited_for(oldest: Server, on_oldest: str) -> None:
    """Stopped as by a crash."""
    url, server = on_oldest, oldest
    version = (await execute(url, "SHOW server_version"))[0][0]
    assert version.startswith(str(OLDEST))
    async with opened(url) as store, listening(store) as ear:
        await store.append(entry("a", 1, "one"))
        await ear.until(WorkersChanged)
        await asyncio.to_thread(server.stop)
        with pytest.raises(StorageError) as caught:
            await store.check()
        assert caught.value.code == "storage/unavailable"
        async with opened(url, replace(QUICK, patience=0.05)) as impatient:
            with pytest.raises(StorageError) as caught:
                await impatient.append(entry("a", 2, "given up"))
            assert caught.value.code == "storage/unavailable"
        failed = store.errors
        waiting = [
            asyncio.create_task(store.append(entry("a", 2, "two"))),
            asyncio.create_task(store.append(entry("b", 1, "one"))),
        ]
        reading = asyncio.create_task(store.load("a"))
        while store.errors < failed + 3:
            await asyncio.sleep(0.001)
        assert not any(task.done() for task in (*waiting, reading))
        ear.heard.clear()
        await asyncio.to_thread(server.start)
        await asyncio.gather(*waiting)
        assert (await reading)[0] == "one"
        await store.check()
        assert await store.load("a") == ["one", "two"]
        assert await store.load("b") == ["one"]
        await ear.until(Interrupted)
        async with opened(url) as other:
            await other.append(entry("a", 3, "three"))
            await ear.until(TablesChanged({"a": 3}))
