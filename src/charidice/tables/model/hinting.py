"""Help by the coach: who may have it, for which decision, and who is told that it was taken."""

from typing import NamedTuple

from charidice.rules import Game, Pass, apply
from charidice.tables.model.checks import Context, check_playing, check_position, check_seated
from charidice.tables.model.commands import Hint
from charidice.tables.model.errors import TableError
from charidice.tables.model.events import Event, HintTaken
from charidice.tables.model.table import Table


class Decision(NamedTuple):
    """What a seat has to decide now, in the position that the coach judges."""

    seat: int
    game: Game


def is_alone(table: Table, holder: int | None) -> bool:
    """Whether nobody else is there just now: only bots play, or all share one device."""
    return holder is not None and table.people == {holder}


def has_company(table: Table, holder: int | None) -> bool:
    """Whether another person has a seat; a bot only stands in for whoever is away."""
    return bool({seat.holder for seat in table.seats} - {None, holder})


def may_be_helped(table: Table, holder: int | None) -> bool:
    """Whether somebody may have help here: alone always, with others if the host allows it."""
    allowed = table.settings.hints or not has_company(table, holder)
    return allowed and bool(table.seats_of(holder))


def decision_of(table: Table, holder: int | None, *, asking: bool = False) -> Decision | None:
    """What somebody has to decide now; None if others decide.

    On one device the active player chooses and the receiver may ask: `asking` says who is meant.
    """
    game, mine = table.game, table.seats_of(holder)
    if game is None or not table.playing or not game.faces:
        return None
    may_ask = table.may_ask
    if may_ask is not None and may_ask in mine and (asking or not table.shared_device):
        return Decision(may_ask, game)
    if asking or game.active not in mine or table.seats[game.active].away:
        return None
    # A choice means that nobody has asked.
    return Decision(game.active, apply(game, Pass()) if table.asking else game)


def has_hint(table: Table, seat: int) -> bool:
    """Whether a seat has taken the hint for its decision; a pass in between changes nothing."""
    positions = (table.position, table.before_pass)
    return any(note.seat == seat and note.position in positions for note in table.hints)


def hinted_seats(table: Table) -> frozenset[int]:
    """The seats that have taken a hint in the turn being played."""
    turn = -1 if table.game is None else table.game.turns_played
    return frozenset(note.seat for note in table.hints if note.turn == turn)


def hint(table: Table, who: int | None, command: Hint, context: Context) -> list[Event]:
    """Somebody takes a hint: where others play, everybody is told, once for each decision."""
    holder = check_seated(table, who)
    check_playing(table)
    check_position(table, command.position)
    decision = decision_of(table, holder)
    if decision is None or not may_be_helped(table, holder):
        raise TableError("table/no-hint")
    if not has_company(table, holder) or has_hint(table, decision.seat):
        return []
    return [HintTaken(context.now, decision.seat, table.position, command.id)]
