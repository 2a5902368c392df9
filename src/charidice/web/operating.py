"""For whoever runs the server: is it alive, is it ready, what has it done."""

import asyncio
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from charidice.rules import CodedError
from charidice.web.addresses import address_of, plain
from charidice.web.errors import Refused, WebError
from charidice.web.metrics import exposition
from charidice.web.services import services_of

_READY_SECONDS: Final = 2.0
_DISK: Final = ("storage/full", "storage/unwritable")
_TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> Response:
    """The worker is alive."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """The worker can serve: its database answers and can be written, and it is not about to end."""
    host = services_of(request).host
    reason = None
    try:
        async with asyncio.timeout(_READY_SECONDS):
            await host.check()
    except Exception as error:
        code = error.code if isinstance(error, CodedError) else None
        reason = "disk" if code in _DISK else "database"
    if host.closing:
        reason = "ending"
    if reason is not None:
        return JSONResponse({"status": "not ready", "reason": reason}, 503)
    return JSONResponse({"status": "ready"})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The figures of all workers of this machine, for those who may see them."""
    services = services_of(request)
    address = plain(address_of(request.scope))
    forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    if (
        address not in services.config.metrics_for or forwarded
    ):  # a proxy on this machine is not its user
        raise Refused(WebError("web/not-found"))
    own = services.metrics.samples()
    return PlainTextResponse(exposition(services.board.all(own)), media_type=_TEXT)
