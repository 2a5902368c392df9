"""Fit the estimated chance with one turn left to the exact one: ONE_LEFT in solver/win_estimate.py.

    uv run python -m tools.one_left 2000

Positions before the last turn come from games of the perfect bot, with a lead that makes them
close. The exact chance of each is calculated, and a grid search finds the two normal distributions
that fit best. The second-last turn needs them: it looks at thousands of such positions, too many
to solve each.
"""

import random
import sys
from itertools import product
from multiprocessing import get_context
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from charidice.bots import bot
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, actor, apply, new_game
from charidice.solver import spread_chance, standard_table

Floats = NDArray[np.float64]
Sample = tuple[float, float]
"""The expected final margin, the exact chance."""


def sample(number: int) -> Sample:
    """A close position before the last turn."""
    perfect, rng, rolls = bot("perfect"), random.Random(number), SeededRolls(f"one left {number}")
    game, table = new_game(2), standard_table()
    while game.turns_played < 13 or game.turn.rolls:
        chance = actor(game) is CHANCE
        game = apply(game, throw(game, rolls) if chance else perfect.choose(game, rng))
    me, other = game.sheets[game.active], game.sheets[game.receiver]
    given, boxes = (me.given, other.given), (me.box, other.box)
    later = table.value(1, given, boxes)
    lead = round(rng.gauss(0, 20) - later)
    return lead + later, table.last_turn_to_win(given, boxes, lead, tie_break=0.0).value


def normal(steps: Floats) -> Floats:
    """The normal distribution, as near as it is needed here."""
    grid = np.linspace(-8, 8, 1601)
    return np.interp(steps, grid, [NormalDist().cdf(step) for step in grid.tolist()])


def main() -> None:
    """Try many pairs of parts and print the best."""
    with get_context("spawn").Pool() as pool:
        samples = np.array(pool.map(sample, range(int(sys.argv[1])), chunksize=5))
    margins, exact = samples.T
    ordinary, large = (
        {pair: normal((margins + pair[0]) / pair[1]) for pair in product(shifts, spreads)}
        for shifts, spreads in ((range(-4, 2), range(4, 10)), (range(0, 40, 5), range(10, 30, 5)))
    )
    error, share, first, second = min(
        (float(np.mean(((1 - w) * ordinary[a] + w * large[b] - exact) ** 2)) ** 0.5, w, a, b)
        for w, a, b in product((0.1, 0.15, 0.2, 0.25, 0.3), ordinary, large)
    )
    print(f"best: {1 - share:.2f} of {first}, {share:.2f} of {second}: error {error:.4f}")
    now = np.array([spread_chance(margin, 1) for margin in margins.tolist()])
    print(f"as it is now: error {float(np.mean((now - exact) ** 2)) ** 0.5:.4f}")


if __name__ == "__main__":
    main()
