"""The positions of the game for two, just before a turn, as the axes of arrays.

A position is: turns left, who has the 2x box, what both have given (as far as it matters), and the
lead, which is how much the player to move is ahead.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from charidice.rules import Rules
from charidice.solver.margin import BOXES, Donations, last_values
from charidice.solver.options import Dice, options_of

HALF: Final = 512
"""Leads from -HALF to HALF - 1 have a place in a layer; beyond, the game is decided."""

EPSILON: Final = 1e-6
"""A chance nearer to 0 or 1 is taken as decided, and so are all leads beyond it."""

Layer = NDArray[np.float32]
"""With equally many turns left the chance of the player to move, by boxes, donations and lead."""

Rows = NDArray[np.int32]
"""Positions but for the lead: what the player to move has given, what the other one has, the
boxes, and the number of the row, when boxes and donations of a layer count as one axis."""


@dataclass(frozen=True)
class Positions:
    """All positions of games of at most this many rounds."""

    rules: Rules
    donations: Donations

    @property
    def turns(self) -> int:
        """How many turns the longest game has."""
        return 2 * self.rules.rounds

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of a layer."""
        return len(BOXES), self.donations.count, 2 * HALF

    def rows(self) -> Rows:
        """All rows of a layer, those that take longest first."""
        mine, other = self.donations.pairs()
        slow_first = sorted(range(len(BOXES)), key=lambda boxes: not BOXES[boxes][1])
        count = self.donations.count
        parts = [
            np.stack([mine, other, np.full(count, b), b * count + np.arange(count)], axis=1)
            for b in slow_first
        ]
        return np.concatenate(parts).astype(np.int32)

    def decided(self) -> Layer:
        """The layer with no turn left: who has more after the charity bonus has won."""
        margin = last_values(self.rules, self.donations)[:, None] + np.arange(-HALF, HALF)
        return np.broadcast_to((np.sign(margin) + 1) / 2, self.shape).astype(np.float32)


def positions_of(rules: Rules, dice: Dice) -> Positions:
    """The positions of the game for two with these rules and dice."""
    most_gift = int(options_of(dice, rules).gifts.max())
    span = (rules.rounds + max(rules.biggest_gift_factor - 1, 0)) * most_gift
    return Positions(rules, Donations(rules.charity_high_above, span))
