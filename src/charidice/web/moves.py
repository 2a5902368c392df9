"""The short way for moves: a command goes to its table without the framework around it.

Only what is plain and well formed goes this way. Everything else takes the long one, whose routes
describe the API and explain what is wrong with a request.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Final

from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from charidice.rules import CodedError
from charidice.web.api import command_of, done
from charidice.web.models import CommandModel
from charidice.web.seats import bearer
from charidice.web.services import services_of

_PATH: Final = re.compile(r"/api/v1/tables/([A-Za-z0-9_-]{16})/commands", re.ASCII)
_WISH: Final[TypeAdapter[CommandModel]] = TypeAdapter(CommandModel)
_JSON: Final = (b"content-type", b"application/json")


class Moves:
    """The middleware; `refusal` answers what a table refuses."""

    def __init__(
        self, app: ASGIApp, refusal: Callable[[Request, Exception], Awaitable[Response]]
    ) -> None:
        self._app, self._refusal = app, refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Do a command, or hand the request on."""
        path = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if path is None or scope["method"] != "POST" or _JSON not in scope["headers"]:
            await self._app(scope, receive, send)
            return
        message = await receive()
        wish = _wish(message)
        if wish is None:
            await self._app(scope, _again(message, receive), send)
            return
        request = Request(scope)
        services, name = services_of(request), path[1]
        try:
            sitting = services.signer.sitting(name, bearer(request))
            response = done(await services.host.command(name, sitting, command_of(wish)))
        except CodedError as error:
            response = await self._refusal(request, error)
        await response(scope, receive, send)


def _wish(message: Message) -> CommandModel | None:
    """What is asked, if it has arrived as a whole and makes sense."""
    if message["type"] != "http.request" or message.get("more_body", False):
        return None
    try:
        return _WISH.validate_json(message.get("body", b""))
    except ValidationError:
        return None


def _again(message: Message, receive: Receive) -> Receive:
    """The same request for somebody else: first what was read of it already."""
    read: list[Message] = [message]

    async def again() -> Message:
        return read.pop() if read else await receive()

    return again
