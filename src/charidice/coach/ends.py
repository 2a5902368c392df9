"""Every way to end a turn, for whole arrays of rolls: points, gift, and which bonus it is."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from charidice.rules import DICE, Rules
from charidice.solver import TurnSolution
from charidice.solver.lattice import lattice_of
from charidice.solver.options import Dice

FAMILIES: Final = ("same", "colour", "run")
SIZES: Final = (4, 5, 6)
_SUBSETS: Final = [s for size in range(1, DICE + 1) for s in combinations(range(DICE), size)]
_ILLEGAL: Final = -1

Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Ends:
    """By selection and roll what scoring it brings: `pair` is its place in `points` and `gifts`.

    Points are with the bonus. A selection that is not allowed has a `pair` of -1. `bonus` is 0
    without one, otherwise 1 and the place of its family and size, counted family by family.
    """

    points: Ints
    gifts: Ints
    pair: Ints
    bonus: Ints

    def best(self, solution: TurnSolution, rules: Rules, asked: bool) -> NDArray[np.float64]:
        """By roll, what the best end brings: points, the gift as it is written, the square of the
        one less the other, and each bonus."""
        ending = solution.asked_ending if asked else solution.ending
        factor = rules.biggest_gift_factor if asked else 1
        if ending is None:
            raise ValueError("nobody could ask in this turn")
        worth = np.round(ending(self.points, self.gifts * factor), 9)
        worth += 1e-12 * (self.points - self.gifts * factor)  # of equal ends the one with more
        chosen = np.argmax(np.append(worth, -np.inf)[self.pair], axis=0)  # the last is illegal
        rolls = np.arange(self.pair.shape[1])
        pair, bonus = self.pair[chosen, rolls], self.bonus[chosen, rolls]
        points, gifts = self.points[pair], self.gifts[pair] * factor
        kinds = range(1, len(FAMILIES) * len(SIZES) + 1)
        rows = [points, gifts, (points - gifts) ** 2, *(bonus == kind for kind in kinds)]
        return np.array(rows, dtype=np.float64)


@lru_cache(maxsize=4)
def ends_of(dice: Dice, rules: Rules) -> Ends:
    """The ends of every roll of these dice that is not another one in disguise."""
    lattice = lattice_of(dice)
    faces = np.array(np.unravel_index(lattice.first_roll, (6,) * DICE))
    shown = np.array([[(face.number, int(face.colour)) for face in die] for die in dice])
    numbers = np.array([shown[die][faces[die], 0] for die in range(DICE)])
    colours = np.array([shown[die][faces[die], 1] for die in range(DICE)])
    gifts = np.array(rules.gift_values)[numbers]
    columns = [_scored(numbers, colours, gifts, list(subset), rules) for subset in _SUBSETS]
    points, given, bonus, legal = (np.array(part) for part in zip(*columns, strict=True))
    code = points * 1000 + given
    known, pair = np.unique(code[legal], return_inverse=True)
    places = np.full(code.shape, _ILLEGAL, np.int32)
    places[legal] = pair
    return Ends(
        (known // 1000).astype(np.int32),
        (known % 1000).astype(np.int32),
        places,
        bonus.astype(np.int32),
    )


def _scored(
    numbers: NDArray[np.int64],
    colours: NDArray[np.int64],
    gifts: NDArray[np.int64],
    dice: list[int],
    rules: Rules,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """By roll: points with bonus, gift, which bonus, and whether these dice go together."""
    size = len(dice)
    sorted_colours, sorted_numbers = np.sort(colours[dice], axis=0), np.sort(numbers[dice], axis=0)
    different = np.all(sorted_colours[1:] != sorted_colours[:-1], axis=0)
    one = (sorted_colours[0] == sorted_colours[-1]) & (size >= rules.one_colour_least)
    one &= ~different
    equal = different & (sorted_numbers[0] == sorted_numbers[-1])
    run = one & np.all(np.diff(sorted_numbers, axis=0) == 1, axis=0)
    tables = (rules.same_number_bonus, rules.one_colour_bonus, rules.straight_bonus)
    given = gifts.sum(axis=0) - gifts[dice].sum(axis=0)
    points = numbers[dice].sum(axis=0)
    which = np.zeros(points.shape, np.int64)
    for family, (holds, table) in enumerate(zip((equal, one & ~run, run), tables, strict=True)):
        points = points + holds * table[size]
        if size in SIZES and table[size]:
            which[holds] = 1 + family * len(SIZES) + SIZES.index(size)
    return points, given, which, one | different
