"""The watchdog of the event loop: what blocked it, and for how long.

A stall is processor time of the loop's thread between two returns to the selector. Wall time would
blame us for what neighbours do on shared cores. A timer of the loop looks at that time often: what
was used since it last ran, less the pause between two runs, was used by one round of the loop. So
a stall is never overstated, and understated by at most that pause.

Another thread looks at the stack of the loop when a round takes long: that is the cause. Where
compiled code holds the interpreter, it sees the line right after it.
"""

import asyncio
import gc
import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

from charidice.web.ops.metrics import Metrics

LOG: Final = logging.getLogger("charidice.stalls")
PAUSE_SECONDS: Final = 0.02
STALL_SECONDS: Final = 0.05  # what counts as a stall
WARN_SECONDS: Final = 0.25  # what the log warns of; smaller ones are there from level info on
_LOOK_SECONDS: Final = 0.02
_FRAMES_SHOWN: Final = 6
_STALLS_KEPT: Final = 100
_PACKAGE: Final = Path(__file__).parents[2]
COLLECTION: Final = "garbage collection"
HELD: Final = "something held the event loop"


@dataclass(frozen=True, slots=True)
class Stall:
    """One round of the loop that took long: seconds of processor time, and what it was doing."""

    seconds: float
    cause: str


class Watchdog:
    """Watches the loop in which it was started; `report` is called for every stall."""

    def __init__(self, report: Callable[[Stall], None]) -> None:
        self._report = report
        self.stalls: deque[Stall] = deque(maxlen=_STALLS_KEPT)
        self._rounds = 0  # looks so far
        self._used = 0.0
        self._collected = 0.0  # of that, by the garbage collector
        self._collecting = 0.0
        self._seen: tuple[int, str] = (-1, "")
        self._timer: asyncio.TimerHandle | None = None
        self._ended = threading.Event()
        self._thread = 0

    def start(self) -> None:
        """Watch the running loop, in this thread."""
        self._thread = threading.get_ident()
        self._used = time.thread_time()
        gc.callbacks.append(self._collection)
        threading.Thread(target=self._look, name="charidice-watchdog", daemon=True).start()
        self._tick()

    def stop(self) -> None:
        """Stop watching."""
        self._ended.set()
        if self._timer is not None:
            self._timer.cancel()
        if self._collection in gc.callbacks:
            gc.callbacks.remove(self._collection)

    def _tick(self) -> None:
        used = time.thread_time()
        held = used - self._used - PAUSE_SECONDS
        if held > STALL_SECONDS:
            self._note(held)
            used = time.thread_time()  # the time of the report is not counted for the next round
        self._used, self._collected = used, 0.0
        self._rounds += 1
        self._timer = asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._tick)

    def _note(self, held: float) -> None:
        rounds, cause = self._seen
        if self._collected > held / 2:
            cause = COLLECTION
        elif rounds != self._rounds:
            cause = "unknown"
        stall = Stall(held, cause)
        self.stalls.append(stall)
        self._report(stall)

    def _collection(self, phase: str, _info: dict[str, int]) -> None:
        if threading.get_ident() != self._thread:
            return
        if phase == "start":
            self._collecting = time.thread_time()
        else:
            self._collected += time.thread_time() - self._collecting

    def _look(self) -> None:
        """In a thread of its own: note what the loop does when it has not come round for long."""
        rounds = -1
        while not self._ended.wait(_LOOK_SECONDS):
            if rounds == self._rounds and self._seen[0] != rounds:
                self._seen = (rounds, shown(frame_of(self._thread)))
            rounds = self._rounds


def frame_of(thread: int) -> FrameType | None:
    """Where a thread is, seen from another one.

    CPython looks while it holds a lock that threads need to begin and to end. A garbage collection
    in that moment runs callbacks, which let other threads go on: one that begins or ends would then
    wait for the lock with the interpreter in its hands, and the process would stand still for ever.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return sys._current_frames().get(thread)  # noqa: SLF001  # there is no other way
    finally:
        if collects:
            gc.enable()


def report_stall(metrics: Metrics, stall: Stall) -> None:
    """Count a stall, and log it with its cause."""
    metrics.stalled(stall.seconds)
    level = logging.WARNING if stall.seconds > WARN_SECONDS else logging.INFO
    fields = {"ms": round(1000 * stall.seconds), "in": stall.cause}
    LOG.log(level, HELD, extra={"fields": fields})


def shown(frame: FrameType | None) -> str:
    """Where a thread is, the innermost place last; of the package the file in it, else its name."""
    places: list[str] = []
    while frame is not None and len(places) < _FRAMES_SHOWN:
        path = Path(frame.f_code.co_filename)
        name = path.relative_to(_PACKAGE) if path.is_relative_to(_PACKAGE) else path.name
        places.append(f"{name}:{frame.f_lineno} {frame.f_code.co_name}")
        frame = frame.f_back
    return " > ".join(reversed(places))
