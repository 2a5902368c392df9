"""The whole test: a server and its database from start to end, and the verdict on them."""

import asyncio
import contextlib
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from tools.faults.database import Database
from tools.faults.games import Game
from tools.faults.judging import Log, Verdict, judged, replay_trouble, viewer_troubles
from tools.faults.plan import Options
from tools.faults.report import report
from tools.faults.run import Run
from tools.faults.service import Service

from charidice.tables.model.events import decode
from charidice.tables.model.evolve import replayed


async def judge(run: Run, code: int) -> Verdict:
    """Everything that must be true, after the server has ended with this code."""
    verdict, log = judged(await run.database.log(), run.told)
    for game in run.games:
        if not game.finished and not run.stop.is_set():
            verdict.problems.append(f"{game.name or game.number}: {_waiting(game, log)}")
        if game.finished and (trouble := replay_trouble(log.get(game.name, ()))):
            verdict.problems.append(f"{game.name}: {trouble}")
    verdict.problems += viewer_troubles([g for g in run.games if g.finished], log)
    verdict.problems += run.told.problems + run.breaker.problems
    if code:
        verdict.problems.append(f"the server ended with code {code}")
    if failed := run.wire.answers[500]:
        verdict.problems.append(f"{failed} requests were answered with status 500")
    return verdict


def _waiting(game: Game, log: Log) -> str:
    """What a game that did not end is waiting for."""
    text = f"({game.kind.name}) did not end"
    with contextlib.suppress(LookupError, TypeError, ValueError):
        table = replayed(map(decode, log.get(game.name, ())))
        if table.to_act is not None:
            who = "a bot" if table.seats[table.to_act].played_by_bot else "a person"
            text += f"; in version {table.version} {who} on seat {table.to_act} is to act"
            text += " (asked)" if table.asking else ""
    people = [f"has seen {each.viewer.version}, {each.doing}" for each in game.people]
    return f"{text}; {'; '.join(people)}"


@contextlib.asynccontextmanager
async def running(options: Options, folder: Path) -> AsyncIterator[Run]:
    """A server on a database, from its first answer to its end."""
    database = await asyncio.to_thread(Database, folder)
    module = "tools.faults.broken" if options.broken else "charidice"
    service = Service(folder, database.url(), module)
    try:
        await _upgrade(database.url())
        await asyncio.to_thread(service.start)
        try:
            yield Run(options, database, service)
        finally:
            await asyncio.to_thread(service.end)
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):  # it may be down already
            await asyncio.to_thread(database.stop)


async def _upgrade(url: str) -> None:
    upgrade = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "charidice", "db", "upgrade", "--database", url,
        stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    if await upgrade.wait():
        raise RuntimeError("the database could not be upgraded")


async def endured(options: Options, say: Callable[[str], None] = print) -> Verdict:
    """The whole test; Ctrl-C ends it early, with a report."""
    with tempfile.TemporaryDirectory(
        prefix="charidice-faults-", ignore_cleanup_errors=True
    ) as made:
        async with running(options, Path(made)) as run:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, run.stop.set)
            try:
                await run.go()
                await run.check_server()
            finally:
                await run.close()
            verdict = await judge(run, await asyncio.to_thread(run.service.end))
            if run.stop.is_set():
                verdict.problems.append("it was interrupted")
            report(run, verdict, run.service.errors(), say)
            return verdict
