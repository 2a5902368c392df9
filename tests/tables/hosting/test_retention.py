"""Tables whose time is over are deleted, and only those."""

import asyncio
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.storage.support import Place, entry, on
from tests.tables.support import LENA, MARKO

from charidice.storage import PostgresStore, StorageError
from charidice.tables import Host, NewTable, Settings, TableError
from charidice.tables.hosting.ports import Entry, Store
from charidice.tables.hosting.retention import (
    Retention,
    SteadyClock,
    delete_expired,
    enforce_retention,
)
from charidice.tables.model.commands import WishEnd, WishNoEnd

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

    @property
    def uploads(self) -> "Shelf":
        return self

    async def delete_before(self, _before: float) -> int:
        return 0

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
async def test_what_is_kept_and_what_is_not(
    found: dict[str, tuple[str, float]], finished: float, abandoned: float
) -> None:
    """Each status has its time after the last use; 0 is for good."""
    now = 1e9
    shelf = Shelf({name: (status, now - age * DAY) for name, (status, age) in found.items()})
    gone: list[str] = []
    count = await delete_expired(shelved(shelf), Retention(finished, abandoned), now, gone.append)
    for name, (status, _age) in found.items():
        limit = finished if status in ("finished", "ended") else abandoned
        kept = not limit or now - _age * DAY >= now - limit * DAY
        assert (name in shelf.tables) is kept
    assert sorted(gone) == sorted({*found} - {*shelf.tables})
    assert count == len(gone)


async def test_all_of_many_are_deleted_some_at_a_time() -> None:
    shelf = Shelf({str(n): ("finished", 0.0) for n in range(1001)})
    gone: list[str] = []
    assert await delete_expired(shelved(shelf), Retention(finished=1), 2 * DAY, gone.append) == 1001
    assert not shelf.tables
    assert len({*gone}) == 1001
    assert shelf.most < 1001


@settings(max_examples=5)
@given(st.integers(0, 1000))
async def test_cleaning_twice_is_cleaning_once(seed: int) -> None:
    rng = random.Random(seed)
    shelf = Shelf({str(n): (rng.choice(STATUSES), rng.random() * 10 * DAY) for n in range(50)})
    keep = Retention(2, 5)
    await delete_expired(shelved(shelf), keep, 10 * DAY, nobody)
    left = dict(shelf.tables)
    assert await delete_expired(shelved(shelf), keep, 10 * DAY, nobody) == 0
    assert shelf.tables == left


async def test_a_log_is_cleaned(place: Place) -> None:
    async with place.opened() as store:
        for n, status in enumerate(STATUSES):
            for age in (1, 10):
                at = 100 * DAY - age * DAY
                await store.append(entry(f"{status} {age}", 1, str(n), status=status, at=at))
        gone: list[str] = []
        assert await delete_expired(store, Retention(5, 20), 100 * DAY, gone.append) == 2
        assert sorted(gone) == ["ended 10", "finished 10"]
        assert await delete_expired(store, Retention(0, 5), 100 * DAY, gone.append) == 2
        assert sorted(gone[2:]) == ["open 10", "playing 10"]
        assert await delete_expired(store, Retention(), 1000 * DAY, gone.append) == 0
        for status in STATUSES:
            assert await store.with_status(status) == [f"{status} 1"]
            assert await store.load(f"{status} 10") == []


async def deleted(host: Host, name: str) -> None:
    """Wait until the table is gone from the log and from memory."""
    async with asyncio.timeout(10):
        while await host._store.load(name) or name in host._cache:
            await asyncio.sleep(0.002)


class Clocks:
    """A wall clock that can be set, and a monotonic one that cannot."""

    def __init__(self, wall: float) -> None:
        self.wall, self.monotonic = wall, 5.0

    def go(self, seconds: float) -> None:
        self.wall += seconds
        self.monotonic += seconds

    def steady(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.monotonic)


# Whether the clock is trusted


def test_a_clock_is_trusted_after_a_steady_day() -> None:
    clocks = Clocks(1e9)
    steady = clocks.steady()
    for _ in range(23):
        clocks.go(3600.0)
        assert steady.trusted() is None
    clocks.go(3600.0)
    assert steady.trusted() == clocks.wall
    clocks.go(30 * DAY)
    assert steady.trusted() == clocks.wall


