"""The solver: one turn exactly, and the whole game for two."""

from charidice.solver.errors import SolverError
from charidice.solver.estimate import estimated_turn, normal_chance, winning_turn
from charidice.solver.files import load_table, save_table, standard_table
from charidice.solver.margin import Donations, MarginTable, fingerprint, solve_margin
from charidice.solver.options import Options, faces_of, options_of
from charidice.solver.turn import Ending, Stage, TurnSolution, solve_turn

__all__ = [
    "Donations",
    "Ending",
    "MarginTable",
    "Options",
    "SolverError",
    "Stage",
    "TurnSolution",
    "estimated_turn",
    "faces_of",
    "fingerprint",
    "load_table",
    "normal_chance",
    "options_of",
    "save_table",
    "solve_margin",
    "solve_turn",
    "standard_table",
    "winning_turn",
]
