"""`charidice review`: the luck of every roll and the error of every choice of a game."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict

from charidice.cli.arguments import add_json, add_record
from charidice.cli.console import Console
from charidice.cli.drawing import Painter
from charidice.cli.files import load
from charidice.cli.prompt import InputError
from charidice.cli.width import columns, fitted
from charidice.coach import Review, Step, review, reviewable
from charidice.locale import gettext as _
from charidice.locale import sentences
from charidice.locale.formats import number as written
from charidice.locale.formats import percent, signed
from charidice.records import Record, positions

_SHOWN = 10
_LEAST_SHOWN = 0.005  # of a point


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    add_record(parser)
    add_json(parser)
    parser.epilog = _("Example:") + " charidice review game.json"


def run(options: argparse.Namespace, console: Console) -> int:
    """Print luck and errors of every player, and the choices that cost most."""
    record = load(options.file)
    if not reviewable(record):
        raise InputError("input/not-reviewable")
    judged = review(record)
    if options.json:
        console.show([json.dumps(_data(judged), indent=1)])
        return 0
    console.show(_players(record, judged))
    if judged.win_start is not None:
        console.show(["", *_chances(record, judged, judged.win_start)])
    console.show(["", *_errors(record, judged, Painter(console))])
    if not judged.exact:
        console.show(["", _("Games like this are not solved: these values are approximate.")])
    return 0


def _data(judged: Review) -> dict[str, object]:
    steps = [
        {
            "seat": s.seat,
            "action": str(s.action),
            "luck": s.luck,
            "error": s.error,
            "missed": s.missed,
            "win": s.win and asdict(s.win),
        }
        for s in judged.steps
    ]
    return {
        "exact": judged.exact,
        "start": judged.start,
        "win_start": judged.win_start,
        "steps": steps,
    }


def _players(record: Record, judged: Review) -> list[str]:
    """Luck and errors of every player, in points of margin, and gifts that nobody asked for."""
    seats = range(len(record.players))
    rows = [(judged.luck(seat), judged.errors(seat), judged.missed(seat)) for seat in seats]
    lines = _account(record, rows)
    if _any_missed(rows):
        lines += ["", _("Not asked: the biggest gift would have been worth more. It is no error.")]
    return lines


def _chances(record: Record, judged: Review, start: float) -> list[str]:
    """The same in chance of winning, and what is neither luck nor error."""
    totals = [judged.win(seat) for seat in range(len(record.players))]
    rows = [(100 * sum_.luck, 100 * sum_.error, 100 * sum_.missed) for sum_ in totals]
    chance = _("{name} began with a chance of winning of {win}. In percentage points of it:")
    table = _("Rounding of the solved table, neither luck nor error: {sum} for {name}.")
    name = record.players[0]
    return [
        chance.format(name=name, win=percent(start, 2)),
        *_account(record, rows),
        table.format(name=name, sum=signed(100 * totals[0].table, 3)),
    ]


def _any_missed(rows: Sequence[tuple[float, float, float]]) -> bool:
    return max(missed for _luck, _error, missed in rows) > _LEAST_SHOWN


def _account(record: Record, rows: Sequence[tuple[float, float, float]]) -> list[str]:
    """Luck, errors and, where there are some, gifts not asked for, a line for every player."""
    heads = [_("luck"), _("errors"), *([_("not asked")] if _any_missed(rows) else [])]
    width = max(map(columns, record.players)) + 2
    lines = [" " * width + "".join(f"{head:>{_head_width(head)}}" for head in heads)]
    for name, (luck, error, missed) in zip(record.players, rows, strict=True):
        numbers = [signed(luck, 2), written(error, 2), written(missed, 2)]
        cells = zip(heads, numbers, strict=False)
        lines.append(
            fitted(name, width)
            + "".join(f"{number:>{_head_width(head)}}" for head, number in cells)
        )
    return lines


def _head_width(head: str) -> int:
    return max(10, columns(head) + 2)


def _errors(record: Record, judged: Review, painter: Painter) -> list[str]:
    """The choices that cost most: in chance of winning, and where nobody knows it in points."""
    games = list(positions(record))
    worst = sorted(
        (step.win.error if step.win else step.error, number)
        for number, step in enumerate(judged.steps)
        if _costs(step)
    )[::-1][:_SHOWN]
    if not worst:
        return [_("There were no errors.")]
    lines = [
        _("The choices that cost most, in points:")
        if judged.win_start is None
        else _("The choices that cost most, in chance of winning and in points:")
    ]
    for _cost, number in sorted(worst, key=lambda item: item[1]):
        step = judged.steps[number]
        told = sentences.event(games[number], step.action, record.players, painter.faces)
        text = _("step {step} of {last}: {told}").format(
            step=number + 1, last=len(record.actions), told=told
        )
        lines.append(f"{_cost_of(step)}  {text}")
    return lines


def _costs(step: Step) -> bool:
    """Whether a choice has lost so much that it shows."""
    return step.win.error > _LEAST_SHOWN / 100 if step.win else step.error > _LEAST_SHOWN


def _cost_of(step: Step) -> str:
    points = f"{written(-step.error, 2):>8}"
    return f"{percent(-step.win.error, 2):>8}{points}" if step.win else points
