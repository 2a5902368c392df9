"""Runs attacks one by one, and prints the result of each."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tools.hostile.connections import ANSWER_SECONDS, MEGABYTE, connected, request
from tools.hostile.ground import Case, Ground, Report
from tools.hostile.innocent import Innocent, Person, Played
from tools.hostile.server import Server, Sight

FILES_MORE: Final = 20  # a server may open its data file a few times more
MOVE_SECONDS: Final = 0.05  # what 99 of 100 moves may take, or
TIMES_SLOWER: Final = 5.0  # so many times as long as without an attack, or
TIMES_CONTROL: Final = 2.0  # as in the same seconds at a server that nobody attacks
LOG_MEGABYTES_PER_HOUR: Final = 10.0
REPEATS: Final = 2  # of an attack that only kept memory or only was slow
_WIDTH: Final = 24
_ERRORS: Final = (OSError, EOFError, KeyError, ValueError)


@dataclass(frozen=True, slots=True)
class Innocents:
    """The players at the attacked server and at a second one on the same machine.

    What both feel is the load of the machine.
    """

    here: Innocent
    control: Innocent
    baseline: Played

    async def seen(self) -> tuple[Played, Played]:
        """What both have seen since the last time."""
        return await self.here.seen(), await self.control.seen()


def most_seconds(baseline: Played, control: Played | None = None) -> float:
    """How long 99 of 100 moves may take while the server is attacked."""
    beside = 0.0 if control is None or not control.count else TIMES_CONTROL * control.p99
    return max(MOVE_SECONDS, TIMES_SLOWER * baseline.p99, beside)


async def settled(server: Server, before: Sight) -> list[str]:
    """Wait until the connections are gone; what does not go back, and whether it answers."""
    complaints = []
    until = time.monotonic() + ANSWER_SECONDS
    while server.files > before.files + FILES_MORE and time.monotonic() < until:
        await asyncio.sleep(0.1)
    if server.files > before.files + FILES_MORE:
        complaints.append(f"{server.files - before.files} more files are still open")
    newcomer = Person(server.port, "127.0.0.4")
    try:
        async with asyncio.timeout(ANSWER_SECONDS), connected(server.port, "127.0.0.5") as visitor:
            status, _body = await visitor.asked(request("GET", "/"))
            if status != 200:
                complaints.append(f"/ is answered with {status} afterwards")
            if not await newcomer.move():
                complaints.append("a newcomer cannot move afterwards")
    except _ERRORS as error:
        complaints.append(f"a new game cannot be begun afterwards: {error!r}")
    finally:
        newcomer.leave()
    return complaints


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one attack: its line, what was wrong, and how many more bytes are in memory.

    What was `slow` may be the machine's fault, so it is apart from the other complaints.
    """

    line: str
    complaints: list[str]
    kept: int = 0
    slow: tuple[str, ...] = ()


def kept_too_much(case: Case, outcome: Outcome) -> bool:
    """Whether the server has kept more memory than it may."""
    return outcome.kept > case.memory * MEGABYTE


def is_repeated(case: Case, outcome: Outcome) -> bool:
    """Whether only another run can tell.

    A leak grows again, a heap that grew once does not; a weak server is slow again, a machine
    that was busy for a moment is not.
    """
    alone = not outcome.complaints and not case.for_information and not case.restarts
    return alone and (kept_too_much(case, outcome) or bool(outcome.slow))


def complaints_of(case: Case, outcome: Outcome) -> list[str]:
    """All that was wrong."""
    found = [*outcome.complaints, *outcome.slow]
    if kept_too_much(case, outcome):
        found.append(f"{outcome.kept // MEGABYTE} MB were kept, {case.memory} are allowed")
    return found


