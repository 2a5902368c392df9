"""The page about this server, and what it knows about the visitor."""

from math import ceil

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from charidice.locale import languages
from charidice.records.names import shortened
from charidice.tables import TableError
from charidice.tables.hosting.retention import UPLOAD_DAYS
from charidice.tables.model.commands import Forget
from charidice.web.edge.addresses import address_of
from charidice.web.edge.cookies import cookies_of
from charidice.web.edge.seat_tokens import (
    COOKIE_DAYS,
    LANGUAGE_COOKIE,
    MOST_SEATS_KEPT,
    MOST_UPLOADS_REMEMBERED,
    NAME_COOKIE,
    THEME_COOKIE,
    cookie_of,
    remember,
)
from charidice.web.edge.turns import READ
from charidice.web.pages.browser_seats import held_tables, remember_name
from charidice.web.pages.forms import form_of, text_of
from charidice.web.pages.layout import THEMES, page
from charidice.web.pages.uploads import delete_own_uploads
from charidice.web.services import services_of

router = APIRouter(include_in_schema=False)


@router.get("/about")
async def about_page(request: Request) -> Response:
    """What this is, and what the server keeps about people."""
    keep = services_of(request).config.keep
    values = {
        "finished": ceil(keep.finished),
        "abandoned": ceil(keep.abandoned),
        "seats": MOST_SEATS_KEPT,
        "cookie_days": COOKIE_DAYS,
        "upload_days": UPLOAD_DAYS,
        "uploads": MOST_UPLOADS_REMEMBERED,
    }
    return page(request, "about.html", values)


@router.post("/forget")
async def forget(request: Request) -> Response:
    """Delete what the server keeps about the visitor, and the cookies of this browser."""
    signer, seats, done = services_of(request).signer, held_tables(request), set[tuple[str, int]]()
    for name in seats:
        holder = signer.holder(name, cookies_of(request.scope)[cookie_of(name)])
        if holder is not None:
            await _forget_at(request, name, holder, done)
    uploaded = await delete_own_uploads(request)
    response = page(request, "forgotten.html")
    chosen = (NAME_COOKIE, LANGUAGE_COOKIE, THEME_COOKIE)
    for cookie in (*chosen, *map(cookie_of, seats), *uploaded):
        response.delete_cookie(cookie, path="/")
    return response


async def _forget_at(
    request: Request, name: str | None, holder: int, done: set[tuple[str, int]]
) -> None:
    """Forget somebody at a table and at all its rematches, where the seat is theirs too."""
    services = services_of(request)
    while name is not None and (name, holder) not in done:
        done.add((name, holder))
        await services.turns.turn(READ, address_of(request.scope))
        try:
            name = (await services.host.command(name, holder, Forget())).rematch
        except TableError:
            return


@router.post("/preferences")
async def preferences(request: Request) -> Response:
    """Choose a language, a theme or a name, and go back to the page."""
    form = await form_of(request)
    language, theme, back = (text_of(form, name) for name in ("language", "theme", "back"))
    ours = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    response: Response = RedirectResponse(back if ours else "/", 303)
    secure = services_of(request).config.secure
    if language in languages():
        remember(response, LANGUAGE_COOKIE, language, secure=secure)
    if theme in THEMES:
        remember(response, THEME_COOKIE, theme, secure=secure)
    if text_of(form, "name"):
        remember_name(request, response, shortened(text_of(form, "name")))
    return response
