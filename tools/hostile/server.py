"""The attacked server, and what can be observed from outside."""

import asyncio
import contextlib
import json
import os
import re
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from tools.serving import ServerProcess, free_port

_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Stall(NamedTuple):
    """A round of the event loop that took long: milliseconds of processor time, and its cause."""

    milliseconds: int
    cause: str

    def __str__(self) -> str:
        places = self.cause.split(" > ")[-2:]
        return f"{self.milliseconds} ms in {' > '.join(places)}"


@dataclass(frozen=True, slots=True)
class Sight:
    """What the server holds at a moment, and what it has written and used so far."""

    memory: int
    files: int
    logged: int
    stalls: int
    processor: float
    at: float


class Server(ServerProcess):
    """A `charidice serve` with a data file of its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        port = free_port("")  # free on every address: attackers hold ports of some
        self.data, self._stalls = folder / f"{port}.db", folder / f"{port}.stalls"
        self._log = folder / f"{port}.log"
        self._stalls.touch()
        self.first_start = 0.0  # how long it took
        command = ["-m", "tools.hostile.serve", str(self._stalls), "serve"]
        command += ["--port", str(port), "--data", str(self.data), *words]
        super().__init__(words=command, port=port, log=self._log)

    def start(self) -> float:
        """Start it; returns how long it took until a request was answered."""
        seconds = super().start()
        self.first_start = self.first_start or seconds
        return seconds

    @property
    def memory(self) -> int:
        """The bytes that it holds in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0

    @property
    def files(self) -> int:
        """The files and connections that it holds open."""
        return len([*Path(f"/proc/{self.process.pid}/fd").iterdir()])

    @property
    def processor_seconds(self) -> float:
        """The processor time that it has used."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        used = stat.rpartition(")")[2].split()[11:13]
        return sum(map(int, used)) / _TICKS

    def seen(self) -> Sight:
        """What it holds now."""
        logged, stalls = self._log.stat().st_size, self._stalls.stat().st_size
        used = self.processor_seconds
        return Sight(self.memory, self.files, logged, stalls, used, time.monotonic())

    def stalls_since(self, before: Sight) -> list[Stall]:
        """The stalls of its event loop since then."""
        lines = self._stalls.read_bytes()[before.stalls :].decode().splitlines()
        return [Stall(told["ms"], told["in"]) for told in map(json.loads, lines)]

    def trouble_since(self, before: Sight) -> list[str]:
        """The errors in its log since then."""
        said = self._log.read_bytes()[before.logged :].decode("utf-8", "replace").splitlines()
        found = [line for line in said if re.match("Traceback|ERROR|CRITICAL", line)]
        for line in said:
            with contextlib.suppress(ValueError, AttributeError):  # most lines are no JSON
                told = json.loads(line)
                if told.get("level") in ("error", "critical"):
                    found.append(f"{told.get('message')}: {told.get('error')}")
        return [f"{count} times in its log: {text}" for text, count in Counter(found).items()][:5]


@contextlib.contextmanager
def serving(server: Server) -> Iterator[Server]:
    """A server on a free port of this machine, from its first answer to its end."""
    try:
        server.start()
        yield server
    finally:
        try:
            server.end()
        except subprocess.TimeoutExpired:
            print("FAILED: the server did not end when it was asked to")


class Peak:
    """The most memory that a server held while it was watched."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.most = server.memory

    def look(self) -> None:
        """Look once."""
        with contextlib.suppress(OSError):  # it is being started again
            self.most = max(self.most, self._server.memory)

    async def watch(self) -> None:
        """Look ten times a second, until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(0.1)
