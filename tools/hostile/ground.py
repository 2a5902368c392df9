"""What every attack works with, and what it reports."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from tools.hostile.connections import Caller, Connection, connect
from tools.hostile.filling import Filling
from tools.hostile.innocent import Person, Played
from tools.hostile.server import Peak, Server


class Setup(Enum):
    """How the attacked server is run; all attacks with the same setup meet the same server."""

    USUAL = "as people run it"
    BOTH_FAMILIES = "for IPv6 and IPv4 (--host ::)"
    UNLIMITED = "without a limit on requests (--rate 0)"
    EMPTY = "without a limit on requests, on an empty file"

    @property
    def words(self) -> tuple[str, ...]:
        """The arguments of `charidice serve`."""
        match self:
            case Setup.USUAL:
                return ()
            case Setup.BOTH_FAMILIES:
                return ("--host", "::")
            case _:
                return ("--rate", "0")


@dataclass
class Ground:
    """Where an attack takes place; `victim` has a table, with a game in it, that is attacked."""

    server: Server
    victim: Person
    filling: Filling
    seconds: float
    connections: int
    quick: bool
    seed: str

    def __post_init__(self) -> None:
        self.rng, self.peak = random.Random(self.seed), Peak(self.server)

    def source(self) -> str:
        """An address to attack from; there are 500 of them."""
        return f"127.0.{self.rng.randint(1, 2)}.{self.rng.randint(1, 250)}"

    def own_source(self) -> str:
        """An address that no other attack uses: one laptop."""
        return f"127.{self.rng.randint(10, 250)}.{self.rng.randint(0, 250)}.1"

    async def crowd(
        self, count: int, receive_buffer: int = 0, source: str | None = None
    ) -> list[Connection]:
        """So many connections, opened a hundred at a time; from everywhere, or from one address."""
        found: list[Connection] = []
        port = self.server.port
        for start in range(0, count, 100):
            wanted = range(start, min(start + 100, count))
            opening = (connect(port, source or self.source(), receive_buffer) for _ in wanted)
            tried = await asyncio.gather(*opening, return_exceptions=True)
            found += [each for each in tried if isinstance(each, Connection)]
        return found

    async def repeated(
        self,
        wish: Callable[[random.Random], bytes],
        *,
        sources: Sequence[str] = (),
        most: int | None = None,
        share: float = 1.0,
    ) -> "Report":
        """One request after the other on four kept connections, until the time or `most` is over.

        `sources` are the addresses of the connections, where they are not to come from anywhere.
        """
        report, until = Report(), time.monotonic() + self.seconds * share

        async def on_one(number: int) -> None:
            rng = random.Random(f"{number} {self.rng.random()}")
            caller = Caller(self.server.port, sources[number] if sources else self.source())
            while time.monotonic() < until and (most is None or report.answers.total() < most):
                status, _body = await caller.ask(wish(rng))
                report.answers[status] += 1
            caller.close()

        await asyncio.gather(*map(on_one, range(len(sources) or 4)))
        return report


@dataclass
class Report:
    """What was done, what was answered by status (0: nothing), and what went wrong.

    `played` is what the innocent has seen, where that is not for the whole time of the attack.
    """

    done: str = ""
    answers: Counter[int] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)
    played: Played | None = None

    def check(self, holds: bool, complaint: str) -> None:
        """Note a complaint unless a condition holds."""
        if not holds:
            self.complaints.append(complaint)


@dataclass(frozen=True)
class Case:
    """An attack, and what the server must keep to meanwhile.

    `expected` are the statuses that may be answered; `memory` and `peak` are how many more
    megabytes the server may hold afterwards and meanwhile. What is only for information cannot
    fail.
    """

    run: Callable[[Ground], Awaitable[Report]]
    setup: Setup
    expected: frozenset[int]
    memory: int = 15
    peak: int = 60
    for_information: bool = False
    restarts: bool = False

    @property
    def name(self) -> str:
        """As it is called in its file."""
        return self.run.__name__.replace("_", "-")

    @property
    def about(self) -> str:
        """What it does, in one line."""
        return (self.run.__doc__ or "").split("\n")[0]


def case(  # noqa: PLR0913
    run: Callable[[Ground], Awaitable[Report]],
    setup: Setup,
    expected: Iterable[int],
    *,
    memory: int = 15,
    peak: int = 60,
    for_information: bool = False,
    restarts: bool = False,
) -> Case:
    """A case, with the statuses in any form."""
    return Case(run, setup, frozenset(expected), memory, peak, for_information, restarts)


async def statuses(connections: list[Connection], seconds: float) -> Counter[int]:
    """The statuses that come on these connections within this time."""
    return Counter(await asyncio.gather(*(each.first(seconds) for each in connections)))


def close_all(connections: Iterable[Connection]) -> None:
    """End all of them at once."""
    for each in connections:
        each.close()
