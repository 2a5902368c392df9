"""The seats that a browser holds, by its cookies."""

from contextlib import suppress
from urllib.parse import quote, unquote

from fastapi import Request
from starlette.responses import Response

from charidice.records.names import shortened
from charidice.tables import CachedTable, Host, Status, TableError
from charidice.web.edge.cookies import cookies_of
from charidice.web.edge.seat_tokens import (
    MOST_SEATS_KEPT,
    NAME_COOKIE,
    cookie_of,
    remember,
    tables_of,
)
from charidice.web.live.viewer import Viewer
from charidice.web.pages.links import friends_base
from charidice.web.services import services_of


def held_tables(request: Request) -> list[str]:
    """The tables at which this browser has a seat, from the valid tokens in its cookies alone."""
    cookies, signer = cookies_of(request.scope), services_of(request).signer
    return [
        name
        for name in tables_of(cookies)
        if signer.holder(name, cookies[cookie_of(name)]) is not None
    ]


async def remember_seat(request: Request, response: Response, table: str, holder: int) -> None:
    """Store a seat in the browser; if there are too many, the least needed one is dropped."""
    services = services_of(request)
    token = services.signer.token(table, holder)
    remember(response, cookie_of(table), token, secure=services.config.secure)
    kept = [name for name in held_tables(request) if name != table]
    too_many = len(kept) + 1 - MOST_SEATS_KEPT
    for name in (await _least_needed(services.host, kept))[:too_many]:
        response.delete_cookie(cookie_of(name), path="/")


async def _least_needed(host: Host, names: list[str]) -> list[str]:
    """Tables that are over or gone first, then the oldest; read only when there are too many.

    Cookies travel with every request, so a browser keeps only so many seats.
    """
    if len(names) < MOST_SEATS_KEPT:
        return []
    going_on = set()
    for name in names:
        with suppress(TableError):
            if (await host.cached(name)).status in (Status.OPEN, Status.PLAYING):
                going_on.add(name)
    return sorted(names, key=lambda name: name in going_on)


async def table_and_viewer(request: Request, name: str) -> tuple[CachedTable, Viewer]:
    """A table and who looks at it; refused when the host wants no onlookers."""
    services = services_of(request)
    cached, config = await services.host.current(name), services.config
    holder, table = _cookie_holder(request, name, cached), cached.table
    former = None
    if not table.seats_of(holder):
        before = {seat.former for seat in table.seats}
        former = holder if holder in before or table.status is Status.OPEN else None
        holder = None
    if not table.shown_to(holder):
        raise TableError("table/watching-off")
    token = None if holder is None else services.signer.token(name, holder)
    link = f"{friends_base(request)}/t/{name}"
    here = f"{request.url.scheme}://{request.url.netloc}/t/{name}"
    own = here if config.only_here else link
    return cached, Viewer(name, holder, former, token, link, own, config.only_here)


def _cookie_holder(request: Request, name: str, cached: CachedTable) -> int | None:
    """The holder that the cookie names; at a rematch the seat at the old table counts too."""
    signer, cookies = services_of(request).signer, cookies_of(request.scope)
    holder = signer.holder(name, cookies.get(cookie_of(name)))
    old = cached.table.came_from
    if holder is None and old is not None:
        holder = signer.holder(old, cookies.get(cookie_of(old)))
    return holder


def name_of(request: Request) -> str:
    """The name that was used last in this browser."""
    return shortened(unquote(cookies_of(request.scope).get(NAME_COOKIE, "")))


def remember_name(request: Request, response: Response, name: str) -> None:
    """Store a name in the browser for the next time."""
    remember(response, NAME_COOKIE, quote(name), secure=services_of(request).config.secure)
