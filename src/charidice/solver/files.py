"""Solved tables in files, and the one that comes with the package."""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from charidice.rules import RULEBOOK, STANDARD, Rules
from charidice.solver.errors import SolverError
from charidice.solver.margin import BOXES, Donations, MarginTable, fingerprint
from charidice.solver.options import Dice, faces_of

STANDARD_FILE: Final = Path(__file__).parent / "tables" / "standard.npz"


def save_table(path: Path, table: MarginTable) -> None:
    """Write a table with the fingerprint of its rules and dice."""
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            fingerprint=np.array(fingerprint(table.rules, table.dice)),
            donations=np.array([table.donations.threshold, table.donations.span]),
            values=table.values,
        )


def load_table(path: Path, rules: Rules, dice: Dice) -> MarginTable:
    """Read a table; one that is damaged or made for another game is refused."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            stored = str(file["fingerprint"])
            threshold, span = (int(number) for number in file["donations"])
            values = file["values"]
    except Exception:  # NumPy raises nearly anything at a damaged file
        raise SolverError("solver/damaged-table", {"path": path}) from None
    if stored != fingerprint(rules, dice):
        raise SolverError("solver/other-game")
    donations = Donations(threshold, span)
    shape = values.shape[1:]
    if values.dtype != np.float32 or shape != (len(BOXES), donations.count):
        raise SolverError("solver/damaged-table", {"path": path})
    return MarginTable(rules, dice, donations, values)


@cache
def standard_table() -> MarginTable:
    """The solved game of the rulebook with the standard dice, which comes with the package."""
    return load_table(STANDARD_FILE, RULEBOOK, faces_of(STANDARD))
