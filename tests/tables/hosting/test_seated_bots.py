"""Bots stay at their seats between decisions."""

import random

import pytest

from charidice.bots import NAMES, bot
from charidice.bots.solving import SolvingBot
from charidice.rolls import SeededRolls, throw
from charidice.rules import CHANCE, actor, apply, new_game
from charidice.tables.hosting.seated_bots import SeatedBots


def test_a_bot_stays_at_its_seat() -> None:
    bots = SeatedBots()
    first = bots.at("a table", 0, "expert")
    assert bots.at("a table", 1, "expert") is not first
    assert bots.at("another", 0, "expert") is not first
    assert bots.at("a table", 0, "casual") is not first  # somebody left, and another level plays on
    assert bots.at("a table", 0, "expert") is first


def test_only_so_many_bots_are_kept() -> None:
    bots = SeatedBots(most=3)
    kept = [bots.at("a table", seat, "random") for seat in range(3)]
    bots.at("a table", 0, "random")  # used once more, so seat 1 is the least recently used one
    bots.at("another", 0, "random")
    assert bots.at("a table", 0, "random") is kept[0]
    assert bots.at("a table", 2, "random") is kept[2]
    assert bots.at("a table", 1, "random") is not kept[1]


@pytest.mark.parametrize("level", [name for name in NAMES if isinstance(bot(name), SolvingBot)])
def test_a_bot_solves_each_turn_once(level: str) -> None:
    """However many decisions the turn has, also those of whoever gets the gift."""
    rng, players = random.Random(1), [bot(level), bot(level)]
    game, rolls, decisions = new_game(2), SeededRolls("turns"), 0
    while game.turns_played < 4:
        who = actor(game)
        assert who is not None
        if who is CHANCE:
            game = apply(game, throw(game, rolls))
        else:
            decisions += 1
            game = apply(game, players[who].choose(game, rng))
    solved = [player._solved.cache_info().misses for player in players]  # type: ignore[attr-defined]
    assert decisions > sum(solved)
    assert max(solved) <= 4
