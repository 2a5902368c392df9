"""A game step by step, and as a file."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import Response

from charidice.locale import gettext as _
from charidice.locale import sentences
from charidice.records import positions, to_json
from charidice.rules import Score
from charidice.tables import Table, TableError
from charidice.web.live import words
from charidice.web.live.dice import DieView, dice_view
from charidice.web.live.sheets import SheetsView, sheets_of
from charidice.web.pages.browser_seats import table_and_viewer
from charidice.web.pages.layout import page

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of a game: what happened, and the position after it.

    After a score the dice are still shown as they lay, with those that were scored.
    """

    path: str
    step: int
    last: int
    told: str
    dice: tuple[DieView, ...]
    sheets: SheetsView
    victory: str | None
    charity: str | None


@router.get("/t/{name}/replay")
async def replay_page(request: Request, name: str, step: str = "") -> Response:
    """One step of a game, from the start to now."""
    cached, viewer = await table_and_viewer(request, name)
    return page(request, "replay.html", {"view": step_view(cached.table, viewer.path, step)})


def step_view(table: Table, path: str, step: str) -> StepView:
    """The step that is asked for; the last one if it is not a number or too large."""
    if table.game is None:
        raise TableError("table/not-playing")
    games = list(positions(table.record(words.record_names(table.seats))))
    last = len(table.actions)
    at = min(int(step), last) if step.isascii() and step.isdecimal() and len(step) < 6 else last
    names = [words.seat_name(seat, number) for number, seat in enumerate(table.seats)]
    game, told = games[at], _("The game begins.")
    shown, marked = game.faces, game.turn.kept
    if at:
        before, action = games[at - 1], table.actions[at - 1]
        if isinstance(action, Score):
            shown, marked = before.faces, action.dice
        told = sentences.event(before, action, names, words.short_dice)
    return StepView(
        path,
        at,
        last,
        told,
        dice_view(shown, marked),
        sheets_of(game, names, range(len(names))),
        sentences.victory(game, names) if game.over else None,
        sentences.charity(game, names) if game.over else None,
    )


@router.get("/t/{name}/record")
async def record(request: Request, name: str) -> Response:
    """The game as a file that `charidice replay` reads."""
    cached, _viewer = await table_and_viewer(request, name)
    if cached.table.game is None:
        raise TableError("table/not-playing")
    text = to_json(cached.table.record(words.record_names(cached.table.seats)))
    headers = {"content-disposition": f'attachment; filename="charidice-{name[:8]}.json"'}
    return Response(text, media_type="application/json", headers=headers)
