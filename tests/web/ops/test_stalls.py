"""The watchdog sees what holds the event loop, and nothing else."""

import asyncio
import gc
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from charidice.web.ops.metrics import Metrics
from charidice.web.ops.stalls import (
    COLLECTION,
    HELD,
    LOG,
    STALL_SECONDS,
    Stall,
    Watchdog,
    frame_of,
    report_stall,
)


def busy(seconds: float) -> None:
    """Use so much processor time."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        sum(range(100))


async def watched(work: Callable[[], None], times: int = 1) -> list[Stall]:
    """What the watchdog says of something that runs in the loop so many times."""
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


def a_long_loop() -> None:
    busy(0.3)


async def test_work_that_holds_the_loop_is_a_stall_with_its_cause() -> None:
    [stall] = await watched(a_long_loop)
    assert 0.25 < stall.seconds < 0.35
    assert "a_long_loop" in stall.cause


async def test_much_work_that_lets_others_come_in_between_is_none() -> None:
    assert await watched(lambda: busy(0.005), times=60) == []


async def test_sleeping_is_none_however_long_others_had_to_wait() -> None:
    assert await watched(lambda: time.sleep(0.2)) == []


async def test_the_collector_of_garbage_is_named() -> None:
    kept = [[n] for n in range(600_000)]

    def collect() -> None:
        while True:
            began = time.thread_time()
            gc.collect()
            if time.thread_time() - began > 3 * STALL_SECONDS:
                return
            kept.extend([n] for n in range(600_000))

    assert COLLECTION in [stall.cause for stall in await watched(collect)]


def told(seconds: float, caplog: pytest.LogCaptureFixture) -> list[tuple[str, object]]:
    """The level and the fields of what the log of a server says about a stall."""
    caplog.clear()
    with caplog.at_level(logging.INFO, LOG.name):
        report_stall(Metrics(1), Stall(seconds, "a loop"))
    return [(r.levelname, vars(r)["fields"]) for r in caplog.records if r.message == HELD]


def test_the_log_warns_of_long_stalls_and_says_short_ones_to_who_wants_to_know(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert told(0.1, caplog) == [("INFO", {"ms": 100, "in": "a loop"})]
    assert told(0.3, caplog) == [("WARNING", {"ms": 300, "in": "a loop"})]


def test_a_server_that_is_ready_has_loaded_what_streams_and_files_need(tmp_path: Path) -> None:
    """Imports in the middle of a request hold everybody up."""
    program = """
import asyncio, sys
from pathlib import Path
from charidice.storage import SQLiteStore
from charidice.tables import Host
from charidice.web.app import create_app
from charidice.web.config import Config

async def main():
    app = create_app(Host(SQLiteStore(Path(sys.argv[1]))), bytes(32), Config())
    async with app.router.lifespan_context(app):
        assert "anyio._backends._asyncio" in sys.modules

asyncio.run(main())
"""
    words = [sys.executable, "-c", program, str(tmp_path / "tables.db")]
    subprocess.run(words, check=True, timeout=60)


def test_nothing_is_collected_while_it_looks_at_other_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A collection in that moment runs Python under a lock of CPython: a process stood still."""
    looking, collected, look = [False], [False], sys._current_frames

    def looked() -> dict[int, FrameType]:
        looking[0] = True
        found = look()
        looking[0] = False
        return found

    def collecting(_phase: str, _info: dict[str, int]) -> None:
        collected[0] |= looking[0]

    monkeypatch.setattr(sys, "_current_frames", looked)
    before = gc.get_threshold()
    gc.callbacks.append(collecting)
    gc.set_threshold(1)
    try:
        for _ in range(100):
            assert frame_of(threading.get_ident())
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(collecting)
    assert gc.isenabled()
    assert collected == [False]
