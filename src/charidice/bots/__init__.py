"""Players made of code, by name.

>>> import random
>>> from charidice.bots import bot
>>> from charidice.rolls import SeededRolls, throw
>>> from charidice.rules import CHANCE, actor, apply, new_game, standings
>>> game, rolls, rng = new_game(2), SeededRolls("bots"), random.Random(1)
>>> players = [bot("greedy"), bot("casual")]
>>> while (who := actor(game)) is not None:
...     move = throw(game, rolls) if who is CHANCE else players[who].choose(game, rng)
...     game = apply(game, move)
>>> len(standings(game))
2
"""

from typing import Final

from charidice.bots.levels import LEVELS
from charidice.bots.protocol import Bot, BotError

__all__ = ["NAMES", "Bot", "BotError", "bot"]

NAMES: Final = tuple(LEVELS)
"""The bots from the weakest to the strongest; `generous` is a character, not a level."""


def bot(name: str) -> Bot:
    """A bot by its name."""
    if name not in LEVELS:
        raise BotError("bots/unknown", {"name": name, "names": ", ".join(NAMES)})
    return LEVELS[name]()
