"""The JSON API. It stands on the same host as the pages."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.security import HTTPBearer
from starlette.responses import Response

from charidice.records import to_json
from charidice.rules import Game, parse_action, standings, winners
from charidice.tables import Live, NewTable, Settings, Table, TableError
from charidice.tables import commands as wishes
from charidice.tables.clock import due
from charidice.tables.decide import can_take_back, sitting_of
from charidice.tables.state import TAKE_BACK_SECONDS
from charidice.web.models import (
    AddBotCommand,
    BeginCommand,
    CommandModel,
    Creation,
    Done,
    GameModel,
    Joining,
    MuteCommand,
    PlainCommand,
    PlayCommand,
    Problem,
    RemoveCommand,
    ResultModel,
    SeatModel,
    SeatToken,
    SettingsCommand,
    SettingsModel,
    SheetModel,
    StateModel,
    TableName,
    TakeBackCommand,
)
from charidice.web.seats import bearer
from charidice.web.services import services_of
from charidice.web.stream import Reader, event_stream
from charidice.web.visitors import opening
from charidice.web.words import record_names

DESCRIPTION: Final = """
Create a table, join it, read its state, send commands, follow its events.

Joining returns a seat token: send it as `Authorization: Bearer TOKEN`. A game is moved by
commands of kind `play`. Each carries the `position` it was made for and may carry an `id`: the
same id is never done twice, so a command whose answer got lost can be sent again.

