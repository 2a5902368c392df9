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

# By turns left, the spread of the final margin around the solved one: tools/spread.py.
SPREAD: Final = (
    0.0, 12.3, 18.9, 23.8, 28.2, 31.9, 35.5, 38.4, 41.4, 44.5, 47.2, 49.6, 51.8, 54.0, 56.6,
)  # fmt: skip
# What it is worth, in points, to have the last turn: the same tool.
LAST_TURN: Final = 2.0
# With one turn left, an ordinary turn and one with a large bonus: how often, how many points more
# than expected, with what spread. Fitted to exact chances: tools/one_left.py.
ONE_LEFT: Final = ((0.8, -2.0, 6.0), (0.2, 20.0, 15.0))
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
        return _chance(table.last_turn_to_win(given, boxes, lead, tie_break=0.0).value), True
    if left == 2:
        return _chance(turn_to_win(table, left, given, boxes, lead).value), False
    return spread_chance(expected, left), False


def _chance(value: float) -> float:
    """Sums of floating point end a little beside 0 and 1 on some machines."""
    return min(1.0, max(0.0, value))


def spread_chance(expected: float, left: int) -> float:
    """The estimated chance of the player to move, from the expected final margin."""
    return sum(
        share * (1 + erf((expected + more) / spread / sqrt(2))) / 2
        for share, more, spread in _parts(left)
    )


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

    def ending(margin: Ending) -> Ending:
        def value(points: _Ints, gift: _Ints) -> _Floats:
            expected = lead + margin(points, gift)
            # The other player's chance, who is to move then.
            others = sum(
                share * np.interp((more - expected) / spread, _STEPS, _NORMAL)
                for share, more, spread in _parts(left - 1)
            )
            chance: _Floats = 1 - others + expected * TIE_BREAK
            return chance

        return value

    plain, asked = table.endings(left, given, boxes)
    return solve_turn(table.dice, table.rules, ending(plain), asked and ending(asked))


def _parts(left: int) -> tuple[tuple[float, float, float], ...]:
    """How the final margin of the player to move lies around the expected one.

    Normal parts, each with its share, what it is moved by, and its spread. With an odd number of
    turns left the last one is mine.
    """
    if left == 1:
        return ONE_LEFT
    return ((1.0, LAST_TURN if left % 2 else -LAST_TURN, SPREAD[min(left, len(SPREAD) - 1)]),)
