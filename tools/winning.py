"""Solve the chance of winning on a graphics processor, and measure what rests on it.

`python -m tools.winning FOLDER` writes all layers to the folder. With `--pack` they are packed into
`winning.bin`, and it prints by turns left how wrong the packed chances are over all positions. With
`--wider` the game is solved once more with hardly any lead taken as decided. With `--response
perfect margin expert greedy` it works out what a perfect opponent gains against these players:
ties count as the worse for them, or with `--lucky-ties` as the better, so that the truth lies
between.
"""

import argparse
import time
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tools.strategies import STRATEGIES, unpacked

from charidice.rules import RULEBOOK, STANDARD
from charidice.solver import faces_of
from charidice.solver.winning import Folder, save_winning, solve_winning
from charidice.solver.winning.codec import pack
from charidice.solver.winning.gpu import GpuSolver
from charidice.solver.winning.positions import EPSILON, HALF, Layer
from charidice.solver.winning.response import BestResponse

DICE: Final = faces_of(STANDARD)
# By turns left the largest error that is aimed at; with more turns left the curves are smoother.
GOALS: Final = {1: 0.0008, 2: 0.0006, 3: 0.0003}
GOAL: Final = 0.0002


def open_positions(layer: Layer) -> NDArray[np.bool_]:
    """Where the game is not decided."""
    return (layer > EPSILON) & (layer < 1 - EPSILON)


def solve(solver: GpuSolver, folder: Folder) -> None:
    """All layers into the folder."""
    folder.claim(RULEBOOK, DICE)
    start = time.perf_counter()
    for left in solve_winning(solver, folder):
        print(f"{left} turns left: solved after {time.perf_counter() - start:.1f} s", flush=True)
    print(f"farthest lead {solver.farthest}")


def packed_and_measured(solver: GpuSolver, folder: Folder) -> None:
    """All layers packed, into the file that comes with the package."""
    layers, errors = {}, [0.0]
    print("left  curves     open  largest error  mean of open")
    for left in range(1, solver.positions.turns + 1):
        exact = np.array(folder.layer(left))
        layers[left] = pack(exact, GOALS.get(left, GOAL))
        apart, open_ = np.abs(unpacked(layers[left]) - exact), open_positions(exact)
        errors.append(float(apart.max()))
        count, mean = int(open_.sum()), float(apart[open_].mean())
        curves = len(layers[left].basis)
        print(f"{left:4} {curves:7} {count:8} {errors[-1]:14.6f} {mean:13.7f}", flush=True)
    path = folder.path / "winning.bin"
    save_winning(path, (RULEBOOK, DICE), solver.positions.donations, layers, tuple(errors))
    print(f"{path}: {path.stat().st_size} bytes")


def wider(solver: GpuSolver, folder: Folder) -> None:
    """The same game with hardly any lead taken as decided: by how much does it differ?"""
    layer = solver.positions.decided()
    rows = solver.positions.rows()
    for left in range(1, solver.positions.turns + 1):
        found, solved = solver.rows(layer, rows, eps=1e-8)
        layer = np.empty(solver.positions.shape, np.float32)
        layer.reshape(len(rows), -1)[rows[:, 3]] = found
        apart = float(np.abs(layer - folder.layer(left)).max())
        print(f"{left} turns left: {solved} chances, largest difference {apart:.2g}", flush=True)


def response(folder: Folder, name: str, lucky: bool) -> None:
    """How much a perfect opponent gains against a player."""
    best = BestResponse(RULEBOOK, DICE, STRATEGIES[name](lucky))
    now, start = best.last(), time.perf_counter()
    print(f"{name}, {'lucky' if lucky else 'unlucky'} ties")
    print("left  most lost to move  … as receiver")
    exact = first = second = 0.0
    for left in range(1, 2 * RULEBOOK.rounds + 1):
        now = best.one_turn_earlier(now)
        layer = folder.layer(left)
        moves, asks = now.fixed_moves.get(), now.fixed_asks.get()
        print(f"{left:4} {(layer - moves).max():18.7f} {(asks - layer).max():14.7f}", flush=True)
        exact, first = float(layer[-1, 0, HALF]), float(moves[-1, 0, HALF])
        second = float(asks[-1, 0, HALF])
    print(f"the start is worth {exact:.7f}; after {time.perf_counter() - start:.0f} s:")
    print(f"{name} loses {exact - first:.7f} of it as who begins")
    print(f"{name} loses {second - exact:.7f} as who is second")


def main() -> None:
    """Solve, pack and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pack", action="store_true")
    parser.add_argument("--wider", action="store_true")
    parser.add_argument("--response", nargs="+", choices=STRATEGIES, default=[])
    parser.add_argument("--lucky-ties", action="store_true")
    arguments = parser.parse_args()
    solver, folder = GpuSolver(RULEBOOK, DICE), Folder(arguments.folder)
    solve(solver, folder)
    if arguments.pack:
        packed_and_measured(solver, folder)
    if arguments.wider:
        wider(solver, folder)
    for name in arguments.response:
        response(folder, name, arguments.lucky_ties)


if __name__ == "__main__":
    main()
