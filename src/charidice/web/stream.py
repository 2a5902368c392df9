"""Server-sent events: what changed at a table, as it happens."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from typing import Final, cast

from starlette.requests import Request
from starlette.responses import StreamingResponse

from charidice.locale import use
from charidice.rules import CodedError
from charidice.tables import Host, Live
from charidice.web.guard import Refused, WebError
from charidice.web.limits import Limits
from charidice.web.view import Viewer, regions

PING_SECONDS: Final = 15.0
_ALIVE: Final = b"event: alive\ndata: {}\n\n"
_HEADERS: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}


def counted(request: Request, response: StreamingResponse) -> StreamingResponse:
    """A stream that counts for the address that opened it, or a refusal."""
    limits = cast(Limits, request.app.state.limits)
    address = request.client.host if request.client else ""
    if limits.full(address):
        raise Refused(429, WebError("web/too-many"))
    body = response.body_iterator

    async def counting() -> AsyncIterator[str | bytes | memoryview]:
        with limits.stream(address):
            async for part in body:
                yield part

    response.body_iterator = counting()
    return response


def page_stream(host: Host, name: str, viewer: Viewer, language: str) -> StreamingResponse:
    """The regions of the page that changed, in the language and for the seat of the viewer."""

    async def stream() -> AsyncIterator[bytes]:
        use(language)
        async with _watching(host, name) as (live, notice, signs):
            yield _message("clock", {"now": time.time()})
            sent: dict[str, str] = {}
            version = -1
            while not host.closing:
                notice.clear()
                if live.gone:
                    yield _message("gone", {})
                    return
                if live.table.version != version:
                    version = live.table.version
                    removed = viewer.sitting is not None and not live.table.seats_of(viewer.sitting)
                    if removed or not live.table.shown_to(viewer.sitting):
                        yield _message("gone", {})
                        return
                    current = regions(live, viewer, host.started)
                    changed = {k: html for k, html in current.items() if sent.get(k) != html}
                    sent |= changed
                    yield _message("regions", {"version": version, "regions": changed})
                if signs.due():
                    yield _ALIVE
                await notice.wait()

    return StreamingResponse(_quietly(stream()), media_type="text/event-stream", headers=_HEADERS)


def event_stream(host: Host, name: str, sitting: int | None, after: int) -> StreamingResponse:
    """The events of a table from a number on, each with its number as id."""

    async def stream() -> AsyncIterator[bytes]:
        seen = after
        async with _watching(host, name) as (live, notice, signs):
            yield b": welcome\n\n"
            while not (host.closing or live.gone) and live.table.shown_to(sitting):
                notice.clear()
                if live.table.version > seen:
                    lines = await host.since(name, live, seen)
                    yield b"".join(
                        f"id: {number}\ndata: {line}\n\n".encode()
                        for number, line in enumerate(lines, seen + 1)
                    )
                    seen += len(lines)
                if signs.due():
                    yield _ALIVE
                await notice.wait()

    return StreamingResponse(_quietly(stream()), media_type="text/event-stream", headers=_HEADERS)


class _Signs:
    """Wakes a stream for its next sign of life; cheaper than a timeout for each wait."""

    def __init__(self, notice: asyncio.Event) -> None:
        self._notice = notice
        self._wait()

    def _wait(self) -> None:
        self._due = False
        self._timer = asyncio.get_running_loop().call_later(PING_SECONDS, self._ring)

    def _ring(self) -> None:
        self._due = True
        self._notice.set()

    def due(self) -> bool:
        """Whether it is time for one; then the time to the next one begins."""
        due = self._due
        if due:
            self._wait()
        return due

    def close(self) -> None:
        """No more."""
        self._timer.cancel()


@asynccontextmanager
async def _watching(host: Host, name: str) -> AsyncIterator[tuple[Live, asyncio.Event, _Signs]]:
    """A table, the notice of its changes, and when to give a sign of life."""
    async with host.watching(name) as (live, notice):
        with closing(_Signs(notice)) as signs:
            yield live, notice, signs


async def _quietly(stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """A stream that ends when the log cannot be read; whoever needs it asks again."""
    with suppress(CodedError):
        async for part in stream:
            yield part


def _message(event: str, data: object) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {event}\ndata: {text}\n\n".encode()
