"""The start page: games to continue, and four ways to begin one."""

from dataclasses import dataclass, replace
from typing import Final

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from charidice.bots import NAMES
from charidice.errors import CodedError
from charidice.locale import explain
from charidice.locale import gettext as _
from charidice.records import RecordError
from charidice.records.names import initial
from charidice.rules import DiceSet
from charidice.tables import NewTable, Settings
from charidice.tables.model.game_setup import (
    FULL_GAME,
    GUIDED_LIMIT,
    GameSetup,
    pad_setup,
    setup_for,
)
from charidice.tables.model.names import clean_name
from charidice.web.pages.browser_seats import name_of, remember_name, remember_seat
from charidice.web.pages.forms import coach_limit_of, form_of, number_of, rounds_of, text_of
from charidice.web.pages.layout import page
from charidice.web.pages.preview import home_preview, preview
from charidice.web.pages.recent import recent_tables
from charidice.web.pages.toss import new_toss
from charidice.web.services import services_of
from charidice.web.visitors import opening

router = APIRouter(include_in_schema=False)
SOLO: Final = Settings(turn_seconds=0)
WITH_FRIENDS: Final = Settings(turn_seconds=120)


@dataclass(frozen=True, slots=True)
class DeviceForm:
    """What somebody typed and chose for one device, and what is wrong with each of the names."""

    names: tuple[str, ...] = ("", "", "", "")
    problems: tuple[str, ...] = ("", "", "", "")
    rounds: int = FULL_GAME
    in_order: bool = False  # whether the first of them begins, not whom the dice choose
    first: int = 0  # who begins at a pad
    dice: str = ""  # how the dice of a pad are arranged, if it is known


@router.get("/")
async def home(request: Request, dice: str = "") -> Response:
    """Where games begin; with somebody's own dice, a pad."""
    return await _home(request, dice=str(DiceSet.parse(dice)) if dice else "")


async def _home(
    request: Request,
    device: DeviceForm | None = None,
    pad: DeviceForm | None = None,
    *,
    dice: str = "",
) -> Response:
    values = {
        "name": name_of(request),
        "initial": initial(name_of(request)),
        "levels": NAMES,
        "recent": await recent_tables(request),
        "toss": new_toss(),
        "device": device or DeviceForm(),
        "wrong": device is not None,
        "pad": pad or DeviceForm(dice=dice),
        "pad_open": pad is not None or bool(dice),
        "wrong_pad": pad is not None,
        "preview": preview(request, home_preview),
    }
    wrong = device is not None or pad is not None
    return page(request, "home.html", values, 422 if wrong else 200)


@router.post("/play")
async def play(request: Request) -> Response:
    """Start a game against bots, at once."""
    form = await form_of(request)
    levels = tuple(level for level in form.getlist("level") if isinstance(level, str) and level)
    name = text_of(form, "name") or _("Guest")
    guided, rounds = "guide" in form, rounds_of(form)
    # Newcomers are guided in every game; the coach objects only where they came to learn.
    to_learn = GUIDED_LIMIT if form.get("guide") == "1" and rounds < FULL_GAME else 0
    setup = setup_for(rounds, coach_limit_of(form) or to_learn)
    first = 0 if guided else None
    new = NewTable((name,), levels[:3] or ("casual",), SOLO, setup, begin=True, first=first)
    return await _created(request, new, name, guided=guided)


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
    first = 0 if form.get("begins") == "order" else None
    made = await _shared(request, form, setup_for(rounds_of(form)), first)
    if isinstance(made, DeviceForm):
        return await _home(request, device=replace(made, in_order=first is not None))
    return made


@router.post("/pad")
async def pad(request: Request) -> Response:
    """Open a pad for people with real dice."""
    form = await form_of(request)
    place = number_of(form, "first", 0)
    before = [name for name in _typed(form)[:place] if name]  # fields may be left empty between
    first = len(before) if (_typed(form)[place : place + 1] or [""])[0] else 0
    text = text_of(form, "dice")
    dice = DiceSet.parse(text) if text else None
    made = await _shared(request, form, pad_setup(dice, rounds_of(form)), first)
    if isinstance(made, DeviceForm):
        return await _home(request, pad=replace(made, first=place, dice=text))
    return made


def _typed(form: FormData) -> list[str]:
    return [name.strip() for name in form.getlist("player") if isinstance(name, str)][:4]


async def _shared(
    request: Request, form: FormData, setup: GameSetup, first: int | None
) -> Response | DeviceForm:
    """A table for those who share this device; or what they typed, with what is wrong about it."""
    typed = _typed(form)
    names = tuple(name for name in typed if name)
    wrong = _problems(typed)
    if not any(wrong):
        new = NewTable(names, (), SOLO, setup, one_device=True, begin=True, first=first)
        try:
            return await _created(request, new, "")
        except CodedError as error:
            place = _place_of(error, typed)
            if place is None:
                raise
            wrong[place] = explain(error)
    padded = (*typed, "", "", "", "")[:4]
    return DeviceForm(padded, tuple(wrong), rounds_of(form))


def _problems(names: list[str]) -> list[str]:
    """What is wrong with each of four names; empty where nothing is."""
    wrong, seen = ["", "", "", ""], set[str]()
    for place, name in enumerate(names):
        wrong[place] = _unshowable(name)
        if name.casefold() in seen and not wrong[place]:
            wrong[place] = _("Two players are called {name}.").format(name=name)
        if name:
            seen.add(name.casefold())
    missing = 2 - len([name for name in names if name])
    for place in range(4):
        if missing > 0 and not (names[place : place + 1] or [""])[0]:
            wrong[place] = _("Enter a name: two people are needed.")
            missing -= 1
    return wrong


def _unshowable(name: str) -> str:
    """Why a name cannot be shown; empty if it can, or if there is none."""
    try:
        clean_name(name or "-")
    except RecordError as error:
        return explain(error)
    return ""


def _place_of(error: CodedError, names: list[str]) -> int | None:
    """Which of these names an error is about; None if it is about none."""
    about = error.details.get("name")
    found = [place for place, name in enumerate(names) if name and clean_name(name) == about]
    return found[0] if found else None


async def _created(request: Request, new: NewTable, name: str, *, guided: bool = False) -> Response:
    with opening(request):
        table = await services_of(request).host.create(new)
    response: Response = RedirectResponse(f"/t/{table}{'#guide' if guided else ''}", 303)
    await remember_seat(request, response, table, 1)
    if name and name != _("Guest"):
        remember_name(request, response, name)
    return response
