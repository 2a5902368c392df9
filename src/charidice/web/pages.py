"""The pages, and the forms on them. Every form works without scripts as well."""

from contextlib import suppress
from math import ceil
from typing import Any, Final
from urllib.parse import quote, unquote, urlsplit

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from charidice import __version__
from charidice.bots import NAMES
from charidice.locale import current, language_names, languages, sentences
from charidice.locale import gettext as _
from charidice.records import positions, to_json
from charidice.records.names import LONGEST_NAME
from charidice.rules import Score
from charidice.tables import CachedTable, Host, NewTable, Settings, Status, TableError
from charidice.tables.model.commands import (
    Forget,
    Return,
)
from charidice.tables.model.game_setup import setup_for
from charidice.tables.model.seating import holder_with_id
from charidice.web import words
from charidice.web.addresses import address_of
from charidice.web.config import Config
from charidice.web.cookies import cookies_of
from charidice.web.forms import command_of, form_of, id_of, rounds_of, text_of
from charidice.web.seats import (
    LANGUAGE_COOKIE,
    MOST_SEATS_KEPT,
    NAME_COOKIE,
    TABLE_NAME,
    THEME_COOKIE,
    cookie_of,
    remember,
    tables_of,
)
from charidice.web.services import services_of
from charidice.web.stream import Reader, page_stream
from charidice.web.turns import PAGE, READ
from charidice.web.view import REGIONS, Viewer, board_values, regions, render, table_values
from charidice.web.visitors import opening

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
MOST_TABLES_SHOWN: Final = 12
_LONGEST_BACK: Final = 400
SOLO: Final = Settings(ask_seconds=20, turn_seconds=0)
WITH_FRIENDS: Final = Settings(turn_seconds=120)


def by_script(request: Request) -> bool:
    """Whether a script of ours asks, which wants JSON instead of a page."""
    return request.headers.get("x-charidice") == "1"


def page_values(request: Request) -> dict[str, object]:
    """What every page needs."""
    theme = cookies_of(request.scope).get(THEME_COOKIE, "")
    return {
        "language": current(),
        "languages": language_names(),
        "theme": theme if theme in ("dark", "light") else "auto",
        "back": _back(request),
        "version": __version__,
    }


def _back(request: Request) -> str:
    """A page to go back to: this one, or where the form was that led here."""
    path, query = request.scope["path"], request.scope["query_string"].decode("latin-1")
    parts = path.split("/")
    if len(parts) > 3 and parts[1] == "t" and (request.method != "GET" or parts[3] == "back"):
        return "/".join(parts[:3])
    if request.method != "GET":
        return "/"
    back = f"{path}?{query}" if query else str(path)
    return back if len(back) <= _LONGEST_BACK else "/"


def page(request: Request, template: str, values: dict[str, Any], status: int = 200) -> Response:
    """A page in the language of the viewer."""
    response = HTMLResponse(render(template, {**page_values(request), **values}), status)
    response.headers["vary"] = "Accept-Language, Cookie"
    return response


@router.get("/")
async def home(request: Request) -> Response:
    """Where games begin."""
    values = {
        "name": _name_of(request),
        "levels": NAMES,
        "recent": await _recent(request),
        "config": services_of(request).config,
    }
    return page(request, "home.html", values)


def _held(request: Request) -> list[str]:
    """The tables at which this browser says, truly, that it has a seat; read from nothing else."""
    cookies, signer = cookies_of(request.scope), services_of(request).signer
    return [
        name
        for name in tables_of(cookies)
        if signer.holder(name, cookies[cookie_of(name)]) is not None
    ]


