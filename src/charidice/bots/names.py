"""How bots are called in a record: “greedy (bot)”, and the second of a level “greedy (bot 2)”."""

import re
from typing import Final

from charidice.bots.levels import LEVELS

# As many as there can be players.
MOST_OF_A_LEVEL: Final = 4
_BOT: Final = re.compile(rf"({'|'.join(LEVELS)}) \(bot(?: (\d))?\)")


def bot_name(level: str, number: int = 1) -> str:
    """The name of the first, second, … bot of a level."""
    return f"{level} (bot)" if number == 1 else f"{level} (bot {number})"


def all_bot_names() -> frozenset[str]:
    """What bots are called in records, and their levels alone."""
    numbers = range(1, MOST_OF_A_LEVEL + 1)
    return frozenset(
        [*LEVELS, *(bot_name(level, number) for level in LEVELS for number in numbers)]
    )


def level_of(name: str) -> str | None:
    """The level of the bot with this name, or None for people."""
    match = _BOT.fullmatch(name)
    return match[1] if match else None


def number_of(name: str) -> int:
    """Which bot of its level this one is, counted from 1."""
    match = _BOT.fullmatch(name)
    return int(match[2] or 1) if match else 1
