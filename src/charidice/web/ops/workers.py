"""Several workers on one port: started, watched, restarted, and stopped together."""

import logging
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType
from typing import Final, Protocol

from charidice.web.ops.pulse import Pulse

_LOG = logging.getLogger(__name__)
_GOOD_SECONDS: Final = 5.0  # a worker that lives so long has started successfully
_MOST_FAILURES: Final = 5  # failed starts in a row, of each worker
_PAUSE_SECONDS: Final = 0.5
_LONGEST_PAUSE_SECONDS: Final = 10.0
_END_SECONDS: Final = 10.0
_HANG_SECONDS: Final = 30.0  # without a beat: far longer than any stall


class Work(Protocol):
    """What a worker does: serve on an open port until it is stopped."""

    def __call__(
        self, worker: int, board: Path, listening: socket.socket, beat: Callable[[], None], /
    ) -> None:
        """Serve; number and board are for its figures, `beat` shows that it still goes on."""


@dataclass(slots=True)
class _Running:
    """A worker that runs: since when, and for how long its pulse has been still."""

    process: BaseProcess
    pulse: Pulse
    started: float
    beats: int = 0
    still_seconds: float = 0.0

    def feel(self, seconds: float) -> float:
        """Look at the pulse, so long after the last time: for how long has it been still?

        A worker that has never beaten may still be waiting for its database.
        """
        beats = self.pulse.beats
        is_still = 0 < beats == self.beats
        self.beats, self.still_seconds = beats, self.still_seconds + seconds if is_still else 0.0
        return self.still_seconds


class Workers:
    """So many processes that do the same work on one port."""

    def __init__(
        self,
        count: int,
        work: Work,
        listening: socket.socket,
        hang_seconds: float = _HANG_SECONDS,
    ) -> None:
        self._work, self._listening, self._hang_seconds = work, listening, hang_seconds
        self._running: dict[int, _Running] = {}
        self._looked = time.monotonic()
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
                    if number not in self._running and time.monotonic() >= self._not_before[number]:
                        self._start(number, board)
                if not self._running:
                    time.sleep(_PAUSE_SECONDS)
                wait([r.process.sentinel for r in self._running.values()], _PAUSE_SECONDS)
                self._note_ended()
                self._end_hanging()
        finally:
            self._end_all()

    def _start(self, number: int, board: Path) -> None:
        pulse = Pulse()
        process = multiprocessing.get_context("spawn").Process(
            target=_worker,
            args=(self._work, number, board, self._listening, pulse),
            name=f"charidice-{number}",
        )
        process.start()
        self._running[number] = _Running(process, pulse, time.monotonic())

    def _note_ended(self) -> None:
        """Note who has ended; they are started again."""
        for number, running in list(self._running.items()):
            process = running.process
            if process.exitcode is None:
                continue
            process.join()
            del self._running[number]
            if self._ending:
                continue
            _LOG.warning("worker %d ended with code %s", number, process.exitcode)
            if time.monotonic() - running.started > _GOOD_SECONDS:
                self._failures[number] = 0
            elif process.exitcode > 0 or self._failures[number] < _MOST_FAILURES - 1:
                self._failures[number] += 1  # killed workers only wait longer
            pause = _PAUSE_SECONDS * (2 ** self._failures[number] - 1)
            self._not_before[number] = time.monotonic() + min(pause, _LONGEST_PAUSE_SECONDS)

    def _end_hanging(self) -> None:
        """Kill workers whose event loop stands still: nothing else would end them."""
        now = time.monotonic()
        seconds = min(now - self._looked, 2 * _PAUSE_SECONDS)  # we may have been stopped ourselves
        self._looked = now
        for number, running in self._running.items():
            if running.feel(seconds) > self._hang_seconds and running.process.exitcode is None:
                _LOG.error("worker %d hangs and is killed", number)
                running.process.kill()

    def _is_hopeless(self) -> bool:
        """Whether all workers have failed to start, again and again."""
        return min(self._failures.values()) >= _MOST_FAILURES

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._ending = True

    def _end_all(self) -> None:
        processes = [running.process for running in self._running.values()]
        for process in processes:
            process.terminate()
        until = time.monotonic() + _END_SECONDS
        for process in processes:
            process.join(max(0.0, until - time.monotonic()))
            if process.exitcode is None:
                process.kill()
                process.join()


def _worker(work: Work, number: int, board: Path, listening: socket.socket, pulse: Pulse) -> None:
    """In the new process: work, and end when the one who started it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the one above ends us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work(number, board, listening, pulse.beat)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