async def _recent(request: Request) -> list[dict[str, object]]:
    """The tables at which this browser holds a seat, the latest first."""
    found: list[tuple[float, dict[str, object]]] = []
    host, limits, address = (
        services_of(request).host,
        services_of(request).limits,
        address_of(request.scope),
    )
    for name in _held(request)[-MOST_TABLES_SHOWN:]:
        if host.in_memory(name) is None and not limits.allows(address):
            break  # to read one from the log is as much work as another request
        try:
            cached, viewer = await seen(request, name)
        except TableError:
            continue
        table = cached.table
        if viewer.holder is None:
            continue
        names = [words.seat_name(seat, number) for number, seat in enumerate(table.seats)]
        entry = {
            "link": f"/t/{name}",
            "names": names,
            "table": table,
            "my_turn": table.to_act in table.seats_of(viewer.holder),
            "away": viewer.holder not in table.people,
        }
        found.append((table.moved_at, entry))
    return [entry for _when, entry in sorted(found, key=lambda each: each[0], reverse=True)]


@router.post("/play")
async def play(request: Request) -> Response:
    """Start a game against bots, at once."""
    form = await form_of(request)
    levels = tuple(level for level in form.getlist("level") if isinstance(level, str) and level)
    name = text_of(form, "name") or _("Guest")
    new = NewTable((name,), levels[:3] or ("casual",), SOLO, setup_for(rounds_of(form)), begin=True)
    return await _created(request, new, name)


@router.post("/invite")
async def invite(request: Request) -> Response:
    """Open a table for friends."""
    form = await form_of(request)
    name = text_of(form, "name") or _("Guest")
    new = NewTable((name,), (), WITH_FRIENDS, setup_for(rounds_of(form)))
    return await _created(request, new, name)


@router.post("/one-device")
async def one_device(request: Request) -> Response:
    """Start a game of people who share one device."""
    form = await form_of(request)
    names = tuple(name.strip() for name in form.getlist("player") if isinstance(name, str))
    names = tuple(name for name in names if name)
    if len(names) < 2:
        raise TableError("table/too-few")
    first = 0 if form.get("begins") == "order" else None
    setup = setup_for(rounds_of(form))
    new = NewTable(names[:4], (), SOLO, setup, one_device=True, begin=True, first=first)
    return await _created(request, new, "")


async def _created(request: Request, new: NewTable, name: str) -> Response:
    with opening(request):
        table = await services_of(request).host.create(new)
    response: Response = RedirectResponse(f"/t/{table}", 303)
    await _remember_seat(request, response, table, 1)
    if name and name != _("Guest"):
        remember(response, NAME_COOKIE, quote(name), secure=services_of(request).config.secure)
    return response


async def _remember_seat(request: Request, response: Response, table: str, holder: int) -> None:
    token = services_of(request).signer.token(table, holder)
    remember(response, cookie_of(table), token, secure=services_of(request).config.secure)
    kept = [name for name in _held(request) if name != table]
    for name in (await _least_needed(services_of(request).host, kept))[
        : len(kept) + 1 - MOST_SEATS_KEPT
    ]:
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


async def seen(request: Request, name: str) -> tuple[CachedTable, Viewer]:
    """A table and who looks at it; refused when the host wants no onlookers."""
    cached = await services_of(request).host.current(name)
    holder = await _cookie_holder(request, name, cached)
    table, config, signer = cached.table, services_of(request).config, services_of(request).signer
    former = holder if any(seat.former == holder for seat in table.seats) else None
    if not table.seats_of(holder):
        holder = None
    else:
        former = None
    if not table.shown_to(holder):
        raise TableError("table/watching-off")
    token = None if holder is None else signer.token(name, holder)
    link = f"{_friends_base(request, config)}/t/{name}"
    here = f"{request.url.scheme}://{request.url.netloc}/t/{name}"
    own = here if config.only_here else link
    return cached, Viewer(name, holder, former, token, link, own, config.only_here)


def _friends_base(request: Request, config: Config) -> str:
    """The address that works for others: the one in use, unless that means this machine alone."""
    host = request.url.hostname or ""
    if config.public_url is None and host not in ("127.0.0.1", "localhost", "::1"):
        return f"{request.url.scheme}://{request.url.netloc}"
    return config.for_friends


async def _cookie_holder(request: Request, name: str, cached: CachedTable) -> int | None:
    """The holder that the cookie names; at a rematch the seat at the old table is as good."""
    signer = services_of(request).signer
    holder = signer.holder(name, cookies_of(request.scope).get(cookie_of(name)))
    old = cached.table.came_from
    if holder is None and old is not None:
        holder = signer.holder(old, cookies_of(request.scope).get(cookie_of(old)))
    return holder


