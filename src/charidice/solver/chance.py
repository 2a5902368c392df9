"""The chance of winning a position of the game for two; a shared win counts half.

In the last turn it is exact. Before that it is estimated: the expected final margin is known, and
how far the real one spreads around it was measured in games of the perfect bot against itself.
The last turn is played to win and not for the margin, so whoever has it wins a little more often.
"""

from math import erf, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from charidice.solver.margin import TIE_BREAK, MarginTable
from charidice.solver.turn import Ending, TurnSolution, solve_turn

_Ints = NDArray[np.int32]
_Floats = NDArray[np.float64]

# By turns left, the spread of the final margin around the solved one: tools/spread.py. With one
# turn left it is the one that comes nearest to the exact chances: tools/one_left.py.
SPREAD: Final = (
    0.0, 9.0, 18.9, 23.8, 28.2, 31.9, 35.5, 38.4, 41.4, 44.5, 47.2, 49.6, 51.8, 54.0, 56.6,
)  # fmt: skip
# What it is worth, in points, to play the last turn, and when it is the only one left: the same
# tools.
LAST_TURN: Final = 2.0
ONLY_TURN: Final = 0.5
# The normal distribution for whole arrays.
_STEPS: Final = np.linspace(-6, 6, 1201)
_NORMAL: Final = np.array([(1 + erf(step / sqrt(2))) / 2 for step in _STEPS.tolist()])


def win_chance(
    table: MarginTable,
    left: int,
    given: tuple[int, int],
    boxes: tuple[bool, bool],
    lead: int,
) -> tuple[float, bool]:
    """The chance of the player to move, and whether it is exact."""
    expected = lead + table.value(left, given, boxes)
    if left == 0:
        return (1 + (expected > 0) - (expected < 0)) / 2, True
    if left == 1:
        return table.last_turn_to_win(given, boxes, lead, tie_break=0.0).value, True
    if left == 2:
        value = turn_to_win(table, left, given, boxes, lead).value
        return min(1.0, max(0.0, value)), False
    return spread_chance(expected, left), False


def spread_chance(expected: float, left: int) -> float:
    """The estimated chance of the player to move, from the expected final margin."""
    return (1 + erf((expected + _lean(left)) / _spread(left) / sqrt(2))) / 2


def turn_to_win(
    table: MarginTable,
    left: int,
    given: tuple[int, int],
    boxes: tuple[bool, bool],
    lead: int,
) -> TurnSolution:
    """The turn that is about to begin, solved for the chance of winning: estimated but in the last.

    `lead` is how much the player to move is ahead. Where the chances are equal the margin decides.
    """
    if left == 1:
        return table.last_turn_to_win(given, boxes, lead)
    later = left - 1  # turns of which the other player has the first

    def ending(margin: Ending) -> Ending:
        def value(points: _Ints, gift: _Ints) -> _Floats:
            expected = lead + margin(points, gift)
            steps = (expected - _lean(later)) / _spread(later)
            chance: _Floats = np.interp(steps, _STEPS, _NORMAL) + expected * TIE_BREAK
            return chance

        return value

    plain, asked = table.endings(left, given, boxes)
    return solve_turn(table.dice, table.rules, ending(plain), asked and ending(asked))


def _spread(left: int) -> float:
    return SPREAD[min(left, len(SPREAD) - 1)]


def _lean(left: int) -> float:
    """What the last turn is worth to the player to move, who has it when an odd number is left."""
    worth = ONLY_TURN if left == 1 else LAST_TURN
    return worth if left % 2 else -worth
