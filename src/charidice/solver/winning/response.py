"""How much a perfect opponent gains against a fixed strategy: exactly, over all positions.

The strategy solves each turn for what it believes the ends of the turn to be worth. The opponent
knows it and answers it best, moving and asking.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from charidice.rules import Rules
from charidice.solver.options import Dice
from charidice.solver.winning.gpu import GpuSolver, Mode
from charidice.solver.winning.positions import EPSILON

Belief = Callable[[int], tuple[Any, Any]]
"""By turns left after the turn: the chances that the strategy believes in, a layer; and the margins
by boxes and donations with which it breaks ties."""


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

    def __init__(self, rules: Rules, dice: Dice) -> None:
        import cupy  # noqa: PLC0415  # an extra

        self._cupy = cupy
        self._moves = GpuSolver(rules, dice, Mode.FIXED_MOVES)
        self._asks = GpuSolver(rules, dice, Mode.FIXED_ASKS)

    def last(self) -> Response:
        """When no turn is left both know who has won."""
        decided = self._cupy.asarray(self._moves.positions.decided())
        return Response(0, decided, decided)

    def one_turn_earlier(self, later: Response, belief: Belief) -> Response:
        """The layers with one turn more left."""
        chances, margins = (self._cupy.asarray(array) for array in belief(later.left))
        return Response(
            later.left + 1,
            self._moves.layer(EPSILON, later.fixed_asks, chances, margins),
            self._asks.layer(EPSILON, later.fixed_moves, chances, margins),
        )
