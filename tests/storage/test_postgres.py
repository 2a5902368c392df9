"""The log in PostgreSQL: connections break, the database restarts, others write too.

What holds for every log is in test_stores.py.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest
from tests.postgres import OLDEST, Server, execute
from tests.storage.support import entry

from charidice.storage import PostgresStore, StorageError, signing_key
from charidice.storage.postgres.connections import Timings
from charidice.storage.postgres.writer import Writer
from charidice.tables import Conflict
from charidice.tables.hosting.ports import (
    Interrupted,
    Notice,
    TablesChanged,
    WorkersChanged,
)

T = TypeVar("T")


QUICK = Timings(retry=0.01, poll=0.05)


@contextlib.asynccontextmanager
async def opened(url: str, timings: Timings = QUICK) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(url, timings)
    try:
        yield store
    finally:
        await store.leave()


async def cut_off(url: str, store: PostgresStore, *, only: str = "") -> int:
    """The database ends the connections of a store; returns how many."""
    rows = await execute(
        url,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        "WHERE application_name = $1 AND query LIKE $2",
        f"charidice {store._connections.worker_id}",
        f"%{only}%",
    )
    return len(rows)


def alone(store: PostgresStore) -> WorkersChanged:
    """The notice that this worker is the only one."""
    me = store._connections.worker_id
    return WorkersChanged(me, frozenset({me}))


async def all_events(url: str, table: str) -> list[str]:
    rows = await execute(url, "SELECT data FROM events WHERE table_id = $1 ORDER BY number", table)
    return [row[0] for row in rows]


# Many at once


async def test_what_queues_up_is_one_commit_and_one_conflict_among_many_hurts_nobody(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[int] = []
    insert = Writer._insert_with_retries

    async def counted(self: Writer, group: list[Any]) -> None:
        groups.append(len(group))
        await insert(self, group)

    monkeypatch.setattr(Writer, "_insert_with_retries", counted)

    async with opened(database) as store:
        names = [f"t{n}" for n in range(50)]
        await asyncio.gather(*(store.append(entry(name, 1, "one")) for name in names))
        assert groups == [50]
        async with opened(database) as other:
            await other.append(entry("t17", 2, "quicker"))
        groups.clear()
        wishes = (store.append(entry(name, 2, "two")) for name in names)
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert groups[0] == 50
        wrong = [n for n, answer in enumerate(answers) if answer is not None]
        assert wrong == [17]
        assert isinstance(answers[17], Conflict)
        for name in names:
            second = "quicker" if name == "t17" else "two"
            assert await all_events(database, name) == ["one", second]
        assert store.errors == 0


async def test_two_workers_never_wait_for_each_other_crosswise(database: str) -> None:
    """Each writes to the same tables in another order; of each pair one is quicker."""

    names = [f"t{n}" for n in range(30)]
    async with opened(database) as one, opened(database) as other:
        await one.append(*(entry(name, 1, "one") for name in names))
        for number in range(2, 12):
            wishes = [one.append(entry(n, number, "x", status="open")) for n in names]
            wishes += [other.append(entry(n, number, "y", status="open")) for n in names[::-1]]
            answers = await asyncio.gather(*wishes, return_exceptions=True)
            done = [answer is None for answer in answers]
            assert [a != b for a, b in zip(done[:30], done[:29:-1], strict=True)] == [True] * 30
            assert {type(a) for a in answers} == {type(None), Conflict}
        assert one.errors == other.errors == 0


async def test_a_commit_reaches_the_disk_although_the_database_would_not_insist(
    database: str,
) -> None:
    name = (await execute(database, "SELECT current_database()"))[0][0]
    await execute(database, f"ALTER DATABASE {name} SET synchronous_commit = off")
    async with opened(database) as store:
        await store.append(entry("a", 1, "x"))
        connection = store._writer._connection
        assert connection is not None
        assert await connection.fetchval("SHOW synchronous_commit") == "on"


# Connections that break


async def test_what_returned_is_in_the_log_once_although_connections_break(database: str) -> None:
    names = [f"t{n}" for n in range(8)]
    done = dict.fromkeys(names, 0)

    async def play(store: PostgresStore, name: str, over: asyncio.Event) -> None:
        while not over.is_set() or done[name] < 5:
            number = done[name] + 1
            mark = "playing" if number % 3 == 0 else None
            await store.append(entry(name, number, f"{name} {number}", status=mark))
            done[name] = number

    async with opened(database) as store:
        over = asyncio.Event()
        games = [asyncio.create_task(play(store, name, over)) for name in names]
        for _ in range(25):
            before = sum(done.values())
            await cut_off(database, store)
            async with asyncio.timeout(20):
                while sum(done.values()) == before:
                    await asyncio.sleep(0.001)
        over.set()
        await asyncio.gather(*games)
        assert store.errors >= 5  # most cuts met a commit on its way
    for name in names:
        expected = [f"{name} {number}" for number in range(1, done[name] + 1)]
        assert await all_events(database, name) == expected


class Proxy:
    """Stands between a store and its database, and cuts connections at chosen moments."""

    def __init__(self, database: str, folder: Path, server: Path) -> None:
        self._server = server
        self._socket = folder / ".s.PGSQL.5432"
        name = database.partition("?")[0]
        self.url = f"{name}?host={folder}"
        self.cut_before = b""  # what a store sends: it does not arrive
        self.cut_after = b""  # what the database answers: it was done, nobody hears of it
        self.meanwhile: Callable[[], Any] | None = None
        self.cuts = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Proxy":
        self._listening = await asyncio.start_unix_server(self._serve, self._socket)
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._listening.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        far_reader, far_writer = await asyncio.open_unix_connection(self._server)
        ways = [
            asyncio.create_task(self._forward(reader, far_writer, "cut_before")),
            asyncio.create_task(self._forward(far_reader, writer, "cut_after")),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if self.meanwhile and self.cuts:
                meanwhile, self.meanwhile = self.meanwhile, None
                await meanwhile()
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            writer.close()
            far_writer.close()
            self._tasks.discard(task)

    async def _forward(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, cut: str
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                mark: bytes = getattr(self, cut)
                if mark and mark in data:
                    setattr(self, cut, b"")
                    self.cuts += 1
                    return
                target.write(data)
                await target.drain()


@pytest.fixture
def proxy(database: str, tmp_path_factory: pytest.TempPathFactory, postgres: Server) -> Proxy:
    return Proxy(database, tmp_path_factory.mktemp("p"), postgres.socket)


EVENTS = b"SELECT 1\x00"  # what the database answers when events are added
COMMIT = b"COMMIT\x00"


@pytest.mark.parametrize("again", ["the connection is new", "the connection was used before"])
@pytest.mark.parametrize(
    ("cut", "mark"),
    [
        ("cut_before", b"two"),
        ("cut_after", EVENTS),
        ("cut_after", COMMIT),
        ("cut_before", b"COMMIT"),
    ],
)
async def test_a_lost_answer_is_made_good(
    proxy: Proxy, database: str, cut: str, mark: bytes, again: str
) -> None:
    """Whether the commit came through is found out, and it is done exactly once."""

    async with proxy, opened(proxy.url) as store:
        if "used" in again:
            await store.append(entry("z", 1, "x"))
            await store.append(entry("z", 2, "x"))
        setattr(proxy, cut, mark)
        await store.append(
            entry("a", 1, "one", "two"), entry("b", 1, "one", status="playing", at=5.0)
        )
        assert proxy.cuts == 1
        assert await all_events(database, "a") == ["one", "two"]
        assert await all_events(database, "b") == ["one"]
        assert await store.with_status("playing") == ["b"]
        proxy.cut_after = EVENTS  # events alone: their statement is the commit
        await store.append(entry("a", 3, "three"))
        assert proxy.cuts == 2
        assert await all_events(database, "a") == ["one", "two", "three"]
        with pytest.raises(Conflict):
            await store.append(entry("a", 3, "other"))
        assert store.errors == 2


async def test_who_is_cut_off_while_somebody_else_is_quicker_is_told(
    proxy: Proxy, database: str
) -> None:
    async with proxy, opened(proxy.url) as store, opened(database) as other:
        await store.append(entry("a", 1, "one"), entry("b", 1, "one"))
        proxy.meanwhile = lambda: other.append(entry("a", 2, "quicker"))
        proxy.cut_before = b"mine"
        wishes = (store.append(entry(name, 2, "mine")) for name in "ab")
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert [type(answer) for answer in answers] == [Conflict, type(None)]
        assert await all_events(database, "a") == ["one", "quicker"]
        assert await all_events(database, "b") == ["one", "mine"]


async def test_a_group_whose_answer_is_lost_is_there_once(proxy: Proxy, database: str) -> None:
    async with proxy, opened(proxy.url) as store:
        names = [f"t{n}" for n in range(40)]
        await asyncio.gather(*(store.append(entry(name, 1, "one")) for name in names))
        proxy.cut_after = EVENTS
        await asyncio.gather(*(store.append(entry(name, 2, "two")) for name in names))
        assert proxy.cuts == 1
        for name in names:
            assert await all_events(database, name) == ["one", "two"]


# A database that stops


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


# Notices of others


class Ear:
    """Writes down the notices of a store."""

    def __init__(self) -> None:
        self.heard: list[Notice] = []
        self._news = asyncio.Condition()

    async def listen(self, store: PostgresStore) -> None:
        async for notice in store.notices():
            async with self._news:
                self.heard.append(notice)
                self._news.notify_all()

    async def until(self, wanted: Notice | type[Notice]) -> None:
        """Wait for a notice, or for one of a kind."""

        def there() -> bool:
            return any(
                isinstance(notice, wanted) if isinstance(wanted, type) else notice == wanted
                for notice in self.heard
            )

        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(there)


@contextlib.asynccontextmanager
async def listening(store: PostgresStore) -> AsyncIterator[Ear]:
    ear = Ear()
    task = asyncio.create_task(ear.listen(store))
    try:
        yield ear
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def test_notices_come_through_while_the_writer_has_no_connection(database: str) -> None:
    async with opened(database) as one, opened(database) as two, listening(one) as ear:
        await one.append(entry("a", 1, "one", status="open"))
        await ear.until(WorkersChanged)
        connection = one._writer._connection
        assert connection is not None
        connection.terminate()  # and nothing more is written here
        await two.append(entry("b", 1, "one", status="open"))
        await ear.until(TablesChanged({"b": 1}))


async def test_a_notification_in_another_format_means_to_look_at_everything(database: str) -> None:
    """Another version of the program may say it in another way."""

    async with opened(database) as one, listening(one) as ear:
        await ear.until(WorkersChanged)
        assert ear.heard.count(Interrupted()) == 1
        await execute(database, "SELECT pg_notify('charidice_written', 'something new')")
        async with asyncio.timeout(20):
            while ear.heard.count(Interrupted()) < 2:
                await asyncio.sleep(0.01)


async def test_a_table_that_somebody_holds_does_not_hold_up_others(database: str) -> None:
    """A worker that was cut off in the middle of a commit holds a number until it is given up."""

    async with opened(database) as one:
        await one.append(entry("held", 1, "one", status="open"))
        cut_off = await asyncpg.connect(database)
        try:
            await cut_off.execute("BEGIN; INSERT INTO events VALUES ('held', 2, 'two')")
            held, free = await asyncio.gather(
                one.append(entry("held", 2, "mine")),
                one.append(entry("free", 1, "one", status="open")),
                return_exceptions=True,
            )
        finally:
            await cut_off.close()
        assert isinstance(held, StorageError)
        assert free is None
        assert await one.load("free") == ["one"]
        await one.append(entry("held", 2, "mine"))


async def test_workers_see_who_comes_and_who_goes(database: str) -> None:
    async with opened(database) as one, listening(one) as ear:
        me = one._connections.worker_id
        await ear.until(alone(one))
        assert ear.heard[0] == Interrupted()
        async with opened(database) as two, listening(two) as other:
            both = frozenset({me, two._connections.worker_id})
            await ear.until(WorkersChanged(me, both))
            await other.until(WorkersChanged(two._connections.worker_id, both))
            ear.heard.clear()
        await ear.until(alone(one))  # it left
        async with opened(database) as two, listening(two):
            await ear.until(WorkersChanged(me, frozenset({me, two._connections.worker_id})))
            ear.heard.clear()
            assert two._peers._connection is not None
            two._connections.closed = True  # it is dead: it does not come back
            await cut_off(database, two)
            await ear.until(alone(one))


@pytest.fixture
def elsewhere(postgres: Server) -> Iterator[str]:
    """Another database of the same server."""
    with postgres.database() as url:
        yield url


async def test_workers_on_another_database_of_the_server_are_none_of_ours(
    database: str, elsewhere: str
) -> None:
    async with (
        opened(database) as one,
        opened(elsewhere) as two,
        listening(two) as far,
        listening(one) as ear,
    ):
        await far.until(alone(two))
        await ear.until(alone(one))
        await two.append(entry("far", 1, "x"))
        async with opened(database) as three:
            await three.append(entry("near", 1, "x"))
        await ear.until(TablesChanged({"near": 1}))
        assert TablesChanged({"far": 1}) not in ear.heard


async def test_what_one_writes_the_others_hear_with_its_number(database: str) -> None:
    async with (
        opened(database) as one,
        opened(database) as two,
        listening(one) as own,
        listening(two) as ear,
    ):
        for each in (own, ear):
            await each.until(WorkersChanged)
        await one.append(entry("a", 1, "one", "two"), entry("b", 1, "one"))
        await ear.until(TablesChanged({"a": 2, "b": 1}))
        assert await two.missed({"a": 1, "b": 0, "c": 0}) == {"a": ["two"], "b": ["one"]}
        await one.append(entry("a", 3, "three"))
        await ear.until(TablesChanged({"a": 3}))
        with pytest.raises(Conflict):
            await one.append(entry("a", 3, "not written"))
        await two.append(entry("a", 4, "four"))
        await own.until(TablesChanged({"a": 4}))
        assert await one.missed({"a": 4}) == {}
        assert await one.missed({}) == {}
        # Nobody hears of what they wrote themselves, nor of what was refused.
        assert [n for n in own.heard if isinstance(n, TablesChanged)] == [TablesChanged({"a": 4})]
        assert len([n for n in ear.heard if isinstance(n, TablesChanged)]) == 2


async def test_broadcasts_are_heard_by_the_others_and_kept_nowhere(database: str) -> None:
    async with opened(database) as one, opened(database) as two, listening(two) as ear:
        messages: list[str] = []
        two.on_broadcast(messages.append)
        await ear.until(WorkersChanged)
        for message in ("first", "Zoë ‘☃’ 🎲", '{"a": 1}', "x" * 7000):
            await one.broadcast(message)
            async with asyncio.timeout(10):
                while messages[-1:] != [message]:
                    await asyncio.sleep(0.01)
        late_messages: list[str] = []
        async with opened(database) as late, listening(late) as other:
            late.on_broadcast(late_messages.append)
            await other.until(WorkersChanged)
        assert not late_messages


async def test_after_an_interruption_everything_is_to_be_looked_at_and_then_notices_come_again(
    database: str,
) -> None:
    async with opened(database) as one, opened(database) as two, listening(two) as ear:
        await ear.until(WorkersChanged)
        for number in range(1, 4):
            ear.heard.clear()
            assert await cut_off(database, two, only="pg_locks")  # what its listener asks
            await ear.until(Interrupted)
            await one.append(entry("a", number, "x"))
            await ear.until(TablesChanged({"a": number}))
        assert await two.missed({"a": 0}) == {"a": ["x"] * 3}


async def test_a_table_that_is_deleted_while_somebody_writes_to_it_is_whole_or_gone(
    database: str,
) -> None:
    async with opened(database) as one, opened(database) as two:
        names = [f"t{n}" for n in range(40)]
        await one.append(*(entry(name, 1, "one", status="playing", at=1.0) for name in names))
        writing = [
            asyncio.create_task(two.append(entry(n, 2, "two", status="playing", at=99.0)))
            for n in names
        ]
        gone = set()
        while names_gone := await one.delete(["playing"], 50.0, 3):
            gone |= {*names_gone}
        answers = await asyncio.gather(*writing, return_exceptions=True)
        for name, answer in zip(names, answers, strict=True):
            assert isinstance(answer, Conflict) is (name in gone)
            expected = [] if name in gone else ["one", "two"]
            assert await one.load(name) == expected


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Broken connections are warnings, with nothing in them that is secret."""
    with caplog.at_level(logging.WARNING):
        yield
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]
    assert "postgresql://" not in caplog.text
