"""A worker follows what the others write, also after it was cut off."""

import asyncio
from functools import partial

from tests.postgres import execute
from tests.tables.hosting.workers import (
    PEOPLE,
    agreed,
    has_version,
    next_play,
    seen,
    until,
    watchers,
    working,
)
from tests.tables.support import LENA

from charidice.tables.model.commands import (
    WishEnd,
    WishNoEnd,
)


async def test_a_worker_that_does_not_understand_a_word_still_follows(database: str) -> None:
    async with working(database, 2) as workers:
        one, other = workers

        def puzzled(word: str) -> None:
            raise ValueError(word)

        other.store.on_broadcast("news", puzzled)
        await one.store.broadcast("news", "a word of another version")
        name = await one.host.create(PEOPLE)
        await other.host.current(name)
        moving = asyncio.create_task(seen(other, name, has_version(5)))
        await until(lambda: watchers([other]) == 1)
        await one.host.command(name, LENA, next_play((await one.host.current(name)).table))
        await moving


async def test_a_worker_that_was_cut_off_comes_back_and_catches_up(database: str) -> None:
    async with working(database) as workers:
        one, other, _ = workers
        name = await one.host.create(PEOPLE)
        table = (await other.host.current(name)).table
        for _ in range(5):
            rows = await execute(
                database,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = $1",
                f"charidice {other.store._connections.worker_id}",
            )
            assert rows
            assert table.to_act is not None
            moved = await one.host.command(name, table.to_act + 1, next_play(table))
            # Who watches there sees it without doing anything.
            assert await seen(other, name, has_version(moved.version)) == moved
            assert moved.to_act is not None
            table = await other.host.command(name, moved.to_act + 1, next_play(moved))
        await agreed(workers, name)


async def test_whoever_watches_at_a_worker_that_was_cut_off_is_woken(database: str) -> None:
    """Not by reading the table again, but by word that comes, or by the end of the silence."""

    async with working(database) as workers:
        one, other, _ = workers
        name = await one.host.create(PEOPLE)
        async with other.host.watching(name) as (cached, notice):
            for wish in (True, False) * 3:
                notice.clear()
                assert other.store._peers._connection is not None
                other.store._peers._connection.terminate()
                wished = await one.host.command(name, LENA, (WishEnd() if wish else WishNoEnd()))
                while cached.table != wished:
                    await notice.wait()
                    notice.clear()


async def test_words_go_to_all_workers(database: str) -> None:
    async with working(database) as workers:
        heard: list[tuple[int, str]] = []

        def hear(n: int, word: str) -> None:
            heard.append((n, word))

        for n, worker in enumerate(workers):
            worker.store.on_broadcast("news", partial(hear, n))
        await workers[0].store.broadcast("news", "hello")
        await until(lambda: {(1, "hello"), (2, "hello")} <= {*heard})
