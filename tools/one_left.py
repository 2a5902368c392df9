"""Fit the estimated chance with one turn left to the exact one: ONLY_TURN and SPREAD[1].

    uv run python -m tools.one_left 2000

Positions before the last turn come from games of the perfect bot, with a lead that makes them
close. The exact chance of each is worked out, and the worth of the turn and the spread that come
nearest to it are found by trying. Playing the second-last turn to win needs them: it looks at
thousands of such positions, too many to solve each.
"""

import random
import sys
from collections.abc import Callable
from math import sqrt
from multiprocessing import get_context
from statistics import NormalDist, fmean

from charidice.bots import bot
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, actor, apply, new_game
from charidice.solver import spread_chance, standard_table

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


def error(samples: list[Sample], chance: Callable[[float], float]) -> float:
    """The root of the mean squared error of an estimate."""
    return sqrt(fmean((chance(margin) - exact) ** 2 for margin, exact in samples))


def main() -> None:
    """Try all pairs and print the best."""
    with get_context("spawn").Pool() as pool:
        samples = list(pool.imap(sample, range(int(sys.argv[1])), chunksize=5))
    best, worth, spread = min(
        (error(samples, NormalDist(-worth / 2, spread / 2).cdf), worth / 2, spread / 2)
        for worth in range(-2, 9)
        for spread in range(12, 31)
    )
    print(f"best: worth of the turn {worth}, spread {spread}, error {best:.4f}")
    print(f"as it is now: error {error(samples, lambda margin: spread_chance(margin, 1)):.4f}")


if __name__ == "__main__":
    main()
