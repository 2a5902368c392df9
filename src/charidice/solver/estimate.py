"""Turns solved on an estimate of the rest, for games that are not solved: approximate.

`estimated_turn` is simple: points count, a gift costs its share among the others, and the charity
bonus is a guess. `winning_turn` is the best there is for three and four players: the chance of
winning, as it was learned from games of experts (docs/solver.md says how). `normal_chance` guesses
the chance of winning of two with other dice or rules.
"""

from collections.abc import Callable
from math import erf, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from charidice.rules import Game
from charidice.solver.margin import TIE_BREAK
from charidice.solver.options import faces_of
from charidice.solver.turn import Ending, TurnSolution, solve_turn

_Ints = NDArray[np.int32]
_Floats = NDArray[np.float64]

# What good play gives in a turn: mean and spread.
GIFT_MEAN: Final = 11.0
GIFT_SPREAD: Final = 9.5
# What a turn of good play brings in points, and what the 2x box is worth in the solved game.
TURN_MEAN: Final = 29.0
BOX_WORTH: Final = 3.0
BOX_WORTH_PER_ROUND: Final = 1.5
# By number of players, the weights of the chance of winning: of the lead over the best of the
# others, of the lead over their mean, and a constant. Learned by tools/learn.py.
WEIGHTS: Final = {3: (0.02533, 0.00696, -0.54458), 4: (0.02701, 0.00737, -0.92006)}

# How far the final margin of two spreads around the expected one, times the square root of the
# turns left. Of 12 to 16 it is nearest to the solved chances of the standard dice.
MARGIN_SPREAD: Final = 14.0


def normal_chance(expected: float, left: int) -> float:
    """The chance of winning of one of two whose expected final margin this is, a turn left."""
    return (1 + erf(expected / (MARGIN_SPREAD * sqrt(2 * left)))) / 2


def estimated_turn(game: Game) -> TurnSolution:
    """The turn that is about to begin, for a simple value in points."""
    return _solved(game, _points_ending)


def winning_turn(game: Game) -> TurnSolution:
    """The turn that is about to begin, for the chance of winning."""
    return _solved(game, _winning_ending)


def _solved(game: Game, ending: Callable[[Game, bool], Ending]) -> TurnSolution:
    asked = ending(game, True) if game.sheets[game.receiver].box else None
    return solve_turn(faces_of(game.dice), game.rules, ending(game, False), asked)


def _gifts(game: Game) -> _Floats:
    most = 6 * max(game.rules.gift_values) * max(1, game.rules.biggest_gift_factor)
    return np.arange(most + 1, dtype=np.float64)


def _points_ending(game: Game, asked: bool) -> Ending:
    gifts, others = _gifts(game), game.seats - 1
    given, turns = _given(game, gifts), turns_after_this(game)
    mine = charity_chance(given, turns, game.active)
    worth = likely_bonus(game, given, turns) * (mine - (1 - mine) / others) - gifts / others
    if asked:
        worth += box_worth(game) / others

    def value(points: _Ints, gift: _Ints) -> _Floats:
        return points + worth.take(gift)

    return value


def _winning_ending(game: Game, asked: bool) -> Ending:
    gifts, me = _gifts(game), game.active
    scores = np.repeat([[float(s.subtotal)] for s in game.sheets], len(gifts), axis=1)
    scores[game.receiver] += gifts
    if asked:
        scores[game.receiver] -= box_worth(game)
    given, turns = _given(game, gifts), turns_after_this(game)
    left = sum(turns)
    if not left:
        return _last_ending(expected_ends(scores, given, turns, game), me)
    best, mean = leads(scores, given, turns, me, game)

    def value(points: _Ints, gift: _Ints) -> _Floats:
        return chance_of_winning(best[gift] + points, mean[gift] + points, left, game.seats)

    return value


