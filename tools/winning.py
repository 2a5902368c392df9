"""Solve the chance of winning on a graphics processor, pack it, and measure what was packed.

`python -m tools.winning FOLDER` writes all layers and `winning.bin` to the folder and prints, by
turns left, how wrong the packed chances are over all positions. With `--wider` the game is solved
once more with hardly any lead taken as decided, with `--response` the best response to a player who
trusts the packed chances is worked out.
"""

import argparse
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from charidice.rules import RULEBOOK, STANDARD
from charidice.solver import faces_of, standard_table
from charidice.solver.winning import Folder, save_winning, solve_winning
from charidice.solver.winning.codec import PackedLayer, pack
from charidice.solver.winning.gpu import GpuSolver
from charidice.solver.winning.positions import EPSILON, HALF, Layer
from charidice.solver.winning.response import BestResponse

DICE: Final = faces_of(STANDARD)
# By turns left the largest error that is aimed at; with more turns left the curves are smoother.
GOALS: Final = {1: 0.0008, 2: 0.0006, 3: 0.0003}
GOAL: Final = 0.0002


def unpacked(packed: PackedLayer) -> Layer:
    """A whole layer as the packed one has it."""
    boxes, donations = packed.amounts.shape[1:]
    layer = np.zeros((boxes, donations, 2 * HALF), np.float32)
    first, last = packed.first + HALF, packed.first + HALF + len(packed.mean)
    for number in range(boxes):
        layer[number, :, first:last] = packed.curves(number, np.arange(donations))
    layer[:, :, last:] = 1
    return layer


def open_positions(layer: Layer) -> NDArray[np.bool_]:
    """Where the game is not decided."""
    return (layer > EPSILON) & (layer < 1 - EPSILON)


def solve(solver: GpuSolver, folder: Folder) -> None:
    """All layers into the folder."""
    folder.claim(RULEBOOK, DICE, solver.parts)
    start = time.perf_counter()
    for left in solve_winning(solver, folder):
        print(f"{left} turns left: solved after {time.perf_counter() - start:.1f} s", flush=True)
    print(f"farthest lead {solver.farthest}")


def packed_and_measured(solver: GpuSolver, folder: Folder) -> dict[int, PackedLayer]:
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
    return layers


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


def response(folder: Folder, layers: dict[int, PackedLayer]) -> None:
    """How much a perfect opponent gains against the packed chances."""
    best, margins = BestResponse(RULEBOOK, DICE), standard_table().values
    now = best.last()

    def belief(left: int) -> tuple[Any, Any]:
        chances = unpacked(layers[left]) if left else now.fixed_moves
        return chances, margins[left]

    print("left  most lost to move  … as receiver")
    exact = start = second = 0.0
    for left in layers:
        now = best.one_turn_earlier(now, belief)
        layer = folder.layer(left)
        moves, asks = now.fixed_moves.get(), now.fixed_asks.get()
        print(f"{left:4} {(layer - moves).max():18.7f} {(asks - layer).max():14.7f}", flush=True)
        exact, start = float(layer[-1, 0, HALF]), float(moves[-1, 0, HALF])
        second = float(asks[-1, 0, HALF])
    print(f"the start is worth {exact:.7f}")
    print(f"who begins with the packed chances loses {exact - start:.7f} of it")
    print(f"who is second with them loses {second - exact:.7f}")


def main() -> None:
    """Solve, pack and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wider", action="store_true")
    parser.add_argument("--response", action="store_true")
    arguments = parser.parse_args()
    solver, folder = GpuSolver(RULEBOOK, DICE), Folder(arguments.folder)
    solve(solver, folder)
    layers = packed_and_measured(solver, folder)
    if arguments.wider:
        wider(solver, folder)
    if arguments.response:
        response(folder, layers)


if __name__ == "__main__":
    main()
