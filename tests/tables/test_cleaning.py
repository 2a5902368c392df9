"""Tables whose time is over are deleted, and only those."""

import asyncio
import random
import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.storage.support import Place, entry, on, run
from tests.tables.support import LENA, MARKO

from charidice.storage import PostgresStore, StorageError
from charidice.tables import Host, NewTable, Settings, TableError
from charidice.tables.cleaning import Keep, clean
from charidice.tables.commands import WishEnd
from charidice.tables.ports import Entry, Store

DAY = 86_400.0
STATUSES = ("open", "playing", "finished", "ended")
PEOPLE = NewTable(("Lena", "Marko"), settings=Settings(0, 0, 0), begin=True, first=0)


class Shelf:
    """Tables with a status and a time, deleted as a store does it; nothing else."""

    def __init__(self, tables: dict[str, tuple[str, float]]) -> None:
        self.tables = dict(tables)
        self.errors = 0
        self.most = 0

    async def delete(self, statuses: list[str], before: float, most: int) -> list[str]:
        old = [n for n, (status, at) in self.tables.items() if status in statuses and at < before]
        for name in old[:most]:
            del self.tables[name]
        self.most = max(self.most, most)
        return old[:most]

    async def append(self, *_entries: Entry) -> None:
        raise AssertionError

    load = replace = with_status = check = append


def shelved(shelf: Shelf) -> Store:
    store: Store = shelf  # type: ignore[assignment]  # all that cleaning needs
    return store


def nobody(_name: str) -> None:
    """Hears of what is gone."""


ages = st.floats(0, 400, allow_nan=False)
tables = st.dictionaries(
    st.text(max_size=4), st.tuples(st.sampled_from(STATUSES), ages), max_size=30
)
days = st.sampled_from([0.0, 0.5, 1.0, 30.0, 365.0])


@given(tables, days, days)
def test_what_is_kept_and_what_is_not(
    found: dict[str, tuple[str, float]], finished: float, abandoned: float
) -> None:
    """Each status has its time after the last use; 0 is for good."""
    now = 1e9
    shelf = Shelf({name: (status, now - age * DAY) for name, (status, age) in found.items()})
    gone: list[str] = []
    count = asyncio.run(clean(shelved(shelf), Keep(finished, abandoned), now, gone.append))
    for name, (status, _age) in found.items():
        limit = finished if status in ("finished", "ended") else abandoned
        kept = not limit or now - _age * DAY >= now - limit * DAY
        assert (name in shelf.tables) is kept
    assert sorted(gone) == sorted({*found} - {*shelf.tables})
    assert count == len(gone)


def test_all_of_many_are_deleted_some_at_a_time() -> None:
    shelf = Shelf({str(n): ("finished", 0.0) for n in range(1001)})
    gone: list[str] = []
    assert asyncio.run(clean(shelved(shelf), Keep(finished=1), 2 * DAY, gone.append)) == 1001
    assert not shelf.tables
    assert len({*gone}) == 1001
    assert shelf.most < 1001


@settings(max_examples=5)
@given(st.integers(0, 1000))
def test_cleaning_twice_is_cleaning_once(seed: int) -> None:
    rng = random.Random(seed)
    shelf = Shelf({str(n): (rng.choice(STATUSES), rng.random() * 10 * DAY) for n in range(50)})
    keep = Keep(2, 5)
    asyncio.run(clean(shelved(shelf), keep, 10 * DAY, nobody))
    left = dict(shelf.tables)
    assert asyncio.run(clean(shelved(shelf), keep, 10 * DAY, nobody)) == 0
    assert shelf.tables == left


def test_a_log_is_cleaned(place: Place) -> None:
    async def work() -> None:
        async with place.opened() as store:
            for n, status in enumerate(STATUSES):
                for age in (1, 10):
                    at = 100 * DAY - age * DAY
                    await store.append(entry(f"{status} {age}", 1, str(n), status=status, at=at))
            gone: list[str] = []
            assert await clean(store, Keep(5, 20), 100 * DAY, gone.append) == 2
            assert sorted(gone) == ["ended 10", "finished 10"]
            assert await clean(store, Keep(0, 5), 100 * DAY, gone.append) == 2
            assert sorted(gone[2:]) == ["open 10", "playing 10"]
            assert await clean(store, Keep(), 1000 * DAY, gone.append) == 0
            for status in STATUSES:
                assert await store.with_status(status) == [f"{status} 1"]
                assert await store.load(f"{status} 10") == []

    run(work())


async def deleted(host: Host, name: str) -> None:
    """Wait until the table is gone from the log and from memory."""
    async with asyncio.timeout(10):
        while await host._store.load(name) or name in host._live:
            await asyncio.sleep(0.002)


@pytest.mark.parametrize("used", [True, False], ids=["in use", "forgotten"])
def test_a_host_cleans_up_when_it_starts(place: Place, *, used: bool) -> None:
    """A table that somebody uses stays, however old it is."""
    now = [1000.0]

    async def work() -> None:
        async with place.opened() as store:
            fellows = store if isinstance(store, PostgresStore) else None
            host = Host(store, clock=lambda: now[0], fellows=fellows)
            name, other = await host.create(PEOPLE), await host.create(PEOPLE)
            for who in (LENA, MARKO):
                await host.command(other, who, WishEnd())
            now[0] += 9 * DAY
            if used:
                await host.command(name, LENA, WishEnd())
            now[0] += 2 * DAY
            await host.start(Keep(finished=10, abandoned=10))
            await deleted(host, other)
            if used:
                assert (await host.live(name)).table.end_wishes == {LENA}
                assert await host._store.with_status("playing") == [name]
            else:
                await deleted(host, name)
                with pytest.raises(TableError) as caught:
                    await host.live(name)
                assert caught.value.code == "table/not-found"
            await host.close()

    run(work())


def test_who_uses_a_table_all_the_time_marks_it_now_and_then(place: Place) -> None:
    """Not each event says that a table is in use, but those after an hour do."""
    now = [1000.0]

    async def work() -> None:
        async with place.opened() as store:
            fellows = store if isinstance(store, PostgresStore) else None
            host = Host(store, clock=lambda: now[0], fellows=fellows)
            name = await host.create(PEOPLE)
            for n in range(30):
                now[0] += 1800.0
                await host.command(name, LENA, WishEnd(wish=n % 2 == 0))
                # What cleaning knows is at most an hour old.
                assert await store.delete(["playing"], now[0] - 3600.0, 9) == []
            assert await store.delete(["playing"], now[0] + 1.0, 9) == [name]
            await host.close()

    run(work())


def test_a_log_that_fails_is_cleaned_later(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("charidice.tables.cleaning._EVERY_SECONDS", 0.01)
    on(place, lambda store: store.append(entry("old", 1, "x", status="ended", at=1.0)))
    full = sqlite3.OperationalError("database or disk is full")
    failure: Exception = full if place.is_file else StorageError("storage/unavailable")

    async def work() -> None:
        async with place.opened() as store:
            delete, failures = store.delete, [1, 2]

            async def failing(statuses: list[str], before: float, most: int) -> list[str]:
                if failures:
                    failures.pop()
                    raise failure
                return await delete(statuses, before, most)

            monkeypatch.setattr(store, "delete", failing)
            fellows = store if isinstance(store, PostgresStore) else None
            host = Host(store, fellows=fellows)
            await host.start(Keep(finished=1))
            await deleted(host, "old")
            await host.close()

    run(work())
    assert caplog.text.count("could not be deleted") == 2
