"""What happens in a turn, judged: every action against what else there was."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from charidice.coach.chances import chance_values
from charidice.coach.first_sight import first_sight
from charidice.coach.review import Step, judge
from charidice.coach.values import (
    action_values,
    best_action,
    best_solution,
    for_actor,
    margin_solution,
    turn_start,
)
from charidice.records import Record, positions
from charidice.rules import Action, Game, Pass, Phase, apply

LEAST_ERROR: Final = 0.0005
"""What costs less chance of winning than this is no error that anybody is told of."""


@dataclass(frozen=True)
class Choice:
    """A decision against what else there was, in chance of winning for whoever decided.

    `stake` is what the best option has more than the mean of all. `rival` is what somebody would
    have done at first sight or, where that is what was done, the best option worth less; `gain` is
    what the choice has more than it, `points` the same in margin.
    """

    best: Action
    stake: float
    at_first_sight: bool
    rival: Action | None
    gain: float
    points: float


@dataclass(frozen=True)
class Judged:
    """An action with all that is said of it; `choice` only where a player decided something."""

    step: Step
    choice: Choice | None = None


@dataclass(frozen=True)
class PlayedTurn:
    """A turn: the position before its first roll, and what happened in it."""

    start: Game
    actions: tuple[Action, ...]


def turns_of(record: Record) -> Iterator[PlayedTurn]:
    """The turns of a record, each of which can be judged by itself."""
    steps = zip(positions(record), record.actions, strict=False)
    for _turn, group in groupby(steps, key=lambda step: step[0].turns_played):
        played = list(group)
        yield PlayedTurn(played[0][0], tuple(action for _game, action in played))


def judge_turn(turn: PlayedTurn) -> tuple[Judged, ...]:
    """Judge all actions of a turn."""
    games = [turn.start]
    for action in turn.actions:
        games.append(apply(games[-1], action))
    return tuple(
        Judged(judge(game, after, action), _choice(game, action))
        for (game, after), action in zip(pairwise(games), turn.actions, strict=True)
    )


def _choice(game: Game, action: Action) -> Choice | None:
    implied = isinstance(action, Pass) and action.implied
    is_unknown = game.turn.phase is Phase.ASKING and game.seats > 2  # what it is worth to who asks
    if game.turn.phase is Phase.ROLLING or implied or is_unknown:
        return None
    values, natural = for_actor(game, chance_values(game)), first_sight(game)
    rival = natural if natural != action else _next_best(values, values[action])
    gain = points = 0.0
    if rival is not None:
        margins = for_actor(game, action_values(game, margin_solution(game)))
        gain, points = values[action] - values[rival], margins[action] - margins[rival]
    solution = best_solution(turn_start(game))
    best = best_action(game, solution, margin_solution, saves_points=True)
    stake = max(values.values()) - sum(values.values()) / len(values)
    return Choice(best, stake, natural == action, rival, gain, points)


def _next_best(values: dict[Action, float], value: float) -> Action | None:
    """The best option that is worth less by so much that it shows."""
    less = [action for action in values if values[action] < value - LEAST_ERROR]
    return max(less, key=values.__getitem__, default=None)
