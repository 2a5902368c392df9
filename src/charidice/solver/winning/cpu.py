"""The chance of winning on the cores of a processor: the same steps as on a graphics processor.

Compiled by Numba. Eight leads lie side by side in a cell.
"""

from typing import Any, Final

import numpy as np
from numba import get_num_threads, njit, prange
from numpy.typing import NDArray

from charidice.rules import Rules
from charidice.solver.options import Dice
from charidice.solver.winning.plan import Plan, plan_of
from charidice.solver.winning.positions import EPSILON, HALF, Layer, Rows, positions_of

LEADS: Final = 8


# The eight leads are written out one by one: the compiler then keeps them in registers and works
# on all eight at once, which a loop over them does not achieve.


@njit(fastmath=True, nogil=True, cache=True)
def _read(cells: Any, k: int) -> Any:
    return (
        cells[k, 0], cells[k, 1], cells[k, 2], cells[k, 3],
        cells[k, 4], cells[k, 5], cells[k, 6], cells[k, 7],
    )  # fmt: skip


@njit(fastmath=True, nogil=True, cache=True)
def _write(cells: Any, k: int, a: Any) -> None:
    cells[k, 0], cells[k, 1], cells[k, 2], cells[k, 3] = a[0], a[1], a[2], a[3]
    cells[k, 4], cells[k, 5], cells[k, 6], cells[k, 7] = a[4], a[5], a[6], a[7]


@njit(fastmath=True, nogil=True, cache=True)
def _add(a: Any, b: Any) -> Any:
    return (
        a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3],
        a[4] + b[4], a[5] + b[5], a[6] + b[6], a[7] + b[7],
    )  # fmt: skip


@njit(fastmath=True, nogil=True, cache=True)
def _times(a: Any, f: Any) -> Any:
    return (
        a[0] * f, a[1] * f, a[2] * f, a[3] * f, a[4] * f, a[5] * f, a[6] * f, a[7] * f,
    )  # fmt: skip


@njit(fastmath=True, nogil=True, cache=True)
def _higher(a: Any, b: Any) -> Any:
    return (
        max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]),
        max(a[4], b[4]), max(a[5], b[5]), max(a[6], b[6]), max(a[7], b[7]),
    )  # fmt: skip


@njit(fastmath=True, nogil=True, cache=True)
def _lower(a: Any, b: Any) -> Any:
    return (
        min(a[0], b[0]), min(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]),
        min(a[4], b[4]), min(a[5], b[5]), min(a[6], b[6]), min(a[7], b[7]),
    )  # fmt: skip


@njit(fastmath=True, nogil=True, cache=True)
def _donation(mine: int, other: int, threshold: int, span: int) -> int:
    if max(mine, other) <= threshold:
        return mine * (threshold + 1) + other
    return (threshold + 1) ** 2 + min(max(mine - other, -span), span) + span


@njit(fastmath=True, nogil=True, cache=True)
def _ends_of_turn(
    plan: Any, game: Any, later: Any, position: Any, factor: int, lead: int, work: Any, score: Any
) -> None:
    """The best end of the turn for every roll."""
    points, gifts, starts, entries, list_of = plan[0], plan[1], plan[2], plan[3], plan[4]
    ends, lists = work[1], work[2]
    for k in range(len(points)):
        gift = gifts[k] * factor
        row = later[_donation(position[1], position[0] + gift, game[0], game[1])]
        for b in range(LEADS):
            x = HALF - (lead + b + points[k] - gift)
            ends[k, b] = np.float32(1) - row[min(max(x, 0), 2 * HALF - 1)]
    for k in range(len(starts) - 1):
        best = _read(ends, entries[starts[k]])
        for entry in range(starts[k] + 1, starts[k + 1]):
            best = _higher(best, _read(ends, entries[entry]))
        _write(lists, k, best)
    for roll in range(len(list_of)):
        _write(score, roll, _read(lists, list_of[roll]))


@njit(fastmath=True, nogil=True, cache=True)
def _one_roll_back(plan: Any, cells: Any, score: Any, out: Any) -> None:
    """From what the next roll is worth, in the first cells, to what this roll is worth."""
    base, count, faces, lifted = plan[6], plan[7], plan[8], plan[9]
    sides = faces.shape[1]
    share = np.float32(1) / np.float32(sides)
    dice = len(base) - 1
    row = count[0]
    for air in range(1, dice + 1):
        for k in range(count[air]):
            total = _read(cells, faces[row, 0])
            for side in range(1, sides):
                total = _add(total, _read(cells, faces[row, side]))
            _write(cells, base[air] + k, _times(total, share))
            row += 1
    row -= count[dice]
    for air in range(dice - 1, 0, -1):
        row -= count[air]
        for k in range(count[air]):
            best = _read(cells, base[air] + k)
            for die in range(dice - air):
                best = _higher(best, _read(cells, lifted[row + k, die]))
            _write(cells, base[air] + k, best)
    for roll in range(count[0]):
        best = _read(score, roll)
        for die in range(dice):
            best = _higher(best, _read(cells, lifted[roll, die]))
        _write(out, roll, best)


