"""How long it takes to judge a whole game, for two, three and four players.

    uv run python benchmarks/review.py
    uv run python benchmarks/review.py --games 5

Games of `casual` are judged turn by turn in this process, as a process of the server's pool does.
The reference is what nobody can do without: solving every turn of the same game once for the margin
and once for the chance of winning. Loading the tables comes first and is told apart.
"""

import argparse
import random
import time
from collections.abc import Callable

from charidice.bots import bot
from charidice.coach.explained import explain, notable, with_reasons
from charidice.coach.judging import judge_turn, turns_of
from charidice.coach.values import margin_solution, winning_solution
from charidice.coach.verdict import verdict_of
from charidice.records import Record
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, Action, actor, apply, new_game


def game(players: int, seed: int) -> Record:
    """A game between beginners."""
    position, rolls, rng = new_game(players), SeededRolls(f"review {seed}"), random.Random(seed)
    beginner, actions = bot("casual"), list[Action]()
    while (who := actor(position)) is not None:
        chosen = throw(position, rolls) if who is CHANCE else beginner.choose(position, rng)
        actions.append(chosen)
        position = apply(position, chosen)
    return Record(tuple(f"Player {seat + 1}" for seat in range(players)), tuple(actions))


def seconds(act: Callable[[], object]) -> float:
    """How long something takes once."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def judged(record: Record) -> None:
    """All that a review needs."""
    found = verdict_of(record, [one for turn in turns_of(record) for one in judge_turn(turn)])
    with_reasons(found, map(explain, notable(found)))


def solved(record: Record) -> None:
    """The reference: every turn solved in both measures."""
    for turn in turns_of(record):
        _ = margin_solution(turn.start).value, winning_solution(turn.start).value


def forget() -> None:
    """No turn is known any more, as for a game that nobody has judged."""
    winning_solution.cache_clear()


def main() -> None:
    """Print seconds for a game, and how that compares with the reference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3)
    games = parser.parse_args().games
    print(f"load tables, first game{seconds(lambda: judged(game(2, 0))):>20.2f} s")
    for players in (2, 3, 4):
        records = [game(players, seed) for seed in range(1, games + 1)]
        reference = review = longest = 0.0
        for record in records:
            forget()
            reference += seconds(lambda record=record: solved(record))  # type: ignore[misc]
            forget()
            review += seconds(lambda record=record: judged(record))  # type: ignore[misc]
            forget()
            pieces = (seconds(lambda turn=turn: judge_turn(turn)) for turn in turns_of(record))  # type: ignore[misc]
            longest = max(longest, *pieces)
        print(
            f"{players} players: a review {review / games:6.2f} s, its longest turn "
            f"{longest:5.2f} s; only solving the turns {reference / games:6.2f} s "
            f"({review / reference:.1f} x)"
        )


if __name__ == "__main__":
    main()
