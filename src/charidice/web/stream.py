"""Server-sent events: what changed at a table, as it happens."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Final

from starlette.responses import StreamingResponse

from charidice.locale import use
from charidice.tables import Host
from charidice.web.view import Viewer, regions

PING_SECONDS: Final = 15.0
_HEADERS: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}


def page_stream(host: Host, name: str, viewer: Viewer, language: str) -> StreamingResponse:
    """The regions of the page that changed, in the language and for the seat of the viewer."""

    async def stream() -> AsyncIterator[bytes]:
        use(language)
        async with host.watching(name) as (live, notice):
            yield _message("clock", {"now": time.time()})
            sent: dict[str, str] = {}
            version = -1
            while not host.closing:
                notice.clear()
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
                if not await _woken(notice):
                    yield b"event: alive\ndata: {}\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers=_HEADERS)


def event_stream(host: Host, name: str, sitting: int | None, after: int) -> StreamingResponse:
    """The events of a table from a number on, each with its number as id."""

    async def stream() -> AsyncIterator[bytes]:
        seen = after
        async with host.watching(name) as (live, notice):
            yield b": welcome\n\n"
            while not host.closing and live.table.shown_to(sitting):
                notice.clear()
                if live.table.version > seen:
                    lines = await host.since(name, live, seen)
                    yield b"".join(
                        f"id: {number}\ndata: {line}\n\n".encode()
                        for number, line in enumerate(lines, seen + 1)
                    )
                    seen += len(lines)
                elif not await _woken(notice):
                    yield b"event: alive\ndata: {}\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers=_HEADERS)


async def _woken(notice: asyncio.Event) -> bool:
    """Wait for a notice, or until it is time for a sign of life."""
    try:
        async with asyncio.timeout(PING_SECONDS):
            await notice.wait()
    except TimeoutError:
        return False
    return True


def _message(event: str, data: object) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {event}\ndata: {text}\n\n".encode()