@njit(fastmath=True, nogil=True, cache=True)
def _chances(
    plan: Any, game: Any, later: Any, position: Any, lead: int, work: Any, found: Any
) -> None:
    """The chances at eight leads."""
    share, rolls = plan[5], game[2]
    cells, score, by_ask = work[0], work[3], work[4]
    has, other_has = position[2] // 2, position[2] % 2
    count = len(share)
    for asked in range(other_has, -1, -1):
        layer = later[2 * (other_has - asked) + has]
        _ends_of_turn(plan, game, layer, position, game[3] if asked else 1, lead, work, score)
        cells[:count] = score
        for roll in range(rolls - 2, -1, -1):
            _one_roll_back(plan, cells, score, cells if not asked else by_ask[roll])
            if asked:
                cells[:count] = by_ask[roll]
            elif other_has:
                for k in range(count):
                    _write(cells, k, _lower(_read(cells, k), _read(by_ask[roll], k)))
    total = _times(_read(cells, 0), share[0])
    for k in range(1, count):
        total = _add(total, _times(_read(cells, k), share[k]))
    _write(found, 0, _times(total, 1 / share.sum()))


@njit(fastmath=True, nogil=True, cache=True)
def _row(plan: Any, game: Any, later: Any, position: Any, eps: float, work: Any, out: Any) -> int:
    """All leads of one position: from 0 up until it is won, and down until it is lost."""
    found = work[5]
    low = high = 0
    won = lost = False
    while True:
        up = high < HALF and not won
        if not up and (low <= -HALF or lost):
            break
        lead = high if up else low - LEADS
        _chances(plan, game, later, position, lead, work, found)
        out[lead + HALF : lead + HALF + LEADS] = found[0]
        if up:
            high += LEADS
            won = found[0, 0] > 1 - eps
        else:
            low -= LEADS
            lost = found[0, LEADS - 1] < eps
    out[: low + HALF] = 0.0
    out[high + HALF :] = 1.0
    return high - low


@njit(nogil=True, parallel=True)
def _rows(
    plan: Any, game: Any, later: Any, positions: Any, eps: float, solved: Any, out: Any
) -> None:
    threads = get_num_threads()
    for thread in prange(threads):
        f = np.float32
        work = (
            np.empty((game[4], LEADS), f), np.empty((len(plan[0]), LEADS), f),
            np.empty((len(plan[2]) - 1, LEADS), f), np.empty((len(plan[4]), LEADS), f),
            np.empty((game[2], len(plan[4]), LEADS), f), np.empty((1, LEADS), f),
        )  # fmt: skip
        for k in range(thread, len(positions), threads):
            solved[k] = _row(plan, game, later, positions[k], eps, work, out[k])


class CpuSolver:
    """Solves rows of positions on all cores."""

    parts: Final = 64
    sample: Final = 16
    graphics: Final = None

    def __init__(self, rules: Rules, dice: Dice) -> None:
        self.positions = positions_of(rules, dice)
        plan = plan_of(dice, rules)
        self._plan = _arrays(plan)
        self._game = (
            self.positions.donations.threshold,
            self.positions.donations.span,
            rules.rolls,
            rules.biggest_gift_factor,
            plan.cells,
        )

    def rows(self, later: Layer, rows: Rows, eps: float = EPSILON) -> tuple[Layer, int]:
        """The chances of these rows for all leads, and how many were worked out for it.

        `later` is the layer with one turn less.
        """
        out = np.empty((len(rows), 2 * HALF), np.float32)
        solved = np.zeros(len(rows), np.int64)
        _rows(self._plan, self._game, later, rows, eps, solved, out)
        return out, int(solved.sum())


def _arrays(plan: Plan) -> tuple[NDArray[Any], ...]:
    starts = np.concatenate([[0], np.cumsum([len(ends) for ends in plan.lists])])
    dice = len(plan.levels) - 1
    sides = plan.levels[1].faces.shape[1]
    faces = [np.broadcast_to(0, (plan.levels[0].count, sides)), *(v.faces for v in plan.levels[1:])]
    lifted = [np.pad(v.lifted, ((0, 0), (0, dice - v.lifted.shape[1]))) for v in plan.levels]
    return (
        plan.points,
        plan.gifts,
        starts.astype(np.int32),
        np.concatenate(plan.lists).astype(np.int32),
        plan.list_of.astype(np.int32),
        plan.share.astype(np.float64),  # thousands of rolls: their sum needs the digits
        np.array([level.base for level in plan.levels], np.int32),
        np.array([level.count for level in plan.levels], np.int32),
        np.concatenate(faces).astype(np.int32),
        np.concatenate(lifted).astype(np.int32),
    )