A refused command has changed nothing. Its answer has a stable `code` and a sentence for people
in the language of `Accept-Language`.
"""

_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    403: {"model": Problem, "description": "Not yours to do"},
    404: {"model": Problem, "description": "No such table"},
    409: {"model": Problem, "description": "Not now: the table is not where you thought"},
    422: {"model": Problem, "description": "Against the rules, or not well formed"},
}
router = APIRouter(
    prefix="/api/v1",
    tags=["tables"],
    responses={
        400: {"model": Problem, "description": "Not well formed"},
        408: {"model": Problem, "description": "Too slow"},
        413: {"model": Problem, "description": "Too large"},
        422: {"model": Problem, "description": "Against the rules, or not well formed"},
        429: {"model": Problem, "description": "Too many requests"},
        503: {"model": Problem, "description": "Not just now: try again with the same id"},
    },
    dependencies=[Depends(HTTPBearer(auto_error=False, description="The token of a seat."))],
)


async def _seen(request: Request, name: str) -> tuple[Live, int | None]:
    """A table for somebody who may see it."""
    live = await services_of(request).host.live(name)
    sitting = services_of(request).signer.sitting(name, bearer(request))
    if not live.table.shown_to(sitting):
        raise TableError("table/watching-off")
    return live, sitting


@router.post(
    "/tables",
    status_code=201,
    operation_id="createTable",
    responses={409: {"model": Problem, "description": "Nobody to play with yet"}},
)
async def create(request: Request, wish: Creation) -> SeatToken:
    """Create a table; returns the seat of its host."""
    new = NewTable(
        (wish.name,),
        tuple(wish.bots),
        _settings(wish.settings),
        begin=wish.begin,
        first=wish.first,
    )
    with opening(request):
        name = await services_of(request).host.create(new)
    return SeatToken(table=name, token=services_of(request).signer.token(name, 1), sitting=1)


@router.post(
    "/tables/{name}/seats", status_code=201, operation_id="joinTable", responses={**_REFUSALS}
)
async def join(request: Request, name: TableName, wish: Joining) -> SeatToken:
    """Take a free seat; returns its token."""
    _live, sitting = await _seen(request, name)
    services = services_of(request)
    table = await services.host.command(name, sitting, wishes.Sit(wish.name, wish.id))
    number = sitting_of(table, wish.id) or table.sittings
    return SeatToken(table=name, token=services.signer.token(name, number), sitting=number)


@router.get("/tables/{name}", operation_id="readTable", responses={**_REFUSALS})
async def read(request: Request, name: TableName) -> StateModel:
    """The state of a table."""
    live, _sitting = await _seen(request, name)
    return state_of(name, live.table, live.since)


@router.post(
    "/tables/{name}/commands",
    operation_id="command",
    responses={**_REFUSALS},
    response_model=Done,
)
async def command(request: Request, name: TableName, wish: CommandModel) -> Response:
    """Act: play, take back, leave, and what hosts do."""
    sitting = services_of(request).signer.sitting(name, bearer(request))
    return done(await services_of(request).host.command(name, sitting, command_of(wish)))


class _Quick(Response):
    media_type = "application/json"


def done(table: Table) -> Response:
    """A table after a command, as `Done`."""
    return _Quick(f'{{"version":{table.version},"position":{table.position}}}')


@router.post(
    "/tables/{name}/rematch",
    status_code=201,
    operation_id="rematch",
    responses={**_REFUSALS},
)
async def rematch(request: Request, name: TableName) -> SeatToken:
    """Play again with the same people; everybody who asks gets their seat at the same new table."""
    sitting = services_of(request).signer.sitting(name, bearer(request))
    if sitting is None:
        raise TableError("table/no-seat")
    host = services_of(request).host
    with opening(request, already=(await host.glance(name)).rematch is not None):
        created = await host.rematch(name, sitting)
    live = await services_of(request).host.live(created)
    if not live.table.seats_of(sitting):
        raise TableError("table/no-seat")
    token = services_of(request).signer.token(created, sitting)
    return SeatToken(table=created, token=token, sitting=sitting)


@router.get(
    "/tables/{name}/record",
    operation_id="readRecord",
    responses={**_REFUSALS, 200: {"content": {"application/json": {}}}},
    response_class=Response,
)
async def record(request: Request, name: TableName) -> Response:
    """The game so far as a record, the same file that `charidice replay` reads."""
    live, _sitting = await _seen(request, name)
    if live.table.game is None:
        raise TableError("table/not-playing")
    text = to_json(live.table.record(record_names(live.table.seats)))
    return Response(text, media_type="application/json")


@router.get(
    "/tables/{name}/events",
    operation_id="followEvents",
    responses={**_REFUSALS, 200: {"content": {"text/event-stream": {}}}},
    response_class=Response,
)
async def events(
    request: Request,
    name: TableName,
    after: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """All events after a number, then each as it happens (server-sent events)."""
    live, sitting = await _seen(request, name)
    if last_event_id and last_event_id.isascii() and last_event_id.isdecimal():
        after = int(last_event_id[:10])
    after = min(after, live.table.version)
    return event_stream(services_of(request).host, name, sitting, after, Reader.of(request))


def _settings(model: SettingsModel) -> Settings:
    return Settings(model.ask_seconds, model.turn_seconds, model.pace, model.watch)


def command_of(wish: CommandModel) -> wishes.Command:  # noqa: PLR0911  # one line per kind
    """What is wished, in the words of the tables."""
    match wish:
        case PlayCommand():
            action = None if wish.action.strip() == "roll" else parse_action(wish.action)
            return wishes.Play(action, wish.position, wish.id)
        case TakeBackCommand():
            return wishes.TakeBack(wish.position, wish.id)
        case MuteCommand():
            return wishes.Mute(wish.until)
        case AddBotCommand():
            return wishes.AddBot(wish.level, wish.id)
        case RemoveCommand():
            return wishes.Remove(wish.seat, wish.version, wish.id)
        case BeginCommand():
            return wishes.Begin(wish.first, wish.version, wish.id)
        case SettingsCommand():
            return wishes.Configure(_settings(wish.settings))
        case PlainCommand(kind="leave"):
            return wishes.Leave()
        case PlainCommand(kind="return"):
            return wishes.Return()
        case PlainCommand(kind="forget"):
            return wishes.Forget()
        case PlainCommand():
            return wishes.WishEnd(wish.kind == "end")


def state_of(name: str, table: Table, since: float) -> StateModel:
    """A table as everybody may see it."""
    coming = due(table, since)
    last = table.latest_action
    scorer = None if last is None else table.seats[last.seat].sitting
    scored = can_take_back(table, scorer, table.moved_at) is not None
    settings = table.settings
    return StateModel(
        table=name,
        status=table.status.value,
        version=table.version,
        position=table.position,
        settings=SettingsModel(
            ask_seconds=settings.ask_seconds,
            turn_seconds=settings.turn_seconds,
            pace=settings.pace,
            watch=settings.watch,
        ),
        seats=[
            SeatModel(
                name=seat.name,
                bot=seat.bot,
                away=seat.away,
                host=seat.sitting is not None and seat.sitting == table.host,
                sitting=seat.sitting,
            )
            for seat in table.seats
        ],
        to_act=table.to_act,
        until=coming.at if coming else None,
        take_back_until=table.moved_at + TAKE_BACK_SECONDS if scored else None,
        game=None if table.game is None else _game(table.game),
        result=None if table.game is None or not table.game.over else _result(table.game),
        rematch=table.rematch,
    )


def _game(game: Game) -> GameModel:
    return GameModel(
        round=min(game.round + 1, game.rules.rounds),
        rounds=game.rules.rounds,
        active=game.active,
        receiver=game.receiver,
        phase=game.turn.phase.value,
        roll=game.turn.rolls,
        rolls_left=game.rolls_left,
        dice=[str(face) for face in game.faces],
        asked=game.turn.asked,
        sheets=[
            SheetModel(
                rows=[(row.points, row.bonus, row.received, row.given) for row in sheet.rows],
                box=sheet.box,
                total=sheet.subtotal,
                given=sheet.given,
            )
            for sheet in game.sheets
        ],
    )


def _result(game: Game) -> ResultModel:
    places = sorted(standings(game), key=lambda place: place.seat)
    return ResultModel(
        totals=[place.total for place in places],
        charity=[place.charity for place in places],
        winners=list(winners(game)),
    )
