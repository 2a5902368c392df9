"""A choice is held for a moment for a receiver who is there, on this worker or on another one."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import uvloop
from tests.storage.support import Place
from tests.tables.hosting.support import log_of, reached, server, settled
from tests.tables.hosting.workers import Worker, until, working
from tests.tables.support import ANY_DIE, LENA, MARKO

from charidice.rules import Ask, Pass
from charidice.tables import Host, NewTable, Settings, Table, TableError
from charidice.tables.hosting.pauses import LONGEST_PAUSE, Pause
from charidice.tables.model import clock
from charidice.tables.model.commands import Leave, Play
from charidice.tables.model.events import Acted, decode
from charidice.web.sharing import share_company

HELD = NewTable(
    ("Lena", "Marko"),
    settings=Settings(ask_seconds=20, turn_seconds=0, pace=0, grace_seconds=0),
    begin=True,
    first=0,
)
BOT_TO_ROLL = NewTable(
    ("Lena",), ("random",), settings=Settings(pace=50, grace_seconds=0), begin=True, first=1
)


async def rolled(host: Host) -> tuple[str, Table]:
    """A table where Lena has rolled, and Marko may ask."""
    name = await host.create(HELD)
    start = (await host.current(name)).table
    table = await host.command(name, LENA, Play(None, start.position))
    assert (table.to_act, table.may_ask) == (0, 1)
    return name, table


async def choice(host: Host, name: str, table: Table) -> str:
    """What comes of Lena's choice: "done", or the code of a refusal."""
    try:
        await host.command(name, LENA, Play(ANY_DIE, table.position))
    except TableError as error:
        return error.code
    return "done"


# One worker


async def test_nothing_is_held_for_a_receiver_without_a_page(place: Place) -> None:
    async with server(place) as host:
        name, table = await rolled(host)
        async with host.watching(name, LENA), host.watching(name):  # others do not count
            assert await choice(host, name, table) == "done"


async def test_a_choice_is_held_for_a_receiver_with_a_page_until_the_moment_is_over(
    place: Place,
) -> None:
    now = 1000.0
    async with server(place, lambda: now) as host:
        name, table = await rolled(host)
        async with host.watching(name, MARKO):
            assert await choice(host, name, table) == "table/held"
            now += 19.9
            assert await choice(host, name, table) == "table/held"
            now += 0.1
            assert await choice(host, name, table) == "done"


async def test_not_now_or_a_closed_page_ends_the_hold(place: Place) -> None:
    async with server(place) as host:
        name, table = await rolled(host)
        async with host.watching(name, MARKO):
            assert await choice(host, name, table) == "table/held"
            await host.command(name, MARKO, Play(Pass(), table.position))
            assert await choice(host, name, table) == "done"
        name, table = await rolled(host)
        async with host.watching(name, MARKO):
            assert await choice(host, name, table) == "table/held"
        assert await choice(host, name, table) == "done"


