"""How fast random games run, beside pyhtzee (a pure-Python Yahtzee) in the same run.

    uv run --extra benchmarks python benchmarks/engine.py

Both sides play uniformly random legal actions from a Python loop. Only decisions of players are
counted; rolling the dice is part of the time but not of the count. The cold figure is the very
first game of a fresh process, with all caches empty.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

from pyhtzee import Pyhtzee

from charidice.rules import (
    CHANCE,
    DICE,
    NUMBERS,
    Rolled,
    Turn,
    actor,
    apply,
    legal_actions,
    new_game,
)


def throw(turn: Turn, rng: random.Random) -> Rolled:
    numbers = rng.choices(NUMBERS, k=DICE)
    for die in turn.kept:
        numbers[die] = turn.numbers[die]
    return Rolled(numbers)


def charidice_game(rng: random.Random) -> int:
    game, decisions = new_game(2), 0
    while (who := actor(game)) is not None:
        if who is CHANCE:
            game = apply(game, throw(game.turn, rng))
        else:
            game = apply(game, rng.choice(legal_actions(game)))
            decisions += 1
    return decisions


def pyhtzee_game(rng: random.Random) -> int:
    game, decisions = Pyhtzee(), 0
    while not game.is_finished():
        game.take_action(rng.choice(game.get_possible_actions()))
        decisions += 1
    return decisions


def rate(play: Callable[[random.Random], int], rng: random.Random, seconds: float) -> float:
    """Decisions per second over at least this many seconds."""
    decisions, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        decisions += play(rng)
    return decisions / elapsed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each measurement")
    parser.add_argument("--repeats", type=int, default=3, help="measurements of each side")
    options = parser.parse_args()
    rng = random.Random(1)
    start = time.perf_counter()
    cold = charidice_game(rng) / (time.perf_counter() - start)
    # Alternate the two sides, so that a noisy neighbour disturbs both alike.
    pairs = [
        (rate(charidice_game, rng, options.seconds), rate(pyhtzee_game, rng, options.seconds))
        for _ in range(options.repeats)
    ]
    ours, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    print(f"charidice, cold   {cold:>10,.0f} decisions/s   {cold / theirs:.2f} x pyhtzee")
    print(f"charidice, warm   {ours:>10,.0f} decisions/s   {ratio:.2f} x pyhtzee")
    print(f"pyhtzee           {theirs:>10,.0f} decisions/s")


if __name__ == "__main__":
    main()
