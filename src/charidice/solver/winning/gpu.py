"""The chance of winning on a graphics processor, by CuPy: kernel.cu with its tables and sizes."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from charidice.rules import Rules
from charidice.solver.options import Dice
from charidice.solver.winning.plan import Plan, plan_of
from charidice.solver.winning.positions import EPSILON, HALF, Layer, Positions, Rows, positions_of

SOURCE: Final = Path(__file__).parent / "kernel.cu"
WARP: Final = 32
# 512, 768 and 1024 were measured: 17.3, 16.1 and 16.0 s for the whole game.
THREADS: Final = 1024
CELL_BYTES: Final = 16
# A block of an H100 or H200 may have 227 KB, a cell takes 16 bytes, and a little is needed beside.
MOST_CELLS: Final = 14_400


class Mode(StrEnum):
    """What is solved; the source says it in full."""

    SOLVE = "SOLVE"
    FIXED_MOVES = "FIXED_MOVES"
    FIXED_ASKS = "FIXED_ASKS"


@dataclass(frozen=True)
class FixedStrategy:
    """What a fixed strategy goes by: chances, or with `by_points` margins.

    What differs by at most `tie` counts as equal, and as the worse for the strategy, or with
    `lucky_ties` as the better. `asks` says by stage and roll whether it asks, if that follows from
    what lies on the table alone.
    """

    by_points: bool
    tie: float
    lucky_ties: bool = False
    asks: NDArray[np.bool_] | None = None


def sizes(plan: Plan, positions: Positions, mode: Mode, fixed: FixedStrategy | None = None) -> str:
    """The sizes that the source is compiled for."""
    numbers: dict[str, float] = {
        mode: 1,
        "THREADS": THREADS,
        "ENDS": len(plan.points),
        "LISTS": len(plan.lists),
        "ROLLS": plan.levels[0].count,
        "OVERLAP": plan.levels[0].count - plan.levels[1].base,
        "CELLS": plan.cells,
        "SIDES": plan.levels[1].faces.shape[1],
        "DICE": len(plan.levels) - 1,
        "ALL_ROLLS": float(plan.share.sum()),
        "TURN_ROLLS": positions.rules.rolls,
        "FACTOR": positions.rules.biggest_gift_factor,
        "HALF": HALF,
        "THRESHOLD": positions.donations.threshold,
        "SPAN": positions.donations.span,
        "DONATIONS": positions.donations.count,
    }
    if fixed:
        numbers |= {"TIE": fixed.tie, "LUCKY_TIES": int(fixed.lucky_ties)}
        numbers |= {"BY_POINTS": 1} if fixed.by_points else {}
        numbers |= {} if fixed.asks is None else {"ASKS_BY_ROLL": 1}
    at = 0
    for name, table in tables(plan, fixed).items():
        numbers[f"{name}_AT"] = at
        at += len(table)
    lines = [f"#define {name} {number}" for name, number in numbers.items()]
    by_level = {
        "COUNT": [level.count for level in plan.levels],
        "BASE": [level.base for level in plan.levels],
        "FACES": _starts([level.faces for level in plan.levels]),
        "LIFTED": _starts([level.lifted for level in plan.levels]),
    }
    for name, values in by_level.items():
        listed = ", ".join(map(str, values))
        lines.append(f"__device__ constexpr int {name}[] = {{{listed}}};")
    return "\n".join(lines) + "\n"


def _starts(tables: list[NDArray[np.int64]]) -> list[int]:
    words = [len(table) * -(-table.shape[1] // 2) for table in tables]
    return [0, *np.cumsum(words).tolist()]


def words(table: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Two indices a word, the words of neighbouring rows side by side; the last may be repeated."""
    if table.shape[1] % 2:
        table = np.concatenate([table, table[:, -1:]], axis=1)
    both = table[:, ::2] | table[:, 1::2] << 16
    return np.ascontiguousarray(both.T, dtype=np.uint32).ravel()


