"""The chance of winning of every seat, as far as it is known.

For two players of the solved game it is solved, within the error of the table. For three and four
it is learned from games of experts: between two turns for everybody, so that all add up to 1, and
within a turn only for whoever plays it. For two with other rules or dice it is a guess from the
expected margin, and solved in the last turn.
"""

import numpy as np

from charidice.coach.values import (
    action_values,
    margin_solution,
    to_win,
    turn_start,
    turn_value,
    turns_left,
    winning_solution,
)
from charidice.rules import Action, Game, Phase, winners
from charidice.solver import normal_chance
from charidice.solver.estimate import chance_of_winning, leads

Chances = tuple[float | None, ...]
"""By seat the chance of winning, None where nobody knows it."""


def seat_chances(game: Game) -> Chances:
    """The chance of every seat in a position."""
    if game.over:
        won = winners(game)
        return tuple((seat in won) / len(won) for seat in range(game.seats))
    mine = active_chance(game)
    if game.seats == 2:
        return (mine, 1 - mine) if game.active == 0 else (1 - mine, mine)
    others = [seat for seat in range(game.seats) if seat != game.active]
    chances: dict[int, float | None] = {game.active: mine, **dict.fromkeys(others)}
    if game.turn.phase is Phase.ROLLING and not game.turn.rolls:
        learned = {seat: _learned(game, seat) for seat in others}
        share = (1 - mine) / sum(learned.values())
        chances |= {seat: share * chance for seat, chance in learned.items()}
    return tuple(chances[seat] for seat in range(game.seats))


def active_chance(game: Game) -> float:
    """The chance of the active player, from 0 to 1."""
    return min(1.0, max(0.0, unbounded_chance(game)))


def unbounded_chance(game: Game) -> float:
    """The chance of the active player; what breaks ties can lead it beyond its ends by a little."""
    if to_win(game):
        return turn_value(game, winning_solution(turn_start(game)))
    return margin_chance(game, turn_value(game, margin_solution(game)))


def margin_chance(game: Game, margin: float) -> float:
    """The chance of the active one of two who expects so much more margin: a guess."""
    lead = game.sheets[game.active].subtotal - game.sheets[game.receiver].subtotal
    return normal_chance(lead + margin, turns_left(game))


def chance_values(game: Game) -> dict[Action, float]:
    """The chance of the active player with every legal action, whoever acts."""
    if to_win(game):
        return action_values(game, winning_solution(turn_start(game)))
    margins = action_values(game, margin_solution(game))
    return {action: margin_chance(game, margin) for action, margin in margins.items()}


def _learned(game: Game, seat: int) -> float:
    """The learned chance of a seat when somebody else's turn is about to begin."""
    later = range(game.turns_played, game.rules.rounds * game.seats)
    turns = [sum(turn % game.seats == each for turn in later) for each in range(game.seats)]
    scores = np.array([[float(sheet.subtotal)] for sheet in game.sheets])
    given = np.array([[float(sheet.given)] for sheet in game.sheets])
    best, mean = leads(scores, given, turns, seat, game)
    return float(chance_of_winning(best, mean, len(later), game.seats)[0])
