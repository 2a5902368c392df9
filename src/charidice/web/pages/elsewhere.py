"""Whoever looks back on a game is told of its rematch, whose clock runs already."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from charidice.locale import current, use
from charidice.tables import Table, TableError
from charidice.web.edge.addresses import address_of
from charidice.web.edge.turns import READ
from charidice.web.live.sse import Reader, Stream, message, watching
from charidice.web.live.viewer import Viewer
from charidice.web.pages.browser_seats import table_and_viewer
from charidice.web.services import services_of
from charidice.web.templating import render

router = APIRouter(include_in_schema=False)

MOST_REMATCHES: Final = 50  # of an evening, looked through for the one that is played now
_STILL_HERE: Final = b": still here\n\n"


@dataclass(frozen=True, slots=True)
class ElsewhereView:
    """The rematch that is played now; if there is none yet, the stream that will tell of it."""

    stream: str | None
    link: str | None = None
    my_turn: bool = False


async def elsewhere_view(request: Request, viewer: Viewer, table: Table) -> ElsewhereView | None:
    """What a page that looks back says of the rematch; nothing while its own game goes on.

    What counts is the last game of the evening: earlier rematches are over as well.
    """
    if not table.is_over:
        return None
    name, table = await _latest(request, viewer, viewer.name, table)
    if table.is_over:
        awaited = table.rematch is None  # else it was deleted, or is not for everybody's eyes
        return ElsewhereView(f"{viewer.path}/rematch/stream") if awaited else None
    return _view(name, table, viewer.holder)


def _view(name: str, table: Table, holder: int | None) -> ElsewhereView:
    """A rematch that is played, as somebody sees it who is elsewhere."""
    my_turn = table.to_act in table.seats_of(holder) and holder in table.people
    return ElsewhereView(None, f"/t/{name}", my_turn)


@router.get("/t/{name}/rematch/stream")
async def rematch_stream(request: Request, name: str) -> Response:
    """The rematch of a game, as soon as there is one."""
    cached, viewer = await table_and_viewer(request, name)
    last, _table = await _latest(request, viewer, name, cached.table)
    reader = Reader.of(request)
    return Stream(_told(request, reader, viewer, last), reader)


async def _told(
    request: Request, reader: Reader, viewer: Viewer, last: str
) -> AsyncIterator[bytes]:
    """One event with the link to the rematch; it is empty where the viewer may not see that."""
    language, host = current(), services_of(request).host
    # Whoever reads is not at the table, so nobody is told that they are there.
    async with watching(host, last, None, reader) as (latest, notice, heartbeat):
        yield b": welcome\n\n"
        while not (host.closing or latest.gone):
            notice.clear()
            if latest.table.rematch is not None or (last != viewer.name and latest.table.playing):
                following, table = await _latest(request, viewer, last, latest.table)
                use(language)
                view = None if table.is_over else _view(following, table, viewer.holder)
                html = render("elsewhere/link.html", {"elsewhere": view}) if view else ""
                yield message("rematch", {"html": html})
                return
            if heartbeat.due():
                yield _STILL_HERE
            await notice.wait()


async def _latest(request: Request, viewer: Viewer, name: str, table: Table) -> tuple[str, Table]:
    """The last one of the rematches that follow a game, as far as the viewer may see them."""
    services = services_of(request)
    for _number in range(MOST_REMATCHES):
        if not table.is_over or table.rematch is None:
            break
        await services.turns.turn(READ, address_of(request.scope))
        try:
            following = (await services.host.current(table.rematch)).table
        except TableError:  # deleted since
            break
        if not following.shown_to(viewer.holder):  # a rematch keeps everybody's number
            break
        name, table = table.rematch, following
    return name, table
