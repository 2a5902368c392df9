"""Compare the estimated chance of winning with the exact one, with two turns left.

    uv run python -m tools.second_last 12

Positions come from games of the perfect bot against itself. For each, every way in which the
second-last turn can end is followed by the last turn, solved exactly for the chance of winning;
then the second-last turn is solved on those chances. That takes a good while for one position,
which is why playing does without it.
"""

import random
import sys
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from charidice.bots import bot
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, RULEBOOK, actor, apply, new_game
from charidice.solver import Ending, solve_turn, standard_table, win_chance

Position = tuple[tuple[int, int], tuple[bool, bool], int]


def position(number: int) -> Position:
    """Given, boxes and lead of the player to move before the second-last turn of a game."""
    perfect, rng, rolls = bot("perfect"), random.Random(0), SeededRolls(f"second-last {number}")
    game = new_game(2)
    while game.turns_played < 12 or game.turn.rolls:
        chance = actor(game) is CHANCE
        game = apply(game, throw(game, rolls) if chance else perfect.choose(game, rng))
    me, other = game.sheets[game.active], game.sheets[game.receiver]
    return (me.given, other.given), (me.box, other.box), me.subtotal - other.subtotal


def exact(given: tuple[int, int], boxes: tuple[bool, bool], lead: int) -> float:
    """The chance of the player to move, when both play the last two turns to win."""
    table = standard_table()
    found: dict[tuple[int, int, bool], float] = {}

    def later(points: int, gift: int, other_has: bool) -> float:
        key = (points - gift, gift, other_has)
        if key not in found:
            solution = table.last_turn_to_win(
                (given[1], given[0] + gift),
                (other_has, boxes[0]),
                -(lead + points - gift),
                tie_break=0.0,
            )
            found[key] = 1 - solution.value
        return found[key]

    def ending(other_has: bool) -> Ending:
        def value(points: NDArray[np.int32], gift: NDArray[np.int32]) -> NDArray[np.float64]:
            pairs = zip(points.tolist(), gift.tolist(), strict=True)
            return np.array([later(p, g, other_has) for p, g in pairs])

        return value

    asked = ending(False) if boxes[1] else None
    return solve_turn(table.dice, RULEBOOK, ending(boxes[1]), asked).value


def compare(number: int) -> tuple[Position, float, float]:
    """A position with its exact and its estimated chance."""
    found = position(number)
    return found, exact(*found), win_chance(standard_table(), 2, *found)[0]


def main() -> None:
    """Print the comparison and its mean error."""
    errors = []
    with get_context("spawn").Pool() as pool:
        for (given, boxes, lead), chance, estimate in pool.imap(compare, range(int(sys.argv[1]))):
            errors.append(estimate - chance)
            print(f"given {given}, boxes {boxes}, lead {lead:+4}: ", end="")
            print(f"exact {chance:6.1%}, estimate {estimate:6.1%}", flush=True)
    mean = sum(map(abs, errors)) / len(errors)
    print(f"mean absolute error {mean:.1%}, largest {max(map(abs, errors)):.1%}")


if __name__ == "__main__":
    main()
