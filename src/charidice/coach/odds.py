"""How likely each bonus is for whoever goes for it alone: exact, by the dice that are kept.

Faces of a die are counted from 0, and a seventh one stands for a die in the air: the mean over that
axis is what a reroll brings, and the larger of lying and flying, axis by axis, the best choice.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from charidice.rules import DICE, NUMBERS, Colour, DiceSet, Face

_AIR: Final = len(NUMBERS)
Chances = NDArray[np.float64]

BONUSES: Final = ("same4", "same5", "same6", "colour4", "run4", "run5", "run6")
"""What can be gone for: what the dice have in common, and how many they are at least."""


def bonus_chances(
    dice: DiceSet, numbers: Sequence[int], kept: Sequence[int], rolls_left: int
) -> Mapping[str, float]:
    """The chance of each bonus after keeping these dice now and then going for it alone.

    Without rolls left, and where all dice are kept, it is 1 if the dice have it and otherwise 0.
    """
    lying = tuple(
        number - 1 if die in kept or not rolls_left else _AIR for die, number in enumerate(numbers)
    )
    return {bonus: float(_flying(dice, bonus, max(1, rolls_left))[lying]) for bonus in BONUSES}


@lru_cache(maxsize=2 * len(BONUSES))  # a megabyte each, for one set of dice
def _flying(dice: DiceSet, bonus: str, rolls_left: int) -> Chances:
    """By how the dice lie or fly, with so many rolls to come, the chance of a bonus."""
    if rolls_left == 1:
        return _with_means(_reached(dice)[bonus])
    return _with_means(_best(_flying(dice, bonus, rolls_left - 1)))


def _with_means(lying: Chances) -> Chances:
    """The same with a face for a die in the air: the mean of its faces."""
    for axis in range(DICE):
        mean = lying.mean(axis=axis, keepdims=True)
        lying = np.concatenate([lying, mean], axis=axis)
    return lying


def _best(flying: Chances) -> Chances:
    """By roll, the best of all ways to keep dice."""
    for axis in range(DICE):
        faces, air = np.split(flying, [_AIR], axis=axis)
        flying = np.maximum(faces, air)
    return flying


@lru_cache(maxsize=4)
def _reached(dice: DiceSet) -> Mapping[str, Chances]:
    """By roll, which bonuses it has: 1 or 0."""
    rolls = np.indices((_AIR,) * DICE)
    shows = {  # by face, whether it lies on top
        dice.faces([number] * DICE)[die]: rolls[die] == number - 1
        for die in range(DICE)
        for number in NUMBERS
    }
    found = {bonus: np.zeros((_AIR,) * DICE, bool) for bonus in BONUSES}
    for number in NUMBERS:
        count = sum(lies.astype(int) for face, lies in shows.items() if face.number == number)
        for size in (4, 5, 6):
            found[f"same{size}"] |= count >= size
    for colour in Colour:
        lies = [shows[Face(number, colour)] for number in NUMBERS]
        found["colour4"] |= np.sum(lies, axis=0) >= 4
        for size in (4, 5, 6):
            for first in range(len(NUMBERS) - size + 1):
                found[f"run{size}"] |= np.all(lies[first : first + size], axis=0)
    return {bonus: reached.astype(np.float64) for bonus, reached in found.items()}
