"""Several workers on one PostgreSQL: one table, one log, and everything happens once."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from tests.postgres import execute
from tests.tables.hosting.workers import (
    A_WHILE,
    BRIEF,
    HURRIED,
    LATER,
    PEOPLE,
    QUICK,
    Worker,
    agreed,
    has_version,
    log_of,
    next_play,
    seen,
    until,
    watchers,
    working,
)
from tests.tables.support import LENA, MARKO, events_after

from charidice.records import replay
from charidice.tables import NewTable, Settings, Status, Table, TableError
from charidice.tables.model.commands import (
    AddBot,
    Begin,
    Command,
    Configure,
    Forget,
    Leave,
    Mute,
    Return,
    Sit,
    TakeBack,
    WishEnd,
    WishNoEnd,
)
from charidice.tables.model.events import Acted


async def test_a_move_at_one_worker_is_seen_at_all(database: str) -> None:
    async with working(database) as workers:
        name = await workers[0].host.create(PEOPLE)
        for mover in workers:
            table = (await mover.host.current(name)).table
            watching = [
                asyncio.create_task(seen(each, name, has_version(table.version + 1)))
                for each in workers
            ]
            await until(lambda: watchers(workers) == 3)
            assert table.to_act is not None
            moved = await mover.host.command(name, table.to_act + 1, next_play(table))
            assert await asyncio.gather(*watching) == [moved] * 3
        await agreed(workers, name)


@pytest.mark.parametrize("deaf", [True, False], ids=["before word came", "with word coming"])
async def test_a_whole_game_goes_from_worker_to_worker(database: str, *, deaf: bool) -> None:
    """Each command goes to another worker as soon as the last one was acknowledged."""
    rng = random.Random(5)

    async with working(database, deaf=deaf) as workers:
        patient = replace(QUICK, grace_seconds=3)
        name = await workers[0].host.create(replace(PEOPLE, settings=patient))
        for worker in workers:
            await worker.host.current(name)  # all have it in memory
        table = (await workers[0].host.current(name)).table
        last = workers[0]
        while table.playing:
            assert table.to_act is not None
            last = rng.choice([worker for worker in workers if worker is not last])
            table = await last.host.command(name, table.to_act + 1, next_play(table))
            reader = rng.choice(workers)
            assert (await reader.host.current(name)).table == table
        assert table.status is Status.FINISHED
        taken = await workers[0].host.command(name, MARKO, TakeBack(table.position))
        assert taken.playing
        assert (await agreed(workers, name)) == taken
        assert all(not worker.host.errors for worker in workers)


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        (Leave(), Return(), lambda table: table.people == {LENA, MARKO}),
        (WishEnd(), WishNoEnd(), lambda table: not table.end_wishes),
        (Mute("game"), Mute("never"), lambda table: not table.seats[1].never_asks),
        (Leave(), Forget(), lambda table: table.seats[1].name is None),
    ],
    ids=["leave, return", "wish, no wish", "mute, ask again", "leave, forget"],
)
async def test_who_changes_their_mind_at_another_worker_is_heard(
    database: str, first: Command, second: Command, wanted: Callable[[Table], bool]
) -> None:
    """Also before word of the first command has come to the other worker."""

    async with working(database, deaf=True) as workers:
        one, other, _ = workers
        name = await one.host.create(PEOPLE)
        await other.host.current(name)
        await one.host.command(name, MARKO, first)
        assert wanted(await other.host.command(name, MARKO, second))
        assert wanted(await agreed(workers, name))
        # And again the other way round: what is done already is done once.
        await other.host.command(name, MARKO, second)
        assert wanted(await agreed(workers, name))


async def test_a_refusal_names_what_is_wrong_now(database: str) -> None:
    """There is no such bot; but another worker has begun the game, so no bot may come at all."""
    async with working(database, deaf=True) as workers:
        one, other, _ = workers
        name = await one.host.create(replace(PEOPLE, begin=False))
        await other.host.current(name)
        await one.host.command(name, LENA, Begin())
        with pytest.raises(TableError) as refused:
            await other.host.command(name, LENA, AddBot("dance"))
        assert refused.value.code == "table/begun"


async def test_a_repeated_command_at_another_worker_acts_once(database: str) -> None:
    async with working(database, deaf=True) as workers:
        name = await workers[0].host.create(PEOPLE)
        for worker in workers:
            await worker.host.current(name)
        table = (await workers[0].host.current(name)).table
        wish = next_play(table, "the same")
        answers = [await worker.host.command(name, LENA, wish) for worker in workers]
        assert {answer.version for answer in answers} == {table.version + 1}
        many = (worker.host.command(name, LENA, wish) for worker in workers * 5)
        assert {answer.version for answer in await asyncio.gather(*many)} == {table.version + 1}


async def outcomes(wishes: list[Coroutine[Any, Any, Table]]) -> tuple[list[Table], list[str]]:
    """What came of them: tables, and the codes of refusals."""
    answers = await asyncio.gather(*wishes, return_exceptions=True)
    wrong = [answer for answer in answers if isinstance(answer, BaseException)]
    assert all(isinstance(answer, TableError) for answer in wrong), wrong
    codes = [answer.code for answer in wrong if isinstance(answer, TableError)]
    return [answer for answer in answers if isinstance(answer, Table)], codes


async def test_everybody_who_sits_down_anywhere_has_a_seat_of_their_own(database: str) -> None:
    async with working(database) as workers:
        for _ in range(5):
            name = await workers[0].host.create(NewTable(("Lena",)))
            wishes = [
                worker.host.command(name, None, Sit(f"guest {n}"))
                for n, worker in enumerate(workers * 4)
            ]
            tables, codes = await outcomes(wishes)
            assert sorted(table.holders_given for table in tables) == [2, 3, 4]
            assert codes == ["table/full"] * 9
            table = await agreed(workers, name)
            assert sorted(seat.holder or 0 for seat in table.seats) == [1, 2, 3, 4]


async def test_of_many_moves_for_one_position_exactly_one_succeeds(database: str) -> None:
    async with working(database) as workers:
        name = await workers[0].host.create(PEOPLE)
        for turn in range(10):
            table = await agreed(workers, name)
            assert table.to_act is not None
            wishes = [
                worker.host.command(name, table.to_act + 1, next_play(table, f"{turn} {n}"))
                for n, worker in enumerate(workers * 5)
            ]
            tables, codes = await outcomes(wishes)
            assert [each.version for each in tables] == [table.version + 1]
            assert len(codes) == 14
            assert {*codes} <= {"table/stale-position", "table/not-your-turn"}


async def test_games_at_many_tables_go_on_at_all_workers_at_once(database: str) -> None:
    async def play(workers: list[Worker], seed: int) -> None:
        rng = random.Random(seed)
        name = await rng.choice(workers).host.create(PEOPLE)
        table = (await rng.choice(workers).host.current(name)).table
        for _ in range(15):
            assert table.to_act is not None
            worker = rng.choice(workers)
            table = await worker.host.command(name, table.to_act + 1, next_play(table))
        assert await agreed(workers, name) == table

    async with working(database) as workers:
        await asyncio.gather(*(play(workers, seed) for seed in range(20)))
        assert all(not worker.host.errors for worker in workers)


async def test_a_rematch_is_one_table_whoever_asks_wherever(database: str) -> None:
    async with working(database) as workers:
        for _ in range(5):
            await execute(database, "TRUNCATE tables, events")
            name = await workers[0].host.create(PEOPLE)
            await workers[1].host.command(name, LENA, WishEnd())
            await workers[2].host.command(name, MARKO, WishEnd())
            asked = (w.host.rematch(name, n % 2 + 1) for n, w in enumerate(workers * 4))
            again = {*await asyncio.gather(*asked)}
            assert len(again) == 1
            assert (await agreed(workers, name)).rematch in again
            rows = await execute(database, "SELECT id, status FROM tables")
            assert {(row[0], row[1]) for row in rows} == {
                (name, "ended"),
                (*again, "playing"),
            }
            rows = await execute(database, "SELECT DISTINCT table_id FROM events")
            assert {row[0] for row in rows} == {name, *again}


@pytest.mark.parametrize("stand_by", [0.0, 0.05], ids=["all at once", "the others stand by"])
async def test_a_bot_that_three_workers_know_makes_each_move_once(
    database: str, stand_by: float
) -> None:
    rng = random.Random(8)
    new = NewTable(("Lena",), ("random", "random"), settings=QUICK, begin=True, first=0)

    def mine(table: Table) -> bool:
        return not table.playing or table.to_act in table.seats_of(LENA)

    async with working(database, timings=replace(BRIEF, stand_by=stand_by)) as workers:
        name = await workers[0].host.create(new)
        for worker in workers:
            await worker.host.current(name)
        while (table := await seen(rng.choice(workers), name, mine)).playing:
            # With a player who looked a moment ago: no worker refuses that.
            await rng.choice(workers).host.command(name, LENA, next_play(table))
        assert table.status is Status.FINISHED
        table = await agreed(workers, name)
        assert replay(table.record(("Lena", "one", "other"))) == table.game
        acted = [event for event in await log_of(database, name) if isinstance(event, Acted)]
        for who in ("player", "bot"):
            counted = sum(worker.host.counts[who] for worker in workers)
            assert counted == len([event for event in acted if event.by == who])


async def test_a_name_that_is_forgotten_at_one_worker_is_gone_from_all(database: str) -> None:
    async with working(database) as workers:
        one = workers[0]
        name = await one.host.create(NewTable(("Lena",), settings=QUICK))
        lives = [await worker.host.current(name) for worker in workers]
        sat = await one.host.command(name, None, Sit("Marko-Xyzzy"))
        for worker, cached in zip(workers, lives, strict=True):
            await seen(worker, name, has_version(sat.version))
            assert "Xyzzy" in "".join(cached.recent_events)
        table = await workers[1].host.command(name, MARKO, Forget())
        for worker, cached in zip(workers, lives, strict=True):
            await seen(worker, name, has_version(table.version))
            assert cached is (await worker.host.current(name))
            assert "Xyzzy" not in repr(cached)
            for number in range(table.version + 1):
                lines = await events_after(worker.host, name, cached, number)
                assert len(lines) == table.version - number
                assert "Xyzzy" not in "".join(lines)
        rows = await execute(database, "SELECT data FROM events")
        assert "Xyzzy" not in "".join(row[0] for row in rows)
        await agreed(workers, name)


async def test_a_table_that_another_worker_has_deleted_is_gone(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever wants something of it is told, and no clock goes on for it."""
    async with working(database) as workers:
        one, other, third = workers
        wanted, timed = await one.host.create(PEOPLE), await one.host.create(HURRIED)
        for name in (wanted, timed):
            await other.host.current(name)
            await third.host.current(name)
        other.now = third.now = one.now = LATER + 10 * 86_400
        cached = other.host._cache[timed]
        gone = await third.store.delete(["playing"], LATER, 100)
        assert sorted(gone) == sorted([wanted, timed])
        with pytest.raises(TableError) as caught:
            await other.host.command(wanted, LENA, WishEnd())
        assert caught.value.code == "table/not-found"
        assert wanted not in other.host._cache
        # The time of a player is over at a table that is not there any more.
        other.host._schedule.set_timer(timed, cached, own=True)
        await asyncio.sleep(A_WHILE)
        for worker in (one, other):
            await until(lambda host=worker.host: timed not in host._cache)  # type: ignore[misc]
        assert cached.gone  # whoever looks on is sent away
        assert not await execute(database, "SELECT * FROM events")
    assert caplog.text.count("what was due at a table failed") <= 1


async def test_settings_changed_at_several_workers_at_once_are_all_taken(database: str) -> None:
    async with working(database) as workers:
        name = await workers[0].host.create(PEOPLE)
        wishes: list[Awaitable[Table]] = [
            worker.host.command(name, LENA, Configure(Settings(pace=n)))
            for n, worker in enumerate(workers)
        ]
        before = (await workers[0].host.current(name)).table.version
        await asyncio.gather(*wishes)
        assert (await agreed(workers, name)).version == before + 3
