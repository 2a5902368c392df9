"""The forms of a pad, and the page where a turn is corrected."""

from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from charidice.rules import DICE, Face, RulesError
from charidice.tables import Table, TableError
from charidice.tables.model.pad_commands import EarlierRoll, Enter, PadAsk, Restore
from charidice.web.edge.errors import WebError
from charidice.web.live.pad import correction_view
from charidice.web.live.viewer import look_at
from charidice.web.live.written import as_text
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
    shown, (earlier, faces) = _faces(form), _rolls(form)
    score = [faces.index(shown[die]) if die < DICE else die for die in dice_of(form)]
    return Enter(turn, table.position, _text(faces), score, earlier, asked=asked, id=id_)


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
    return as_text(table.pad_turns[turn])


def _rolls(form: FormData) -> tuple[list[EarlierRoll], list[Face]]:
    """The rolls before the last one, and the last one, with every kept die in its place."""
    earlier: list[EarlierRoll] = []
    lying: list[Face] = []
    kept: list[Face] = []
    for value in form.getlist("earlier"):
        rolled, _slash, keep = str(value).partition("/")
        lying = _in_place(lying, kept, _six(rolled.split()))
        kept = [Face.parse(text) for text in keep.split()]
        if not {*kept} <= {*lying}:
            raise WebError("web/invalid", {"where": "earlier"})
        earlier.append(EarlierRoll(_text(lying), [lying.index(face) for face in kept]))
    return earlier, _in_place(lying, kept, _faces(form))


def _in_place(before: Sequence[Face], kept: Sequence[Face], after: Sequence[Face]) -> list[Face]:
    """A roll with the kept dice where they lay before; the others fill the places in between.

    A roll in which a kept die is missing stays as it is: the rules say what is wrong with it.
    """
    others = iter([face for face in after if face not in kept])
    if not before or len({*after, *kept}) != DICE:
        return [*after]
    return [face if face in kept else next(others) for face in before]


def _faces(form: FormData) -> list[Face]:
    return _six([value for value in form.getlist("face") if isinstance(value, str) and value])


def _six(texts: Sequence[str]) -> list[Face]:
    faces = [Face.parse(text) for text in texts]
    if len(faces) != DICE:
        raise RulesError("rules/face-count", {"count": len(faces)})
    return faces


def _text(faces: Sequence[Face]) -> str:
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
