"""Learn the chance of winning for three and four players from games of experts.

    uv run python -m tools.learn 3 600
    uv run python -m tools.learn 4 400

Prints the weights for `charidice/solver/estimate.py`. After every turn of every game the leads of
the player who has just played are noted, and at the end whether that player won; a logistic
regression gives the weights.
"""

import random
import sys
from math import sqrt
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from charidice.bots import bot
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, Game, Score, actor, apply, new_game, winners
from charidice.solver.estimate import leads

Sample = tuple[float, float, float]


def play(job: tuple[int, int]) -> list[Sample]:
    """The leads of one game, scaled by the turns left, and the share of the victory."""
    players, number = job
    expert, rng, rolls = bot("expert"), random.Random(number), SeededRolls(f"learn {number}")
    game, found = new_game(players), list[tuple[int, float, float]]()
    while (who := actor(game)) is not None:
        action = throw(game, rolls) if who is CHANCE else expert.choose(game, rng)
        mover, game = game.active, apply(game, action)
        if isinstance(action, Score) and not game.over:
            found.append((mover, *scaled_leads(game, mover)))
    won = winners(game)
    return [(best, mean, (seat in won) / len(won)) for seat, best, mean in found]


def scaled_leads(game: Game, me: int) -> tuple[float, float]:
    """The leads of a seat at the start of somebody's turn."""
    later = range(game.turns_played, game.rules.rounds * game.seats)
    turns = [sum(turn % game.seats == seat for turn in later) for seat in range(game.seats)]
    scores = np.array([[float(sheet.subtotal)] for sheet in game.sheets])
    given = np.array([[float(sheet.given)] for sheet in game.sheets])
    best, mean = leads(scores, given, turns, me, game)
    scale = 4 / sqrt(sum(turns) + 1)
    return float(best[0]) * scale, float(mean[0]) * scale


def fit(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logistic regression by Newton's method."""
    x = np.column_stack([samples[:, 0], samples[:, 1], np.ones(len(samples))])
    y, weights = samples[:, 2], np.zeros(3)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (y - chance)
        curve = (x * (chance * (1 - chance))[:, None]).T @ x
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def main() -> None:
    """Play, fit, and print."""
    players, games = int(sys.argv[1]), int(sys.argv[2])
    with get_context("spawn").Pool() as pool:
        jobs = [(players, number) for number in range(games)]
        samples = np.array([s for game in pool.imap(play, jobs, chunksize=5) for s in game])
    weights = fit(samples)
    print(f"{players} players, {games} games: {tuple(round(float(w), 5) for w in weights)}")


if __name__ == "__main__":
    main()
