"""What a bot is."""

import random
from collections.abc import Mapping
from typing import ClassVar, Protocol

from charidice.errors import CodedError
from charidice.rules import Action, Game


class Bot(Protocol):
    """Somebody who answers every decision of a player; it sees the position and nothing else."""

    def choose(self, game: Game, rng: random.Random) -> Action:
        """One of the legal actions of the actor."""
        ...


class BotError(CodedError):
    """There is no such bot."""

    messages: ClassVar[Mapping[str, str]] = {
        "bots/unknown": "There is no bot “{name}”. There are: {names}.",
    }