@router.get("/t/{name}")
async def table_page(request: Request, name: str) -> Response:
    """A table: its lobby, its game, its result."""
    cached, viewer = await seen(request, name)
    values = table_values(cached, viewer)
    rendered = regions(cached, viewer)
    values |= {"regions": [(part, rendered[part]) for part in REGIONS]}
    values |= {"my_name": _name_of(request)}
    response = page(request, "table.html", values)
    if viewer.holder is not None and cookie_of(name) not in cookies_of(request.scope):
        await _remember_seat(request, response, name, viewer.holder)
    return response


@router.get("/t/{name}/stream")
async def table_stream(request: Request, name: str) -> Response:
    """The regions of a table whenever they change."""
    _cache, viewer = await seen(request, name)
    return page_stream(services_of(request).host, name, viewer, current(), Reader.of(request))


@router.post("/t/{name}/do")
async def table_do(request: Request, name: str) -> Response:
    """What a form of the table's page wants."""
    cached, viewer = await seen(request, name)
    form, host = await form_of(request), services_of(request).host
    wish = text_of(form, "do")
    holder = viewer.holder
    if wish == "rematch":
        if holder is None:
            raise TableError("table/no-seat")
        with opening(request, already=cached.table.rematch is not None):
            created = await host.rematch(name, holder)
        return await _gone_to(request, f"/t/{created}", created, holder)
    table = await host.command(name, holder, command_of(wish, form, cached.table.settings))
    if wish == "sit":
        number = holder_with_id(table, id_of(form)) or table.holders_given
        return await _sat_down(request, name, number, text_of(form, "name"))
    if wish == "leave":
        response = _redirect(request, "/")
        if table.status is Status.OPEN:
            response.delete_cookie(cookie_of(name), path="/")
        return response
    if by_script(request):
        cached = await host.current(name)  # no older than the command
        await services_of(request).turns.turn(PAGE, address_of(request.scope))
        rendered = regions(cached, viewer)
        return JSONResponse({"version": cached.table.version, "regions": rendered})
    return RedirectResponse(f"/t/{name}", 303)


async def _sat_down(request: Request, name: str, holder: int, text: str) -> Response:
    response = await _gone_to(request, f"/t/{name}", name, holder)
    remember(response, NAME_COOKIE, quote(text), secure=services_of(request).config.secure)
    return response


async def _gone_to(request: Request, path: str, table: str, holder: int) -> Response:
    response = _redirect(request, path)
    await _remember_seat(request, response, table, holder)
    return response


def _redirect(request: Request, path: str) -> Response:
    """Another page; scripts are told where it is."""
    if by_script(request):
        return JSONResponse({"go": path})
    return RedirectResponse(path, 303)


@router.get("/t/{name}/back/{token}")
async def back_page(request: Request, name: str, token: str) -> Response:
    """The personal link of a seat: asks before it takes the seat to this browser."""
    cached = await services_of(request).host.current(name)
    holder = services_of(request).signer.holder(name, token)
    mine = cached.table.seats_of(holder)
    if not mine:
        raise TableError("table/no-seat")
    names = [words.seat_name(cached.table.seats[seat], seat) for seat in mine]
    return page(request, "back.html", {"names": names, "link": f"/t/{name}/back/{token}"})


@router.post("/t/{name}/back/{token}")
async def back(request: Request, name: str, token: str) -> Response:
    """Take the seat to this browser."""
    host = services_of(request).host
    cached = await host.current(name)
    holder = services_of(request).signer.holder(name, token)
    if holder is None or not cached.table.seats_of(holder):
        raise TableError("table/no-seat")
    await host.command(name, holder, Return())
    return await _gone_to(request, f"/t/{name}", name, holder)


