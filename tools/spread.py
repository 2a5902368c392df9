"""Measure how far the final margin spreads around the solved one: SPREAD in solver/chance.py.

    uv run python -m tools.spread 300

The perfect bot plays itself. Before every turn the expected final margin is written down, in the
end the real one; their differences have a mean near zero and a spread for each number of turns
left.
"""

import random
import statistics
import sys
from multiprocessing import get_context

from charidice.bots import bot
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, actor, apply, new_game, totals
from charidice.solver import standard_table

Sample = tuple[int, float]


def play(number: int) -> list[Sample]:
    """By turns left, the real final margin minus the expected one."""
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
    return [(left, final[seat] - final[1 - seat] - expected) for left, seat, expected in found]


def main() -> None:
    """Play and print the spread by turns left."""
    games = int(sys.argv[1])
    with get_context("spawn").Pool() as pool:
        samples = [s for found in pool.imap(play, range(games), chunksize=5) for s in found]
    for left in range(1, standard_table().most_turns + 1):
        differences = [difference for turns, difference in samples if turns == left]
        mean, spread = statistics.mean(differences), statistics.pstdev(differences)
        print(f"{left:>2} turns left: mean {mean:+6.2f}, spread {spread:5.1f}")


if __name__ == "__main__":
    main()
