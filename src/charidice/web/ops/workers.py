"""Several workers on one port: started, watched, restarted, and stopped together."""

import logging
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from multiprocessing.connection import wait
from pathlib import Path
from types import FrameType
from typing import Final, Protocol

_LOG = logging.getLogger(__name__)
_GOOD_SECONDS: Final = 5.0  # a worker that lives so long has started successfully
_MOST_FAILURES: Final = 5  # failed starts in a row, of each worker
_PAUSE_SECONDS: Final = 0.5
_LONGEST_PAUSE_SECONDS: Final = 10.0
_END_SECONDS: Final = 10.0


class Work(Protocol):
    """What a worker does: serve on an open port until it is stopped."""

    def __call__(self, worker: int, board: Path, listening: socket.socket, /) -> None:
        """Serve; the number and the board are for its figures."""


class Workers:
    """So many processes that do the same work on one port."""

    def __init__(self, count: int, work: Work, listening: socket.socket) -> None:
        self._work, self._listening = work, listening
        self._processes: dict[int, multiprocessing.process.BaseProcess] = {}
        self._started: dict[int, float] = {}
        self._not_before = dict.fromkeys(range(1, count + 1), 0.0)
        self._failures = dict.fromkeys(range(1, count + 1), 0)
        self._ending = False

    def run(self) -> bool:
        """Run until stopped; False if the workers could not start."""
        before = {
            number: signal.signal(number, self._end) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            with tempfile.TemporaryDirectory(prefix="charidice-") as board:
                self._watch(Path(board))
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        return not self._is_hopeless()

    def _watch(self, board: Path) -> None:
        try:
            while not self._ending and not self._is_hopeless():
                for number in self._failures:
                    if (
                        number not in self._processes
                        and time.monotonic() >= self._not_before[number]
                    ):
                        self._start(number, board)
                if not self._processes:
                    time.sleep(_PAUSE_SECONDS)
                wait([p.sentinel for p in self._processes.values()], _PAUSE_SECONDS)
                self._look()
        finally:
            self._end_all()

    def _start(self, number: int, board: Path) -> None:
        context = multiprocessing.get_context("spawn")
        process = context.Process(
            target=_worker,
            args=(self._work, number, board, self._listening),
            name=f"charidice-{number}",
        )
        process.start()
        self._processes[number], self._started[number] = process, time.monotonic()

    def _look(self) -> None:
        """Note which workers have ended, to restart them."""
        for number, process in list(self._processes.items()):
            if process.exitcode is None:
                continue
            process.join()
            del self._processes[number]
            if self._ending:
                continue
            _LOG.warning("worker %d ended with code %s", number, process.exitcode)
            if self._has_started_well(number):
                self._failures[number] = 0
            elif process.exitcode > 0 or self._failures[number] < _MOST_FAILURES - 1:
                self._failures[number] += 1  # killed workers only wait longer
            pause = _PAUSE_SECONDS * (2 ** self._failures[number] - 1)
            self._not_before[number] = time.monotonic() + min(pause, _LONGEST_PAUSE_SECONDS)

    def _has_started_well(self, number: int) -> bool:
        return time.monotonic() - self._started[number] > _GOOD_SECONDS

    def _is_hopeless(self) -> bool:
        """Whether all workers have failed to start, again and again."""
        return min(self._failures.values()) >= _MOST_FAILURES

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._ending = True

    def _end_all(self) -> None:
        for process in self._processes.values():
            process.terminate()
        until = time.monotonic() + _END_SECONDS
        for process in self._processes.values():
            process.join(max(0.0, until - time.monotonic()))
            if process.exitcode is None:
                process.kill()
                process.join()


def _worker(work: Work, number: int, board: Path, listening: socket.socket) -> None:
    """In the new process: work, and stop when the parent process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the parent stops us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work(number, board, listening)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
