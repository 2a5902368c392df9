"""`charidice review`: the luck of every roll and the error of every choice of a game."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from charidice.cli.arguments import add_json, add_record
from charidice.cli.console import Console
from charidice.cli.drawing import Painter
from charidice.cli.files import check_new, load
from charidice.cli.files import written as written_to
from charidice.cli.prompt import InputError
from charidice.cli.width import columns, fitted
from charidice.coach import Review, Step, review, reviewable, verdict
from charidice.coach.explained import explain, notable, with_reasons
from charidice.locale import gettext as _
from charidice.locale import sentences
from charidice.locale.formats import number as written
from charidice.locale.formats import percent, signed
from charidice.records import Record, positions, replay
from charidice.tables import TableError

_SHOWN = 10
_LEAST_SHOWN = 0.005  # of a point


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    add_record(parser)
    add_json(parser)
    parser.add_argument(
        "--html",
        type=Path,
        metavar=_("FILE"),
        help=_("write the review as a page with pictures, all in one file"),
    )
    parser.epilog = _("Example:") + " charidice review game.json"


def run(options: argparse.Namespace, console: Console) -> int:
    """Print luck and errors of every player, and the choices that cost most."""
    record = load(options.file)
    if not reviewable(record):
        raise InputError("input/not-reviewable")
    if options.html:
        _write_page(record, options.html)
        return 0
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


def _write_page(record: Record, path: Path) -> None:
    """Write the page of a finished game."""
    from charidice.web.review.one_file import review_file  # noqa: PLC0415  # which loads much

    if not replay(record).over:
        raise TableError("table/not-over")
    check_new(path)
    judged = verdict(record)
    text = review_file(with_reasons(judged, map(explain, notable(judged))))
    written_to(path, lambda temporary: _write(temporary, text))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _data(judged: Review) -> dict[str, object]:
    steps = [
        {
            "seat": s.seat,
            "action": str(s.action),
            "luck": s.luck,
            "error": s.error,
            "missed": s.missed,
            "win": asdict(s.win),
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
    games, in_chance = list(positions(record)), judged.win_start is not None
    worst = sorted(
        (step.win.error if in_chance else step.error, number)
        for number, step in enumerate(judged.steps)
        if _costs(step, in_chance)
    )[::-1][:_SHOWN]
    if not worst:
        return [_("There were no errors.")]
    lines = [
        _("The choices that cost most, in chance of winning and in points:")
        if in_chance
        else _("The choices that cost most, in points:")
    ]
    for _cost, number in sorted(worst, key=lambda item: item[1]):
        step = judged.steps[number]
        told = sentences.event(games[number], step.action, record.players, painter.faces)
        text = _("step {step} of {last}: {told}").format(
            step=number + 1, last=len(record.actions), told=told
        )
        lines.append(f"{_cost_of(step, in_chance)}  {text}")
    return lines


def _costs(step: Step, in_chance: bool) -> bool:
    """Whether a choice has lost so much that it shows."""
    return step.win.error > _LEAST_SHOWN / 100 if in_chance else step.error > _LEAST_SHOWN


def _cost_of(step: Step, in_chance: bool) -> str:
    points = f"{written(-step.error, 2):>8}"
    return f"{percent(-step.win.error, 2):>8}{points}" if in_chance else points
