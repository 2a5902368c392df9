"""Every request gets an id, is counted, and can be found in the log."""

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from charidice.web.edge.paths import kind_of, route_of
from charidice.web.ops.logs import REQUESTS, new_id, request_id
from charidice.web.ops.metrics import Metrics


class RequestLog:
    """The middleware; `trusts_ids` when a proxy of ours gives requests their ids."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, trusts_ids: bool) -> None:
        self._app, self._metrics, self._trusts_ids = app, metrics, trusts_ids

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and note the start of its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        since, id_ = time.perf_counter(), new_id(self._given_id(scope))
        request_id.set(id_)

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._note(scope, message["status"], time.perf_counter() - since)
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", id_.encode())]
            await send(message)

        await self._app(scope, receive, noted)

    def _given_id(self, scope: Scope) -> bytes:
        if not self._trusts_ids:
            return b""
        return next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        self._metrics.answered(kind_of(scope["path"]), status, seconds)
        if REQUESTS.isEnabledFor(logging.INFO):
            fields = {
                "method": scope["method"],
                "route": route_of(scope["path"]),
                "status": status,
                "ms": round(1000 * seconds, 1),
            }
            REQUESTS.info("answered", extra={"fields": fields})
