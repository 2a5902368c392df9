"""`charidice solve`: solve the game for two, for these rules and dice, and keep the table."""

import argparse
import time
from collections.abc import Iterable
from math import ceil
from pathlib import Path

from charidice.cli import progress
from charidice.cli.arguments import add_rules, rules_of
from charidice.cli.console import Console
from charidice.cli.files import check_folder, check_new, writing_in, written
from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.locale.formats import number, percent, signed
from charidice.rules import DiceSet, Rules
from charidice.solver import faces_of, save_table, solve_margin
from charidice.solver.winning import (
    Folder,
    RowSolver,
    bytes_needed,
    expected_seconds,
    row_solver,
    solve_winning,
    steps_to_do,
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "file",
        type=Path,
        metavar=_("FILE"),
        help=_("where to keep the table: a new file, or with “--for winning” a folder"),
    )
    parser.add_argument(
        "--for",
        dest="goal",
        choices=("margin", "winning"),
        default="margin",
        help=_(
            "what is solved: the expected margin, or the chance of winning, which takes hours "
            "without a graphics processor"
        ),
    )
    add_rules(parser)
    parser.epilog = _("Example:") + " charidice solve table.npz"


def run(options: argparse.Namespace, console: Console) -> int:
    """Solve, and write the table."""
    rules, dice = rules_of(options)
    if options.goal == "winning":
        return _winning(Folder(options.file), rules, dice, console)
    return _margin(options.file, rules, dice, console)


def _margin(path: Path, rules: Rules, dice: DiceSet, console: Console) -> int:
    """The table is written once it is complete."""
    check_new(path)
    turns = 2 * rules.rounds
    table = solve_margin(
        rules, faces_of(dice), lambda lefts: progress.shown(_("Turns solved"), lefts, turns)
    )
    written(path, lambda temporary: save_table(temporary, table))
    margin = table.value(turns, (0, 0), (True, True))
    text = _("Solved: the player who begins can expect a margin of {margin} points.")
    console.show([text.format(margin=signed(margin, 3))])
    console.show([_("The table is in {path}.").format(path=path)])
    return 0


def _winning(folder: Folder, rules: Rules, dice: DiceSet, console: Console) -> int:
    """Every step is written as soon as it is solved, so that the next run goes on from there."""
    solver = row_solver(rules, faces_of(dice))
    check_folder(folder.path)
    folder.claim(rules, faces_of(dice))
    steps = steps_to_do(solver, folder)
    if steps:
        console.show(_beforehand(solver, folder))
        writing_in(folder.path, lambda: _solve(solver, folder, len(steps)))
    text = _("Solved: the player who begins wins with a chance of {win}.")
    console.show([text.format(win=percent(folder.start(solver.positions), 4))])
    console.show([_("The table is in {path}.").format(path=folder.path)])
    return 0


def _solve(solver: RowSolver, folder: Folder, steps: int) -> None:
    def shown(todo: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int]]:
        return progress.shown(_("Steps solved"), todo, steps)

    for _left in solve_winning(solver, folder, shown):
        pass


def _beforehand(solver: RowSolver, folder: Folder) -> list[str]:
    """What it is solved on, how long that takes, and how much room."""
    where = (
        _("Solving on the cores of this machine.")
        if solver.graphics is None
        else _("Solving on the graphics processor {name}.").format(name=solver.graphics)
    )
    size = _("The table takes {size} GB.").format(
        size=number(bytes_needed(solver.positions) / 1e9, 1)
    )
    seconds = expected_seconds(solver, folder, time.perf_counter)
    return [
        f"{where} {_duration(seconds)} {size}",
        _("Ctrl-C stops it; the same command goes on from there."),
    ]


def _duration(seconds: float) -> str:
    if seconds < 100 * 60:
        minutes = max(1, ceil(seconds / 60))
        text = ngettext(
            "It will take about {count} minute.", "It will take about {count} minutes.", minutes
        )
        return text.format(count=minutes)
    hours = ceil(seconds / 3600)
    text = ngettext("It will take about {count} hour.", "It will take about {count} hours.", hours)
    return text.format(count=hours)
