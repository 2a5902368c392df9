"""`charidice hint`: what the player to act in a record should do, and why."""

import argparse
import json
from dataclasses import asdict

from charidice.cli.advice import advice_lines, reason_lines
from charidice.cli.arguments import add_json, add_record
from charidice.cli.console import Console
from charidice.cli.drawing import Painter, dice_lines
from charidice.cli.files import load
from charidice.cli.prompt import InputError
from charidice.coach import advise, reviewable
from charidice.locale import gettext as _
from charidice.records import replay
from charidice.rules import actor


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    add_record(parser)
    parser.add_argument(
        "--step",
        type=int,
        metavar=_("NUMBER"),
        help=_("the position after so many actions; otherwise the last one"),
    )
    add_json(parser)
    parser.epilog = _("Example:") + " charidice hint game.json"


def run(options: argparse.Namespace, console: Console) -> int:
    """Rank all options of the player to act."""
    record = load(options.file)
    if not reviewable(record):
        raise InputError("input/not-reviewable")
    last = len(record.actions)
    if options.step is not None and not 0 <= options.step <= last:
        raise InputError("input/no-such-step", {"step": options.step, "last": last})
    game = replay(record, options.step)
    advised = advise(game)
    if not advised.options:
        raise InputError("input/nobody-decides")
    if options.json:
        rows = [{**asdict(option), "action": str(option.action)} for option in advised.options]
        data = {**asdict(advised), "options": rows}
        console.show([json.dumps(data, indent=1)])
        return 0
    painter = Painter(console)
    seat = actor(game)
    name = record.players[seat] if isinstance(seat, int) else ""
    lines = [painter.bold(name), *dice_lines(game.faces, (), painter, console.width)]
    lines += advice_lines(advised, game, painter, len(advised.options))
    console.show([*lines, "", *reason_lines(advised, game, console.width)])
    return 0