@router.get("/t/{name}/replay")
async def replay_page(request: Request, name: str, step: str = "") -> Response:
    """One step of a game, from the start to now."""
    cached, viewer = await seen(request, name)
    table = cached.table
    if table.game is None:
        raise TableError("table/not-playing")
    games = list(positions(table.record(words.record_names(table.seats))))
    last = len(table.actions)
    at = min(int(step), last) if step.isascii() and step.isdecimal() and len(step) < 6 else last
    names = [words.seat_name(seat, number) for number, seat in enumerate(table.seats)]
    told, shown, marked = "", games[at].faces, games[at].turn.kept
    if at:
        action = table.actions[at - 1]
        if isinstance(action, Score):  # the dice that were scored, before they go
            shown, marked = games[at - 1].faces, action.dice
        told = sentences.event(games[at - 1], action, names, words.short_dice)
    values = {
        **board_values(games[at], names),
        "viewer": viewer,
        "step": at,
        "last": last,
        "told": told,
        "shown": shown,
        "marked": marked,
        "base": f"/t/{name}",
        "sheet_order": range(len(names)),
        "mine": (),
    }
    return page(request, "replay.html", values)


@router.get("/t/{name}/record")
async def record(request: Request, name: str) -> Response:
    """The game as a file that `charidice replay` reads."""
    cached, _viewer = await seen(request, name)
    if cached.table.game is None:
        raise TableError("table/not-playing")
    text = to_json(cached.table.record(words.record_names(cached.table.seats)))
    headers = {"content-disposition": f'attachment; filename="charidice-{name[:8]}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/rules")
async def rules_page(request: Request) -> Response:
    """The rules of the game."""
    return page(request, "rules.html", {"table_link": _table_before(request)})


def _table_before(request: Request) -> str | None:
    """The table from which somebody came to look something up."""
    try:
        path = urlsplit(request.headers.get("referer", "")[:500]).path
    except ValueError:
        return None
    kind, _slash, name = path.lstrip("/").partition("/")
    return path if kind == "t" and TABLE_NAME.fullmatch(name) else None


@router.get("/about")
async def about_page(request: Request) -> Response:
    """What this is, and what the server keeps about people."""
    keep = services_of(request).config.keep
    values = {
        "seats": len(tables_of(cookies_of(request.scope))),
        "finished": ceil(keep.finished),
        "abandoned": ceil(keep.abandoned),
    }
    return page(request, "about.html", values)


@router.post("/forget")
async def forget(request: Request) -> Response:
    """Delete what the server keeps about whoever asks, and the cookies of this browser."""
    signer, seats, done = services_of(request).signer, _held(request), set[tuple[str, int]]()
    for name in seats:
        holder = signer.holder(name, cookies_of(request.scope)[cookie_of(name)])
        if holder is not None:
            await _forget_at(request, name, holder, done)
    response = page(request, "forgotten.html", {})
    for cookie in (NAME_COOKIE, LANGUAGE_COOKIE, THEME_COOKIE, *map(cookie_of, seats)):
        response.delete_cookie(cookie, path="/")
    return response


async def _forget_at(
    request: Request, name: str | None, holder: int, done: set[tuple[str, int]]
) -> None:
    """Forget somebody at a table and at all its rematches, where the seat is theirs too."""
    while name is not None and (name, holder) not in done:
        done.add((name, holder))
        await services_of(request).turns.turn(READ, address_of(request.scope))
        try:
            name = (await services_of(request).host.command(name, holder, Forget())).rematch
        except TableError:
            return


@router.post("/preferences")
async def preferences(request: Request) -> Response:
    """Choose a language or a theme, and go back to the page."""
    form = await form_of(request)
    language, theme, back = (text_of(form, name) for name in ("language", "theme", "back"))
    ours = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    response: Response = RedirectResponse(back if ours else "/", 303)
    secure = services_of(request).config.secure
    if language in languages():
        remember(response, LANGUAGE_COOKIE, language, secure=secure)
    if theme in ("dark", "light", "auto"):
        remember(response, THEME_COOKIE, theme, secure=secure)
    return response


def _name_of(request: Request) -> str:
    """The name that was used last in this browser."""
    return unquote(cookies_of(request.scope).get(NAME_COOKIE, ""))[:LONGEST_NAME]
