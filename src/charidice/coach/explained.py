"""Why choices are better: reasons for the moments of a verdict that people look at first."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from charidice.coach.advice import Advised, advise
from charidice.coach.reason_kinds import Reason
from charidice.coach.reasons import reasons
from charidice.coach.verdict import Moment, Verdict
from charidice.records import Record, positions
from charidice.rules import Game

ERRORS_EXPLAINED: Final = 3
"""Of every player, since each reason takes as long as a turn."""


class Coached(NamedTuple):
    """What the coach says about a position: all options, and why the first is the best."""

    advised: Advised
    why: tuple[Reason, ...]


class Notable(NamedTuple):
    """A position of a game that is worth explaining, by its place in the record."""

    number: int
    game: Game


def coached(game: Game) -> Coached:
    """Advice with its reasons."""
    advised = advise(game)
    return Coached(advised, reasons(game, advised))


def notable(judged: Verdict) -> list[Notable]:
    """The best moves and the worst errors of everybody, each position once."""
    moments: list[Moment] = []
    for player in judged.players:
        moments += player.errors[:ERRORS_EXPLAINED]
        if player.best is not None and _is_the_best(judged, player.best):
            moments.append(player.best)
    games = list(positions(judged.record))
    return [Notable(number, games[number]) for number in sorted({m.number for m in moments})]


def _is_the_best(judged: Verdict, moment: Moment) -> bool:
    """Whether the coach would have chosen the very same, and not something equally good."""
    choice = judged.judged[moment.number].choice
    return choice is not None and choice.best == moment.chosen


def explain(position: Notable) -> tuple[int, tuple[Reason, ...]]:
    """The reasons for the best choice in a position."""
    return position.number, coached(position.game).why


def with_reasons(judged: Verdict, found: Iterable[tuple[int, tuple[Reason, ...]]]) -> Verdict:
    """The same verdict with reasons."""
    return replace(judged, reasons=tuple(found))


def most_pieces(record: Record) -> int:
    """How many turns and positions there are to look at in a game, at most."""
    seats = len(record.players)
    return seats * (record.rules.rounds + ERRORS_EXPLAINED + 1)
