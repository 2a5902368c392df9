"""Advice for a decision: every option with its value and what it costs, in points and in chance."""

from dataclasses import dataclass

from charidice.coach.values import (
    DIGITS,
    action_values,
    is_solved,
    last_turn,
    least_equal,
    margin_solution,
    to_win,
    turn_start,
    turns_left,
    winning_solution,
)
from charidice.rules import Action, Game, Phase
from charidice.solver import normal_chance
from charidice.solver.winning import standard_winning


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

    `exact` is false where the game is not solved and the margins are estimates. `chance_error` is
    by how much the chances can be wrong, 0 in the last turn of the game for two and None where
    nobody knows; `chance_exact` says that it is 0. Options of equal chance stand by margin, and of
    equal margin in the order of `legal_actions`, both rounded to nine digits. In a game that is as
    good as decided, chances that differ by less than 0.05 % are equal.
    """

    options: tuple[Advice, ...]
    exact: bool
    chance_exact: bool
    by_chance: bool
    chance_error: float | None = 0.0


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
    by_chance = bool(chances) and to_win(game)
    best_margin, best_chance = max(margins.values()), max(chances.values(), default=0.0)
    enough = least_equal(round(best_chance, DIGITS))

    def rank(action: Action) -> tuple[float, float]:
        """By chance, and where chances are equal by margin."""
        chance = round(chances[action], DIGITS) if by_chance else 0.0
        return min(chance, enough), round(margins[action], DIGITS)

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
    error = _chance_error(game)
    return Advised(options, is_solved(game), error == 0, by_chance, error)


def _chances(game: Game, margins: dict[Action, float]) -> dict[Action, float]:
    """The chance of the active player to win with every action."""
    if to_win(game):
        solution = winning_solution(turn_start(game))
        return {a: min(1.0, max(0.0, c)) for a, c in action_values(game, solution).items()}
    lead = game.sheets[game.active].subtotal - game.sheets[game.receiver].subtotal
    left = turns_left(game)
    return {action: normal_chance(lead + margin, left) for action, margin in margins.items()}


def _chance_error(game: Game) -> float | None:
    """By how much chances can be wrong: the turn is solved, so as much as those after it."""
    if game.seats == 2 and last_turn(game):
        return 0.0
    return standard_winning().errors[turns_left(game) - 1] if is_solved(game) else None
