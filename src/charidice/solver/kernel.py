"""The one-turn solve for many positions at once, compiled by Numba: only for `charidice solve`.

It computes what `turn.py` computes, but only the value of the whole turn, and walks the
arrangements of `lattice.py` instead of whole tables: six times fewer with the standard set. Eight
positions lie side by side in memory.
"""

from typing import Any, Final

import numpy as np
from numba import get_num_threads, njit, prange
from numpy.typing import NDArray

from charidice.solver.lattice import Lattice
from charidice.solver.options import Options

SIDE_BY_SIDE: Final = 8
_B: Final = SIDE_BY_SIDE
_Array = NDArray[np.float64]


# The eight positions are written out one by one: the compiler then keeps them in registers and
# works on all eight at once, which a loop over them does not achieve.


@njit(fastmath=True, nogil=True, cache=True)
def _add(a: Any, table: Any, row: int) -> Any:
    return (
        a[0] + table[row, 0], a[1] + table[row, 1], a[2] + table[row, 2], a[3] + table[row, 3],
        a[4] + table[row, 4], a[5] + table[row, 5], a[6] + table[row, 6], a[7] + table[row, 7],
    )  # fmt: skip


@njit(fastmath=True, nogil=True, cache=True)
def _higher(a: Any, table: Any, row: int, more: float) -> Any:
    return (
        max(a[0], table[row, 0] + more), max(a[1], table[row, 1] + more),
        max(a[2], table[row, 2] + more), max(a[3], table[row, 3] + more),
        max(a[4], table[row, 4] + more), max(a[5], table[row, 5] + more),
        max(a[6], table[row, 6] + more), max(a[7], table[row, 7] + more),
    )  # fmt: skip


@njit(fastmath=True, nogil=True, cache=True)
def _read(table: Any, row: int) -> Any:
    return (
        table[row, 0], table[row, 1], table[row, 2], table[row, 3],
        table[row, 4], table[row, 5], table[row, 6], table[row, 7],
    )  # fmt: skip


@njit(fastmath=True, nogil=True, cache=True)
def _write(table: Any, row: int, a: Any, factor: float) -> None:
    table[row, 0], table[row, 1] = a[0] * factor, a[1] * factor
    table[row, 2], table[row, 3] = a[2] * factor, a[3] * factor
    table[row, 4], table[row, 5] = a[4] * factor, a[5] * factor
    table[row, 6], table[row, 7] = a[6] * factor, a[7] * factor


@njit(fastmath=True, nogil=True, cache=True)
def _score(ends: Any, worth: Any, by_list: Any, out: Any) -> None:
    """The best end of the turn for every roll."""
    start, gifts, points, list_of = ends
    for k in range(len(start) - 1):
        highest = (-1e30, -1e30, -1e30, -1e30, -1e30, -1e30, -1e30, -1e30)
        for end in range(start[k], start[k + 1]):
            highest = _higher(highest, worth, gifts[end], points[end])
        _write(by_list, k, highest, 1.0)
    for roll in range(len(list_of)):
        _write(out, roll, _read(by_list, list_of[roll]), 1.0)


@njit(fastmath=True, nogil=True, cache=True)
def _best_keep(arrangements: Any, score: Any, mean: Any, best: Any, out: Any) -> None:
    """The better of scoring and the best reroll, when `out` has the worth of the next roll."""
    faces, lifted = arrangements
    rolls, sides = len(score), faces.shape[1]
    mean[:rolls] = out
    for arrangement in range(rolls, len(lifted)):
        total = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for side in range(sides):
            total = _add(total, mean, faces[arrangement - rolls, side])
        _write(mean, arrangement, total, 1 / sides)
    for arrangement in range(len(lifted) - 1, -1, -1):
        highest = _read(mean, arrangement) if arrangement >= rolls else _read(score, arrangement)
        for die in range(lifted.shape[1]):
            if lifted[arrangement, die] != arrangement:
                highest = _higher(highest, best, lifted[arrangement, die], 0.0)
        _write(best, arrangement, highest, 1.0)
    out[:] = best[:rolls]


@njit(fastmath=True, nogil=True, parallel=True)
def _values(
    ends: Any,
    arrangements: Any,
    weight: Any,
    plain: Any,
    asked: Any,
    box: bool,
    rolls: int,
    out: Any,
) -> None:
    start, lifted, count = ends[0], arrangements[1], len(ends[3])
    threads = get_num_threads()
    for thread in prange(threads):
        by_list = np.empty((len(start) - 1, _B))
        mean, best = np.empty((len(lifted), _B)), np.empty((len(lifted), _B))
        score, asked_score = np.empty((count, _B)), np.empty((count, _B))
        now, asked_now = np.empty((count, _B)), np.empty((count, _B))
        for group in range(thread, len(plain), threads):
            _score(ends, plain[group], by_list, score)
            now[:] = score
            if box:
                _score(ends, asked[group], by_list, asked_score)
                asked_now[:] = asked_score
            for _ in range(1, rolls):
                _best_keep(arrangements, score, mean, best, now)
                if box:
                    _best_keep(arrangements, asked_score, mean, best, asked_now)
                    for roll in range(count):
                        for b in range(_B):
                            now[roll, b] = min(now[roll, b], asked_now[roll, b])
            for b in range(_B):
                total = 0.0
                for roll in range(count):
                    total += now[roll, b] * weight[roll]
                out[group, b] = total


def turn_values(
    options: Options, lattice: Lattice, rolls: int, plain: _Array, asked: _Array | None
) -> _Array:
    """The value of a turn of so many rolls for many positions.

    `plain[k, g]` is what a gift of g is worth beside the points in position k, `asked[k, g]` the
    same when the biggest gift was asked for (g before doubling); without it nobody can ask.
    """
    count = len(plain)
    groups = -(-count // SIDE_BY_SIDE)
    out = np.empty((groups, SIDE_BY_SIDE))
    list_of = options.list_of.ravel()[lattice.first_roll]
    _values(
        (options.start, options.gifts, options.points.astype(np.float64), list_of),
        (lattice.faces, lattice.lifted),
        lattice.weight,
        _grouped(plain, groups),
        _grouped(plain if asked is None else asked, groups),
        asked is not None,
        rolls,
        out,
    )
    return out.ravel()[:count]


def _grouped(worth: _Array, groups: int) -> _Array:
    """Eight positions side by side; the last group is filled up with copies."""
    padded = np.resize(worth, (groups * SIDE_BY_SIDE, worth.shape[1]))
    return np.ascontiguousarray(
        padded.reshape(groups, SIDE_BY_SIDE, worth.shape[1]).transpose(0, 2, 1)
    )
