"""The watchdog sees what holds the event loop, and nothing else."""

import asyncio
import gc
import time
from collections.abc import Callable

from charidice.web.stalls import COLLECTION, STALL_SECONDS, Stall, Watchdog


def busy(seconds: float) -> None:
    """Use so much processor time."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        sum(range(100))


def watched(work: Callable[[], None], times: int = 1) -> list[Stall]:
    """What the watchdog says of something that runs in the loop so many times."""

    async def run() -> list[Stall]:
        told: list[Stall] = []
        watchdog = Watchdog(told.append)
        watchdog.start()
        await asyncio.sleep(0.05)
        for _ in range(times):
            work()
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        watchdog.stop()
        assert told == list(watchdog.stalls)
        return told

    return asyncio.run(run())


def a_long_loop() -> None:
    busy(0.3)


def test_work_that_holds_the_loop_is_a_stall_with_its_cause() -> None:
    [stall] = watched(a_long_loop)
    assert 0.25 < stall.seconds < 0.35
    assert "a_long_loop" in stall.cause


def test_much_work_that_lets_others_come_in_between_is_none() -> None:
    assert watched(lambda: busy(0.005), times=60) == []


def test_sleeping_is_none_however_long_others_had_to_wait() -> None:
    assert watched(lambda: time.sleep(0.2)) == []


def test_the_collector_of_garbage_is_named() -> None:
    kept = [[n] for n in range(600_000)]

    def collect() -> None:
        while True:
            began = time.thread_time()
            gc.collect()
            if time.thread_time() - began > 3 * STALL_SECONDS:
                return
            kept.extend([n] for n in range(600_000))

    assert COLLECTION in [stall.cause for stall in watched(collect)]
