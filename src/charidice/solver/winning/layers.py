"""All layers of the game for two, solved backwards into a folder.

Every part of a layer is a file as soon as it is solved, and every layer one when its parts are, so
that a solve that was stopped goes on where it was. A graphics processor and cores divide a layer
otherwise; whole layers serve both.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from charidice.rules import Rules
from charidice.solver.errors import SolverError
from charidice.solver.margin import fingerprint
from charidice.solver.options import Dice
from charidice.solver.winning.positions import HALF, Layer, Positions, Rows

Step = tuple[int, int]
"""Turns left, and a part of their layer."""

# How many leads of a position are not decided, times the square root of the turns left: the mean of
# the rulebook's game, whose layers have 105 million chances.
_OPEN_LEADS: Final = 154.0


class RowSolver(Protocol):
    """What solves rows of positions: cores or a graphics processor."""

    positions: Positions

    @property
    def graphics(self) -> str | None:
        """The name of the graphics processor; None for cores."""

    @property
    def parts(self) -> int:
        """In how many parts it solves a layer; what is stopped loses at most one."""

    @property
    def sample(self) -> int:
        """How many rows are enough to measure how quick it is."""

    def rows(self, later: Layer, rows: Rows) -> tuple[Layer, int]:
        """The chances of these rows from the layer one turn later, and how many were solved."""


@dataclass(frozen=True)
class Folder:
    """The folder of a full table."""

    path: Path

    def layer_file(self, left: int) -> Path:
        """Where the layer with so many turns left is, once it is solved."""
        return self.path / f"left-{left:02}.npy"

    def part_file(self, left: int, part: int, parts: int) -> Path:
        """Where a part of a layer is until the layer is whole."""
        return self.path / f"left-{left:02}-part-{part + 1:03}-of-{parts:03}.npy"

    def layer(self, left: int) -> Layer:
        """The layer with so many turns left, read as it is used."""
        return _load(self.layer_file(left))

    def start(self, positions: Positions) -> float:
        """The chance of who begins the game."""
        return float(_checked(self, positions.turns, positions)[-1, 0, HALF])

    def claim(self, rules: Rules, dice: Dice) -> None:
        """Make the folder, or refuse one that holds another game."""
        self.path.mkdir(parents=True, exist_ok=True)
        mark, wanted = self.path / "game.txt", f"{fingerprint(rules, dice)} {rules.rounds}\n"
        if not mark.exists():
            mark.write_text(wanted, encoding="ascii")
        elif mark.read_bytes() != wanted.encode():
            raise SolverError("solver/other-folder", {"path": self.path})


def _load(path: Path) -> Layer:
    """An array of a file, read as it is used."""
    try:
        found: Layer = np.load(path, mmap_mode="r")
    except (ValueError, EOFError):  # NumPy's for a file that is cut off or was never an array
        raise SolverError("solver/damaged-table", {"path": path}) from None
    return found


def _save(path: Path, array: Layer) -> None:
    """A file is whole or not there."""
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        np.save(file, array)
    unfinished.replace(path)


def steps_to_do(solver: RowSolver, folder: Folder) -> list[Step]:
    """The turns left and the part of every step that is still to be solved."""
    return [
        (left, part)
        for left in range(1, solver.positions.turns + 1)
        if not folder.layer_file(left).exists()
        for part in range(solver.parts)
        if not folder.part_file(left, part, solver.parts).exists()
    ]


def solve_winning(
    solver: RowSolver,
    folder: Folder,
    progress: Callable[[Iterable[Step]], Iterable[Step]] = iter,
) -> Iterator[int]:
    """Solve what is still to be solved; gives the turns left of every layer that becomes whole."""
    parts = np.array_split(solver.positions.rows(), solver.parts)
    later: tuple[int, Layer] | None = None
    for left, part in progress(steps_to_do(solver, folder)):
        if later is None or later[0] != left - 1:
            later = left - 1, _later(solver, folder, left - 1)
        found, _ = solver.rows(later[1], parts[part])
        files = [folder.part_file(left, k, solver.parts) for k in range(solver.parts)]
        _save(files[part], found)
        if all(file.exists() for file in files):
            _join(solver.positions, folder, left, dict(zip(files, parts, strict=True)))
            yield left


def _later(solver: RowSolver, folder: Folder, left: int) -> Layer:
    if not left:
        return solver.positions.decided()
    return np.array(_checked(folder, left, solver.positions))


def _checked(folder: Folder, left: int, positions: Positions) -> Layer:
    layer = folder.layer(left)
    if layer.shape != positions.shape or layer.dtype != np.float32:
        raise SolverError("solver/damaged-table", {"path": folder.layer_file(left)})
    return layer


def _join(positions: Positions, folder: Folder, left: int, parts: Mapping[Path, Rows]) -> None:
    """Make one layer of its parts."""
    layer = np.empty((positions.shape[0] * positions.shape[1], 2 * HALF), np.float32)
    for file, rows in parts.items():
        part = _load(file)
        if part.shape != (len(rows), 2 * HALF):
            raise SolverError("solver/damaged-table", {"path": file})
        layer[rows[:, 3]] = part
    _save(folder.layer_file(left), layer.reshape(positions.shape))
    for file in folder.path.glob(f"left-{left:02}-part-*"):
        file.unlink()


def expected_seconds(solver: RowSolver, folder: Folder, clock: Callable[[], float]) -> float:
    """How long the rest will take, from a small piece that is solved twice: first it compiles."""
    rows = solver.positions.rows()
    # In one piece like the parts: for rows with gaps it would compile once more.
    sample = np.ascontiguousarray(rows[:: -(-len(rows) // solver.sample)])
    decided = solver.positions.decided()
    solver.rows(decided, sample[:1])
    start = clock()
    _, solved = solver.rows(decided, sample)
    pace = (clock() - start) / solved
    steps = steps_to_do(solver, folder)
    return pace * len(rows) / solver.parts * sum(_OPEN_LEADS * sqrt(left) for left, _ in steps)


def bytes_needed(positions: Positions) -> int:
    """How large the full table is on disk."""
    boxes, donations, leads = positions.shape
    return positions.turns * boxes * donations * leads * np.dtype(np.float32).itemsize
