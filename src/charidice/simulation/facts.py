"""All facts about the game for two: those that come with the package, and made anew."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from charidice.coach.facts import Fact, Kind, Row, Topic, Unit, exact_facts
from charidice.simulation.observed import Observed, observe, simulated_facts
from charidice.simulation.tournament import quiet

FILE: Final = Path(__file__).parent / "facts.json"
GAMES: Final = 4_000
_DIGITS: Final = 6


@dataclass(frozen=True)
class Facts:
    """All facts, and of how many games the simulated ones are."""

    games: int
    facts: tuple[Fact, ...]


def shipped_facts() -> Facts:
    """The facts that come with the package."""
    return from_data(json.loads(FILE.read_text(encoding="utf-8")))


def recomputed_facts(
    games: int, workers: int, progress: Callable[[Iterable[Observed]], Iterable[Observed]] = iter
) -> Facts:
    """The same facts made anew, which takes a tenth of a second a game on one core."""
    seeds = [f"facts/{number}" for number in range(games)]
    if workers == 1:
        observed = list(progress(map(observe, seeds)))
    else:
        # Fresh processes: copies of this one could inherit threads of a numerical library.
        with get_context("spawn").Pool(workers, initializer=quiet) as pool:
            observed = list(progress(pool.imap(observe, seeds, chunksize=10)))
    return Facts(games, (*exact_facts(), *simulated_facts(observed)))


def to_data(facts: Facts) -> dict[str, Any]:
    """The facts as JSON has them, rounded to six digits."""
    return {"games": facts.games, "facts": [_fact_data(fact) for fact in facts.facts]}


def _fact_data(fact: Fact) -> dict[str, Any]:
    rows = [
        {
            **asdict(row),
            "case": list(row.case),
            "value": round(row.value, _DIGITS),
            "error": round(row.error, _DIGITS),
        }
        for row in fact.rows
    ]
    return {"topic": fact.topic, "kind": fact.kind, "unit": fact.unit, "rows": rows}


def from_data(data: dict[str, Any]) -> Facts:
    """The facts of such JSON."""
    return Facts(data["games"], tuple(_fact(fact) for fact in data["facts"]))


def _fact(data: dict[str, Any]) -> Fact:
    rows: Sequence[dict[str, Any]] = data["rows"]
    return Fact(
        Topic(data["topic"]),
        Kind(data["kind"]),
        Unit(data["unit"]),
        tuple(Row(tuple(row["case"]), row["value"], row["error"]) for row in rows),
    )
