"""One deal: the same dice played once in every rotation of the bots."""

import random
from dataclasses import dataclass

from charidice.bots import Bot
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, RULEBOOK, Rules, actor, apply, new_game, standings


@dataclass(frozen=True)
class PlayerResult:
    """What one bot got in one game; `win` is its share of the victory.

    `won_without_charity` is its share if nobody had got the charity bonus.
    """

    win: float
    won_without_charity: float
    points: int
    bonus: int
    received: int
    given: int
    charity: int
    total: int


Deal = tuple[tuple[PlayerResult, ...], ...]
"""The games of a deal; each has a result for every bot, in the order the bots were named."""


def play_deal(bots: list[Bot], seed: str, rules: Rules = RULEBOOK) -> Deal:
    """Play the same dice in every rotation of the seats."""
    return tuple(_play(bots, first, seed, rules) for first in range(len(bots)))


def _play(bots: list[Bot], first: int, seed: str, rules: Rules) -> tuple[PlayerResult, ...]:
    """A game that bot number `first` begins."""
    count = len(bots)
    rolls, rng, game = (
        SeededRolls(seed),
        random.Random(f"{seed} {first}"),
        new_game(count, rules=rules),
    )
    while (who := actor(game)) is not None:
        if who is CHANCE:
            game = apply(game, throw(game, rolls))
        else:
            game = apply(game, bots[(int(who) + first) % count].choose(game, rng))
    places = sorted(standings(game), key=lambda place: (place.seat + first) % count)
    totals = [place.total for place in places]
    plain = [place.total - place.charity for place in places]
    return tuple(
        PlayerResult(
            _share(totals, number),
            _share(plain, number),
            *(place.points, place.bonus, place.received, place.given, place.charity, place.total),
        )
        for number, place in enumerate(places)
    )


def _share(totals: list[int], number: int) -> float:
    most = max(totals)
    return 1 / totals.count(most) if totals[number] == most else 0.0
