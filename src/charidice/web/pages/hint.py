"""A hint of the coach for whoever is to decide, as a part of the page of a table."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from charidice.tables import Table, TableError
from charidice.tables.model.hinting import (
    Decision,
    decision_of,
    has_company,
    has_hint,
    may_be_helped,
)
from charidice.web.live.hint import hint_view, judge
from charidice.web.pages.browser_seats import table_and_viewer
from charidice.web.pages.layout import by_script
from charidice.web.pages.table import shown_table
from charidice.web.templating import render

router = APIRouter(include_in_schema=False)


@router.get("/t/{name}/hint")
async def hint(
    request: Request,
    name: str,
    position: Annotated[int | None, Query(ge=0, le=1_000_000_000)] = None,
    asking: bool = False,
) -> Response:
    """The best choice and its reason: a part for scripts, the whole page without them.

    On one device `asking` says that the receiver wants to know.
    """
    cached, viewer = await table_and_viewer(request, name)
    try:
        decision = _decision(cached.table, viewer.holder, position, asking=asking)
        judged = await asyncio.to_thread(judge, decision.game)
        table = cached.table
        _decision(table, viewer.holder, position, asking=asking)  # the game may have gone on
    except TableError:
        if by_script(request):
            raise
        return RedirectResponse(viewer.path, 303)
    view = hint_view(viewer.path, table, judged)
    card = render("coach/hint.html", {"view": view})
    return HTMLResponse(card) if by_script(request) else shown_table(request, cached, viewer, card)


def _decision(table: Table, holder: int | None, position: int | None, *, asking: bool) -> Decision:
    """What the viewer is to decide, refused when that is over or the hint was not taken openly."""
    if position not in (None, table.position, table.before_pass):
        raise TableError("table/stale-position")
    decision = decision_of(table, holder, asking=asking)
    if decision is None or not may_be_helped(table, holder):
        raise TableError("table/no-hint")
    if has_company(table, holder) and not has_hint(table, decision.seat):
        raise TableError("table/no-hint")
    return decision
