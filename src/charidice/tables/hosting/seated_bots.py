"""The bots that play just now."""

from collections import OrderedDict
from typing import Final

from charidice.bots import Bot, bot

MOST_BOTS_KEPT: Final = 12  # each keeps the turns it has solved, one or two megabytes


class SeatedBots:
    """A bot stays at its seat between its decisions, so that it solves each turn only once.

    The least recently used one goes first; whoever is needed again solves the turn anew.
    """

    def __init__(self, most: int = MOST_BOTS_KEPT) -> None:
        self._bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self._most = most

    def at(self, table: str, seat: int, level: str) -> Bot:
        """The bot of this level on a seat of a table."""
        key = (table, seat, level)
        player = self._bots.pop(key, None) or bot(level)
        self._bots[key] = player
        if len(self._bots) > self._most:
            self._bots.popitem(last=False)
        return player
