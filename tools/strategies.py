"""The players whose best response tools/winning.py works out, as tables for the solver."""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from charidice.rules import RULEBOOK, STANDARD, best_first, new_game, selections
from charidice.solver import faces_of, standard_table
from charidice.solver.estimate import box_worth, charity_chance, likely_bonus
from charidice.solver.lattice import lattice_of
from charidice.solver.margin import BOXES
from charidice.solver.winning import standard_winning
from charidice.solver.winning.codec import PackedLayer
from charidice.solver.winning.gpu import FixedStrategy
from charidice.solver.winning.positions import HALF, Layer, positions_of
from charidice.solver.winning.response import Strategy

Margins = NDArray[np.float32]
TURNS: Final = 2 * RULEBOOK.rounds
# Layers on the device have 32 bits: what differs by less may be taken as equal.
CHANCE_TIE: Final = 2e-7
POINTS_TIE: Final = 1e-5
# From which gift on `greedy` asks.
GREEDY_ASKS: Final = 24


def unpacked(packed: PackedLayer) -> Layer:
    """A whole layer as the packed one has it."""
    boxes, donations = packed.amounts.shape[1:]
    layer = np.zeros((boxes, donations, 2 * HALF), np.float32)
    first, last = packed.first + HALF, packed.first + HALF + len(packed.mean)
    for number in range(boxes):
        layer[number, :, first:last] = packed.curves(number, np.arange(donations))
    layer[:, :, last:] = 1
    return layer


def shipped(lucky: bool) -> Strategy:
    """`perfect`: solves the turn on the chances that come with the package."""
    decided = positions_of(RULEBOOK, faces_of(STANDARD)).decided()

    def later(left: int) -> Layer:
        return unpacked(standard_winning().layer(left)) if left else decided

    return Strategy(FixedStrategy(False, CHANCE_TIE, lucky), later)


def margin(lucky: bool) -> Strategy:
    """Who plays for the solved margin all the time."""
    return Strategy(
        FixedStrategy(True, POINTS_TIE, lucky), lambda left: standard_table().values[left]
    )


def expert(lucky: bool) -> Strategy:
    """`expert`: points, the gift, a guess at the charity bonus, and a constant for the box."""
    return Strategy(FixedStrategy(True, POINTS_TIE, lucky), expert_margins)


def expert_margins(left: int) -> Margins:
    """By boxes and donations, what `expert` expects of the rest for who is to move next."""
    next_given, given = standard_table().donations.pairs()
    both, turns = np.array([given, next_given], np.float64), [left // 2, (left + 1) // 2]
    mine = charity_chance(both, turns, 0)
    game = new_game(2)._replace(turns_played=TURNS - left - 1)
    bonus = likely_bonus(game, both, turns) * (2 * mine - 1)
    box = [0.0 if has else box_worth(game) for has, _ in BOXES]
    return np.array([-bonus - worth for worth in box], np.float32)


def greedy(lucky: bool) -> Strategy:
    """`greedy`: the most points; asks when the gift looks large, or at the last chance."""
    dice = faces_of(STANDARD)
    rolls = np.array(np.unravel_index(lattice_of(dice).first_roll, (6,) * len(dice))).T
    gifts = [best_first(selections(STANDARD.faces(roll + 1)))[0].gift for roll in rolls]
    asks = np.repeat([np.array(gifts) >= GREEDY_ASKS], RULEBOOK.rolls - 1, axis=0)
    last = asks.copy()
    last[-1] = True
    fixed = FixedStrategy(True, POINTS_TIE, lucky, asks)
    return Strategy(fixed, greedy_margins, last)


def greedy_margins(_left: int) -> Margins:
    """What undoes the gift in the margin of a turn, so that only points are left."""
    next_given, given = standard_table().donations.pairs()
    return np.repeat([(next_given - given).astype(np.float32)], len(BOXES), axis=0)


STRATEGIES: Final[Mapping[str, Callable[[bool], Strategy]]] = {
    "perfect": shipped,
    "margin": margin,
    "expert": expert,
    "greedy": greedy,
}
