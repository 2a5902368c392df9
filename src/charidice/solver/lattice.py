"""Every way to lie on the table with some dice in the air, up to the symmetries of the dice.

An arrangement gives each die a face or puts it in the air: 7^6 of them with six dice. Some dice
sets look the same when their dice swap places and their colours swap names (the standard set in six
ways), and arrangements that turn into each other so are worth the same. Only one of them is kept.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise, permutations

import numpy as np
from numpy.typing import NDArray

from charidice.solver.options import Dice

Index = NDArray[np.int32]
_Codes = NDArray[np.intp]


@dataclass(frozen=True)
class Lattice:
    """The arrangements, those with the fewest dice in the air first.

    The first `len(first_roll)` arrangements are whole rolls: `first_roll` is the number of one roll
    that is such an arrangement, `weight` the share of all rolls that are. `faces[k]` are the
    arrangements after the first die in the air of arrangement `rolls + k` has fallen, `lifted[p]`
    those with one die of arrangement p more in the air (p itself, for a die that already is).
    `level[n]` is where the arrangements with n dice in the air begin. `arrangement_of` finds an
    arrangement, with one axis a die and the air last on it.
    """

    first_roll: Index
    weight: NDArray[np.float64]
    faces: Index
    lifted: Index
    level: tuple[int, ...]
    arrangement_of: Index

    @property
    def rolls(self) -> int:
        """How many arrangements are whole rolls."""
        return len(self.first_roll)

    @cached_property
    def fallen(self) -> list[_Codes]:
        """By dice in the air, from one on: `faces` with a row for each face, quick to look up."""
        bounds = [start - self.rolls for start in self.level[1:]]
        return [_rows(self.faces[a:b]) for a, b in pairwise(bounds)]

    @cached_property
    def raised(self) -> list[_Codes]:
        """By dice in the air: `lifted` with a row for each die, quick to look up."""
        return [_rows(self.lifted[a:b]) for a, b in pairwise(self.level)]


def _rows(columns: Index) -> _Codes:
    return np.ascontiguousarray(columns.T, dtype=np.intp)


def symmetries(dice: Dice) -> list[tuple[int, ...]]:
    """The orders of the dice in which the set looks the same but for the names of the colours."""
    found = []
    for order in permutations(range(len(dice))):
        names: dict[int, int] = {}
        pairs = [
            (int(face.colour), int(other.colour), face.number == other.number)
            for die, match in zip(dice, order, strict=True)
            for face, other in zip(die, dice[match], strict=len(die) == len(dice[match]))
        ]
        same = all(
            numbers and names.setdefault(old, new) == new for old, new, numbers in pairs
        ) and len(set(names.values())) == len(names)
        if same and all(len(die) == len(dice[p]) for die, p in zip(dice, order, strict=True)):
            found.append(order)
    return found


@lru_cache(maxsize=8)
def lattice_of(dice: Dice) -> Lattice:
    """The arrangements of these dice."""
    sizes = [len(die) for die in dice]
    codes = np.indices([size + 1 for size in sizes]).reshape(len(dice), -1)
    shape = tuple(size + 1 for size in sizes)
    same = np.min(
        [np.ravel_multi_index(tuple(codes[list(order)]), shape) for order in symmetries(dice)],
        axis=0,
    )
    in_air = (codes == np.array(sizes)[:, None]).sum(axis=0)
    kept = np.flatnonzero(same == np.arange(len(same)))
    kept = kept[np.argsort(in_air[kept], kind="stable")]
    number = np.empty(len(same), dtype=np.int32)
    number[kept] = np.arange(len(kept))
    arrangement_of = number[same]
    rolls = int((in_air[kept] == 0).sum())
    weight = np.bincount(arrangement_of[in_air == 0], minlength=rolls) / np.prod(sizes)
    level = tuple(np.searchsorted(in_air[kept], np.arange(len(dice) + 2)).tolist())
    return Lattice(
        np.ravel_multi_index(tuple(codes[:, kept[:rolls]]), tuple(sizes)).astype(np.int32),
        weight,
        _faces(codes[:, kept[rolls:]], sizes, shape, arrangement_of),
        _lifted(codes[:, kept], sizes, shape, arrangement_of),
        level,
        arrangement_of.reshape(shape),
    )


def _faces(codes: _Codes, sizes: list[int], shape: tuple[int, ...], arrangement_of: Index) -> Index:
    """Where the first die in the air can fall; all dice must have equally many faces."""
    first = np.argmax(codes == np.array(sizes)[:, None], axis=0)
    columns = []
    for face in range(sizes[0]):
        fallen = codes.copy()
        fallen[first, np.arange(codes.shape[1])] = face
        columns.append(arrangement_of[np.ravel_multi_index(tuple(fallen), shape)])
    return np.ascontiguousarray(np.stack(columns, axis=1))


def _lifted(
    codes: _Codes, sizes: list[int], shape: tuple[int, ...], arrangement_of: Index
) -> Index:
    """With each die in the air; a die that already is there gives the arrangement itself."""
    columns = []
    for die, size in enumerate(sizes):
        lifted = codes.copy()
        lifted[die] = size
        columns.append(arrangement_of[np.ravel_multi_index(tuple(lifted), shape)])
    return np.ascontiguousarray(np.stack(columns, axis=1))