async def attacked(case: Case, ground: Callable[[], Ground], innocents: Innocents) -> bool:
    """Run one attack and print its line; returns whether the server stood it.

    When memory or time is all that was wrong, it is run again, and the last run counts.
    """
    outcome = await _run(case, ground(), innocents)
    for _ in range(REPEATS):
        if not is_repeated(case, outcome):
            break
        _print(case, outcome.line, [], "")
        _print(case, f"repeated, as {'; '.join(complaints_of(case, outcome))}", [], "")
        outcome = await _run(case, ground(), innocents)
    complaints = complaints_of(case, outcome)
    _print(case, outcome.line, complaints, "for information" if case.for_information else "FAILED")
    return case.for_information or not complaints


async def _run(case: Case, ground: Ground, innocents: Innocents) -> Outcome:
    server = ground.server
    ground.victim.leave()
    try:
        await ground.victim.sit_down()
    except _ERRORS as error:
        return Outcome(f"could not begin: {error!r}", ["nobody could sit down"])
    before = server.seen()
    await innocents.seen()
    watching = asyncio.create_task(ground.peak.watch())
    try:
        report = await case.run(ground)
    except _ERRORS as error:
        report = Report("broken off", complaints=[f"the attack was broken off: {error!r}"])
    finally:
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
    ground.peak.look()
    seconds = time.monotonic() - before.at
    used = 0.0 if server.ended is not None else server.processor_seconds - before.processor
    here, control = await innocents.seen()
    played = report.played or here
    complaints = report.complaints + played.complaints
    if server.ended is not None:
        complaints.append(f"the server has ended with {server.ended}")
        return Outcome(report.done, complaints)
    complaints += await settled(server, before)
    complaints += _wrong_answers(case, report)
    most = most_seconds(innocents.baseline, control)
    slow = []
    if played.p99 > most:
        took = f"p99 of a move was {1000 * played.p99:.0f} ms"
        slow.append(f"{took}, {1000 * most:.0f} are allowed")
    stalls = server.stalls_since(before)
    slow += [f"the event loop was held for {stall}" for stall in sorted(stalls)[-3:]]
    after = server.seen()
    held = ground.peak.most - before.memory
    if held > case.peak * MEGABYTE:
        complaints.append(f"{held // MEGABYTE} MB were held meanwhile, {case.peak} are allowed")
    logged = 0 if case.restarts else after.logged - before.logged
    # Of equal lines only some are written in a minute: a short attack has written all of those.
    hourly = logged / max(seconds, 60) * 3600 / 1e6
    if hourly > LOG_MEGABYTES_PER_HOUR:
        complaints.append(f"{hourly:.0f} MB of log in an hour")
    complaints += server.trouble_since(before)
    answers = ", ".join(f"{status}: {n:,}" for status, n in sorted(report.answers.items()))
    return Outcome(
        f"{report.done}; answers {answers or 'not read'}; innocent {played} "
        f"(elsewhere p99 {1000 * control.p99:.1f}); "
        f"stall {max(stalls, default='none')}; "
        f"memory {before.memory // MEGABYTE} → {after.memory // MEGABYTE} MB "
        f"(most {ground.peak.most // MEGABYTE}), files {before.files} → {after.files}, "
        f"log {hourly:.1f} MB/h; {used:.1f} s of the processor in {seconds:.0f} s",
        complaints,
        after.memory - before.memory,
        tuple(slow),
    )


def _wrong_answers(case: Case, report: Report) -> list[str]:
    wrong = {status: n for status, n in report.answers.items() if status not in case.expected}
    return [f"answered {wrong}, expected {sorted(case.expected)}"] if wrong else []


def _print(case: Case, line: str, complaints: list[str], word: str) -> None:
    print(f"{case.name:<{_WIDTH}}{line}", flush=True)
    for complaint in complaints:
        print(f"{'':<{_WIDTH}}{word}: {complaint}", flush=True)


async def measured_baseline(innocent: Innocent, seconds: float) -> Played:
    """How long moves take when nobody attacks."""
    await asyncio.sleep(1)  # the first ones warm up
    await innocent.seen()
    await asyncio.sleep(seconds)
    played = await innocent.seen()
    most = 1000 * most_seconds(played)
    print(f"{'baseline':<{_WIDTH}}{played}, so {most:.0f} ms are allowed", flush=True)
    return played
