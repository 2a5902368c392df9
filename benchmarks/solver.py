"""How fast the solver is, beside yatzy-solver (Rust, from PyPI) on the same machine.

    uv run --extra benchmarks --extra solve python benchmarks/solver.py

A turn of Charidice has 46,656 rolls of six different dice and a second player who may ask; a turn
of Yatzy has 252 rolls of five equal dice. The figures stand side by side to tell the machine, not
to compare the games. Compiling comes on top: a first `charidice solve` takes some 15 s longer.

The whole game for winning is solved where there is a graphics processor (the extra `gpu`), into a
folder that is deleted. On cores it would take hours: a small piece is solved, which says how many.
"""

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import yatzy_solver

from charidice.coach import advise
from charidice.rules import RULEBOOK, STANDARD, Pass, Rolled, Row, apply, new_game
from charidice.solver import faces_of, options_of, solve_margin, standard_table
from charidice.solver.kernel import turn_values
from charidice.solver.lattice import lattice_of
from charidice.solver.margin import worths
from charidice.solver.winning import (
    Folder,
    expected_seconds,
    row_solver,
    solve_winning,
    standard_winning,
)

DICE = faces_of(STANDARD)


def rate(act: Callable[[int], object], seconds: float = 2.0) -> float:
    """How often a second something can be done."""
    act(0)
    count, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        count += 1
        act(count)
    return count / elapsed


def seconds(act: Callable[[], object]) -> float:
    """How long something takes once."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def line(what: str, figure: str) -> None:
    print(f"{what:<52} {figure:>16}", flush=True)


def yatzy() -> None:
    """The peer."""
    start = time.perf_counter()
    solver = yatzy_solver.Solver.build(yatzy_solver.Variant("yatzy-scandinavian"))
    took = time.perf_counter() - start
    situation = "dice 1 3 3 5 6 | rolls 2 | upper 0 | filled -"
    options = rate(lambda _: solver.option_values(situation))
    line("yatzy-solver: options of one situation", f"{options:,.0f} /s")
    line("yatzy-solver: the whole solitaire game", f"{took:.1f} s")


def margin() -> None:
    """The expected margin."""
    line("margin: load the solved table", f"{seconds(standard_table) * 1000:.1f} ms")
    table = standard_table()
    single = rate(lambda n: table.turn(8, (n % 60, 30), (True, True)).value)
    line("margin: one turn, NumPy", f"{single:,.0f} /s")
    options, lattice = options_of(DICE, RULEBOOK), lattice_of(DICE)
    later = table.values[7, 3].astype(np.float64)
    plain = worths(later, table.donations, 61, 1)[:800]
    asked = worths(later, table.donations, 61, 2)[:800]
    batched = 800 * rate(lambda _: turn_values(options, lattice, 3, plain, asked))
    line("margin: turns, compiled, many at once", f"{batched:,.0f} /s")
    whole = seconds(lambda: solve_margin(RULEBOOK, DICE))
    line("margin: the whole game, once compiled", f"{whole:.1f} s")


def winning() -> None:
    """The chance of winning."""
    line("winning: load the table that comes along", f"{seconds(standard_winning) * 1000:.1f} ms")
    table, margins = standard_winning(), standard_table()
    boxes = (True, True)
    looked_up = rate(lambda n: table.chance(8, (n % 60, 30), boxes, n % 40))
    line("winning: look-ups of one chance", f"{looked_up:,.0f} /s")
    single = rate(lambda n: table.turn(margins, 8, (n % 60, 30), boxes, n % 40).value)
    line("winning: one turn, NumPy", f"{single:,.0f} /s")
    opened = apply(apply(new_game(2), Rolled([1, 6, 6, 4, 3, 2])), Pass())
    # Another sum given each time, so that no turn is solved already.
    me, other = opened.sheets
    rows = [Row(points=4, bonus=0, given=n) for n in range(60)]
    games = [
        opened._replace(sheets=(me, other._replace(rows=(row, *other.rows[1:])))) for row in rows
    ]
    hints = rate(lambda n: advise(games[n % 60]))
    line("winning: a hint, both measures", f"{hints:,.0f} /s")
    solver = row_solver(RULEBOOK, DICE)
    with TemporaryDirectory() as path:
        folder = Folder(Path(path))
        if solver.graphics is None:
            hours = expected_seconds(solver, folder, time.perf_counter) / 3600
            line("winning: the whole game on these cores, about", f"{hours:.1f} h")
            return
        whole = seconds(lambda: list(solve_winning(solver, folder)))
        line(f"winning: the whole game, {solver.graphics}", f"{whole:.1f} s")


def main() -> None:
    margin()
    winning()
    yatzy()


if __name__ == "__main__":
    main()
