"""Which seats are played by bots: a bot's name in a record says so, like “greedy (bot)”."""

import random
from collections.abc import Sequence

from charidice.bots import Bot, bot
from charidice.bots.names import bot_name, level_of
from charidice.coach import is_solved
from charidice.locale import gettext as _
from charidice.records import Record
from charidice.rules import Action, Game


def bot_names(levels: Sequence[str]) -> list[str]:
    """Names for bots of these levels; a second one of the same level gets a number."""
    names: list[str] = []
    for level in levels:
        bot(level)  # an unknown level is refused here
        names.append(bot_name(level, sum(level_of(name) == level for name in names) + 1))
    return names


def approximate() -> str:
    """The notice that the best bot only estimates in this game."""
    return _("“perfect” is approximate in this game: only the game for two is solved.")


class Bots:
    """The bots at a table, by seat."""

    def __init__(self, record: Record) -> None:
        self._bots: dict[int, Bot] = {}
        self.levels: set[str] = set()
        for seat, name in enumerate(record.players):
            level = level_of(name)
            if level is not None:
                self._bots[seat] = bot(level)
                self.levels.add(level)

    def only_approximate(self, game: Game) -> bool:
        """Whether `perfect` is among them, in a game that is not solved."""
        return "perfect" in self.levels and not is_solved(game)

    def __contains__(self, seat: object) -> bool:
        return seat in self._bots

    def choose(self, seat: int, game: Game, record: Record) -> Action:
        """What the bot on this seat does; the same again if a choice is taken back."""
        rng = random.Random(f"{record.seed} {len(record.actions)}")
        return self._bots[seat].choose(game, rng)
