"""Commands: the single endpoint for everything that somebody does at a table.

It bypasses the framework, since every move goes through it. `openapi.py` describes it.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Final

from pydantic import ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from charidice.errors import CodedError
from charidice.tables import Table, TableError
from charidice.tables.model.commands import SentCommand, read_command
from charidice.tables.model.pad_commands import Enter, Restore
from charidice.web.edge.addresses import address_of
from charidice.web.edge.errors import WebError, invalid
from charidice.web.edge.seat_tokens import TABLE_NAME
from charidice.web.edge.turns import PAGE
from charidice.web.services import services_of
from charidice.web.visitors import token_holder

PATH: Final = "/api/v1/tables/{name}/commands"
_PATH: Final = re.compile(r"/api/v1/tables/([^/]+)/commands")
_JSON: Final = b"application/json"


class Commands:
    """The middleware that runs commands; `refusal` answers errors."""

    def __init__(
        self, app: ASGIApp, refusal: Callable[[Request, Exception], Awaitable[Response]]
    ) -> None:
        self._app, self._refusal = app, refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a command; pass every other request on."""
        path = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        try:
            table = await self._do(request, path[1], receive)
        except CodedError as error:
            response = await self._refusal(request, error)
            if response.status_code == 405:
                response.headers["allow"] = "POST"
            await response(scope, receive, send)
        else:
            await _send_done(table, send)

    async def _do(self, request: Request, name: str, receive: Receive) -> Table:
        if request.method != "POST":
            raise WebError("web/method")
        if not TABLE_NAME.fullmatch(name):
            raise TableError("table/not-found")
        command = _read(await _body(request.scope, receive))
        services = services_of(request)
        holder = await token_holder(request, name)
        if isinstance(command, (Enter, Restore)):  # which may play a whole game anew
            await services.turns.turn(PAGE, address_of(request.scope))
        return await services.host.command(name, holder, command)


async def _send_done(table: Table, send: Send) -> None:
    """A table after a command, as `Done`."""
    body = b'{"version":%d,"position":%d}' % (table.version, table.position)
    headers = [(b"content-length", b"%d" % len(body)), (b"content-type", _JSON)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _read(body: bytes) -> SentCommand:
    try:
        return read_command(body)
    except ValidationError as error:
        raise invalid(error.errors(include_url=False, include_input=False)) from None


async def _body(scope: Scope, receive: Receive) -> bytes:
    """The body of a request, whose length is limited."""
    kind = next((value for name, value in scope["headers"] if name == b"content-type"), b"")
    if kind.partition(b";")[0].strip().lower() != _JSON:
        raise WebError("web/invalid", {"where": "content-type"})
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnect
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return body
