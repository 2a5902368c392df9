"""Games of the best player against itself, and what they show."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from charidice.bots import Bot, bot
from charidice.coach.facts import Case, Fact, Kind, Row, Topic, Unit
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, Ask, Game, Score, actor, apply, new_game, selections, standings
from charidice.simulation.statistics import NORMAL_95

GROUP: Final = 20
"""Totals and margins are told in groups of so many points."""


@dataclass(frozen=True)
class Observed:
    """One game: its scores by bonus, when the biggest gift was asked for, and how it ended."""

    bonuses: Counter[Case]
    asked: tuple[int, ...]
    totals: tuple[int, int]
    charity: tuple[int, int]

    @property
    def decided_by_charity(self) -> bool:
        """Whether without the charity bonus somebody else had won."""
        plain = [total - bonus for total, bonus in zip(self.totals, self.charity, strict=True)]
        return _sign(plain[0] - plain[1]) != _sign(self.totals[0] - self.totals[1])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@cache
def _perfect() -> Bot:
    return bot("perfect")


def observe(seed: str) -> Observed:
    """Play one game of two."""
    game, rolls, rng = new_game(2), SeededRolls(seed), random.Random(seed)
    bonuses, asked = Counter[Case](), list[int]()
    while (who := actor(game)) is not None:
        action = throw(game, rolls) if who is CHANCE else _perfect().choose(game, rng)
        if isinstance(action, Score):
            bonuses[_bonus(game, action)] += 1
        elif isinstance(action, Ask):
            asked.append(2 * game.rules.rounds - game.turns_played)
        game = apply(game, action)
    first, second = sorted(standings(game), key=lambda place: place.seat)
    return Observed(
        bonuses, tuple(asked), (first.total, second.total), (first.charity, second.charity)
    )


def _bonus(game: Game, action: Score) -> Case:
    """Which bonus a score brings: what the dice have in common, and how many they are."""
    chosen = next(s for s in selections(game.faces, game.rules) if s.dice == action.dice)
    if not chosen.bonus:
        return ("none", 0)
    faces = [game.faces[die] for die in action.dice]
    if len({face.colour for face in faces}) > 1:
        return ("same-number", len(faces))
    numbers = sorted(face.number for face in faces)
    in_a_row = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return ("straight" if in_a_row else "one-colour", len(faces))


def simulated_facts(games: Sequence[Observed]) -> Iterator[Fact]:
    """What these games show."""
    turns = games[0].bonuses.total()
    kinds = sorted({case for game in games for case in game.bonuses}, key=str)
    bonuses = {kind: [game.bonuses[kind] / turns for game in games] for kind in kinds}
    yield _shares(Topic.BONUSES, bonuses)
    lefts = range(turns, 0, -1)
    yield _shares(Topic.ASKED, {(left,): [left in game.asked for game in games] for left in lefts})
    charity: dict[Case, list[bool]] = {("decides",): [game.decided_by_charity for game in games]}
    for size in sorted({max(game.charity) for game in games}):
        charity[size,] = [max(game.charity) == size for game in games]
    yield _shares(Topic.CHARITY, charity)
    yield from _spread(Topic.TOTALS, [game.totals for game in games])
    yield from _spread(Topic.MARGINS, [(game.totals[0] - game.totals[1],) for game in games])


def _shares(topic: Topic, cases: Mapping[Case, Sequence[float]]) -> Fact:
    rows = [_mean(case, values) for case, values in cases.items()]
    return Fact(topic, Kind.SIMULATED, Unit.SHARE, tuple(rows))


def _mean(case: Case, values: Sequence[float]) -> Row:
    return Row(case, fmean(values), NORMAL_95 * stdev(values) / sqrt(len(values)))


def _spread(topic: Topic, by_game: Sequence[tuple[int, ...]]) -> Iterator[Fact]:
    """Mean and standard deviation in points, and the share of every group of scores.

    What belongs to one game counts as one observation.
    """
    values = [value for game in by_game for value in game]
    deviation = stdev(values)
    error = NORMAL_95 * deviation / sqrt(2 * len(by_game))
    means = _mean(("mean",), [fmean(game) for game in by_game])
    rows = (means, Row(("deviation",), deviation, error))
    yield Fact(topic, Kind.SIMULATED, Unit.POINTS, rows)
    groups = range(min(values) // GROUP, max(values) // GROUP + 1)
    shares = [
        _mean((group * GROUP,), [fmean(v // GROUP == group for v in game) for game in by_game])
        for group in groups
    ]
    yield Fact(topic, Kind.SIMULATED, Unit.SHARE, tuple(shares))
