"""Streams of server-sent events: counted by address, kept alive, and closed with the table."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from charidice.errors import CodedError
from charidice.tables import CachedTable, Host
from charidice.web.config import Caps, Timings
from charidice.web.edge.addresses import address_of
from charidice.web.edge.errors import Refused, WebError
from charidice.web.edge.limits import Limits
from charidice.web.edge.turns import Turns
from charidice.web.live.region_cache import forget_regions
from charidice.web.services import services_of

_HEADERS: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}


@dataclass(frozen=True, slots=True)
class Reader:
    """The client of a stream: its address, the limits of that, and the turns of the event loop."""

    address: str
    limits: Limits
    turns: Turns
    timings: Timings = field(default_factory=Timings)
    caps: Caps = field(default_factory=Caps)

    @classmethod
    def of(cls, request: Request) -> "Reader":
        """The client that made a request."""
        services = services_of(request)
        config, address = services.config, address_of(request.scope)
        return cls(address, services.limits, services.turns, config.timings, config.caps)


class Stream(StreamingResponse):
    """A stream that is counted before its first byte, or a refusal."""

    def __init__(self, parts: AsyncIterator[bytes], reader: Reader) -> None:
        super().__init__(_quietly(parts), media_type="text/event-stream", headers=_HEADERS)
        self._reader = reader

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, for as long as somebody reads."""
        with self._reader.limits.stream(self._reader.address) as counted:
            if not counted:
                raise Refused(WebError("web/too-many-streams"))
            await super().__call__(scope, receive, send)


async def _quietly(stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The stream, closed without an error when the log cannot be read; clients reconnect."""
    with suppress(CodedError):
        async for part in stream:
            yield part


class Heartbeat:
    """Wakes a stream when it is time for a keep-alive; cheaper than a timeout for each wait."""

    def __init__(self, notice: asyncio.Event, seconds: float) -> None:
        self._notice, self._seconds = notice, seconds
        self._start()

    def _start(self) -> None:
        self._due = False
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._ring)

    def _ring(self) -> None:
        self._due = True
        self._notice.set()

    def due(self) -> bool:
        """Whether it is time for a keep-alive; if so, the time until the next one starts."""
        due = self._due
        if due:
            self._start()
        return due

    def close(self) -> None:
        """Stop."""
        self._timer.cancel()


@asynccontextmanager
async def watching(
    host: Host, name: str, holder: int | None, reader: Reader
) -> AsyncIterator[tuple[CachedTable, asyncio.Event, Heartbeat]]:
    """A table, the event that signals its changes, and a heartbeat."""
    async with host.watching(name, holder) as (cached, notice):
        try:
            with closing(Heartbeat(notice, reader.timings.alive)) as heartbeat:
                yield cached, notice, heartbeat
        finally:
            if len(cached.watchers) <= 1:  # nobody else watches
                forget_regions(cached)


def message(event: str, data: object, id_: str = "") -> bytes:
    """An event with its data as JSON; a browser that reconnects sends the latest id."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    first = f"id: {id_}\n" if id_ else ""
    return f"{first}event: {event}\ndata: {text}\n\n".encode()
