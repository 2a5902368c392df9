"""Does the perfect bot win more when it plays for the estimated chance instead of the margin?

    uv run python -m tools.margin_or_chance 3 2000

The first number says in how many turns before the end the challenger plays for the chance; the
second how many games are played against one who plays for the margin, each deal in both seats.
Both play the last turn exactly, to win.
"""

import sys
from collections.abc import Callable
from functools import lru_cache, partial
from multiprocessing import get_context
from typing import Final

import numpy as np
from numpy.typing import NDArray

from charidice.bots.solving import SolvingBot
from charidice.coach.values import last_turn, margin_solution, turn_start, winning_solution
from charidice.rules import Game
from charidice.simulation import Deal, play_deal, summarise
from charidice.solver import Ending, TurnSolution, faces_of, solve_turn, spread_chance
from charidice.solver.margin import TIE_BREAK

MARGINS: Final = np.arange(-300, 301, dtype=np.float64)
CHANCES: Final = [
    np.array([spread_chance(margin, left) for margin in MARGINS.tolist()]) if left else MARGINS
    for left in range(14)
]
"""By turns left, the estimated chance of the player to move for each expected margin."""


def turns_left(game: Game) -> int:
    """How many turns are left, with the one being played."""
    return game.rules.rounds * game.seats - game.turns_played


def for_margin(game: Game) -> TurnSolution:
    """The turn for the margin, the last one to win."""
    return winning_solution(turn_start(game)) if last_turn(game) else margin_solution(game)


@lru_cache(maxsize=4)
def for_chance(start: Game) -> TurnSolution:
    """The turn for the estimated chance of winning; where it is equal the margin decides."""
    me, other = start.sheets[start.active], start.sheets[start.receiver]
    lead, left = me.subtotal - other.subtotal, turns_left(start)
    margin = margin_solution(start)

    def ending(further: Ending) -> Ending:
        def value(points: NDArray[np.int32], gift: NDArray[np.int32]) -> NDArray[np.float64]:
            expected = lead + further(points, gift)
            # After this turn the other one is to move.
            chance = 1 - np.interp(-expected, MARGINS, CHANCES[left - 1])
            return chance + TIE_BREAK * expected

        return value

    asked = None if margin.asked_ending is None else ending(margin.asked_ending)
    return solve_turn(faces_of(start.dice), start.rules, ending(margin.ending), asked)


def challenger(turns: int) -> Callable[[Game], TurnSolution]:
    """Plays for the chance when at most so many turns are left."""

    def solve(game: Game) -> TurnSolution:
        if last_turn(game) or turns_left(game) > turns:
            return for_margin(game)
        return for_chance(turn_start(game))

    return solve


def play(turns: int, number: int) -> Deal:
    """One deal, in both seats."""
    bots = [SolvingBot(challenger(turns)), SolvingBot(for_margin)]
    return play_deal([*bots], f"margin or chance {number}")


def main() -> None:
    """Play the match and print its result."""
    turns, games = int(sys.argv[1]), int(sys.argv[2])
    with get_context("spawn").Pool() as pool:
        deals = list(pool.imap(partial(play, turns), range(games // 2), chunksize=5))
    (result, _), _ = summarise(["chance", "margin"], deals)
    print(f"chance in the last {turns} turns against margin, {result.games} games: ", end="")
    print(f"wins {result.wins:.2%} ± {result.wins_error or 0:.2%}, ", end="")
    print(f"margin {result.margin:+.2f} ± {result.margin_error or 0:.2f}")


if __name__ == "__main__":
    main()