@pytest.mark.parametrize("jump", [400 * DAY, -400 * DAY, 3600.0, -3600.0, 61.0, -61.0])
def test_after_a_jump_of_the_clock_the_day_begins_anew(
    jump: float, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks(1e9)
    steady = clocks.steady()
    clocks.go(10 * DAY)
    assert steady.trusted() is not None
    clocks.wall += jump
    assert steady.trusted() is None
    clocks.go(DAY - 1.0)
    assert steady.trusted() is None
    clocks.go(1.0)
    assert steady.trusted() == clocks.wall
    assert caplog.text.count("the clock has jumped") == 1


def test_little_differences_do_not_matter() -> None:
    clocks = Clocks(1e9)
    steady = clocks.steady()
    clocks.go(DAY)
    clocks.wall += 50.0
    assert steady.trusted() == clocks.wall


@given(st.lists(st.tuples(st.floats(0, 2 * DAY), st.floats(-10 * DAY, 10 * DAY)), max_size=20))
def test_a_trusted_clock_has_not_jumped_for_a_day(steps: list[tuple[float, float]]) -> None:
    """However the clock is set between looks."""
    clocks = Clocks(1e9)
    steady = clocks.steady()
    history = [(clocks.monotonic, clocks.wall)]
    for seconds, jump in steps:
        clocks.go(seconds)
        clocks.wall += jump
        history.append((clocks.monotonic, clocks.wall))
        if steady.trusted() is not None:
            known = [h for h in history if h[0] <= clocks.monotonic - DAY]
            assert known
            passed = clocks.monotonic - known[-1][0]
            assert abs(clocks.wall - known[-1][1] - passed) <= 2 * 60.0


# A server that runs


async def cleaned(host: Host, clocks: Clocks, keep: Retention) -> "asyncio.Task[None]":
    """A host that has begun to clean, with clocks of ours."""
    work = enforce_retention(host._store, keep, clocks.steady(), host.drop_deleted, every=0.001)
    task = asyncio.create_task(work)
    await asyncio.sleep(0)
    return task


@pytest.mark.parametrize("used", [True, False], ids=["in use", "forgotten"])
async def test_a_host_cleans_up_after_a_day(
    place: Place, caplog: pytest.LogCaptureFixture, *, used: bool
) -> None:
    """A table that somebody uses stays, however old it is."""
    clocks = Clocks(1000.0)

    async with place.opened() as store:
        peers = store if isinstance(store, PostgresStore) else None
        host = Host(store, clock=lambda: clocks.wall, peers=peers)
        name, other = await host.create(PEOPLE), await host.create(PEOPLE)
        for who in (LENA, MARKO):
            await host.command(other, who, WishEnd())
        clocks.go(9 * DAY)
        if used:
            await host.command(name, LENA, WishEnd())
        clocks.go(2 * DAY)
        task = await cleaned(host, clocks, Retention(finished=10, abandoned=10))
        for _ in range(10):
            await asyncio.sleep(0.01)
            assert await store.load(other)  # the server has only just begun
        clocks.go(DAY)
        await deleted(host, other)
        if used:
            assert (await host.current(name)).table.end_wishes == {LENA}
            assert await host._store.with_status("playing") == [name]
        else:
            await deleted(host, name)
            with pytest.raises(TableError) as caught:
                await host.current(name)
            assert caught.value.code == "table/not-found"
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await host.close()
    found = [line for line in caplog.records if "old tables deleted" in line.getMessage()]
    assert {line.levelname for line in found} == {"WARNING"}
    assert sum(int(line.getMessage().split()[0]) for line in found) == (1 if used else 2)


async def test_a_server_started_with_a_clock_that_is_far_ahead_deletes_nothing(
    place: Place,
) -> None:
    """Nor when the clock jumps ahead while it runs."""
    clocks = Clocks(400 * DAY)

    async with place.opened() as store:
        await store.append(entry("old", 1, "x", status="ended", at=0.0))
        peers = store if isinstance(store, PostgresStore) else None
        host = Host(store, clock=lambda: clocks.wall, peers=peers)
        task = await cleaned(host, clocks, Retention(1, 1))
        for _ in range(20):
            await asyncio.sleep(0.005)
            clocks.go(DAY / 2)
            clocks.wall += 400 * DAY
        assert await store.load("old") == ["x"]
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await host.close()


async def test_a_host_that_starts_deletes_nothing_at_once(place: Place) -> None:
    async with place.opened() as store:
        await store.append(entry("old", 1, "x", status="ended", at=0.0))
        peers = store if isinstance(store, PostgresStore) else None
        host = Host(store, clock=lambda: 4e9, peers=peers)
        await host.start(Retention(1, 1))
        await asyncio.sleep(0.1)
        assert await store.load("old") == ["x"]
        await host.close()


async def test_who_uses_a_table_all_the_time_marks_it_now_and_then(place: Place) -> None:
    """Not each event says that a table is in use, but those after an hour do."""
    now = [1000.0]

    async with place.opened() as store:
        peers = store if isinstance(store, PostgresStore) else None
        host = Host(store, clock=lambda: now[0], peers=peers)
        name = await host.create(PEOPLE)
        for n in range(30):
            now[0] += 1800.0
            await host.command(name, LENA, WishNoEnd() if n % 2 else WishEnd())
            # What cleaning knows is at most an hour old.
            assert await store.delete(["playing"], now[0] - 3600.0, 9) == []
        assert await store.delete(["playing"], now[0] + 1.0, 9) == [name]
        await host.close()


async def test_a_log_that_fails_is_cleaned_later(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await on(place, lambda store: store.append(entry("old", 1, "x", status="ended", at=1.0)))
    failures: list[Exception] = [ValueError("odd"), StorageError("storage/full")]

    async with place.opened() as store:
        delete, clocks = store.delete, Clocks(1e9)

        async def failing(statuses: list[str], before: float, most: int) -> list[str]:
            if failures:
                raise failures.pop()
            return await delete(statuses, before, most)

        monkeypatch.setattr(store, "delete", failing)
        peers = store if isinstance(store, PostgresStore) else None
        host = Host(store, peers=peers)
        task = await cleaned(host, clocks, Retention(finished=1))
        clocks.go(DAY)
        await deleted(host, "old")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await host.close()
    found = [line for line in caplog.records if "could not be deleted" in line.getMessage()]
    # A full disk needs no trace: the log has said so already.
    assert [bool(line.exc_info) for line in found] == [False, True]
