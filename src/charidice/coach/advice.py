"""Advice for a decision: every option with its value and what it costs against the best."""

from dataclasses import dataclass

from charidice.coach.values import action_values, judge
from charidice.rules import Action, Game, Phase


@dataclass(frozen=True)
class Advice:
    """One option: its value for whoever decides, and what it costs against the best."""

    action: Action
    value: float
    cost: float


@dataclass(frozen=True)
class Advised:
    """All options of a decision, the best first.

    `exact` is false where the game is not solved and the values are estimates. `chance` says that
    values are chances of winning (a shared win counts half), otherwise expected further margin.
    """

    options: tuple[Advice, ...]
    exact: bool
    chance: bool


def advise(game: Game) -> Advised:
    """Rank what the player to act can do; empty when chance acts or the game is over."""
    judgement = judge(game) if game.turn.phase in (Phase.ASKING, Phase.CHOOSING) else None
    if judgement is None:
        return Advised((), exact=True, chance=False)
    # What is good for the active player is bad for the receiver who is asked.
    sign = -1 if game.turn.phase is Phase.ASKING else 1
    values = {
        action: sign * value for action, value in action_values(game, judgement.solution).items()
    }
    best = max(values.values())
    ranked = sorted(values.items(), key=lambda item: -item[1])
    options = tuple(Advice(action, value, best - value) for action, value in ranked)
    return Advised(options, judgement.exact, judgement.chance)
