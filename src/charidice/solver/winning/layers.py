"""All layers of the game for two, solved backwards into a folder.

Every part of a layer is a file as soon as it is solved, and every layer one when its parts are, so
that a solve that was stopped goes on where it was.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from charidice.rules import Rules
from charidice.solver.errors import SolverError
from charidice.solver.margin import fingerprint
from charidice.solver.options import Dice
from charidice.solver.winning.positions import HALF, Layer, Positions, Rows


class RowSolver(Protocol):
    """What solves rows of positions: cores or a graphics processor."""

    positions: Positions

    @property
    def parts(self) -> int:
        """In how many parts it solves a layer; what is stopped loses at most one."""

    def rows(self, later: Layer, rows: Rows) -> tuple[Layer, int]:
        """The chances of these rows from the layer one turn later, and how many were solved."""


@dataclass(frozen=True)
class Folder:
    """The folder of a full table."""

    path: Path

    def layer_file(self, left: int) -> Path:
        """Where the layer with so many turns left is, once it is solved."""
        return self.path / f"left-{left:02}.npy"

    def part_file(self, left: int, part: int) -> Path:
        """Where a part of a layer is until the layer is whole."""
        return self.path / f"left-{left:02}-part-{part:03}.npy"

    def layer(self, left: int) -> Layer:
        """The layer with so many turns left, read as it is used."""
        found: Layer = np.load(self.layer_file(left), mmap_mode="r")
        return found

    def claim(self, rules: Rules, dice: Dice, parts: int) -> None:
        """Make the folder, or refuse one that holds another game or was divided otherwise."""
        self.path.mkdir(parents=True, exist_ok=True)
        mark, wanted = (
            self.path / "game.txt",
            f"{fingerprint(rules, dice)} {rules.rounds} {parts}\n",
        )
        if not mark.exists():
            mark.write_text(wanted, encoding="ascii")
        elif mark.read_text(encoding="ascii") != wanted:
            raise SolverError("solver/other-game")


def _save(path: Path, array: Layer) -> None:
    """A file is whole or not there."""
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        np.save(file, array)
    unfinished.replace(path)


def steps_to_do(solver: RowSolver, folder: Folder) -> list[tuple[int, int]]:
    """The turns left and the part of every step that is still to be solved."""
    return [
        (left, part)
        for left in range(1, solver.positions.turns + 1)
        if not folder.layer_file(left).exists()
        for part in range(solver.parts)
        if not folder.part_file(left, part).exists()
    ]


def solve_winning(
    solver: RowSolver,
    folder: Folder,
    progress: Callable[[Iterable[tuple[int, int]]], Iterable[tuple[int, int]]] = iter,
) -> Iterator[int]:
    """Solve what is still to be solved; gives the turns left of every layer that becomes whole."""
    parts = np.array_split(solver.positions.rows(), solver.parts)
    later: tuple[int, Layer] | None = None
    for left, part in progress(steps_to_do(solver, folder)):
        if later is None or later[0] != left - 1:
            later = left - 1, _later(solver, folder, left - 1)
        found, _ = solver.rows(later[1], parts[part])
        _save(folder.part_file(left, part), found)
        if all(folder.part_file(left, k).exists() for k in range(solver.parts)):
            _join(solver.positions, folder, left, parts)
            yield left


def _later(solver: RowSolver, folder: Folder, left: int) -> Layer:
    return np.array(folder.layer(left)) if left else solver.positions.decided()


def _join(positions: Positions, folder: Folder, left: int, parts: list[Rows]) -> None:
    """Make one layer of its parts."""
    layer = np.empty((positions.shape[0] * positions.shape[1], 2 * HALF), np.float32)
    files = [folder.part_file(left, part) for part in range(len(parts))]
    for rows, file in zip(parts, files, strict=True):
        layer[rows[:, 3]] = np.load(file)
    _save(folder.layer_file(left), layer.reshape(positions.shape))
    for file in files:
        file.unlink()
