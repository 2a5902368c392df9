"""What happens at a table by itself, and when: bots act, questions and patience end."""

from dataclasses import dataclass

from charidice.rules import Score
from charidice.tables.state import GRACE_SECONDS, Table


@dataclass(frozen=True, slots=True)
class Due:
    """At this time, on this seat: a "bot" acts, the clock makes a "pass", or a player is "away"."""

    at: float
    kind: str
    seat: int


def due(table: Table, since: float = 0.0) -> Due | None:
    """What happens next if nobody does anything.

    `since` is when the server started: time in which nobody could act does not count.
    """
    seat = table.to_act
    if seat is None or not table.people:  # bots do not play on among themselves
        return None
    if table.seats[seat].played_by_bot:
        return Due(table.moved_at + _bot_waits(table), "bot", seat)
    start, settings = max(table.waiting_since, since), table.settings
    patience = settings.turn_seconds if len(table.people) > 1 else 0
    if table.asking:
        seconds = settings.ask_seconds or patience
        return Due(start + seconds, "pass", seat) if seconds and not table.shared_device else None
    return Due(start + patience, "away", seat) if patience else None


def _bot_waits(table: Table) -> float:
    """How long a bot waits so that people can follow; it answers a question at once."""
    if table.asking:
        return 0.0
    pace = table.settings.pace / 10
    last = table.latest_action
    after_person = (
        last is not None
        and isinstance(last.action, Score)
        and not table.seats[last.seat].played_by_bot
    )
    return max(pace, GRACE_SECONDS) if after_person else pace
