"""The page of a table, its stream, and its forms."""

from functools import partial
from typing import Literal

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import JSONResponse, RedirectResponse, Response

from charidice.locale.sentences import listed
from charidice.tables import CachedTable, Status, Table, TableError
from charidice.tables.hosting.pauses import USUAL_PAUSE, Pause
from charidice.tables.hosting.reactions import REACTIONS
from charidice.tables.model.commands import Return
from charidice.tables.model.hinting import has_company
from charidice.tables.model.seating import holder_with_id
from charidice.web.edge.addresses import address_of
from charidice.web.edge.cookies import cookies_of
from charidice.web.edge.seat_tokens import cookie_of
from charidice.web.edge.turns import PAGE
from charidice.web.live import words
from charidice.web.live.page_stream import page_stream
from charidice.web.live.regions import REGIONS, changed, regions
from charidice.web.live.sse import Reader
from charidice.web.live.viewer import Viewer
from charidice.web.live.words import seat_name
from charidice.web.pages.browser_seats import (
    name_of,
    remember_name,
    remember_seat,
    table_and_viewer,
)
from charidice.web.pages.forms import command_of, form_of, id_of, number_of, text_of
from charidice.web.pages.layout import by_script, page, redirect
from charidice.web.pages.objection import objection_card
from charidice.web.pages.pad import PAD_WISHES, pad_command
from charidice.web.pages.preview import preview, table_preview
from charidice.web.services import services_of
from charidice.web.visitors import opening

router = APIRouter(include_in_schema=False)


@router.get("/t/{name}")
async def table_page(request: Request, name: str) -> Response:
    """A table: its lobby, its game, its result."""
    cached, viewer = await table_and_viewer(request, name)
    response = shown_table(request, cached, viewer)
    if viewer.holder is not None and cookie_of(name) not in cookies_of(request.scope):
        await remember_seat(request, response, name, viewer.holder)
    return response


def shown_table(request: Request, cached: CachedTable, viewer: Viewer, coach: str = "") -> Response:
    """The page of a table, with a card of the coach or without."""
    parts = regions(cached, viewer)
    seated = bool(cached.table.seats_of(viewer.holder))
    values = {
        "names": _names(cached.table) if seated else "",
        "path": viewer.path,
        "is_pad": cached.table.is_pad,
        "may_meet_bots": _may_meet_bots(cached.table),
        "is_shared": cached.table.shared_device,
        "has_company": not cached.table.is_pad and has_company(cached.table, viewer.holder),
        "hints_are_off": seated and _hints_are_off(cached.table, viewer),
        "regions": {region: parts[region].html for region in REGIONS},
        "reloads": _waits(cached.table, viewer),
        "guide": _guide(cached.table, viewer),
        "preview": preview(request, partial(table_preview, cached.table)),
        "seated": seated,
        "reactions": _reactions() if _is_heard(cached.table, viewer) else (),
        "coach": coach,
        "known_name": "" if seated else name_of(request),
    }
    return page(request, "table.html", values)


def _may_meet_bots(table: Table) -> bool:
    """Whether a bot has a seat, or may still get one."""
    if table.is_pad:
        return False
    return table.status is Status.OPEN or any(seat.bot for seat in table.seats)


def _hints_are_off(table: Table, viewer: Viewer) -> bool:
    """Whether the host would have to allow hints, now or when others have come."""
    if table.is_pad or table.settings.hints:
        return False
    return table.status is Status.OPEN or has_company(table, viewer.holder)


def _names(table: Table) -> str:
    """Who sits there: the title of the window tells several tables apart."""
    return listed([seat_name(seat, number) for number, seat in enumerate(table.seats)])


def _guide(table: Table, viewer: Viewer) -> Literal["full", "quiet"] | None:
    """How a newcomer is guided: quietly where others play, so that nobody waits for them.

    Those who share a device show one another how it goes.
    """
    if len(table.seats_of(viewer.holder)) != 1 or table.is_pad:
        return None
    alone = table.playing and table.people == {viewer.holder}
    return "full" if alone else "quiet"


def _is_heard(table: Table, viewer: Viewer) -> bool:
    """Whether somebody else can hear what the viewer says."""
    others = {seat.holder for seat in table.seats} - {None, viewer.holder}
    return bool(table.seats_of(viewer.holder)) and (bool(others) or table.status is Status.OPEN)


def _seat_of(table: Table, viewer: Viewer) -> int:
    mine = table.seats_of(viewer.holder)
    if not mine:
        raise TableError("table/no-seat")
    return mine[0]


def _pause(name: str, viewer: Viewer, form: FormData) -> Pause:
    seconds = number_of(form, "seconds", USUAL_PAUSE)
    return Pause(name, viewer.holder, number_of(form, "position", 0), seconds)


def _reactions() -> tuple[tuple[str, str], ...]:
    """What somebody at the table can say: the code and the words of each."""
    return tuple((code, words.reaction(code)) for code in REACTIONS)


def _waits(table: Table, viewer: Viewer) -> bool:
    """Whether the viewer waits for others: without scripts the page then reloads by itself."""
    mine = table.seats_of(viewer.holder)
    if table.status is Status.OPEN:
        return bool(mine) and viewer.holder != table.host
    if table.is_pad:  # whoever has a seat may be writing
        return table.playing and not mine
    return table.playing and table.to_act not in mine


