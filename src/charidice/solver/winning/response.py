"""How much a perfect opponent gains against a fixed strategy: exactly, over all positions.

The strategy solves each turn for what it believes the ends of the turn to be worth, in chances or
in points. The opponent knows it and answers it best, moving and asking.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from charidice.rules import Rules
from charidice.solver.options import Dice
from charidice.solver.winning.gpu import FixedStrategy, GpuSolver, Mode
from charidice.solver.winning.positions import EPSILON

LAST_ROUND = 2
"""With so many turns left, or fewer, the last round is played."""


@dataclass(frozen=True)
class Strategy:
    """A strategy that depends on the position alone.

    `later` has, by turns left after a turn, what it goes by: a layer of chances, or margins by
    boxes and donations. Where it asks by what lies on the table, `last_asks` is for the last round.
    """

    fixed: FixedStrategy
    later: Callable[[int], Any]
    last_asks: NDArray[np.bool_] | None = None


@dataclass(frozen=True)
class Response:
    """With so many turns left, the chances when one of the two follows the strategy.

    `fixed_moves` is the chance of the strategy when it is to move, `fixed_asks` that of its
    opponent when the opponent is. Both are layers on the device.
    """

    left: int
    fixed_moves: Any
    fixed_asks: Any


class BestResponse:
    """Works out the best response to a strategy on a graphics processor."""

    def __init__(self, rules: Rules, dice: Dice, strategy: Strategy) -> None:
        import cupy  # noqa: PLC0415  # an extra

        self._cupy = cupy
        self._strategy = strategy
        fixed = strategy.fixed
        last = replace(fixed, asks=strategy.last_asks)
        self._moves = GpuSolver(rules, dice, Mode.FIXED_MOVES, replace(fixed, asks=None))
        self._asks = GpuSolver(rules, dice, Mode.FIXED_ASKS, fixed)
        self._last_asks = GpuSolver(rules, dice, Mode.FIXED_ASKS, last)

    def last(self) -> Response:
        """When no turn is left both know who has won."""
        decided = self._cupy.asarray(self._moves.positions.decided())
        return Response(0, decided, decided)

    def one_turn_earlier(self, later: Response) -> Response:
        """The layers with one turn more left."""
        left, goes_by = later.left + 1, self._cupy.asarray(self._strategy.later(later.left))
        asks = self._last_asks if left <= LAST_ROUND else self._asks
        return Response(
            left,
            self._moves.layer(EPSILON, later.fixed_asks, goes_by),
            asks.layer(EPSILON, later.fixed_moves, goes_by),
        )
