"""`charidice facts`: what the solution of the game for two knows."""

import argparse
import json
import os
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from charidice.cli import progress
from charidice.cli.arguments import add_json
from charidice.cli.console import Console
from charidice.cli.prompt import InputError
from charidice.cli.width import columns, wrapped
from charidice.coach.facts import Fact, Row, Topic
from charidice.locale import facts as words
from charidice.locale import gettext as _
from charidice.locale.formats import percent
from charidice.simulation.facts import (
    GAMES,
    Facts,
    recomputed_facts,
    shipped_facts,
    to_data,
)
from charidice.simulation.observed import Observed

_UNSURE: Final = 0.05


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "--recompute",
        action="store_true",
        help=_("make the facts anew, which takes some minutes"),
    )
    parser.add_argument(
        "--games",
        type=int,
        default=GAMES,
        metavar=_("NUMBER"),
        help=_("how many games are simulated when the facts are made anew"),
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        metavar=_("NUMBER"),
        help=_("how many processes; the result does not depend on it"),
    )
    add_json(parser)
    parser.epilog = _("Example:") + " charidice facts"


def run(options: argparse.Namespace, console: Console) -> int:
    """Print all facts."""
    if options.games < 2 or options.workers < 1:
        raise InputError("input/facts")
    facts = _recomputed(options.games, options.workers) if options.recompute else shipped_facts()
    if options.json:
        console.show([json.dumps(to_data(facts), indent=1)])
        return 0
    for topic, same in groupby(facts.facts, key=lambda fact: fact.topic):
        console.show([*_lines(topic, list(same), facts), ""])
    even = _(
        "Even positions: both have given 11 points a turn, both have the 2× box, and the expected "
        "final margin is nothing."
    )
    console.show(wrapped(even, console.width))
    return 0


def _recomputed(games: int, workers: int) -> Facts:
    def shown(observed: Iterable[Observed]) -> Iterable[Observed]:
        return progress.shown(_("Games played"), observed, games)

    return recomputed_facts(games, workers, shown)


def _lines(topic: Topic, facts: list[Fact], all_facts: Facts) -> Iterator[str]:
    yield words.title(topic)
    yield "  " + words.known(facts[0], all_facts.games)
    if topic is Topic.ASKING:
        yield from _grid(facts[0].rows)
        return
    cells = [
        (
            words.label(topic, fact.unit, row.case),
            words.value(fact, row),
            words.error(fact.unit, row),
        )
        for fact in facts
        for row in fact.rows
    ]
    width = max(columns(label) for label, _shown, _off in cells)
    for label, shown, off in cells:
        yield f"  {label}{' ' * (width - columns(label))}  {shown:>9}{off}"


def _grid(rows: Iterable[Row]) -> Iterator[str]:
    """A line for every turn and roll, a column for every group of gifts."""
    heads = words.gift_groups()
    by_roll = [(key, list(same)) for key, same in groupby(rows, key=lambda row: row.case[:2])]
    labels = [
        _("turns left: {count}, after roll {roll}").format(count=left, roll=roll)
        for (left, roll), _same in by_roll
    ]
    width = max(map(columns, labels))
    yield "  " + " " * width + "".join(f"{head:>8}" for head in heads)
    for label, (_key, same) in zip(labels, by_roll, strict=True):
        cells = ("≈" * (row.error > _UNSURE) + percent(row.value) for row in same)
        yield f"  {label}{' ' * (width - columns(label))}" + "".join(f"{c:>8}" for c in cells)
