"""The start page: games to continue, and three ways to begin one."""

from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from charidice.bots import NAMES
from charidice.locale import gettext as _
from charidice.tables import NewTable, Settings, Status, Table, TableError
from charidice.tables.model.game_setup import setup_for
from charidice.web.edge.addresses import address_of
from charidice.web.live import words
from charidice.web.pages.browser_seats import (
    held_tables,
    name_of,
    remember_name,
    remember_seat,
    table_and_viewer,
)
from charidice.web.pages.forms import form_of, rounds_of, text_of
from charidice.web.pages.layout import page
from charidice.web.services import services_of
from charidice.web.visitors import opening

router = APIRouter(include_in_schema=False)
MOST_TABLES_SHOWN: Final = 12
SOLO: Final = Settings(turn_seconds=0)
WITH_FRIENDS: Final = Settings(turn_seconds=120)


@dataclass(frozen=True, slots=True)
class RecentTable:
    """A table at which this browser has a seat."""

    link: str
    names: tuple[str, ...]
    state: str
    my_turn: bool


@router.get("/")
async def home(request: Request) -> Response:
    """Where games begin."""
    values = {"name": name_of(request), "levels": NAMES, "recent": await _recent(request)}
    return page(request, "home.html", values)


async def _recent(request: Request) -> list[RecentTable]:
    """The tables at which this browser holds a seat, the latest first."""
    found: list[tuple[float, RecentTable]] = []
    services, address = services_of(request), address_of(request.scope)
    for name in held_tables(request)[-MOST_TABLES_SHOWN:]:
        if services.host.in_memory(name) is None and not services.limits.allows(address):
            break  # reading one from the log counts as another request
        try:
            cached, viewer = await table_and_viewer(request, name)
        except TableError:
            continue
        if viewer.holder is not None:
            entry = recent_table(cached.table, viewer.path, viewer.holder)
            found.append((cached.table.moved_at, entry))
    return [entry for _when, entry in sorted(found, key=lambda each: each[0], reverse=True)]


def recent_table(table: Table, link: str, holder: int) -> RecentTable:
    """What the start page says about a table, to somebody who has a seat there."""
    names = tuple(words.seat_name(seat, number) for number, seat in enumerate(table.seats))
    if table.playing and holder not in table.people:
        by_bot = _("a bot plays for you")
        return RecentTable(link, names, f"{_state(table)} · {by_bot}", my_turn=False)
    my_turn = table.to_act in table.seats_of(holder)
    return RecentTable(link, names, _state(table), my_turn)


def _state(table: Table) -> str:
    if table.status is Status.PLAYING and table.game is not None:
        return _("Round {round} of {rounds}").format(
            round=table.game.round + 1, rounds=table.game.rules.rounds
        )
    return {
        Status.FINISHED: _("played to the end"),
        Status.ENDED: _("ended early"),
    }.get(table.status, _("waiting for players"))


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
    await remember_seat(request, response, table, 1)
    if name and name != _("Guest"):
        remember_name(request, response, name)
    return response
