"""Advice for a decision: every option with its value and what it costs, in points and in chance."""

from dataclasses import dataclass

from charidice.coach.values import (
    action_values,
    is_solved,
    last_turn,
    margin_solution,
    to_win,
    turn_start,
    winning_solution,
)
from charidice.rules import Action, Game, Phase
from charidice.solver import spread_chance


@dataclass(frozen=True)
class Advice:
    """One option of whoever decides: expected further margin, chance of winning, and their costs.

    A cost is what is lost against the best option in the same measure. The chance is None where
    nothing is known of it: for a receiver among three or more.
    """

    action: Action
    margin: float
    margin_cost: float
    chance: float | None
    chance_cost: float | None


@dataclass(frozen=True)
class Advised:
    """All options of a decision, the best first: by chance or by margin, as `by_chance` says.

    `exact` is false where the game is not solved and the margins are estimates, `chance_exact`
    everywhere but in the last turn of the game for two.
    """

    options: tuple[Advice, ...]
    exact: bool
    chance_exact: bool
    by_chance: bool


def advise(game: Game) -> Advised:
    """Rank what the player to act can do; empty when chance acts or the game is over."""
    if game.turn.phase not in (Phase.ASKING, Phase.CHOOSING):
        return Advised((), exact=True, chance_exact=True, by_chance=False)
    margins = action_values(game, margin_solution(game))
    chances = _chances(game, margins)
    if (
        game.turn.phase is Phase.ASKING
    ):  # what is good for the active player is bad for who is asked
        margins = {action: -margin for action, margin in margins.items()}
        chances = {a: 1 - c for a, c in chances.items()} if game.seats == 2 else {}
    solved, last = is_solved(game), last_turn(game)
    by_chance = bool(chances) and to_win(game)

    def rank(action: Action) -> tuple[float, float]:
        """By chance, and where chances are equal by margin."""
        return (chances[action] if by_chance else 0.0), margins[action]

    best_margin, best_chance = max(margins.values()), max(chances.values(), default=0.0)
    options = tuple(
        Advice(
            action,
            margins[action],
            best_margin - margins[action],
            chances.get(action),
            best_chance - chances[action] if action in chances else None,
        )
        for action in sorted(margins, key=rank, reverse=True)
    )
    return Advised(options, solved, last and game.seats == 2, by_chance)


def _chances(game: Game, margins: dict[Action, float]) -> dict[Action, float]:
    """The chance of the active player to win with every action."""
    if to_win(game):
        solution = winning_solution(turn_start(game))
        return {a: min(1.0, max(0.0, c)) for a, c in action_values(game, solution).items()}
    lead = game.sheets[game.active].subtotal - game.sheets[game.receiver].subtotal
    left = game.rules.rounds * game.seats - game.turns_played
    return {action: spread_chance(lead + margin, left) for action, margin in margins.items()}
