"""How a game ends before its end, and what comes after it."""

from charidice.rules import winners
from charidice.tables.model.checks import Context, check_playing, check_seated
from charidice.tables.model.commands import Rematch, WishEnd, WishNoEnd
from charidice.tables.model.errors import TableError
from charidice.tables.model.events import Ended, EndWished, Event, Finished, Left, Rematched
from charidice.tables.model.evolve import evolve
from charidice.tables.model.table import COME_BACK_SECONDS, Status, Table


def wish_end(
    table: Table, who: int | None, command: WishEnd | WishNoEnd, context: Context
) -> list[Event]:
    """Somebody wishes to end the game early, or no longer does.

    A repeated wish counts only where it ends the game, so that no log grows by asking again.
    """
    holder = check_seated(table, who)
    check_playing(table)
    wish = isinstance(command, WishEnd)
    event = EndWished(context.now, holder, wish, command.id)
    ended = end_if_agreed(table, event)
    if (holder in table.end_wishes) is wish and not ended:
        return []
    return [event, *ended]


def end_if_agreed(table: Table, event: EndWished | Left) -> list[Event]:
    """The end, if after this wish or this leaving all agree.

    All who are there have to wish it. Whoever left did without a say. Whoever was removed did not:
    then it takes two who wish it. Whoever let the time pass does not agree either, except to a wish
    that comes when they had a minute to come back.
    """
    after = evolve(table, event)
    if not (after.playing and after.people and after.people <= after.end_wishes):
        return []
    if after.removed and len(after.people) < 2:
        return []
    wish = isinstance(event, EndWished) and event.wish
    waited = (wish and event.at >= at + COME_BACK_SECONDS for at in after.timed_out.values())
    return [Ended(event.at)] if all(waited) else []


def rematch(table: Table, who: int | None, command: Rematch, context: Context) -> list[Event]:
    """The same people play again; what they played is then at its end for good."""
    check_seated(table, who)
    if not table.is_over:
        raise TableError("table/not-over")
    if table.rematch:
        return []
    closing = [] if table.closed or table.format == 1 else [Finished(context.now)]
    return [*closing, Rematched(context.now, command.table)]


def wins_of(table: Table) -> tuple[int, ...] | None:
    """How often every seat has won, this game included; None where nobody counted.

    A game that is going on or was ended early has no winner, and a shared win counts for each.
    """
    before = table.earlier_wins if table.came_from else (0,) * len(table.seats)
    if before is None or table.game is None:
        return None
    won = winners(table.game) if table.status is Status.FINISHED else ()
    return tuple(count + (seat in won) for seat, count in enumerate(before))
