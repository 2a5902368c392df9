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

from collections.abc import Callable
from typing import Final

from charidice.bots.names import LEVELS
from charidice.bots.protocol import Bot, BotError
from charidice.bots.simple import CasualBot, RandomBot
from charidice.bots.solving import ExpertBot, OnePurposeBot, PerfectBot

__all__ = ["NAMES", "Bot", "BotError", "bot"]

_MAKERS: Final[dict[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "casual": CasualBot,
    "greedy": lambda: OnePurposeBot(gift_weight=0.0),
    "generous": lambda: OnePurposeBot(gift_weight=0.3),
    "expert": ExpertBot,
    "perfect": PerfectBot,
}
NAMES: Final = LEVELS
"""The bots from the weakest to the strongest; `generous` is a character, not a level."""


def bot(name: str) -> Bot:
    """A bot by its name."""
    if name not in _MAKERS:
        raise BotError("bots/unknown", {"name": name, "names": ", ".join(NAMES)})
    return _MAKERS[name]()
