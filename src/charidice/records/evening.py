"""The games of an evening: who won how often, and all of them as a table for spreadsheets."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Final, NamedTuple

from charidice.rules import Game, standings, winners

# What a spreadsheet would take for a formula: at the beginning of a cell, or after a sign that
# separates cells in some countries. Some programs read the wide signs of East Asia too.
_FORMULA: Final = re.compile("(^|[;,|\t])(\\s*[=+@\uff1d\uff0b\uff20\uff0d-]|[\t\r\n])")


class PlayedGame(NamedTuple):
    """A game that was played to its end: who sat where, how it ended, and when in seconds."""

    names: tuple[str, ...]
    game: Game
    ended_at: float


class EveningRow(NamedTuple):
    """How one player did in one game; games count from 1."""

    number: int
    date: str
    name: str
    points: int
    bonus: int
    received: int
    given: int
    charity: int
    total: int
    place: int
    won: int


def evening_rows(games: Sequence[PlayedGame]) -> list[EveningRow]:
    """All players of all games, the games in order and the players from first to last."""
    return [
        EveningRow(
            number,
            datetime.fromtimestamp(played.ended_at, UTC).strftime("%Y-%m-%dT%H:%MZ"),
            played.names[each.seat],
            *(each.points, each.bonus, each.received, each.given, each.charity, each.total),
            each.place,
            int(each.seat in winners(played.game)),
        )
        for number, played in enumerate(games, 1)
        for each in standings(played.game)
    ]


def wins(games: Sequence[PlayedGame]) -> tuple[tuple[str, int], ...]:
    """How often everybody has won, most first; a shared win counts for each."""
    counted = Counter({name: 0 for played in games for name in played.names})
    for played in games:
        counted.update(played.names[seat] for seat in winners(played.game))
    return tuple(sorted(counted.items(), key=lambda won: -won[1]))


def evening_csv(titles: Sequence[str], rows: Sequence[EveningRow]) -> str:
    """The rows under these titles as CSV; no cell is a formula to a spreadsheet."""
    text = StringIO()
    lines = csv.writer(text)
    lines.writerow(map(_harmless, titles))
    lines.writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue()


def _harmless(cell: str | int) -> str | int:
    return _FORMULA.sub(r"\1'\2", cell) if isinstance(cell, str) else cell
