"""`charidice review`: the luck of every roll and the error of every choice of a game."""

import argparse
import json

from charidice.cli.arguments import add_json, add_record
from charidice.cli.console import Console
from charidice.cli.drawing import Painter
from charidice.cli.files import load
from charidice.cli.width import columns, fitted
from charidice.coach import Review, review
from charidice.locale import gettext as _
from charidice.locale import sentences
from charidice.locale.formats import number as written
from charidice.locale.formats import signed
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
    judged = review(record)
    if options.json:
        steps = [
            {
                "seat": s.seat,
                "action": str(s.action),
                "luck": s.luck,
                "error": s.error,
                "missed": s.missed,
            }
            for s in judged.steps
        ]
        data = {"exact": judged.exact, "start": judged.start, "steps": steps}
        console.show([json.dumps(data, indent=1)])
        return 0
    console.show([*_players(record, judged), "", *_errors(record, judged, Painter(console))])
    if not judged.exact:
        console.show(["", _("Games like this are not solved: these values are approximate.")])
    return 0


def _players(record: Record, judged: Review) -> list[str]:
    """Luck and errors of every player, in points of margin, and gifts that nobody asked for."""
    heads, seats = [_("luck"), _("errors")], range(len(record.players))
    missed = [judged.missed(seat) for seat in seats]
    shown = max(missed) > _LEAST_SHOWN
    if shown:
        heads.append(_("not asked"))
    width = max(map(columns, record.players)) + 2
    lines = [" " * width + "".join(f"{head:>{_head_width(head)}}" for head in heads)]
    for seat, name in enumerate(record.players):
        numbers = [signed(judged.luck(seat), 2), written(judged.errors(seat), 2)]
        if shown:
            numbers.append(written(missed[seat], 2))
        cells = zip(heads, numbers, strict=True)
        lines.append(
            fitted(name, width)
            + "".join(f"{number:>{_head_width(head)}}" for head, number in cells)
        )
    if shown:
        lines += ["", _("Not asked: the biggest gift would have been worth more. It is no error.")]
    return lines


def _head_width(head: str) -> int:
    return max(10, columns(head) + 2)


def _errors(record: Record, judged: Review, painter: Painter) -> list[str]:
    """The choices that cost most."""
    games = list(positions(record))
    worst = sorted(
        (step.error, number)
        for number, step in enumerate(judged.steps)
        if step.error > _LEAST_SHOWN
    )[::-1][:_SHOWN]
    if not worst:
        return [_("There were no errors.")]
    lines = [_("The choices that cost most, in points:")]
    for error, number in sorted(worst, key=lambda item: item[1]):
        told = sentences.event(
            games[number], judged.steps[number].action, record.players, painter.faces
        )
        text = _("step {step} of {last}: {told}").format(
            step=number + 1, last=len(record.actions), told=told
        )
        lines.append(f"{written(-error, 2):>8}  {text}")
    return lines
