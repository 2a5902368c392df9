"""The chance of winning a position of the game for two; a shared win counts half.

In the last turn it is exact. Before that it is estimated: the expected final margin is known, and
how far the real one spreads around it was measured in games of the perfect bot against itself.
The last turn is played to win and not for the margin, so whoever has it wins a little more often.
"""

from math import erf, sqrt
from typing import Final

from charidice.solver.margin import MarginTable

# By turns left, the spread of the final margin around the solved one: tools/spread.py.
SPREAD: Final = (
    0.0, 12.3, 18.9, 23.8, 28.2, 31.9, 35.5, 38.4, 41.4, 44.5, 47.2, 49.6, 51.8, 54.0, 56.6,
)  # fmt: skip
# What it is worth, in points, to play the last turn: it is played to win and not for the margin.
LAST_TURN: Final = 2.0


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
    return spread_chance(expected, left), False


def spread_chance(expected: float, left: int) -> float:
    """The estimated chance of the player to move, from the expected final margin."""
    spread = SPREAD[min(left, len(SPREAD) - 1)]
    expected += LAST_TURN if left % 2 else -LAST_TURN  # with an odd number the last is mine
    return (1 + erf(expected / spread / sqrt(2))) / 2
