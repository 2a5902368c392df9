"""Which games are played, what is broken, and for how long."""

from dataclasses import dataclass
from typing import Final

from tools.faults.people import Kind

TABLES: Final = 40
KINDS: Final = (
    Kind("people", 2, muting=0.6),
    Kind("people", 2, muting=0.6),
    Kind("people", 2),
    Kind("people", 2, ask_seconds=1),
    Kind("people", 2, turn_seconds=15, dawdling=0.003, leaving=0.3),
    Kind("bots", 1, ("casual",), ask_seconds=1),
    Kind("bots", 1, ("greedy", "random"), pace=1, leaving=0.3),
    Kind("bots", 2, ("generous",), pace=1, leaving=0.2),
    Kind("crowd", 3, ask_seconds=1, watch=False),
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