@pytest.fixture(autouse=True)
def _little_is_left_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice are drawn, and with some of them bots would wait longer."""
    monkeypatch.setattr(clock, "_MUCH", 1000)


def waits(host: Host, name: str) -> float:
    """In how many seconds something happens by itself at a table."""
    cached = host.in_memory(name)
    assert cached is not None
    assert cached.timer is not None
    return cached.timer.when() - asyncio.get_running_loop().time()


async def test_who_opens_the_question_has_time_to_read_it_once_a_roll(place: Place) -> None:
    now = 1000.0
    async with server(place, lambda: now) as host:
        name, table = await rolled(host)
        async with host.watching(name, LENA), host.watching(name, MARKO):
            now += 19.0
            host.pauses.ask(Pause(name, LENA, table.position))  # she cannot ask
            host.pauses.ask(Pause(name, MARKO, table.position - 1))  # for what is over
            assert (await host.current(name)).reading_until == 0
            host.pauses.ask(Pause(name, MARKO, table.position))
            now += clock.READING_SECONDS - 0.1  # longer than the choice is held else
            assert await choice(host, name, table) == "table/held"
            host.pauses.ask(Pause(name, MARKO, table.position))  # nobody reads for ever
            now += 0.1
            assert await choice(host, name, table) == "done"
            assert (await host.current(name)).reading_until == 0


async def test_where_the_host_wants_no_hold_nobody_waits_for_who_reads(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(replace(HELD, settings=replace(HELD.settings, ask_seconds=0)))
        async with host.watching(name, LENA), host.watching(name, MARKO):
            start = (await host.current(name)).table
            table = await host.command(name, LENA, Play(None, start.position))
            host.pauses.ask(Pause(name, MARKO, table.position))
            assert await choice(host, name, table) == "done"


def test_a_bot_that_acts_at_once_can_be_asked_to_wait(place: Place) -> None:
    """On the event loop of servers, whose handles without a delay do not know their time."""
    settings = Settings(pace=0, grace_seconds=0, ask_seconds=0)
    at_once = NewTable(("Lena",), ("random",), settings=settings, begin=True, first=0)

    async def play() -> None:
        async with server(place) as host:
            name = await host.create(at_once)
            start = (await host.current(name)).table
            table = await host.command(name, LENA, Play(None, start.position))
            while table.to_act != 0:
                table = (await host.current(name)).table
                await asyncio.sleep(0.01)
            table = await host.command(name, LENA, Play(ANY_DIE, table.position))
            host.pauses.ask(Pause(name, LENA, table.position, 5))
            assert 4 < waits(host, name) < 5.01

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(play())


async def test_an_active_bot_waits_for_a_receiver_who_is_there(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(HELD)
        async with host.watching(name, MARKO):
            await host.command(name, LENA, Leave())
            table = await reached(host, name, lambda table: table.asking)  # a bot has rolled
            await settled()
            assert 4 < waits(host, name) <= 6  # less: nobody else is there
            assert (await host.current(name)).table == table
            for stranger in (None, LENA):
                host.pauses.ask(Pause(name, stranger, table.position))
                assert waits(host, name) <= 6
            host.pauses.ask(Pause(name, MARKO, table.position))  # who has opened the question
            assert 9 < waits(host, name) <= 10
            await host.command(name, MARKO, Play(Pass(), table.position))
            await reached(host, name, lambda later: later.position > table.position + 1)


async def test_bots_wait_for_somebody_alone_with_them_and_only_so_long(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(BOT_TO_ROLL)
        position = (await host.current(name)).table.position
        before = waits(host, name)
        host.pauses.ask(Pause(name, LENA, position - 1, 8))  # for what is over
        assert waits(host, name) <= before < 6
        host.pauses.ask(Pause(name, LENA, position, 8))
        assert 7 < waits(host, name) <= 8
        host.pauses.ask(Pause(name, LENA, position, 3))  # nothing is shortened
        assert 7 < waits(host, name) <= 8
        host.pauses.ask(Pause(name, LENA, position, 999_999))
        assert LONGEST_PAUSE - 1 < waits(host, name) <= LONGEST_PAUSE
        await host.hurry(name, LENA, position)
        after = (await host.current(name)).table
        assert after.position > position


async def test_an_active_bot_goes_on_where_the_receiver_has_no_page(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(HELD)
        await host.command(name, LENA, Leave())
        async with asyncio.timeout(15):  # less than one hold
            await reached(host, name, lambda table: table.to_act == 1)  # the bot's turn is over
        acted = [decode(line) for line in await log_of(host, name)]
        passes = [
            text for e in acted if isinstance(e, Acted) for text in e.actions if "pass" in text
        ]
        assert passes
        assert set(passes) == {"pass implied"}


async def both_at_once(one: Host, other: Host, name: str, table: Table) -> tuple[str, str]:
    """What Lena, who goes on, and Marko, who asks, are answered at the same moment."""
    answers = await asyncio.gather(
        one.command(name, LENA, Play(ANY_DIE, table.position)),
        other.command(name, MARKO, Play(Ask(), table.position)),
        return_exceptions=True,
    )
    codes = []
    for answer in answers:
        assert isinstance(answer, (Table, TableError)), answer
        codes.append(answer.code if isinstance(answer, TableError) else "done")
    return codes[0], codes[1]


ONE_OF = {("done", "table/too-late-to-ask"), ("table/asked-first", "done")}


async def test_of_two_at_the_same_moment_one_is_done_and_the_other_reads_why(place: Place) -> None:
    async with server(place) as host:
        name, table = await rolled(host)
        codes = await both_at_once(host, host, name, table)
        assert codes in ONE_OF
        after = (await host.current(name)).table
        assert after.game is not None
        assert after.game.sheets[1].box is (codes[0] == "done")
        assert len(await log_of(host, name)) == table.version + 1


# Three workers


@contextlib.asynccontextmanager
async def telling(workers: list[Worker]) -> AsyncIterator[None]:
    """Workers tell each other who is there, as those of a server do."""
    for worker in workers:
        worker.store.on_broadcast("presence", worker.host.presence.on_message)
        worker.store.on_broadcast("pauses", worker.host.pauses.on_message)
    tasks = [asyncio.create_task(share_company(worker.store, worker.host)) for worker in workers]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_receiver_with_a_page_at_another_worker_is_there(database: str) -> None:
    async with working(database) as workers, telling(workers):
        one, two, three = (worker.host for worker in workers)
        name, table = await rolled(one)
        await two.current(name)
        assert await choice(one, name, table) == "done"  # no page anywhere
        name, table = await rolled(one)
        async with three.watching(name, MARKO):
            await until(lambda: MARKO in one.presence.at(name) and MARKO in two.presence.at(name))
            for host in (one, two, three):
                assert await choice(host, name, table) == "table/held"
        await until(lambda: not one.presence.at(name))
        assert await choice(one, name, table) == "done"


async def test_a_bot_waits_for_a_receiver_at_another_worker(database: str) -> None:
    async with working(database) as workers, telling(workers):
        one, _two, three = (worker.host for worker in workers)
        name = await one.create(HELD)
        async with three.watching(name, MARKO):
            await until(lambda: MARKO in one.presence.at(name))
            await one.command(name, LENA, Leave())
            table = await reached(one, name, lambda table: table.asking)
            await settled()
            assert 4 < waits(one, name) <= 6
            three.pauses.ask(Pause(name, MARKO, table.position))  # the others are told
            await until(lambda: waits(one, name) > 8)
            await three.command(name, MARKO, Play(Ask(), table.position))
            await reached(one, name, lambda later: later.to_act == 1)


@pytest.mark.parametrize("attempt", range(3))
async def test_at_two_workers_at_the_same_moment_the_log_decides(
    database: str, attempt: int
) -> None:
    async with working(database) as workers:
        hosts = [worker.host for worker in workers]
        name, table = await rolled(hosts[0])
        for host in hosts:
            await host.current(name)
        one, other = hosts[attempt], hosts[(attempt + 1) % 3]
        codes = await both_at_once(one, other, name, table)
        assert codes in ONE_OF
        for host in hosts:
            after = (await host.current(name)).table
            assert after.version == table.version + 1
            assert after.game is not None
            assert after.game.sheets[1].box is (codes[0] == "done")
