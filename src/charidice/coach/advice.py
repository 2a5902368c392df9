"""Advice for a decision: every option with its value and what it costs against the best."""

from dataclasses import dataclass

from charidice.coach.values import Judgement, action_values, judge, margin_solution
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
    phase = game.turn.phase
    if phase not in (Phase.ASKING, Phase.CHOOSING):
        return Advised((), exact=True, chance=False)
    judgement = judge(game)
    if phase is Phase.ASKING and game.seats > 2:
        # The chance of one player says little about that of another; points of margin do.
        judgement = Judgement(margin_solution(game), exact=False, chance=False)
    values = action_values(game, judgement.solution)
    if phase is Phase.ASKING:  # what is good for the active player is bad for who is asked
        whole = 1.0 if judgement.chance else 0.0
        values = {action: whole - value for action, value in values.items()}
    best = max(values.values())
    ranked = sorted(values.items(), key=lambda item: -item[1])
    options = tuple(Advice(action, value, best - value) for action, value in ranked)
    return Advised(options, judgement.exact, judgement.chance)