def list_words(plan: Plan) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The ends of the lists, a warp's lists side by side; where each warp's begin."""
    parts, starts = [], [0]
    for first in range(0, len(plan.lists), WARP):
        lists = list(plan.lists[first : first + WARP])
        lists += [lists[-1]] * (WARP - len(lists))
        longest = max(map(len, lists))
        filled = [
            np.concatenate([ends, np.repeat(ends[:1], longest - len(ends))]) for ends in lists
        ]
        parts.append(words(np.array(filled)))
        starts.append(starts[-1] + len(parts[-1]))
    return np.array(starts, np.uint32), np.concatenate(parts)


def tables(plan: Plan, fixed: FixedStrategy | None = None) -> dict[str, NDArray[np.uint32]]:
    """The tables that the kernel reads, by their names there."""
    slices, ends = list_words(plan)
    asks = {} if fixed is None or fixed.asks is None else {"ASKS": _bits(fixed.asks)}
    return asks | {
        "POINTS": plan.points.astype(np.uint32),
        "GIFTS": plan.gifts.astype(np.uint32),
        "SLICES": slices,
        "ENDS": ends,
        "FACES": np.concatenate([words(level.faces) for level in plan.levels]),
        "LIFTED": np.concatenate([words(level.lifted) for level in plan.levels]),
        "LIST_OF": plan.list_of.astype(np.uint32),
        "SHARE": plan.share.astype(np.float32).view(np.uint32),
    }


def _bits(asks: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """A word for every roll, with a bit for every stage."""
    stages = 1 << np.arange(len(asks), dtype=np.uint32)
    found: NDArray[np.uint32] = (asks * stages[:, None]).sum(axis=0).astype(np.uint32)
    return found


class GpuSolver:
    """Solves rows of positions on one graphics processor."""

    parts: Final = 1
    sample: Final = 2000

    def __init__(
        self,
        rules: Rules,
        dice: Dice,
        mode: Mode = Mode.SOLVE,
        fixed: FixedStrategy | None = None,
    ) -> None:
        import cupy  # noqa: PLC0415  # an extra

        self._cupy = cupy
        self.positions = positions_of(rules, dice)
        plan = plan_of(dice, rules, MOST_CELLS)
        source = sizes(plan, self.positions, mode, fixed) + SOURCE.read_text(encoding="utf-8")
        self._kernel = cupy.RawKernel(source, "solve", options=("-std=c++17",))
        self._room = plan.cells * CELL_BYTES
        self._kernel.max_dynamic_shared_size_bytes = self._room
        self._tables = cupy.asarray(np.concatenate(list(tables(plan, fixed).values())))
        device = cupy.cuda.runtime.getDeviceProperties(0)
        self.graphics: str = device["name"].decode()
        self._blocks = device["multiProcessorCount"]
        self._scratch = cupy.empty(
            self._blocks * plan.levels[0].count * rules.rolls * CELL_BYTES, np.uint8
        )
        self.farthest = 0

    def rows(self, later: Layer, rows: Rows, eps: float = EPSILON) -> tuple[Layer, int]:
        """The chances of these rows for all leads, and how many were worked out for it.

        `later` is the layer with one turn less.
        """
        numbered = rows.copy()
        numbered[:, 3] = np.arange(len(rows))
        out, solved = self.on_device(numbered, eps, self._cupy.asarray(later))
        found: Layer = out.get()
        return found, solved

    def layer(self, eps: float, later: Any, goes_by: Any = None) -> Any:
        """A whole layer that stays on the device, from the later one there."""
        out, _ = self.on_device(self.positions.rows(), eps, later, goes_by)
        return out.reshape(self.positions.shape)

    def on_device(self, rows: Rows, eps: float, later: Any, goes_by: Any = None) -> tuple[Any, int]:
        """Rows by their numbers; `goes_by` is what a fixed strategy has of one turn later."""
        cupy = self._cupy
        out = cupy.empty((len(rows), 2 * HALF), np.float32)
        state = cupy.zeros(3, np.uint64)
        arguments = (
            self._tables, cupy.asarray(rows), np.int32(len(rows)), later,
            later if goes_by is None else goes_by,
            out, np.float32(eps), self._scratch, state,
        )  # fmt: skip
        self._kernel((self._blocks,), (THREADS,), arguments, shared_mem=self._room)
        _, solved, farthest = state.get().tolist()
        self.farthest = max(self.farthest, farthest)
        return out, solved
