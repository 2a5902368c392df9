"""What happens at a table by itself, and when: bots act, questions and patience end."""

from dataclasses import dataclass
from enum import Enum

from charidice.rules import Score
from charidice.tables.model.table import TAKE_BACK_SECONDS, Status, Table


class DueKind(Enum):
    """What happens by itself."""

    BOT = "bot"  # a bot acts
    NO_ASK = "no-ask"  # the time to ask for the biggest gift has passed
    AWAY = "away"  # a player has let the time pass
    FINISH = "finish"  # the last score can no longer be taken back


@dataclass(frozen=True, slots=True)
class Due:
    """What happens at this time, on this seat."""

    at: float
    kind: DueKind
    seat: int


def due(table: Table, since: float = 0.0) -> Due | None:
    """What happens next if nobody does anything.

    `since` is when the server started: time in which nobody could act does not count.
    """
    if _ends(table):
        return Due(table.moved_at + take_back_seconds(table), DueKind.FINISH, 0)
    seat = table.to_act
    if seat is None or not table.people:  # bots do not play on among themselves
        return None
    if table.seats[seat].played_by_bot:
        return Due(table.moved_at + _bot_waits(table), DueKind.BOT, seat)
    if not table.patience:
        return None
    end = max(table.wait.since, since) + table.patience
    if table.asking:
        return Due(end, DueKind.NO_ASK, seat)
    return Due(end, DueKind.BOT if table.wait.keeps_seat else DueKind.AWAY, seat)


def deadline(table: Table, since: float = 0.0) -> float | None:
    """Until when somebody at the table has to decide, be it a bot; None if there is no limit."""
    coming = due(table, since)
    return None if coming is None or coming.kind is DueKind.FINISH else coming.at


def is_closed(table: Table, now: float) -> bool:
    """Whether nothing of the game will follow; at tables of format 1 that is not noted."""
    over = table.status is Status.FINISHED and table.format == 1
    return table.closed or (over and now > table.moved_at + TAKE_BACK_SECONDS)


def _ends(table: Table) -> bool:
    """Whether the end of the game is still to be noted; tables of format 1 do not note it."""
    return table.status is Status.FINISHED and not table.closed and table.format > 1


def take_back_seconds(table: Table) -> float:
    """For how long a score can be taken back; the last one of a game not if bots do not wait."""
    over = table.status is Status.FINISHED
    return 0.0 if over and not table.settings.grace_seconds else TAKE_BACK_SECONDS


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
    return max(pace, float(table.settings.grace_seconds)) if after_person else pace
