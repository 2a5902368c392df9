"""Health, readiness and metrics of a server."""

import asyncio
from collections.abc import Collection
from typing import Final

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from starlette.responses import JSONResponse, Response

from charidice.errors import CodedError
from charidice.tables import Host
from charidice.web.edge.addresses import address_of, plain
from charidice.web.edge.errors import Refused, WebError
from charidice.web.ops.board import Board, joined
from charidice.web.ops.metrics import Metrics

_READY_SECONDS: Final = 2.0
_DISK: Final = ("storage/full", "storage/unwritable")


def health_routes(
    host: Host, metrics: Metrics, board: Board, readers: Collection[str]
) -> APIRouter:
    """The routes of a worker; only `readers` may read its metrics."""
    router = APIRouter(include_in_schema=False)

    @router.get("/healthz")
    async def healthz() -> Response:
        """The worker is alive."""
        return JSONResponse({"status": "ok"})

    @router.get("/readyz")
    async def readyz() -> Response:
        """The worker can serve: its database answers and is writable, and it is not stopping."""
        reason = await _not_ready(host)
        if reason is not None:
            return JSONResponse({"status": "not ready", "reason": reason}, 503)
        return JSONResponse({"status": "ready"})

    @router.get("/metrics")
    async def figures(request: Request) -> Response:
        """The metrics of all workers of this machine, for those who may read them."""
        forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
        if plain(address_of(request.scope)) not in readers or forwarded:
            raise Refused(WebError("web/not-found"))  # a proxy on this machine is not its user
        found = joined((metrics.text(), *board.others()))
        return Response(found, media_type=CONTENT_TYPE_PLAIN_0_0_4)

    return router


async def _not_ready(host: Host) -> str | None:
    """Why a worker cannot serve, if it cannot."""
    reason = None
    try:
        async with asyncio.timeout(_READY_SECONDS):
            await host.check()
    except Exception as error:
        code = error.code if isinstance(error, CodedError) else None
        reason = "disk" if code in _DISK else "database"
    return "ending" if host.closing else reason
