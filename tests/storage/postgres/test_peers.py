"""What workers on one PostgreSQL hear of each other."""

import asyncio
from collections.abc import Iterator

import pytest
from tests.postgres import Server, execute
from tests.storage.postgres.support import cut_off, listening, opened
from tests.storage.support import entry

from charidice.storage import PostgresStore
from charidice.tables import Conflict
from charidice.tables.hosting.ports import (
    Interrupted,
    TablesChanged,
    WorkersChanged,
)


def alone(store: PostgresStore) -> WorkersChanged:
    """The notice that this worker is the only one."""
    me = store._connections.worker_id
    return WorkersChanged(me, frozenset({me}))


async def test_notices_come_through_while_the_writer_has_no_connection(database: str) -> None:
    async with opened(database) as one, opened(database) as two, listening(one) as ear:
        await one.append(entry("a", 1, "one", status="open"))
        await ear.until(WorkersChanged)
        connection = one._writer._connection
        assert connection is not None
        connection.terminate()  # and nothing more is written here
        await two.append(entry("b", 1, "one", status="open"))
        await ear.until_changed("b")  # its own table may be told only now, in the same notice


async def test_a_notification_in_another_format_means_to_look_at_everything(database: str) -> None:
    """Another version of the program may say it in another way."""

    async with opened(database) as one, listening(one) as ear:
        await ear.until(WorkersChanged)
        assert ear.heard.count(Interrupted()) == 1
        await execute(database, "SELECT pg_notify('charidice_written', 'something new')")
        async with asyncio.timeout(20):
            while ear.heard.count(Interrupted()) < 2:
                await asyncio.sleep(0.01)


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
        two.on_broadcast("news", messages.append)
        await ear.until(WorkersChanged)
        for message in ("first", "Zoë ‘☃’ 🎲", '{"a": 1}', "x" * 7000):
            await one.broadcast("news", message)
            async with asyncio.timeout(10):
                while messages[-1:] != [message]:
                    await asyncio.sleep(0.01)
        late_messages: list[str] = []
        async with opened(database) as late, listening(late) as other:
            late.on_broadcast("news", late_messages.append)
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
