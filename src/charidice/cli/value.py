"""`charidice value`: what a position of the game for two is worth, just before a turn."""

import argparse
import json
from pathlib import Path

from charidice.cli.arguments import add_dice, add_json, dice_of
from charidice.cli.console import Console
from charidice.cli.files import check_readable
from charidice.cli.prompt import InputError
from charidice.locale import gettext as _
from charidice.locale.formats import percent, signed
from charidice.rules import RULEBOOK
from charidice.solver import MarginTable, faces_of, load_table, win_chance
from charidice.solver.files import STANDARD_FILE


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "--left",
        type=int,
        required=True,
        metavar=_("NUMBER"),
        help=_("how many turns are left in the game, of both players together"),
    )
    parser.add_argument(
        "--given",
        required=True,
        metavar=_("A,B"),
        help=_("what the player to move and the other one have given so far"),
    )
    parser.add_argument(
        "--boxes",
        required=True,
        metavar=_("A,B"),
        help=_("who still has the 2x box: 1 has it, 0 has not; first the player to move"),
    )
    parser.add_argument(
        "--score",
        type=int,
        default=0,
        metavar=_("NUMBER"),
        help=_("how many points the player to move is ahead"),
    )
    parser.add_argument(
        "--table",
        type=Path,
        metavar=_("FILE"),
        help=_("a table that “charidice solve” has written, for other dice or longer games"),
    )
    add_dice(parser)
    add_json(parser)
    parser.epilog = _("Example:") + " charidice value --left 14 --given 0,0 --boxes 1,1"


def run(options: argparse.Namespace, console: Console) -> int:
    """Print the expected further margin and the chance of winning."""
    table = _table(options)
    given, boxes = _pair(options.given, 10_000), _pair(options.boxes, 1)
    if not 0 <= options.left <= table.most_turns or abs(options.score) > 100_000:
        raise InputError("input/position", {"most": table.most_turns})
    has = (bool(boxes[0]), bool(boxes[1]))
    margin = table.value(options.left, given, has)
    win, exact = win_chance(table, options.left, given, has, options.score)
    if options.json:
        console.show([json.dumps({"margin": margin, "win": win, "win_exact": exact})])
        return 0
    console.show([_("margin to come: {margin} points").format(margin=signed(margin, 3))])
    text = _("chance of winning: {win}") if exact else _("chance of winning: about {win}")
    console.show([text.format(win=percent(win, 1))])
    return 0


def _table(options: argparse.Namespace) -> MarginTable:
    """The table that was asked for; one of other dice is refused."""
    path: Path = options.table or STANDARD_FILE
    check_readable(path)
    return load_table(path, RULEBOOK, faces_of(dice_of(options)))


def _pair(text: str, most: int) -> tuple[int, int]:
    numbers = text.split(",")
    if len(numbers) != 2 or not all(n.isascii() and n.isdecimal() and len(n) < 6 for n in numbers):
        raise InputError("input/pair", {"text": text, "most": most})
    first, second = map(int, numbers)
    if max(first, second) > most:
        raise InputError("input/pair", {"text": text, "most": most})
    return first, second
