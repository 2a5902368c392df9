"""A pool of processes for long work, fair to all who ask: nothing of it in the event loop.

Everybody, an address or a table, has one task running at most and a few that wait, and those who
wait take turns. So whoever asks for much waits longest, and nobody can occupy the pool.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, ParamSpec, TypeVar

from prometheus_client import Histogram

from charidice.web.config import Judging
from charidice.web.edge.addresses import site_of
from charidice.web.ops.judge import Judge, JudgeError, Work

_BUCKETS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_P = ParamSpec("_P")
_T = TypeVar("_T")
_A = TypeVar("_A")


@dataclass(frozen=True, slots=True)
class Piece(Generic[_T]):
    """A piece of work that is done: its result, and how many of how many are done now."""

    done: int
    total: int
    result: _T


@dataclass(eq=False, slots=True)
class _Task:
    """Work that somebody waits for."""

    who: str
    work: Work
    future: "asyncio.Future[Any]"


class Judges:
    """The pool of a worker; its processes start when they are first needed."""

    def __init__(self, judging: Judging | None = None) -> None:
        self._judging = judging or Judging()
        count = self._judging.processes
        self._judges = [Judge() for _ in range(count)]
        self._idle = list(reversed(self._judges))  # the last one is the next to work
        self._threads = ThreadPoolExecutor(count, "charidice-judge")  # each waits for a process
        self._waiting: OrderedDict[str, deque[_Task]] = OrderedDict()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._resting: dict[Judge, asyncio.TimerHandle] = {}  # those who will, and when
        self._closing = False
        self.lost: Counter[str] = Counter()
        self.seconds = Histogram(
            "charidice_judge_seconds",
            "Time that tasks of the pool of judges took, without waiting.",
            buckets=_BUCKETS,
            registry=None,
        )

    @property
    def running(self) -> int:
        """How many tasks run now."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """How many tasks wait for their turn."""
        return sum(map(len, self._waiting.values()))

    async def run(
        self, who: str, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
    ) -> _T:
        """What a function returns, called in another process on behalf of an address or a table.

        The function stands in a module of ours, and its arguments are plain values. An error with
        a code that it raises is raised here.
        """
        who = site_of(who)
        mine = len(self._waiting.get(who, ())) + (who in self._running)
        if mine > self._judging.waiting_each or self.waiting >= self._judging.waiting:
            raise JudgeError("judge/busy")
        result: _T = await self._admitted(who, Work(function, args, kwargs))
        return result

    async def each(
        self, who: str, function: Callable[[_A], _T], pieces: Sequence[_A]
    ) -> AsyncIterator[Piece[_T]]:
        """Call a function for each piece in turn; between two pieces others get their turn.

        Once the first piece was let in, the others are too.
        """
        for number, piece in enumerate(pieces):
            if number == 0:
                result = await self.run(who, function, piece)
            else:
                result = await self._admitted(site_of(who), Work(function, (piece,), {}))
            yield Piece(number + 1, len(pieces), result)

    async def close(self) -> None:
        """End all processes; whoever waits hears that the server ends."""
        self._closing = True
        tasks = [task for waiting in self._waiting.values() for task in waiting]
        self._waiting.clear()
        for task in tasks:
            if not task.future.done():
                task.future.set_exception(JudgeError("judge/ending"))
        for judge in self._judges:
            self._stay_awake(judge)
            judge.stop("judge/ending")
        await asyncio.gather(*self._running.values())
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._threads.shutdown()
        for judge in self._judges:
            judge.end()

    async def _admitted(self, who: str, work: Work) -> Any:
        """The result of work that may wait, however many wait."""
        if self._closing:
            raise JudgeError("judge/ending")
        task = _Task(who, work, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(who, deque()).append(task)
        self._start_next()
        try:
            return await task.future
        finally:
            self._forget(task)  # which still waits if whoever wanted it is gone

    def _forget(self, task: _Task) -> None:
        waiting = self._waiting.get(task.who)
        if waiting is not None and task in waiting:
            waiting.remove(task)
            if not waiting:
                del self._waiting[task.who]

    def _start_next(self) -> None:
        """Give tasks to idle processes; those who wait take turns."""
        for who in [who for who in self._waiting if who not in self._running]:
            if self._closing or not self._idle:
                return
            waiting = self._waiting.pop(who)
            task = waiting.popleft()
            if waiting:
                self._waiting[who] = waiting  # behind all others
            judge = self._idle.pop()
            self._stay_awake(judge)
            running = self._work(judge, task)
            self._running[who] = asyncio.get_running_loop().create_task(running)

    async def _work(self, judge: Judge, task: _Task) -> None:
        """Run a task to its end, also if nobody waits for it any more."""
        try:
            result = await self._called(judge, task.work)
        except Exception as error:
            if isinstance(error, JudgeError):
                self.lost[error.code] += 1
            if not task.future.done():
                task.future.set_exception(error)
        else:
            if not task.future.done():
                task.future.set_result(result)
        finally:
            del self._running[task.who]
            self._free(judge)
            if judge in self._idle and not self._closing:
                later = asyncio.get_running_loop().call_later
                self._resting[judge] = later(self._judging.rest_after, self._rest, judge)

    def _free(self, judge: Judge) -> None:
        """Somebody else may have this process now."""
        self._idle.append(judge)
        self._start_next()

    def _stay_awake(self, judge: Judge) -> None:
        timer = self._resting.pop(judge, None)
        if timer is not None:
            timer.cancel()

    def _rest(self, judge: Judge) -> None:
        """Give the memory of a process back that had nothing to do for long."""
        self._idle.remove(judge)
        ended = asyncio.get_running_loop().run_in_executor(self._threads, judge.rest)
        ended.add_done_callback(lambda _ended: self._free(judge))

    async def _called(self, judge: Judge, work: Work) -> Any:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, judge.start)
        began = loop.time()
        timer = loop.call_later(self._judging.seconds, partial(judge.stop, "judge/slow"))
        try:
            return await loop.run_in_executor(self._threads, judge.call, work)
        finally:
            timer.cancel()
            self.seconds.observe(loop.time() - began)
