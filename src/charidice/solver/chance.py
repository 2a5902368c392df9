"""The chance of winning a position of the game for two; a shared win counts half.

In the last turn it is exact. Before that it is estimated: the expected final margin is known, and
how far the real one spreads around it was measured in games of the perfect bot against itself.
"""

from math import erf, sqrt
from typing import Final

from charidice.solver.margin import MarginTable

# By turns left, the spread of the final margin around the solved one: tools/spread.py.
SPREAD: Final = (
    0.0, 12.7, 20.6, 24.8, 29.2, 33.5, 37.1, 40.0, 42.4, 45.0, 48.9, 51.4, 52.1, 54.3, 56.4,
)  # fmt: skip


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
    """The estimated chance that a final margin with this mean is above zero."""
    spread = SPREAD[min(left, len(SPREAD) - 1)]
    return (1 + erf(expected / spread / sqrt(2))) / 2
