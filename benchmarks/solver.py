"""How fast the solver is, beside yatzy-solver (Rust, from PyPI) on the same machine.

    uv run --extra benchmarks --extra solve python benchmarks/solver.py

A turn of Charidice has 46,656 rolls of six different dice and a second player who may ask; a turn
of Yatzy has 252 rolls of five equal dice. The figures stand side by side to tell the machine, not
to compare the games. Compiling comes on top: a first `charidice solve` takes some 15 s longer.
"""

import time
from collections.abc import Callable

import numpy as np
import yatzy_solver

from charidice.rules import RULEBOOK, STANDARD
from charidice.solver import faces_of, options_of, solve_margin, standard_table
from charidice.solver.kernel import turn_values
from charidice.solver.lattice import lattice_of
from charidice.solver.margin import worths


def rate(act: Callable[[int], object], seconds: float = 2.0) -> float:
    """How often a second something can be done."""
    act(0)
    count, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        count += 1
        act(count)
    return count / elapsed


def main() -> None:
    start = time.perf_counter()
    solver = yatzy_solver.Solver.build(yatzy_solver.Variant("yatzy-scandinavian"))
    yatzy_seconds = time.perf_counter() - start
    situation = "dice 1 3 3 5 6 | rolls 2 | upper 0 | filled -"
    yatzy_rate = rate(lambda _: solver.option_values(situation))

    start = time.perf_counter()
    table = standard_table()
    load = time.perf_counter() - start
    single = rate(lambda n: table.turn(8, (n % 60, 30), (True, True)))
    dice = faces_of(STANDARD)
    options, lattice = options_of(dice, RULEBOOK), lattice_of(dice)
    later = table.values[7, 3].astype(np.float64)
    plain = worths(later, table.donations, 61, 1)[:800]
    asked = worths(later, table.donations, 61, 2)[:800]
    batched = 800 * rate(lambda _: turn_values(options, lattice, 3, plain, asked))

    start = time.perf_counter()
    solve_margin(RULEBOOK, dice)
    whole = time.perf_counter() - start
    print(f"charidice: load the solved table           {load * 1000:>12.1f} ms")
    print(f"charidice: one turn for a hint, NumPy      {single:>12,.0f} /s")
    print(f"charidice: turns, compiled, many at once   {batched:>12,.0f} /s")
    print(f"charidice: the whole game, once compiled   {whole:>12.1f} s")
    print(f"yatzy-solver: options of one situation     {yatzy_rate:>12,.0f} /s")
    print(f"yatzy-solver: the whole solitaire game     {yatzy_seconds:>12.1f} s")


if __name__ == "__main__":
    main()
