"""Writing to PostgreSQL: many at once, over connections that break, while others write too."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from tests.postgres import Server, execute
from tests.storage.postgres.support import cut_off, opened
from tests.storage.support import entry

from charidice.storage import PostgresStore, StorageError
from charidice.storage.postgres.writer import Writer
from charidice.tables import Conflict


async def all_events(url: str, table: str) -> list[str]:
    rows = await execute(url, "SELECT data FROM events WHERE table_id = $1 ORDER BY number", table)
    return [row[0] for row in rows]


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

    meanwhile: Callable[[], Any] | None = None  # what somebody else does after a cut

    def __init__(self, database: str, folder: Path, server: Path) -> None:
        self._server = server
        self._socket = folder / ".s.PGSQL.5432"
        name = database.partition("?")[0]
        self.url = f"{name}?host={folder}"
        self.cut_before = b""  # what a store sends: it does not arrive
        self.cut_after = b""  # what the database answers: it was done, nobody hears of it
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
