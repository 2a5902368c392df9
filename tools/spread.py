"""Measure how far the final margin spreads around the solved one: SPREAD in solver/win_estimate.py.

    uv run python -m tools.spread 3000

The perfect bot plays itself. The expected final margin before every turn is compared with the real
one, which gives a spread for each number of turns left. Then the spreads of the first two thirds of
the games are tested on the last third, for several values of playing the last turn (LAST_TURN): the
Brier score is the mean squared error of the chance, less is better.
"""

import random
import statistics
import sys
from itertools import chain
from multiprocessing import get_context
from statistics import NormalDist

from charidice.bots import bot
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, actor, apply, new_game, totals
from charidice.solver import standard_table

Sample = tuple[int, float, int]
"""Turns left, the expected final margin, the real one."""


def play(number: int) -> list[Sample]:
    """What was expected before every turn of a game, and what came."""
    perfect, rng, rolls = bot("perfect"), random.Random(0), SeededRolls(f"spread {number}")
    table, game, found = standard_table(), new_game(2), list[tuple[int, int, float]]()
    while (who := actor(game)) is not None:
        if who is CHANCE and game.turn.rolls == 0:
            me, other = game.sheets[game.active], game.sheets[game.receiver]
            left = table.most_turns - game.turns_played
            later = table.value(left, (me.given, other.given), (me.box, other.box))
            found.append((left, game.active, me.subtotal - other.subtotal + later))
        game = apply(game, throw(game, rolls) if who is CHANCE else perfect.choose(game, rng))
    final = totals(game)
    return [(left, expected, final[seat] - final[1 - seat]) for left, seat, expected in found]


def spreads(games: list[list[Sample]]) -> dict[int, tuple[float, float]]:
    """By turns left, the mean and the spread of the difference."""
    differences: dict[int, list[float]] = {}
    for left, expected, real in chain.from_iterable(games):
        differences.setdefault(left, []).append(real - expected)
    return {
        left: (statistics.mean(found), statistics.pstdev(found))
        for left, found in sorted(differences.items())
    }


def brier(
    games: list[list[Sample]], measured: dict[int, tuple[float, float]], last_turn: float
) -> float:
    """The mean squared error of the chance; a shared win counts half."""
    errors = []
    for left, expected, real in chain.from_iterable(games):
        lead = expected + (last_turn if left % 2 else -last_turn)
        chance = NormalDist(0, measured[left][1]).cdf(lead)
        errors.append((chance - (1 + (real > 0) - (real < 0)) / 2) ** 2)
    return statistics.mean(errors)


def main() -> None:
    """Play and print the spread by turns left, and how good the estimate is."""
    count = int(sys.argv[1])
    with get_context("spawn").Pool() as pool:
        games = list(pool.imap(play, range(count), chunksize=5))
    for left, (mean, spread) in spreads(games).items():
        print(f"{left:>2} turns left: mean {mean:+6.2f}, spread {spread:5.1f}")
    won = statistics.mean((1 + (g[0][2] > 0) - (g[0][2] < 0)) / 2 for g in games)
    print(f"the player who began won {won:.1%}")
    learnt, kept = games[: 2 * count // 3], games[2 * count // 3 :]
    for last_turn in (0.0, 1.0, 2.0, 3.0):
        print(f"last turn worth {last_turn}: Brier {brier(kept, spreads(learnt), last_turn):.5f}")


if __name__ == "__main__":
    main()
