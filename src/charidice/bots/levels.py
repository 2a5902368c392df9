"""The levels of bots: one line here, and its words in `locale/levels.py`."""

from collections.abc import Callable, Mapping
from typing import Final

from charidice.bots.protocol import Bot
from charidice.bots.simple import CasualBot, RandomBot
from charidice.bots.solving import ExpertBot, OnePurposeBot, PerfectBot

# From the weakest to the strongest; `generous` is a character, not a level.
LEVELS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "casual": CasualBot,
    "greedy": lambda: OnePurposeBot(gift_weight=0.0),
    "generous": lambda: OnePurposeBot(gift_weight=0.3),
    "expert": ExpertBot,
    "perfect": PerfectBot,
}
