"""The forms of a pad, and the page where a turn is corrected."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from charidice.rules import DICE, Face, RulesError
from charidice.tables import Table, TableError
from charidice.tables.model.pad_commands import Enter, PadAsk, Restore
from charidice.web.edge.errors import WebError
from charidice.web.live.pad import correction_view
from charidice.web.live.viewer import look_at
from charidice.web.pages.browser_seats import table_and_viewer
from charidice.web.pages.forms import dice_of, id_of, number_of, text_of
from charidice.web.pages.layout import page

router = APIRouter(include_in_schema=False)
PAD_WISHES: Final = ("enter", "correct", "columns", "restore", "pad-ask", "pad-unask")
_MOST_POINTS: Final = 999  # of any column


def pad_command(wish: str, form: FormData, table: Table) -> Enter | PadAsk | Restore:
    """The command of a form at a pad.

    What others do meanwhile does not matter as long as this turn is still as the page showed it, so
    the command is for the position that the table has now.
    """
    id_ = id_of(form)
    if wish in ("pad-ask", "pad-unask"):
        _check_unchanged(form, table)
        return PadAsk(wish == "pad-ask", table.position, id=id_)
    turn = _check_unchanged(form, table)
    if wish == "restore":
        return Restore(turn, table.position, id=id_)
    asked = text_of(form, "asked") == "on"
    if wish == "columns" or (wish == "correct" and "points" in form):
        points, bonus, gift = (_column(form, name) for name in ("points", "bonus", "gift"))
        return Enter(
            turn, table.position, points=points, bonus=bonus, gift=gift, asked=asked, id=id_
        )
    return Enter(turn, table.position, _faces(form), dice_of(form), asked=asked, id=id_)


def _check_unchanged(form: FormData, table: Table) -> int:
    """The number of the turn, refused when somebody else has written or corrected it meanwhile."""
    turn, id_ = number_of(form, "turn", 0), id_of(form)
    if id_ is not None and id_ in {known for _holder, known in table.ids}:
        return turn  # the answer got lost, and this is done already
    if turn > len(table.pad_turns) or _as_text(table, turn) != text_of(form, "was"):
        raise TableError("table/stale-position")
    return turn


def _as_text(table: Table, turn: int) -> str:
    """A turn as the form carries it; empty if nobody wrote it down yet."""
    if turn >= len(table.pad_turns):
        return ""
    return " / ".join(map(str, table.pad_turns[turn].actions))


def _faces(form: FormData) -> str:
    found = [value for value in form.getlist("face") if isinstance(value, str) and value]
    faces = [Face.parse(value) for value in found]
    if len(faces) != DICE:
        raise RulesError("rules/face-count", {"count": len(faces)})
    return " ".join(map(str, faces))


def _column(form: FormData, name: str) -> int:
    value = number_of(form, name, 0)
    if value > _MOST_POINTS:
        raise WebError("web/invalid", {"where": name})
    return value


@router.get("/t/{name}/turn/{number}")
async def turn_page(request: Request, name: str, number: str) -> Response:
    """A turn of a pad that was written down, to be corrected."""
    cached, viewer = await table_and_viewer(request, name)
    table = cached.table
    if not table.seats_of(viewer.holder):
        raise TableError("table/no-seat")
    known = number.isascii() and number.isdecimal() and len(number) < 4
    if table.game is None or not known or int(number) >= len(table.pad_turns):
        raise TableError("table/no-such-turn")
    look = look_at(table, viewer, cached.since)
    return page(request, "turn.html", {"view": correction_view(look, table.game, int(number))})
