"""One turn laid out for compiled loops: what is read in which order, as flat tables of indices.

A loop holds the value of many leads side by side in a *cell*. A turn is solved in steps that each
fill cells from cells: the ends of a turn (points and gift), the lists of ends that rolls have,
the rolls, and the places with more and more dice in the air and back (see `lattice.py`).
Cells are used again as soon as they can be, so that a graphics processor can hold a whole turn in
its fastest memory: rolls from the first cell on, places with one die in the air up to the last,
and those with more in the room of the rolls. If the first two do not fit beside each other they
overlap, and a loop must read all it needs of the one before it writes that part of the other.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from charidice.rules import Rules
from charidice.solver.lattice import Lattice, lattice_of
from charidice.solver.options import Dice, Options, options_of

Cells = NDArray[np.int64]


@dataclass(frozen=True)
class Level:
    """The places with equally many dice in the air: where they lie and what they are made of.

    Place k lies in cell `base + k`. `faces[k]` are the cells that it is the mean of (none for
    whole rolls), `lifted[k]` those of the places with one die more in the air.
    """

    base: int
    count: int
    faces: Cells
    lifted: Cells


@dataclass(frozen=True)
class Plan:
    """How one turn is solved.

    `points` and `gifts` are all different ends; list k has the ends `lists[k]`, and `list_of` is
    the list of every roll, `share` how many of all rolls it stands for.
    """

    points: NDArray[np.int32]
    gifts: NDArray[np.int32]
    lists: tuple[NDArray[np.int64], ...]
    list_of: NDArray[np.int64]
    share: NDArray[np.int64]
    levels: tuple[Level, ...]
    cells: int


def plan_of(dice: Dice, rules: Rules, most_cells: int | None = None) -> Plan:
    """The plan for these dice and rules, in at most so many cells."""
    options, lattice = options_of(dice, rules), lattice_of(dice)
    ends, which = _ends(options)
    lists = np.split(which, options.start[1:-1])
    # Lists of equal length side by side: the lanes of a processor then finish together.
    order = np.argsort([-len(ends) for ends in lists], kind="stable")
    number = np.empty(len(lists), dtype=np.int64)
    number[order] = np.arange(len(lists))
    total = np.prod([len(die) for die in dice])
    levels, cells = _levels(lattice, most_cells)
    return Plan(
        ends[:, 0].astype(np.int32),
        ends[:, 1].astype(np.int32),
        tuple(lists[k] for k in order),
        number[options.list_of.ravel()[lattice.first_roll]],
        np.rint(lattice.weight * total).astype(np.int64),
        levels,
        cells,
    )


def _ends(options: Options) -> tuple[NDArray[Any], NDArray[Any]]:
    """All different ends of a turn, and for every entry of the lists which end it is."""
    both = np.stack([options.points, options.gifts], axis=1)
    ends, which = np.unique(both, axis=0, return_inverse=True)
    return ends, which.ravel()


def _levels(lattice: Lattice, most_cells: int | None) -> tuple[tuple[Level, ...], int]:
    sizes = [int(size) for size in np.diff(lattice.level)]
    cells = min(sizes[0] + sizes[1], most_cells or sizes[0] + sizes[1])
    bases = [0, cells - sizes[1]]
    free = 0
    for size in sizes[2:]:
        bases.append(free)
        free += size
    if free > bases[1]:
        raise ValueError("too few cells for these dice")
    cell = np.concatenate([base + np.arange(size) for base, size in zip(bases, sizes, strict=True)])
    levels = []
    for air, (base, size) in enumerate(zip(bases, sizes, strict=True)):
        start = lattice.level[air]
        places = np.arange(start, start + size)
        faces = lattice.faces[places - lattice.rolls] if air else np.empty((size, 0), np.int64)
        lifted = lattice.lifted[places]
        grounded = lifted != places[:, None]
        lifted = lifted[grounded].reshape(size, -1) if air < len(sizes) - 1 else lifted[:, :0]
        levels.append(Level(base, size, cell[faces], cell[lifted]))
    return tuple(levels), cells
