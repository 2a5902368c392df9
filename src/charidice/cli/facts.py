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
from charidice.coach.facts import GIFTS_FROM, Case, Fact, Kind, Row, Topic, Unit
from charidice.locale import gettext as _
from charidice.locale.formats import number, percent, signed
from charidice.simulation.facts import (
    GAMES,
    Facts,
    recomputed_facts,
    shipped_facts,
    to_data,
)
from charidice.simulation.observed import GROUP, Observed

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
        "Even positions: both have given 11 points a turn, both have the 2x box, and the expected "
        "final margin is nothing."
    )
    console.show(wrapped(even, console.width))
    return 0


def _recomputed(games: int, workers: int) -> Facts:
    def shown(observed: Iterable[Observed]) -> Iterable[Observed]:
        return progress.shown(_("Games played"), observed, games)

    return recomputed_facts(games, workers, shown)


def _lines(topic: Topic, facts: list[Fact], all_facts: Facts) -> Iterator[str]:
    yield _title(topic)
    yield "  " + _known(facts[0], all_facts.games)
    if topic is Topic.ASKING:
        yield from _grid(facts[0].rows)
        return
    cells = [
        (_label(topic, fact.unit, row.case), _value(fact, row), _error(fact.unit, row))
        for fact in facts
        for row in fact.rows
    ]
    width = max(columns(label) for label, _shown, _off in cells)
    for label, shown, off in cells:
        yield f"  {label}{' ' * (width - columns(label))}  {shown:>9}{off}"


def _title(topic: Topic) -> str:
    titles = {
        Topic.FIRST_SEAT_MARGIN: _("What it is worth to begin, in points of margin"),
        Topic.FIRST_SEAT_WIN: _("The chance of winning of who begins"),
        Topic.FIRST_ROLL_KEEPS: _("What is best kept of the first roll of a game"),
        Topic.ASKING: _("How often it is right to ask for the biggest gift, by what lies there"),
        Topic.BOX_MARGIN: _("What the 2x box is worth, in points of margin"),
        Topic.BOX_WIN: _("What the 2x box is worth, in chance of winning"),
        Topic.GIVING_MARGIN: _("What one more point given is worth, in points of margin"),
        Topic.GIVING_WIN: _("What one more point given is worth, in chance of winning"),
        Topic.BONUSES: _("How often a turn brings each bonus"),
        Topic.ASKED: _("How often the biggest gift is asked for in this turn"),
        Topic.CHARITY: _("The charity bonus: how often it decides, and how large it is"),
        Topic.TOTALS: _("The totals of both players"),
        Topic.MARGINS: _("The margins of who begins"),
    }
    return titles[topic]


def _known(fact: Fact, games: int) -> str:
    """How a fact is known."""
    if fact.kind is Kind.SIMULATED:
        text = _("simulated: {games} games, ± is half the 95% confidence interval")
        return text.format(games=number(games))
    in_even_positions = {Topic.ASKING, Topic.BOX_MARGIN, Topic.BOX_WIN}
    in_even_positions |= {Topic.GIVING_MARGIN, Topic.GIVING_WIN}
    exact = _("exact")
    if fact.topic is Topic.ASKING:
        exact = _("exact, but for ≈, where both answers may be nearly equal")
    elif any(row.error for row in fact.rows):
        exact = _("exact, ± is how far it can be off")
    if fact.topic not in in_even_positions:
        return exact
    return f"{exact}; " + _("in even positions")


def _label(topic: Topic, unit: Unit, case: Case) -> str:
    match case:
        case ():
            return ""
        case (int(points),) if topic is Topic.CHARITY:
            return _("bonus of {points} points").format(points=points)
        case (int(first),) if unit is Unit.SHARE and topic in (Topic.TOTALS, Topic.MARGINS):
            return _("from {first} to {last} points").format(
                first=number(first), last=number(first + GROUP - 1)
            )
        case (int(left),):
            return _("turns left: {count}").format(count=left)
        case (str(word), int(count)):
            return _dice(word, count)
        case _:
            return _word(str(case[0]))


def _dice(word: str, count: int) -> str:
    texts = {
        "straight": _("{count} of one colour in a row"),
        "one-colour": _("{count} of one colour"),
        "same-number": _("{count} equal numbers"),
        "other": _("{count} others"),
        "few": _("only one die") if count else _("nothing"),
        "scored": _("it is scored at once"),
        "none": _("no bonus"),
    }
    return texts[word].format(count=count)


def _word(word: str) -> str:
    texts = {
        "mean": _("mean"),
        "deviation": _("standard deviation"),
        "decides": _("it decides who wins"),
    }
    return texts[word]


def _value(fact: Fact, row: Row) -> str:
    if fact.unit is Unit.SHARE:
        return percent(row.value, 2)
    unsigned = fact.topic is Topic.TOTALS or row.case == ("deviation",)
    return (number if unsigned else signed)(row.value, 2)


def _error(unit: Unit, row: Row) -> str:
    if not row.error:
        return ""
    return " ±" + (number(row.error, 2) if unit is Unit.POINTS else percent(row.error, 2))


def _grid(rows: Iterable[Row]) -> Iterator[str]:
    """A line for every turn and roll, a column for every group of gifts."""
    last = [f"–{start - 1}" for start in GIFTS_FROM[1:]] + ["–"]
    heads = [f"{start}{end}" for start, end in zip(GIFTS_FROM, last, strict=True)]
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
