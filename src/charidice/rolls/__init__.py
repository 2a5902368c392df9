"""Where rolls come from: a small protocol and its sources.

Every number has an address (turn, roll, die), all counted from 0, and a source always gives the
same number for the same address. So taking back a choice, or resuming a saved game, never changes
the dice to come.
"""

from charidice.rolls.drawn import Chance, DrawnRolls
from charidice.rolls.scripted import ScriptedRolls, ScriptError
from charidice.rolls.seeded import SeededRolls
from charidice.rolls.source import Rolls, throw

__all__ = [
    "Chance",
    "DrawnRolls",
    "Rolls",
    "ScriptError",
    "ScriptedRolls",
    "SeededRolls",
    "throw",
]
