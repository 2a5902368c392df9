"""An innocent player in a separate process, and the latency of their moves.

    python -m tools.hostile.innocent PORT

plays until its input ends. For each line of input it writes what it has seen since the last one.

It does not use `charidice.client`: it plays from chosen addresses of this machine, and what its
moves take is measured in milliseconds, so that the client itself must take next to nothing.
"""

import asyncio
import json
import math
import sys
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from tools import scripted_game
from tools.hostile.connections import Connection, connect, wish

_SOURCES: Final = ("127.0.0.2", "127.0.0.3", "127.0.0.6")
_PAUSE_SECONDS: Final = 0.015


class Person:
    """Somebody who plays both seats of a table over one connection, from an own address."""

    def __init__(self, port: int, source: str) -> None:
        self.port, self.source = port, source
        self.connection: Connection | None = None
        self.table, self.tokens, self.position = "", ["", ""], 0
        self.moves = 0
        self.answers = Counter[int]()
        self.seconds: list[float] = []

    async def sit_down(self) -> None:
        """A new table, with the game begun."""
        if self.connection is None:
            self.connection = await connect(self.port, self.source)
        host = await self.wish("", "", {"name": "Lena", "settings": scripted_game.SETTINGS})
        self.table = host["table"]
        guest = await self.wish(f"/{self.table}/seats", "", {"name": "Marko"})
        self.tokens = [host["token"], guest["token"]]
        begun = await self.command(0, {"kind": "begin", "first": 0})
        self.position, self.moves = begun["position"], 0

    async def command(self, seat: int, value: dict[str, Any]) -> dict[str, Any]:
        """Send a command for a seat; returns the answer, or nothing if it was refused."""
        return await self.wish(f"/{self.table}/commands", self.tokens[seat], value)

    async def wish(self, path: str, token: str, value: dict[str, Any]) -> dict[str, Any]:
        """Ask the API for something; returns the answer, or nothing if it was refused."""
        if self.connection is None:
            raise ConnectionError("not connected")
        began = time.monotonic()
        status, body = await self.connection.asked(wish(path, value, token))
        self.seconds.append(time.monotonic() - began)
        self.answers[status] += 1
        found: dict[str, Any] = json.loads(body) if status < 300 else {}
        return found

    async def move(self) -> bool:
        """One move; after the last one of a game a new one begins. Whether it was taken."""
        if not self.table or self.moves == scripted_game.MOVES:
            await self.sit_down()
        seat, action = scripted_game.move(self.moves)
        done = await self.command(
            seat, {"kind": "play", "action": action, "position": self.position}
        )
        if done:
            self.position, self.moves = done["position"], self.moves + 1
        return bool(done)

    def leave(self) -> None:
        """End the connection, and forget the table."""
        self.table = ""
        if self.connection is not None:
            self.connection.close()
            self.connection = None


@dataclass(frozen=True, slots=True)
class Played:
    """What a player has seen in a while; seconds are of requests."""

    count: int
    p50: float
    p99: float
    longest: float
    refused: dict[str, int]
    lost: list[str]

    def __str__(self) -> str:
        return f"p50 {1000 * self.p50:.1f}, p99 {1000 * self.p99:.1f} ms of {self.count}"

    @property
    def complaints(self) -> list[str]:
        """What went wrong for the player."""
        found = [f"whoever played was answered {self.refused}"] if self.refused else []
        if self.lost:
            found.append(f"whoever played has lost the connection: {self.lost[0]}")
        if not self.count:
            found.append("nobody could make a move")
        return found


def summary(seconds: list[float], refused: Counter[int], lost: list[str]) -> Played:
    """What was seen, in figures."""
    ordered = sorted(seconds) or [math.inf]
    p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * q))] for q in (0.5, 0.99))
    told = {str(status): count for status, count in refused.items()}
    return Played(len(seconds), p50, p99, ordered[-1], told, lost)


class Innocent:
    """The process of the innocent player, as the attacker controls it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def begun(cls, port: int) -> "Innocent":
        """Start the process."""
        pipe = asyncio.subprocess.PIPE
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tools.hostile.innocent", str(port)),
                stdin=pipe,
                stdout=pipe,
            )
        )

    async def seen(self) -> Played:
        """What they have seen since the last time."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("there is no pipe")
        stdin.write(b"\n")
        return Played(**json.loads(await stdout.readline()))

    async def end(self) -> None:
        """Stop the process."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()


async def _play(port: int) -> None:
    """Play until the input ends; from three addresses in turn, as each may ask for so much."""
    people = [Person(port, source) for source in _SOURCES]
    lost: list[str] = []
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)

    async def report() -> None:
        while await reader.readline():
            answers = Counter[int]()
            seconds: list[float] = []
            for person in people:
                answers += person.answers
                seconds += person.seconds
                person.answers.clear()
                person.seconds.clear()
            refused = Counter({status: n for status, n in answers.items() if status >= 300})
            played = summary(seconds, refused, lost)
            told = {name: getattr(played, name) for name in Played.__slots__}
            print(json.dumps(told), flush=True)
            lost.clear()

    reporting = asyncio.create_task(report())
    turn = 0
    while not reporting.done():
        person = people[turn % len(people)]
        turn += 1
        try:
            await person.move()
        except (OSError, EOFError, KeyError) as error:
            lost.append(repr(error))
            person.leave()
        await asyncio.sleep(_PAUSE_SECONDS)


if __name__ == "__main__":
    asyncio.run(_play(int(sys.argv[1])))