@router.get("/t/{name}/stream")
async def table_stream(request: Request, name: str, seen: str = "") -> Response:
    """The regions of a table whenever they change."""
    _cached, viewer = await table_and_viewer(request, name)
    seen = request.headers.get("last-event-id", seen)  # after a reconnect the header is newer
    return page_stream(services_of(request).host, viewer, seen, Reader.of(request))


@router.post("/t/{name}/do")
async def table_do(request: Request, name: str) -> Response:
    """Run the command of a form on the page of a table."""
    cached, viewer = await table_and_viewer(request, name)
    form, services = await form_of(request), services_of(request)
    wish = text_of(form, "do")
    if wish == "rematch":
        return await _rematch(request, viewer, cached.table)
    if wish in ("hurry", "wait", "react"):
        if wish == "hurry":
            await services.host.hurry(name, viewer.holder, number_of(form, "position", 0))
        elif wish == "wait":
            services.host.pauses.ask(_pause(name, viewer, form))
        else:
            seat = _seat_of(cached.table, viewer)
            services.host.reactions.say(name, seat, text_of(form, "reaction"))
        return await _shown(request, viewer, cached.table, form)
    command = (
        pad_command(wish, form, cached.table)
        if wish in PAD_WISHES
        else command_of(wish, form, cached.table.settings)
    )
    try:
        table = await services.host.command(name, viewer.holder, command)
    except TableError as error:
        card = objection_card(error, viewer, cached.table, command)
        return _instead(request, error, cached, viewer, card)
    return await _done(request, viewer, table, form)


async def _done(request: Request, viewer: Viewer, table: Table, form: FormData) -> Response:
    """Where the command of a form leads."""
    name = viewer.name
    match text_of(form, "do"):
        case "sit":
            return await _sat_down(request, table, name, form)
        case "leave":
            return _left(request, table, name)
        case "correct" | "restore":
            return redirect(request, viewer.path)
        case _:
            return await _shown(request, viewer, table, form)


def _instead(
    request: Request, error: TableError, cached: CachedTable, viewer: Viewer, card: str | None
) -> Response:
    """The answer to a refusal that the page deals with: an objection, or a moment to wait."""
    if card is not None:
        shown = JSONResponse({"objection": card}) if by_script(request) else None
        return shown or shown_table(request, cached, viewer, card)
    if error.code == "table/held" and by_script(request):  # which sends it again by itself
        return JSONResponse({"held": error.details["seconds"]})
    raise error


async def _shown(request: Request, viewer: Viewer, table: Table, form: FormData) -> Response:
    """The page; scripts get what has changed on it, unless a stream brings that."""
    if not by_script(request):
        return RedirectResponse(viewer.path + ("/hint" if form.get("do") == "hint" else ""), 303)
    if "seen" not in form:
        return JSONResponse({"version": table.version, "regions": {}})
    services = services_of(request)
    cached = await services.host.current(viewer.name)  # no older than the command
    await services.turns.turn(PAGE, address_of(request.scope))
    pieces = changed(regions(cached, viewer), text_of(form, "seen"))
    return JSONResponse({"version": cached.table.version, "regions": pieces})


async def _sat_down(request: Request, table: Table, name: str, form: FormData) -> Response:
    holder = holder_with_id(table, id_of(form)) or table.holders_given
    response = await _gone_to(request, name, holder)
    remember_name(request, response, text_of(form, "name"))
    return response


def _left(request: Request, table: Table, name: str) -> Response:
    response = redirect(request, "/")
    if table.status is Status.OPEN:
        response.delete_cookie(cookie_of(name), path="/")
    return response


async def _rematch(request: Request, viewer: Viewer, table: Table) -> Response:
    if viewer.holder is None:
        raise TableError("table/no-seat")
    with opening(request, already=table.rematch is not None):
        created = await services_of(request).host.rematch(viewer.name, viewer.holder)
    return await _gone_to(request, created, viewer.holder)


async def _gone_to(request: Request, table: str, holder: int) -> Response:
    response = redirect(request, f"/t/{table}")
    await remember_seat(request, response, table, holder)
    return response


@router.get("/t/{name}/back/{token}")
async def back_page(request: Request, name: str, token: str) -> Response:
    """The personal link of a seat: asks before it takes the seat to this browser."""
    services = services_of(request)
    table = (await services.host.current(name)).table
    mine = table.seats_of(services.signer.holder(name, token))
    if not mine:
        raise TableError("table/no-seat")
    names = [words.seat_name(table.seats[seat], seat) for seat in mine]
    return page(request, "back.html", {"names": names, "link": f"/t/{name}/back/{token}"})


@router.post("/t/{name}/back/{token}")
async def back(request: Request, name: str, token: str) -> Response:
    """Take the seat to this browser."""
    services = services_of(request)
    cached = await services.host.current(name)
    holder = services.signer.holder(name, token)
    if holder is None or not cached.table.seats_of(holder):
        raise TableError("table/no-seat")
    await services.host.command(name, holder, Return())
    return await _gone_to(request, name, holder)
