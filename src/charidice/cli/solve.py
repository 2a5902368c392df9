"""`charidice solve`: solve the game for two, for these rules and dice, and keep the table."""

import argparse
from pathlib import Path

from charidice.cli import progress
from charidice.cli.arguments import add_rules, rules_of
from charidice.cli.console import Console
from charidice.cli.files import check_new, written
from charidice.locale import gettext as _
from charidice.locale.formats import signed
from charidice.solver import faces_of, save_table, solve_margin


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("where to keep the table"))
    add_rules(parser)
    parser.epilog = _("Example:") + " charidice solve table.npz"


def run(options: argparse.Namespace, console: Console) -> int:
    """Solve, and write the table once it is complete."""
    rules, dice = rules_of(options)
    check_new(options.file)
    turns = 2 * rules.rounds
    table = solve_margin(
        rules, faces_of(dice), lambda lefts: progress.shown(_("Turns solved"), lefts, turns)
    )
    written(options.file, lambda path: save_table(path, table))
    margin = table.value(turns, (0, 0), (True, True))
    text = _("Solved: the player who begins can expect a margin of {margin} points.")
    console.show([text.format(margin=signed(margin, 3))])
    console.show([_("The table is in {path}.").format(path=options.file)])
    return 0
