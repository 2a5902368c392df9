"""The solver: one turn exactly, and the whole game for two."""

from charidice.solver.errors import SolverError
from charidice.solver.estimate import estimated_turn, winning_turn
from charidice.solver.files import load_table, save_table, standard_table
from charidice.solver.margin import Donations, MarginTable, fingerprint, solve_margin
from charidice.solver.options import Options, faces_of, options_of
from charidice.solver.turn import Ending, Stage, TurnSolution, solve_turn
from charidice.solver.win_estimate import spread_chance, turn_to_win, win_chance

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
    "options_of",
    "save_table",
    "solve_margin",
    "solve_turn",
    "spread_chance",
    "standard_table",
    "turn_to_win",
    "win_chance",
    "winning_turn",
]
