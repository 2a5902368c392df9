"""How errors are answered: as a page for people, or as JSON for programs and scripts."""

from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Scope

from charidice.bots import BotError
from charidice.errors import CodedError
from charidice.locale import use
from charidice.records import RecordError
from charidice.rules import RulesError
from charidice.storage import StorageError
from charidice.tables import TableError
from charidice.web.edge.errors import Refused, WebError, invalid
from charidice.web.edge.languages import language_of
from charidice.web.edge.problems import problem
from charidice.web.edge.refusals import STATUSES, refusal
from charidice.web.edge.statuses import status_of
from charidice.web.ops.judge import JudgeError
from charidice.web.pages.layout import by_script, page_values
from charidice.web.templating import render
from charidice.web.uploaded_games import UploadError

# Seconds.
_LATER: Final = {"judge/busy": "5", "judge/slow": "60", "storage/too-many-uploads": "86400"}


def answer_errors(app: FastAPI) -> None:
    """Register the handlers that answer errors on the application."""
    app.add_exception_handler(CodedError, coded)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


async def coded(request: Request, error: Exception) -> Response:
    """Answer a coded error of the rules, a table, a record or the log."""
    if not isinstance(
        error,
        (
            *(TableError, RulesError, RecordError, BotError, StorageError),
            *(JudgeError, UploadError, WebError),
        ),
    ):
        raise error  # not a refusal but a bug
    return answer(request, status_of(error), error)


async def _invalid(request: Request, error: Exception) -> Response:
    places = error.errors() if isinstance(error, RequestValidationError) else []
    if any(place["loc"][:1] == ("path",) for place in places):  # no table has such a name
        return await coded(request, TableError("table/not-found"))
    return await coded(request, invalid(places))


async def _http(request: Request, error: Exception) -> Response:
    """Answer an HTTP error of the framework with our own codes and texts."""
    if isinstance(error, Refused):
        return answer(request, error.status_code, error.error)
    status = error.status_code if isinstance(error, HTTPException) else 500
    code = {404: "web/not-found", 405: "web/method"}.get(status, "web/unreadable")
    response = answer(request, status, WebError(code))
    if isinstance(error, HTTPException) and status == 405:
        response.headers.update(error.headers or {})
    return response


def failed(scope: Scope, status: int, error: WebError) -> ASGIApp:
    """The answer to a request that failed with an unexpected error."""
    use(language_of(scope))
    return answer(Request(scope), status, error)


def answer(request: Request, status: int, error: CodedError) -> Response:
    """An error as a page or as JSON."""
    if status in STATUSES:
        return refusal(request.scope, status, error)
    later = _LATER.get(error.code, "1")
    headers = {503: {"retry-after": later}, 401: {"www-authenticate": "Bearer"}}.get(status)
    if request.scope["path"].startswith("/api/") or by_script(request):
        return JSONResponse(problem(error), status, headers)
    values = {**page_values(request), "error": error}
    return HTMLResponse(render("error.html", values), status, headers)
