"""The game for two, solved for the chance of winning."""

from charidice.solver.winning.layers import Folder, RowSolver, solve_winning, steps_to_do
from charidice.solver.winning.table import (
    WinningTable,
    load_winning,
    save_winning,
    standard_winning,
)

__all__ = [
    "Folder",
    "RowSolver",
    "WinningTable",
    "load_winning",
    "save_winning",
    "solve_winning",
    "standard_winning",
    "steps_to_do",
]
