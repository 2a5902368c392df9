"""`charidice value`: what a position of the game for two is worth, just before a turn."""

import argparse
import json
from pathlib import Path
from typing import NamedTuple

from charidice.cli.advice import upper_bound
from charidice.cli.arguments import add_dice, add_json, dice_of
from charidice.cli.console import Console
from charidice.cli.files import check_readable
from charidice.cli.prompt import InputError
from charidice.locale import gettext as _
from charidice.locale.formats import percent, signed
from charidice.rules import RULEBOOK, STANDARD
from charidice.solver import MarginTable, faces_of, load_table, normal_chance
from charidice.solver.files import STANDARD_FILE
from charidice.solver.winning import standard_winning


class Position(NamedTuple):
    """A position of the game for two, just before a turn."""

    left: int
    given: tuple[int, int]
    boxes: tuple[bool, bool]
    lead: int


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
        help=_("who still has the 2× box: 1 has it, 0 has not; first the player to move"),
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
    position = Position(options.left, given, (bool(boxes[0]), bool(boxes[1])), options.score)
    margin = table.value(position.left, position.given, position.boxes)
    win, error = _chance(table, position)
    if options.json:
        data = {"margin": margin, "win": win, "win_exact": error == 0, "win_error": error}
        console.show([json.dumps(data)])
        return 0
    console.show([_("margin to come: {margin} points").format(margin=signed(margin, 3))])
    console.show([_chance_line(win, error)])
    return 0


def _chance(table: MarginTable, position: Position) -> tuple[float, float | None]:
    """The chance of winning, and by how much it can be wrong; None where nobody knows."""
    solved = table.dice == faces_of(STANDARD) and position.left <= standard_winning().most_turns
    if solved or position.left < 2:
        return standard_winning().best_chance(table, *position)
    expected = position.lead + table.value(position.left, position.given, position.boxes)
    return normal_chance(expected, position.left), None


def _chance_line(win: float, error: float | None) -> str:
    if error is None:
        return _("chance of winning: about {win}").format(win=percent(win, 1))
    if error == 0:
        return _("chance of winning: {win}").format(win=percent(win, 2))
    text = _("chance of winning: {win}, at most {error} percentage points off")
    return text.format(win=percent(win, 2), error=upper_bound(error))


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
