"""Games judged in the pool of processes, each once, and the latest kept."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from charidice.coach import Verdict
from charidice.coach.explained import explain, most_pieces, notable, with_reasons
from charidice.coach.judging import Judged, judge_turn, turns_of
from charidice.coach.verdict import verdict_of
from charidice.records import Record
from charidice.web.ops.judge import JudgeError
from charidice.web.ops.judges import Judges

MOST_REVIEWS_KEPT: Final = 24  # of one worker, some 200 kB each


class Played(NamedTuple):
    """A finished game; `stood_in` are the places of what a bot did for somebody who was away."""

    record: Record
    stood_in: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of how many turns and positions are looked at; the last ones may be missing."""

    done: int
    total: int


@dataclass(eq=False)
class _Running:
    """A game that is being judged, for all who wait for it."""

    progress: Progress
    task: "asyncio.Task[Verdict]"
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Reviews:
    """The verdicts of a worker. They know no names: those of a table can change."""

    def __init__(self, judges: Judges) -> None:
        self._judges = judges
        self._kept: OrderedDict[Played, Verdict] = OrderedDict()
        self._running: dict[Played, _Running] = {}

    async def verdict(self, played: Played, who: str, patience: float) -> Verdict | None:
        """The verdict on a finished game, or None if it takes longer than these seconds.

        `who` is the address on whose behalf it is judged; it goes on being judged meanwhile.
        """
        key = nameless(played)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        task = self._run(key, who).task
        await asyncio.wait([task], timeout=patience)
        return task.result() if task.done() else None

    async def progress(self, played: Played, who: str) -> AsyncIterator[Progress | Verdict]:
        """How far it is whenever that changes, and then the verdict."""
        key = nameless(played)
        found = self._kept.get(key)
        if found is not None:
            yield found
            return
        running = self._run(key, who)
        while not running.task.done():
            yield running.progress
            await running.changed.wait()
        yield running.task.result()

    def _run(self, key: Played, who: str) -> _Running:
        running = self._running.get(key)
        if running is None:
            task = asyncio.get_running_loop().create_task(self._judge(key, who))
            running = self._running[key] = _Running(Progress(0, most_pieces(key.record)), task)
            task.add_done_callback(lambda _task: self._end(key))
        return running

    async def _judge(self, key: Played, who: str) -> Verdict:
        judged: list[Judged] = []
        turns = await asyncio.to_thread(lambda: list(turns_of(key.record)))
        async for piece in self._judges.each(who, judge_turn, turns):
            judged += piece.result
            self._tell(key)
        plain = await asyncio.to_thread(verdict_of, key.record, judged, key.stood_in)
        places = await asyncio.to_thread(notable, plain)
        reasons = []
        try:
            async for why in self._judges.each(who, explain, places):
                reasons.append(why.result)
                self._tell(key)
        except JudgeError:
            return plain  # better without reasons than not at all; next time it is judged anew
        found = self._kept[key] = with_reasons(plain, reasons)
        while len(self._kept) > MOST_REVIEWS_KEPT:
            self._kept.popitem(last=False)
        return found

    def _tell(self, key: Played) -> None:
        """One piece more is done: wake those who wait. Each change has an event of its own."""
        running = self._running[key]
        running.progress = Progress(running.progress.done + 1, running.progress.total)
        running.changed.set()
        running.changed = asyncio.Event()

    def _end(self, key: Played) -> None:
        running = self._running.pop(key)
        running.changed.set()
        if not running.task.cancelled():
            running.task.exception()  # somebody who waits is told; if nobody does, nobody need know


def nameless(played: Played) -> Played:
    """The same game by nobody: what a verdict is kept by."""
    names = tuple(f"Player {number + 1}" for number in range(len(played.record.players)))
    return played._replace(record=replace(played.record, players=names, source=None))
