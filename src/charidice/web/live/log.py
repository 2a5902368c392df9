"""What happened at the table."""

from dataclasses import dataclass
from typing import Final

from charidice.locale import current
from charidice.rules import Game, Pass, Score
from charidice.tables import Moment
from charidice.web.live import words
from charidice.web.live.recap import Recap, recap_of
from charidice.web.live.viewer import Look

_LINES_SHOWN: Final = 8
_ROLLS_TOLD: Final = 6  # only for the ear, so the latest are enough


@dataclass(frozen=True, slots=True)
class LogLine:
    """One thing that happened: a score with its gift in dice, or a sentence.

    A roll is seen on the table, so it is only for the ear.
    """

    address: str
    recap: Recap | None
    text: str
    for_the_ear: bool


@dataclass(frozen=True, slots=True)
class LogView:
    """The latest lines, newest first."""

    lines: tuple[LogLine, ...]

    @property
    def is_silent(self) -> bool:
        """Whether there is nothing to see yet."""
        return all(line.for_the_ear for line in self.lines)


def _concerns(look: Look, game: Game, happened: Moment) -> bool:
    """Whether the viewer throws these dice or may double what is left; watchers hear all."""
    receiver = (happened.seat + 1) % len(look.names)
    doubles = game.sheets[receiver].box or (receiver == game.receiver and game.turn.asked)
    return not look.mine or happened.seat in look.mine or (receiver in look.mine and doubles)


def log_view(look: Look, lines: dict[object, LogLine]) -> LogView | None:
    """The log of a game, without passes.

    Each line is shown again with the next moves, so `lines` keeps them.
    """
    game = look.table.game
    if game is None:
        return None
    told = [m for m in reversed(look.table.moments) if not isinstance(m.action, Pass)]
    shown = [m for m in told if not words.is_roll(m)][:_LINES_SHOWN]
    rolls = [m for m in told if words.is_roll(m) and _concerns(look, game, m)][:_ROLLS_TOLD]
    kept = {id(m) for m in (*shown, *rolls)}
    found, pad = [], look.table.is_pad
    for m in (m for m in told if id(m) in kept):
        address = f"{m.number}-{m.kind.value}-{type(m.action).__name__}"
        key = (current(), address, m.kind, m.seat, look.names, look.mine)
        if key not in lines:
            scored = isinstance(m.action, Score)
            recap = recap_of(look, m) if scored else None
            text = "" if scored else words.moment(m, look.names, look.mine, at_pad=pad)
            lines[key] = LogLine(address, recap, text, words.is_roll(m))
        found.append(lines[key])
    return LogView(tuple(found))
