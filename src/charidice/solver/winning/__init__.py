"""The game for two, solved for the chance of winning."""

from charidice.solver.winning.devices import row_solver
from charidice.solver.winning.layers import (
    Folder,
    RowSolver,
    bytes_needed,
    expected_seconds,
    solve_winning,
    steps_to_do,
)
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
    "bytes_needed",
    "expected_seconds",
    "load_winning",
    "row_solver",
    "save_winning",
    "solve_winning",
    "standard_winning",
    "steps_to_do",
]
