"""The application: pages, API, and how errors are answered."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from charidice import __version__
from charidice.bots import BotError
from charidice.locale import accepted, languages, use
from charidice.records import RecordError
from charidice.rules import CodedError, RulesError
from charidice.storage import StorageError
from charidice.tables import Host, TableError
from charidice.tables.hosting.ports import Broadcasts
from charidice.web import operating, pages
from charidice.web.api import routes
from charidice.web.api.commands import Commands
from charidice.web.api.openapi import describe
from charidice.web.config import Config
from charidice.web.cookies import cookies_of
from charidice.web.errors import Refused, WebError, invalid
from charidice.web.guard import Guard
from charidice.web.limits import BROADCAST_SECONDS, Limits
from charidice.web.metrics import BOARD_SECONDS, Board, Metrics, Sample
from charidice.web.problems import problem
from charidice.web.refusals import STATUSES, refusal
from charidice.web.seats import LANGUAGE_COOKIE, Signer
from charidice.web.services import Services
from charidice.web.stalls import LOG as STALLS
from charidice.web.stalls import WARN_SECONDS, Stall, Watchdog
from charidice.web.statuses import status_of
from charidice.web.turns import InTurn, Turns
from charidice.web.view import STATIC, prepare_templates, render

_LOG = logging.getLogger(__name__)
HELD: Final = "something held the event loop"


def create_app(
    host: Host, key: bytes, config: Config, broadcasts: Broadcasts | None = None
) -> FastAPI:
    """The application on this host; it starts and stops with it.

    Workers tell each other through `broadcasts` which addresses are busy.
    """

    limits, board = Limits(config.rate, key), Board(config.board, config.worker)
    metrics, turns = Metrics(partial(_gauges, host, limits)), Turns()
    watchdog = Watchdog(partial(_stalled, metrics))
    services = Services(host, Signer(key), config, limits, metrics, board, turns, watchdog)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        if broadcasts is not None:
            broadcasts.on_broadcast(limits.on_message)
        await run_in_threadpool(prepare_templates)  # which also loads what threads need
        watchdog.start()
        beside = [
            asyncio.create_task(asyncio.to_thread(app.openapi)),  # before somebody asks for it
            asyncio.create_task(host.start(config.keep)),  # tables are read while others play
            asyncio.create_task(_share(broadcasts, limits)),
            asyncio.create_task(_post(board, metrics)),
        ]
        yield
        for task in beside:
            task.cancel()
        watchdog.stop()
        await host.close()

    app = FastAPI(
        title="Charidice",
        version=__version__,
        summary="Tables of Charidice, the dice game about generosity.",
        description=routes.DESCRIPTION,
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # the usual page loads scripts from elsewhere
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.services = services
    app.include_router(routes.router)
    app.include_router(pages.router)
    app.include_router(operating.router)
    app.mount("/static", _Static(directory=STATIC), name="static")
    app.add_exception_handler(CodedError, _coded)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_middleware(Commands, refusal=_coded)
    app.add_middleware(_Languages)
    app.add_middleware(InTurn, turns=turns)
    app.add_middleware(Guard, services=services, fail=_failed)
    describe(app)
    return app


async def _share(broadcasts: Broadcasts | None, limits: Limits) -> None:
    """Tell other workers every second which addresses were busy here."""
    while True:
        await asyncio.sleep(BROADCAST_SECONDS)
        limits.tick()
        message = limits.message()
        try:
            if message is not None and broadcasts is not None:
                async with asyncio.timeout(BROADCAST_SECONDS):
                    await broadcasts.broadcast(message)
        except (StorageError, TimeoutError):
            continue  # then the limits hold for each worker alone
        except Exception:
            _LOG.exception("other workers could not be told who was busy")


def _stalled(metrics: Metrics, stall: Stall) -> None:
    metrics.stalled(stall.seconds)
    level = logging.WARNING if stall.seconds > WARN_SECONDS else logging.INFO
    fields = {"ms": round(1000 * stall.seconds), "in": stall.cause}
    STALLS.log(level, HELD, extra={"fields": fields})


async def _post(board: Board, metrics: Metrics) -> None:
    """Leave the figures of this worker for the others, every second."""
    while True:
        with suppress(OSError):
            board.post(metrics.samples())
        await asyncio.sleep(BOARD_SECONDS)


def _gauges(host: Host, limits: Limits) -> Iterator[Sample]:
    yield Sample("charidice_tables", "", {}, host.tables)
    yield Sample("charidice_streams", "", {}, limits.streams)
    for who in ("player", "bot", "clock"):
        yield Sample("charidice_moves_total", "", {"by": who}, host.counts[who])
    yield Sample("charidice_conflicts_total", "", {}, host.counts["conflict"])
    yield Sample("charidice_database_errors_total", "", {}, host.errors)


class _Static(StaticFiles):
    """Files whose links carry the hash of their content may be kept; others are asked for anew."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, with how long it may be kept."""
        response = await super().get_response(path, scope)
        marked = scope["query_string"].startswith(b"v=")
        kept = "public, max-age=31536000, immutable" if marked else "no-cache"
        response.headers["cache-control"] = kept
        return response


class _Languages:
    """Sets the language of the viewer for everything that follows."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not scope["path"].startswith("/static/"):
            use(_language(scope))
            if scope["method"] == "HEAD" and not scope["path"].endswith(("/stream", "/events")):
                scope = {**scope, "method": "GET"}  # the server leaves the body out
        await self._app(scope, receive, send)


def _language(scope: Scope) -> str:
    wish = cookies_of(scope).get(LANGUAGE_COOKIE, "")
    header = next((v for name, v in scope["headers"] if name == b"accept-language"), b"")
    return wish if wish in languages() else accepted(header[:200].decode("latin-1"))


async def _coded(request: Request, error: Exception) -> Response:
    if not isinstance(
        error, (TableError, RulesError, RecordError, BotError, StorageError, WebError)
    ):
        raise error  # not a refusal: something is wrong here
    return answer(request, status_of(error), error)


async def _invalid(request: Request, error: Exception) -> Response:
    places = error.errors() if isinstance(error, RequestValidationError) else []
    if any(place["loc"][:1] == ("path",) for place in places):  # no table has such a name
        return await _coded(request, TableError("table/not-found"))
    return await _coded(request, invalid(places))


async def _http(request: Request, error: Exception) -> Response:
    """What the libraries refuse, in our words."""
    if isinstance(error, Refused):
        return answer(request, error.status_code, error.error)
    status = error.status_code if isinstance(error, HTTPException) else 500
    code = {404: "web/not-found", 405: "web/method"}.get(status, "web/unreadable")
    response = answer(request, status, WebError(code))
    if isinstance(error, HTTPException) and status == 405:
        response.headers.update(error.headers or {})
    return response


def _failed(scope: Scope, status: int, error: WebError) -> ASGIApp:
    use(_language(scope))
    return answer(Request(scope), status, error)


def answer(request: Request, status: int, error: CodedError) -> Response:
    """An error as a page for people, or as JSON for programs and scripts."""
    if status in STATUSES:
        return refusal(request.scope, status, error)
    headers = {503: {"retry-after": "1"}, 401: {"www-authenticate": "Bearer"}}.get(status)
    if request.scope["path"].startswith("/api/") or pages.by_script(request):
        return JSONResponse(problem(error), status, headers)
    values = {**pages.page_values(request), "error": error}
    return HTMLResponse(render("error.html", values), status, headers)
