"""Bots that need no solver: random, and casual, who plays like a friendly beginner."""

import random
from typing import Final

from charidice.coach.first_sight import TEMPTING_GIFT, largest_group
from charidice.rules import (
    Action,
    Ask,
    Game,
    Pass,
    Phase,
    Roll,
    Score,
    best_first,
    legal_actions,
    selections,
)

_IMPATIENT: Final = 0.15  # how often it scores though it could roll on
_OVERLOOKING: Final = 0.25  # how often it scores the second best


class RandomBot:
    """Any legal action, all equally likely."""

    def choose(self, game: Game, rng: random.Random) -> Action:
        """One of the legal actions."""
        return rng.choice(legal_actions(game))


class CasualBot:
    """Collects what there is most of and takes every bonus; without one it errs like a beginner.

    It then stops too early at times, and at times overlooks the best.
    """

    def choose(self, game: Game, rng: random.Random) -> Action:
        """What looks good at first sight."""
        ranked = best_first(selections(game.faces, game.rules))
        if game.turn.phase is Phase.ASKING:
            tempting = ranked[0].gift >= TEMPTING_GIFT or game.round == game.rules.rounds - 1
            return Ask() if tempting and rng.random() < 0.5 else Pass()
        # Whoever learns the game from it would doubt the rules if it left a finished bonus lying.
        finished = any(each.bonus for each in ranked)
        if game.rolls_left and not finished:
            keep = largest_group(game.faces)
            if len(keep) < len(game.faces) and rng.random() >= _IMPATIENT:
                return Roll(keep)
        overlooks = len(ranked) > 1 and rng.random() < _OVERLOOKING and not finished
        return Score(ranked[1 if overlooks else 0].dice)
