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
    if not table.patience:
        return None
    end = max(table.wait.since, since) + table.patience
    if table.asking:
        return Due(end, "pass", seat)
    return Due(end, "bot" if table.wait.keeps_seat else "away", seat)


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
