"""Does the perfect bot win more when it plays for the estimated chance instead of the margin?

    uv run python -m tools.margin_or_win_chance 3 2000

The first number says in how many turns before the end the challenger plays for the chance; the
second how many games are played against one who plays for the margin, each deal in both seats.
Both play the last turn exactly, to win.
"""

import sys
from collections.abc import Callable
from functools import lru_cache, partial
from multiprocessing import get_context

from charidice.bots.solving import SolvingBot
from charidice.coach.values import last_turn, margin_solution, turn_start, winning_solution
from charidice.rules import Game
from charidice.simulation import Deal, play_deal, summarise
from charidice.solver import TurnSolution, standard_table, turn_to_win


def for_margin(game: Game) -> TurnSolution:
    """The turn for the margin, the last one to win."""
    return winning_solution(turn_start(game)) if last_turn(game) else margin_solution(game)


for_chance = lru_cache(maxsize=4)(partial(turn_to_win, standard_table()))


def challenger(turns: int) -> Callable[[Game], TurnSolution]:
    """Plays for the chance when at most so many turns are left."""

    def solve(game: Game) -> TurnSolution:
        start = turn_start(game)
        left = start.rules.rounds * start.seats - start.turns_played
        if not 1 < left <= turns:
            return for_margin(game)
        me, other = start.sheets[start.active], start.sheets[start.receiver]
        lead = me.subtotal - other.subtotal
        return for_chance(left, (me.given, other.given), (me.box, other.box), lead)

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
