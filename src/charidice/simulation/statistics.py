"""What many deals say: win rates with intervals, mean scores by column, the charity bonus."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from charidice.simulation.deal import Deal

COLUMNS: Final = ("points", "bonus", "received", "given", "charity", "total")
NORMAL_95: Final = 1.959964


@dataclass(frozen=True)
class Summary:
    """One bot over all games: the share of wins, the mean margin and columns.

    The errors are half the 95% confidence interval; one deal alone has none.
    """

    name: str
    games: int
    wins: float
    wins_error: float | None
    margin: float
    margin_error: float | None
    means: dict[str, float]


def summarise(names: Sequence[str], deals: Sequence[Deal]) -> tuple[list[Summary], float]:
    """A summary for every bot, and how often the charity bonus decided who won.

    The games of a deal share their dice, so a deal counts as one observation: that is what makes
    the intervals honest, and shorter than those of independent games.
    """
    summaries = [_summary(name, number, deals) for number, name in enumerate(names)]
    games = [game for deal in deals for game in deal]
    decided = sum(any(r.win != r.won_without_charity for r in game) for game in games)
    return summaries, decided / len(games) if games else 0.0


def _summary(name: str, number: int, deals: Sequence[Deal]) -> Summary:
    games = [game for deal in deals for game in deal]
    wins = [sum(game[number].win for game in deal) / len(deal) for deal in deals]
    margins = [
        sum(
            game[number].total - max(r.total for n, r in enumerate(game) if n != number)
            for game in deal
        )
        / len(deal)
        for deal in deals
    ]
    return Summary(
        name,
        len(games),
        *_mean_and_error(wins),
        *_mean_and_error(margins),
        {
            column: sum(getattr(game[number], column) for game in games) / max(1, len(games))
            for column in COLUMNS
        },
    )


def _mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    count = len(values)
    mean = sum(values) / count if count else 0.0
    if count < 2:
        return mean, None
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, NORMAL_95 * sqrt(variance / count)
