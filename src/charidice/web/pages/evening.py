"""The games of an evening, which are tables that are each other's rematch."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from charidice.locale import gettext as _
from charidice.records.evening import PlayedGame, evening_csv, evening_rows, wins
from charidice.tables import Status, Table, TableError
from charidice.web.edge.addresses import address_of
from charidice.web.edge.turns import READ
from charidice.web.live import words
from charidice.web.live.viewer import Viewer
from charidice.web.pages.browser_seats import table_and_viewer
from charidice.web.pages.elsewhere import elsewhere_view
from charidice.web.pages.layout import page
from charidice.web.services import services_of

router = APIRouter(include_in_schema=False)

MOST_GAMES: Final = 50
_FOR_SPREADSHEETS: Final = "\ufeff"  # without it Excel takes UTF-8 for something else


@router.get("/t/{name}/evening")
async def evening_page(request: Request, name: str) -> Response:
    """Who has won how often this evening."""
    cached, viewer = await table_and_viewer(request, name)
    games = await _evening(request, cached.table, viewer)
    values = {
        "path": viewer.path,
        "wins": wins(games),
        "rows": evening_rows(games),
        "elsewhere": await elsewhere_view(request, viewer, cached.table),
    }
    return page(request, "evening.html", values)


@router.get("/t/{name}/evening.csv")
async def evening_file(request: Request, name: str) -> Response:
    """All games of the evening as a file for spreadsheets."""
    cached, viewer = await table_and_viewer(request, name)
    games = await _evening(request, cached.table, viewer)
    text = _FOR_SPREADSHEETS + evening_csv(_titles(), evening_rows(games))
    headers = {"content-disposition": f'attachment; filename="charidice-{name[:8]}.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


async def _evening(request: Request, table: Table, viewer: Viewer) -> list[PlayedGame]:
    """The finished games up to this one that the viewer may see, the first one first."""
    services = services_of(request)
    if not table.is_over:
        raise TableError("table/not-over")
    found = _played(table)
    for _number in range(MOST_GAMES - 1):
        if table.came_from is None:
            break
        await services.turns.turn(READ, address_of(request.scope))
        try:
            table = (await services.host.current(table.came_from)).table
        except TableError:  # deleted since
            break
        if not table.shown_to(viewer.holder):  # a rematch keeps everybody's number
            break
        found += _played(table)
    return found[::-1]


def _played(table: Table) -> list[PlayedGame]:
    """The game of a table, if it was played to its end."""
    if table.game is None or table.status is not Status.FINISHED:
        return []
    names = tuple(words.seat_name(seat, number) for number, seat in enumerate(table.seats))
    return [PlayedGame(names, table.game, table.moved_at)]


def _titles() -> tuple[str, ...]:
    return (
        *(_("Game"), _("Date (UTC)"), _("Name"), _("Points"), _("Bonus"), _("Received")),
        *(_("Given"), _("Charity bonus"), _("Total"), _("Rank"), _("Wins")),
    )
