"""The card of the coach who objects to a decision in a game of training."""

from dataclasses import dataclass

from charidice.locale.formats import number
from charidice.rules import Score
from charidice.tables import TableError
from charidice.tables.model.commands import Command, Play
from charidice.tables.model.hinting import decision_of
from charidice.tables.model.table import Table
from charidice.web.live.hint import decision_key, dice_of, wish_of
from charidice.web.live.viewer import Viewer
from charidice.web.templating import render


@dataclass(frozen=True, slots=True)
class ObjectionView:
    """What a decision costs, and the form that stands by it."""

    path: str
    position: int
    decision: str
    wish: str
    places: tuple[int, ...]
    cost: str
    games: int  # that are lost by it, of 100
    rolls_left: int  # for whoever would stop rolling


def objection_card(error: TableError, viewer: Viewer, table: Table, command: Command) -> str | None:
    """The card, if this error is an objection to that command."""
    decision = decision_of(table, viewer.holder)
    if error.code != "table/coach-objects" or decision is None or not isinstance(command, Play):
        return None
    cost = error.details["cost"]
    lost = cost if isinstance(cost, float) else 0.0
    view = ObjectionView(
        path=viewer.path,
        position=command.position,
        decision=decision_key(decision.game, asking=decision.seat == table.may_ask),
        wish=wish_of(command.action),
        places=dice_of(command.action),
        cost=number(lost, 1),
        games=round(lost),
        rolls_left=decision.game.rolls_left if isinstance(command.action, Score) else 0,
    )
    return render("coach/objection.html", {"view": view})
