"""What happens at a table by itself, and when: bots act, holds and patience end."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from charidice.rules import Game, Score, best_first, selections
from charidice.tables.model.settings import LONGEST_HOLD
from charidice.tables.model.table import TAKE_BACK_SECONDS, Status, Table

# Parts of the time, for whoever plays with bots alone, knows the game and looks at nothing else:
# the pages of newcomers ask for more. For dice that are worth a question there is more.
_ASKED_ALONE: Final = 0.67
_HOLD_ALONE: Final = 0.23
_GRACE_ALONE: Final = 0.6
# Points that would be left over, for which they are asked: after the first roll (perfect play
# hardly ever asks then), after the last one in which that is possible, and before the last gift.
_MUCH: Final = 20
_ENOUGH: Final = 8
_ANYTHING: Final = 1
# Times its pace a bot waits before it rolls, so that what another bot did is seen; and with dice of
# which somebody has asked to get the double.
_SEEN: Final = 2.2
READING_SECONDS: Final = 5
"""From when somebody opens the question of the 2× among people, once a roll."""
_OPENING: Final = 1.5  # seconds in which everybody sees that a bot begins

Present: TypeAlias = Collection[int] | None


class DueKind(Enum):
    """What happens by itself."""

    BOT = "bot"  # a bot acts
    AWAY = "away"  # a player has let the time pass
    FINISH = "finish"  # the last score can no longer be taken back


@dataclass(frozen=True, slots=True)
class Due:
    """What happens at this time, on this seat."""

    at: float
    kind: DueKind
    seat: int


def due(table: Table, since: float = 0.0, present: Present = None) -> Due | None:
    """What happens next if nobody does anything.

    `since` is when the server started: time in which nobody could act does not count. `present`
    are those who have a page open, None if that is not known.
    """
    if table.is_pad:  # people take their time
        return None
    if _ends(table):
        return Due(table.moved_at + take_back_seconds(table), DueKind.FINISH, 0)
    seat = table.to_act
    if seat is None or not table.people:  # bots do not play on among themselves
        return None
    if table.seats[seat].played_by_bot:
        return Due(table.moved_at + _bot_waits(table, seat, present), DueKind.BOT, seat)
    if not table.patience:
        return None
    end = max(table.wait.since, since) + table.patience
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


def hold_until(table: Table, present: Present = None) -> float | None:
    """Until when the choice of the active player is held, so that the receiver can ask.

    None if nothing holds it: there is nobody who could ask, or nobody who looks at a page. Who
    plays with bots alone waits less, unless much would be left over.
    """
    seat, seconds = table.may_ask, table.hold_seconds
    if seat is None or table.shared_device or not seconds or table.game is None:
        return None
    if present is not None and table.seats[seat].holder not in present:
        return None
    return table.moved_at + min(seconds, LONGEST_HOLD) * _part(table, table.game)


def _part(table: Table, game: Game) -> float:
    """The part of the time to ask that there is."""
    if not _is_among_bots(table):
        return 1.0
    return _ASKED_ALONE if invites(table, game) else _HOLD_ALONE


def invites(table: Table, game: Game) -> bool:
    """Whether whoever may ask is asked; for less the button only lies ready."""
    is_last = game.round + 1 == game.rules.rounds
    least = _MUCH if game.rolls_left > 1 else _ANYTHING if is_last else _ENOUGH
    return not _is_among_bots(table) or _left_over(game) >= least


def _bot_waits(table: Table, seat: int, present: Present) -> float:
    """How long a bot waits so that people can follow; whether it asks, it says at once."""
    if table.asking and table.game is not None and seat == table.game.receiver:
        return 0.0
    pace = table.settings.pace / 10
    if table.latest_action is None and pace:
        return max(pace, _OPENING)
    held = hold_until(table, present)
    if held is not None:
        return max(pace, held - table.moved_at)
    last = table.latest_action
    if last is None or not isinstance(last.action, Score):
        return pace * _SEEN if _is_watched(table) else pace
    if table.seats[last.seat].played_by_bot:
        return pace * _SEEN
    grace = table.settings.grace_seconds * (_GRACE_ALONE if _is_among_bots(table) else 1)
    return max(pace, grace)


def _is_watched(table: Table) -> bool:
    """Whether a person gets the double of what is given in this turn."""
    game = table.game
    return game is not None and game.turn.asked and not table.seats[game.receiver].played_by_bot


def _left_over(game: Game) -> int:
    """What whoever scores the most of these dice leaves as a gift."""
    return best_first(selections(game.faces, game.rules))[0].gift


def _is_among_bots(table: Table) -> bool:
    return len(table.people) == 1
