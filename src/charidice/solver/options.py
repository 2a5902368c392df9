"""What every roll can end a turn with: for each gift the most points, as arrays.

Rolls are numbered like the cells of an array with one axis a die. Many rolls allow the same ends
of the turn (4,977 different lists among 46,656 rolls of the standard set), so the lists are kept
once and every roll knows its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from charidice.rules import DiceSet, Face, Rules

Dice = tuple[tuple[Face, ...], ...]
"""The faces of each die. Six dice with six faces are the game; fewer make it small enough to
solve by hand, or by the slow reference solver."""


@dataclass(frozen=True)
class Options:
    """The ends of a turn by roll.

    List k has the gifts `gifts[start[k]:start[k + 1]]`, ascending, and for each the most points
    that come with it. `list_of` has the list of every roll, with one axis a die.
    """

    start: NDArray[np.int32]
    gifts: NDArray[np.int32]
    points: NDArray[np.int32]
    list_of: NDArray[np.int32]

    def best(self, worth: NDArray[np.float64]) -> NDArray[np.float64]:
        """The most that each list is worth, when `worth` has the worth of every end."""
        return np.maximum.reduceat(worth, self.start[:-1])


def faces_of(dice: DiceSet) -> Dice:
    """The faces of each die of a set."""
    by_number = [dice.faces([number] * 6) for number in range(1, 7)]
    return tuple(zip(*by_number, strict=True))


@lru_cache(maxsize=8)
def options_of(dice: Dice, rules: Rules) -> Options:
    """The ends of every roll of these dice."""
    possible = _possible_gifts(dice, rules)
    table = _most_points(dice, rules, possible)
    shape = tuple(len(die) for die in dice)
    lists, list_of = _distinct_rows(table)
    which, columns = np.nonzero(lists >= 0)
    start = np.searchsorted(which, np.arange(len(lists) + 1))
    return Options(
        start.astype(np.int32),
        possible[columns].astype(np.int32),
        lists[which, columns].astype(np.int32),
        list_of.reshape(shape).astype(np.int32),
    )


def _possible_gifts(dice: Dice, rules: Rules) -> NDArray[np.int64]:
    """All gifts that there can be, ascending: one die after the other is given or is not."""
    gifts = {0}
    for die in dice:
        gifts |= {gift + rules.gift_values[face.number] for gift in gifts for face in die}
    return np.array(sorted(gifts))


def _most_points(dice: Dice, rules: Rules, possible: NDArray[np.int64]) -> NDArray[np.int16]:
    """By roll and possible gift: the most points, -1 where that roll cannot give that."""
    shape = tuple(len(die) for die in dice)
    rolls = np.indices(shape).reshape(len(dice), -1)
    numbers = _by_roll(rolls, [[face.number for face in die] for die in dice])
    colours = _by_roll(rolls, [[int(face.colour) for face in die] for die in dice])
    gift_values = np.array(rules.gift_values)[numbers]
    all_given = gift_values.sum(axis=0)
    table = np.full((rolls.shape[1], len(possible)), -1, dtype=np.int16)
    for size in range(1, len(dice) + 1):
        for chosen in combinations(range(len(dice)), size):
            kept = list(chosen)
            points = _points(numbers[kept], colours[kept], rules)
            legal = np.flatnonzero(points >= 0)
            gift = all_given[legal] - gift_values[kept][:, legal].sum(axis=0)
            column = np.searchsorted(possible, gift)
            table[legal, column] = np.maximum(table[legal, column], points[legal])
    return table


def _by_roll(rolls: NDArray[np.intp], values: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    return np.stack([np.array(row)[roll] for row, roll in zip(values, rolls, strict=True)])


def _points(
    numbers: NDArray[np.int64], colours: NDArray[np.int64], rules: Rules
) -> NDArray[np.int64]:
    """Points and bonus of scoring all these dice, by roll; -1 where that is not allowed."""
    size = len(numbers)
    colours = np.sort(colours, axis=0)
    different = (np.diff(colours, axis=0) > 0).all(axis=0)
    same = (colours[0] == colours[-1]) & (size >= max(2, rules.one_colour_least))
    equal = (numbers == numbers[0]).all(axis=0)
    straight = numbers.max(axis=0) - numbers.min(axis=0) == size - 1
    one_colour = np.where(
        straight, _at(rules.straight_bonus, size), _at(rules.one_colour_bonus, size)
    )
    bonus = np.where(different, np.where(equal, _at(rules.same_number_bonus, size), 0), one_colour)
    return np.where(different | same, numbers.sum(axis=0) + bonus, -1)


def _at(bonuses: tuple[int, ...], size: int) -> int:
    return bonuses[size] if size < len(bonuses) else 0


def _distinct_rows(
    table: NDArray[np.int16],
) -> tuple[NDArray[np.int16], NDArray[np.intp]]:
    """The different rows of a table, and which of them each row is."""
    whole = np.ascontiguousarray(table).view(
        np.dtype((np.void, table.dtype.itemsize * table.shape[1]))
    )
    _, first, which = np.unique(whole.ravel(), return_index=True, return_inverse=True)
    return table[first], which.ravel()