def _last_ending(ends: _Floats, me: int) -> Ending:
    """In the last turn it is known who wins; a win shared by three counts a third."""
    others = np.delete(ends, me, axis=0)
    most = others.max(axis=0)
    lead, shared = ends[me] - most, 1 / (1 + (others == most).sum(axis=0))

    def value(points: _Ints, gift: _Ints) -> _Floats:
        ahead = lead[gift] + points
        won = np.where(ahead > 0, 1.0, np.where(ahead < 0, 0.0, shared[gift]))
        chance: _Floats = won + ahead * TIE_BREAK
        return chance

    return value


def leads(
    scores: _Floats, given: _Floats, turns: list[int], me: int, game: Game
) -> tuple[_Floats, _Floats]:
    """How far I am ahead of the best of the others, and of their mean, when all is played."""
    ends = expected_ends(scores, given, turns, game)
    others = np.delete(ends, me, axis=0)
    return ends[me] - others.max(axis=0), ends[me] - others.mean(axis=0)


def expected_ends(scores: _Floats, given: _Floats, turns: list[int], game: Game) -> _Floats:
    """By seat, the expected total when all is played.

    `scores` and `given` have a row for each seat, and as many columns as there are cases.
    """
    ends = scores + TURN_MEAN * np.array(turns, dtype=np.float64)[:, None]
    bonus = likely_bonus(game, given, turns)
    for seat in range(game.seats):
        ends[seat] += bonus * charity_chance(given, turns, seat)
    return ends


def chance_of_winning(best: _Floats, mean: _Floats, left: int, players: int) -> _Floats:
    """The learned chance, when so many turns are left after this one."""
    weights = WEIGHTS[min(players, max(WEIGHTS))]  # more than four play by the weights of four
    scale = sqrt(left + 1)
    rate = (weights[0] * best + weights[1] * mean) * 4 / scale + weights[2]
    chance: _Floats = 1 / (1 + np.exp(-rate))
    return chance


def _given(game: Game, gifts: _Floats) -> _Floats:
    """By seat and gift, what everybody will have given after this turn."""
    given = np.repeat([[float(s.given)] for s in game.sheets], len(gifts), axis=1)
    given[game.active] += gifts
    return given


def charity_chance(given: _Floats, turns: list[int], seat: int) -> _Floats:
    """The chance of giving most, from what is given and the turns everybody still has."""
    ends = given + GIFT_MEAN * np.array(turns, dtype=np.float64)[:, None]
    chance = np.ones(given.shape[1])
    for other in range(len(turns)):
        if other != seat:
            spread = GIFT_SPREAD * sqrt(turns[other] + turns[seat])
            chance *= _ahead(ends[seat] - ends[other], spread)
    return chance


def _ahead(lead: _Floats, spread: float) -> _Floats:
    """The chance that a lead lasts; one of nothing with nothing to come still gets the bonus."""
    if not spread:
        return (lead >= 0).astype(np.float64)
    return np.array([(1 + erf(x / spread / sqrt(2))) / 2 for x in lead])


def likely_bonus(game: Game, given: _Floats, turns: list[int]) -> _Floats:
    """Which bonus it will be, going by what everybody will have given."""
    ends = given + GIFT_MEAN * np.array(turns, dtype=np.float64)[:, None]
    high = ends.max(axis=0) > game.rules.charity_high_above
    return np.where(high, game.rules.charity_bonus_high, game.rules.charity_bonus).astype(float)


def box_worth(game: Game) -> float:
    """What it costs the receiver to use up the box now."""
    rounds_left = game.rules.rounds - game.round - 1
    return min(BOX_WORTH, BOX_WORTH_PER_ROUND * rounds_left)


def turns_after_this(game: Game) -> list[int]:
    """How many turns each seat still has after the one being played."""
    later = range(game.turns_played + 1, game.rules.rounds * game.seats)
    return [sum(turn % game.seats == seat for turn in later) for seat in range(game.seats)]
