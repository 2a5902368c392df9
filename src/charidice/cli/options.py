"""`charidice options`: what six faces can score, for our dice or those of a box."""

import argparse
import json

from charidice.cli.arguments import add_json
from charidice.cli.console import Console
from charidice.cli.drawing import Painter, dice_lines, option_lines
from charidice.locale import gettext as _
from charidice.rules import Colour, Face, Selection, best_first, selections


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "faces",
        nargs="+",
        metavar=_("FACE"),
        help=_("six faces, each a number and a colour letter: {letters}").format(
            letters=" ".join(f"{colour.letter}={colour.symbol}" for colour in Colour)
        ),
    )
    add_json(parser)
    parser.epilog = _("Example:") + " charidice options 1R 2R 3R 4R 6R 6Y"


def run(options: argparse.Namespace, console: Console) -> int:
    """Print every selection, best first."""
    faces = tuple(Face.parse(word) for word in options.faces)
    ranked = best_first(selections(faces))
    if options.json:
        console.show([json.dumps([_as_data(s, faces) for s in ranked], indent=1)])
        return 0
    painter = Painter(console)
    drawn = dice_lines(faces, (), painter, console.width)
    console.show([*drawn, "", *option_lines(ranked, faces, painter)])
    return 0


def _as_data(chosen: Selection, faces: tuple[Face, ...]) -> dict[str, object]:
    return {
        "dice": chosen.dice,
        "faces": [str(faces[die]) for die in chosen.dice],
        "kind": chosen.kind,
        "points": chosen.points,
        "bonus": chosen.bonus,
        "total": chosen.total,
        "gift": chosen.gift,
    }
