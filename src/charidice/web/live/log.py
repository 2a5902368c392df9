"""What happened at the table, in sentences."""

from dataclasses import dataclass
from typing import Final

from charidice.locale import current
from charidice.rules import Pass
from charidice.web.live import words
from charidice.web.live.viewer import Look

_LINES_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class LogView:
    """The latest sentences, newest first, each with an address of its own."""

    lines: tuple[tuple[str, str], ...]


def log_view(look: Look, sentences: dict[object, str]) -> LogView | None:
    """The log of a game, without passes.

    Each sentence is shown again with the next moves, so `sentences` keeps them.
    """
    if look.table.game is None:
        return None
    told = [m for m in look.table.moments if not isinstance(m.action, Pass)]
    lines = []
    for m in reversed(told[-_LINES_SHOWN:]):
        address = f"{m.number}-{type(m.action).__name__}"
        key = (current(), address, m.kind, m.seat, look.names)
        if key not in sentences:
            sentences[key] = words.moment(m, look.names)
        lines.append((address, sentences[key]))
    return LogView(tuple(lines))
