"""The pool of processes: fair to all who ask, and whole again after every mishap."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import psutil
import pytest
from prometheus_client.core import CounterMetricFamily
from tests.support import posix_only
from tests.web.ops.judged import crash, dawdle, die, doubled, my_process, refuse

from charidice.records import RecordError
from charidice.web.config import Judging
from charidice.web.ops.judge import JudgeError
from charidice.web.ops.judges import Judges
from charidice.web.ops.metrics import JudgesCollector

LONG = 600.0


def children() -> set[int]:
    """The processes of judges that this one has started."""
    found = psutil.Process().children(recursive=True)
    return {child.pid for child in found if "spawn_main" in _words(child)}


def _words(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:  # it has ended
        return ""


@asynccontextmanager
async def pool(**judging: Any) -> AsyncIterator[Judges]:
    judges = Judges(Judging(**{"processes": 1, **judging}))
    try:
        yield judges
    finally:
        await judges.close()


async def until(done: Callable[[], bool]) -> None:
    while not done():
        await asyncio.sleep(0.01)


async def refused(code: str, waiting: "asyncio.Future[Any]") -> None:
    with pytest.raises(JudgeError) as caught:
        await waiting
    assert caught.value.code == code


async def test_work_is_done_in_another_process_which_stays_for_the_next() -> None:
    before = children()
    async with pool() as judges:
        assert children() == before  # until it is needed
        assert await judges.run("10.0.0.1", doubled, 21) == 42
        (judge,) = children() - before
        assert await judges.run("10.0.0.2", my_process) == judge
        assert children() - before == {judge}


async def test_a_process_without_work_ends_after_a_while_and_a_new_one_comes_for_the_next() -> None:
    before = children()
    async with pool(rest_after=0.2) as judges:
        first = await judges.run("a", my_process)
        await until(lambda: children() == before)
        second = await judges.run("a", my_process)
        assert first != second
        assert children() - before == {second}


async def test_an_end_leaves_no_process_and_tells_whoever_waits() -> None:
    before = children()
    async with pool() as judges:
        works = asyncio.ensure_future(judges.run("a", dawdle, LONG))
        waits = asyncio.ensure_future(judges.run("b", doubled, 1))
        await until(lambda: len(children() - before) == 1)
    assert children() == before
    for task in (works, waits):
        await refused("judge/ending", task)
    await refused("judge/ending", asyncio.ensure_future(judges.run("a", doubled, 1)))
    assert children() == before


async def test_a_pool_that_was_never_used_ends_too() -> None:
    before = children()
    async with pool(processes=3):
        pass
    assert children() == before


async def test_an_address_has_one_task_at_a_time_and_others_come_between() -> None:
    async with pool(processes=2) as judges:
        done: list[str] = []

        async def work(who: str, name: str, seconds: float) -> None:
            await judges.run(who, dawdle, seconds)
            done.append(name)

        greedy = [asyncio.ensure_future(work("::1", f"greedy {n}", 0.4)) for n in range(4)]
        await until(lambda: judges.running == 1)
        await asyncio.sleep(0.1)
        assert (judges.running, judges.waiting) == (1, 3)  # though a second process is idle
        await work("10.0.0.9", "other", 0.0)
        assert "greedy 3" not in done  # not behind all four
        await asyncio.gather(*greedy)
        assert [name for name in done if name != "other"] == [f"greedy {n}" for n in range(4)]


async def test_whoever_asks_for_much_waits_behind_those_who_ask_for_little() -> None:
    async with pool() as judges:
        done: list[str] = []

        async def work(who: str) -> None:
            await judges.run(who, doubled, 1)
            done.append(who)

        holding = asyncio.ensure_future(judges.run("holding", dawdle, 0.3))
        tasks = [asyncio.ensure_future(work(who)) for who in ("much", "much", "much", "little")]
        await asyncio.gather(holding, *tasks)
    assert done == ["much", "little", "much", "much"]


async def test_a_network_of_ipv6_counts_as_one_address() -> None:
    async with pool(processes=2) as judges:
        first = asyncio.ensure_future(judges.run("2001:db8::1", dawdle, 0.3))
        second = asyncio.ensure_future(judges.run("2001:db8::2", doubled, 1))
        await until(lambda: judges.running > 0)
        assert (judges.running, judges.waiting) == (1, 1)
        await asyncio.gather(first, second)


async def test_only_so_many_wait_of_one_address_and_in_all() -> None:
    async with pool(waiting=3, waiting_each=2) as judges:
        works = asyncio.ensure_future(judges.run("a", dawdle, LONG))
        await until(lambda: judges.running == 1)
        waits = [asyncio.ensure_future(judges.run("a", doubled, n)) for n in range(2)]
        await until(lambda: judges.waiting == 2)
        await refused("judge/busy", asyncio.ensure_future(judges.run("a", doubled, 1)))
        waits.append(asyncio.ensure_future(judges.run("b", doubled, 3)))
        await until(lambda: judges.waiting == 3)
        await refused("judge/busy", asyncio.ensure_future(judges.run("c", doubled, 1)))
    for task in (works, *waits):
        await refused("judge/ending", task)


async def test_who_no_longer_waits_makes_room_and_who_runs_keeps_the_turn_to_its_end() -> None:
    async with pool() as judges:
        works = asyncio.ensure_future(judges.run("a", dawdle, 0.3))
        waits = asyncio.ensure_future(judges.run("a", doubled, 1))
        await until(lambda: judges.waiting == 1)
        waits.cancel()
        works.cancel()
        await asyncio.wait([works, waits])
        assert (judges.running, judges.waiting) == (1, 0)  # its process still works
        assert await judges.run("a", doubled, 2) == 4


@posix_only
async def test_a_process_that_dies_is_replaced() -> None:
    before = children()
    async with pool() as judges:
        await refused("judge/failed", asyncio.ensure_future(judges.run("a", die)))
        assert await judges.run("a", doubled, 2) == 4
        (judge,) = children() - before
        psutil.Process(judge).kill()  # while it has nothing to do; perhaps it is not gone yet
        assert await judges.run("a", doubled, 3) == 6


async def test_a_task_that_takes_too_long_is_ended_and_its_process_replaced() -> None:
    before = children()
    async with pool(seconds=0.5) as judges:
        first = await judges.run("a", my_process)
        await refused("judge/slow", asyncio.ensure_future(judges.run("a", dawdle, LONG)))
        assert await judges.run("a", my_process) != first
        assert len(children() - before) == 1


async def test_a_limit_that_comes_too_late_harms_nobody() -> None:
    async with pool() as judges:
        assert await judges.run("a", doubled, 1) == 2
        judges._judges[0].stop("judge/slow")  # as if the task had ended in that moment
        assert await judges.run("b", doubled, 2) == 4


async def test_an_error_with_a_code_comes_back_whole() -> None:
    async with pool() as judges:
        with pytest.raises(RecordError) as caught:
            await judges.run("a", refuse)
    assert (caught.value.code, caught.value.line) == ("records/json", 7)


async def test_an_error_without_a_code_is_logged_without_its_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with pool() as judges:
        with caplog.at_level(logging.ERROR, "charidice"):
            await refused("judge/failed", asyncio.ensure_future(judges.run("a", crash, "Lena")))
    (line,) = caplog.records
    fields: dict[str, Any] = line.__dict__["fields"]
    assert fields["error"] == "LookupError"
    assert "crash" in fields["where"][-1]
    assert "Lena" not in str(fields)


async def test_work_in_pieces_tells_how_far_it_is_and_lets_others_in_between() -> None:
    async with pool() as judges:
        order: list[str] = []

        async def other() -> None:
            await judges.run("other", doubled, 1)
            order.append("other")

        waiting: list[asyncio.Future[None]] = []
        async for piece in judges.each("a", doubled, [5, 6, 7]):
            order.append(f"{piece.done} of {piece.total}: {piece.result}")
            if not waiting:
                waiting.append(asyncio.ensure_future(other()))
                await asyncio.sleep(0)
        await asyncio.gather(*waiting)
    assert order == ["1 of 3: 10", "other", "2 of 3: 12", "3 of 3: 14"]


async def test_work_in_pieces_that_was_let_in_is_not_turned_away_later() -> None:
    async with pool(waiting=1, waiting_each=1) as judges:
        pieces = aiter(judges.each("a", doubled, [1, 2]))
        await anext(pieces)
        works = asyncio.ensure_future(judges.run("b", dawdle, 0.3))
        waits = asyncio.ensure_future(judges.run("c", doubled, 1))
        await until(lambda: judges.waiting == 1)
        await refused("judge/busy", asyncio.ensure_future(judges.run("d", doubled, 1)))
        assert (await anext(pieces)).result == 4
        await asyncio.gather(works, waits)


async def test_figures_say_what_runs_what_waits_and_what_was_lost() -> None:
    async with pool(seconds=0.5) as judges:
        slow = asyncio.ensure_future(judges.run("a", dawdle, LONG))
        waits = asyncio.ensure_future(judges.run("a", doubled, 1))
        await until(lambda: judges.running == 1)
        families = {family.name: family for family in JudgesCollector(judges).collect()}
        assert families["charidice_judges_running"].samples[0].value == 1
        assert families["charidice_judges_waiting"].samples[0].value == 1
        await asyncio.wait([slow, waits])
        families = {family.name: family for family in JudgesCollector(judges).collect()}
    lost = families["charidice_judges_lost"]
    assert isinstance(lost, CounterMetricFamily)
    assert {sample.labels["code"]: sample.value for sample in lost.samples} == {
        "judge/slow": 1,
        "judge/failed": 0,
    }
    seconds = {sample.name: sample.value for sample in families["charidice_judge_seconds"].samples}
    assert seconds["charidice_judge_seconds_count"] == 2
    await refused("judge/slow", slow)
    assert waits.result() == 2
