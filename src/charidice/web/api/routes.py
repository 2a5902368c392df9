"""The routes of the API, except commands."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.security import HTTPBearer
from starlette.responses import Response

from charidice.records import to_json
from charidice.tables import CachedTable, NewTable, TableError
from charidice.tables.model.api_models import Creation, Joining, Problem, SeatToken, StateModel
from charidice.tables.model.clock import is_closed
from charidice.tables.model.commands import Sit
from charidice.tables.model.game_setup import pad_setup, setup_for
from charidice.tables.model.seating import holder_with_id
from charidice.web.api.state import state_of
from charidice.web.live.event_stream import event_stream
from charidice.web.live.sse import Reader
from charidice.web.live.words import record_names
from charidice.web.services import services_of
from charidice.web.visitors import opening, token_holder

TableName = Annotated[
    str, Path(pattern="^[A-Za-z0-9_-]{16}$", description="The name of the table, as in its link.")
]
DESCRIPTION: Final = """
Create a table, join it, read its state, send commands, follow its events.

Joining returns a seat token: send it as `Authorization: Bearer TOKEN`. A game is moved by
commands of kind `play`. Each carries the `position` it was made for and may carry an `id`: the
same id is never done twice, so a command whose answer got lost can be sent again.

A refused command has changed nothing. Its answer has a stable `code` and a sentence for people
in the language of `Accept-Language`.
"""

REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    401: {"model": Problem, "description": "The token is not one of this table"},
    403: {"model": Problem, "description": "Not yours to do"},
    404: {"model": Problem, "description": "No such table, or not the name of one"},
    409: {"model": Problem, "description": "Not now: the table is not where you thought"},
    422: {"model": Problem, "description": "Against the rules, or not well formed"},
}
# A worker that could not read the log for a moment is at most this many events behind another.
_FARTHEST_BEHIND: Final = 100
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


async def _seen(request: Request, name: str) -> tuple[CachedTable, int | None]:
    """A table for somebody who may see it."""
    services = services_of(request)
    cached = await services.host.current(name)
    holder = await token_holder(request, name)
    if not cached.table.shown_to(holder):
        raise TableError("table/watching-off")
    return cached, holder


@router.post(
    "/tables",
    status_code=201,
    operation_id="createTable",
    responses={409: {"model": Problem, "description": "Nobody to play with yet"}},
)
async def create(request: Request, wish: Creation) -> SeatToken:
    """Create a table; returns the seat of its host."""
    setup = (
        pad_setup(wish.dice, wish.rounds) if wish.pad else setup_for(wish.rounds, wish.coach_limit)
    )
    new = NewTable(
        (wish.name, *wish.others),
        tuple(wish.bots),
        wish.settings,
        setup,
        one_device=wish.pad,
        begin=wish.begin or wish.pad,
        first=wish.first,
    )
    services, wanted = services_of(request), None
    if wish.id is not None:  # the same wish with the same id is the same table
        wanted = services.signer.table_name(wish.model_dump_json())
    with opening(request, already=wanted is not None and await services.host.exists(wanted)):
        name = await services.host.create(new, wanted)
    return SeatToken(table=name, token=services.signer.token(name, 1), sitting=1)


@router.post(
    "/tables/{name}/seats", status_code=201, operation_id="joinTable", responses={**REFUSALS}
)
async def join(request: Request, name: TableName, wish: Joining) -> SeatToken:
    """Take a free seat; returns its token."""
    services = services_of(request)
    cached, holder = await services.host.current(name), await token_holder(request, name)
    again = holder_with_id(cached.table, wish.id) is not None
    if not again and not cached.table.shown_to(holder):
        raise TableError("table/watching-off")
    table = await services.host.command(name, holder, Sit(wish.name, wish.id))
    number = holder_with_id(table, wish.id) or table.holders_given
    return SeatToken(table=name, token=services.signer.token(name, number), sitting=number)


@router.get("/tables/{name}", operation_id="readTable", responses={**REFUSALS})
async def read(request: Request, name: TableName) -> StateModel:
    """The state of a table."""
    cached, _holder = await _seen(request, name)
    return state_of(name, cached, services_of(request).host.presence.at(name))


@router.post(
    "/tables/{name}/rematch",
    status_code=201,
    operation_id="rematch",
    responses={**REFUSALS},
)
async def rematch(request: Request, name: TableName) -> SeatToken:
    """Play again with the same people; everybody who asks gets their seat at the same new table."""
    services = services_of(request)
    holder = await token_holder(request, name)
    if holder is None:
        raise TableError("table/no-seat")
    with opening(request, already=(await services.host.cached(name)).rematch is not None):
        created = await services.host.rematch(name, holder)
    table = (await services.host.current(created)).table
    if not table.seats_of(holder):
        raise TableError("table/no-seat")
    token = services.signer.token(created, holder)
    return SeatToken(table=created, token=token, sitting=holder)


@router.get(
    "/tables/{name}/record",
    operation_id="readRecord",
    responses={**REFUSALS, 200: {"content": {"application/json": {}}}},
    response_class=Response,
)
async def record(request: Request, name: TableName) -> Response:
    """The game so far as a record, the same file that `charidice replay` reads."""
    cached, _holder = await _seen(request, name)
    if cached.table.game is None:
        raise TableError("table/not-playing")
    text = to_json(cached.table.record(record_names(cached.table.seats)))
    return Response(text, media_type="application/json")


@router.get(
    "/tables/{name}/events",
    operation_id="followEvents",
    responses={
        **REFUSALS,
        200: {"content": {"text/event-stream": {}}},
        204: {"description": "The game is over, and there are no more events"},
    },
    response_class=Response,
)
async def events(
    request: Request,
    name: TableName,
    after: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """All events after a number, then each as it happens, until the game is over."""
    cached, holder = await _seen(request, name)
    if last_event_id and last_event_id.isascii() and last_event_id.isdecimal():
        after = int(last_event_id[:10])
    if is_closed(cached.table, cached.now) and after >= cached.table.version:
        return Response(status_code=204)  # which tells a browser not to ask again
    if after > cached.table.version + _FARTHEST_BEHIND:  # nobody can have seen that
        after = cached.table.version
    return event_stream(services_of(request).host, name, holder, after, Reader.of(request))
