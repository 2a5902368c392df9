"""Server-sent events: what changed at a table, as it happens."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from charidice.locale import use
from charidice.rules import CodedError
from charidice.tables import CachedTable, Host
from charidice.tables.model.clock import is_closed
from charidice.web.addresses import address_of
from charidice.web.errors import Refused, WebError
from charidice.web.limits import Limits
from charidice.web.services import services_of
from charidice.web.turns import PAGE, READ, Turns
from charidice.web.view import Viewer, regions
from charidice.web.view_cache import at_hand, forget_views

PING_SECONDS: Final = 15.0
MOST_EVENTS_AT_ONCE: Final = 100
_ALIVE: Final = b"event: alive\ndata: {}\n\n"  # for pages, whose scripts see no comments
_STILL_HERE: Final = b": still here\n\n"
_HEADERS: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a stream: an address with its limits, and whose turn it is in the loop."""

    address: str
    limits: Limits
    turns: Turns

    @classmethod
    def of(cls, request: Request) -> "Reader":
        """Whoever asks."""
        services = services_of(request)
        return cls(address_of(request.scope), services.limits, services.turns)

    async def wait(self, cached: CachedTable, name: str, viewer: Viewer) -> None:
        """Wait until the regions may be rendered; what is rendered already costs nothing."""
        if at_hand(cached, viewer) is None:
            seated = viewer.holder is not None
            pause = self.limits.render_wait(self.address, name, seated=seated)
            if pause:
                await asyncio.sleep(pause)
            await self.turns.turn(PAGE, self.address)


class Stream(StreamingResponse):
    """A stream that counts for its address from before its first byte, or a refusal."""

    def __init__(self, parts: AsyncIterator[bytes], reader: Reader) -> None:
        super().__init__(_quietly(parts), media_type="text/event-stream", headers=_HEADERS)
        self._reader = reader

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, for as long as somebody reads."""
        with self._reader.limits.stream(self._reader.address) as counted:
            if not counted:
                raise Refused(WebError("web/too-many-streams"))
            await super().__call__(scope, receive, send)


def page_stream(host: Host, name: str, viewer: Viewer, language: str, reader: Reader) -> Stream:
    """The regions of the page that changed, in the language and for the seat of the viewer."""

    async def parts() -> AsyncIterator[bytes]:
        use(language)
        async with _watching(host, name) as (cached, notice, signs):
            yield _message("clock", {"now": cached.now})
            sent: dict[str, int] = {}
            version = -1
            while not host.closing:
                notice.clear()
                if cached.gone:
                    yield _message("gone", {})
                    return
                if cached.table.version != version:
                    await reader.wait(cached, name, viewer)
                    version = cached.table.version
                    removed = viewer.holder is not None and not cached.table.seats_of(viewer.holder)
                    if removed or not cached.table.shown_to(viewer.holder):
                        yield _message("gone", {})
                        return
                    current = regions(cached, viewer)
                    changed = {k: html for k, html in current.items() if sent.get(k) != hash(html)}
                    sent |= {k: hash(html) for k, html in changed.items()}
                    yield _message("regions", {"version": version, "regions": changed})
                if signs.due():
                    yield _ALIVE
                await notice.wait()

    return Stream(parts(), reader)


def event_stream(host: Host, name: str, holder: int | None, after: int, reader: Reader) -> Stream:
    """The public events of a table after a number, each with its number as id; a few at a time.

    The stream closes when the game is over for good.
    """

    async def parts() -> AsyncIterator[bytes]:
        async with _watching(host, name) as (cached, notice, signs):
            pace = partial(reader.turns.turn, READ, reader.address)
            events = host.events(name, cached, after, pace)
            yield b": welcome\n\n"
            while not (host.closing or cached.gone) and cached.table.shown_to(holder):
                notice.clear()
                if events.has_more:
                    batch = await events.next(MOST_EVENTS_AT_ONCE)
                    if batch:
                        yield b"".join(
                            f"id: {number}\ndata: {line}\n\n".encode() for number, line in batch
                        )
                    continue
                if is_closed(cached.table, cached.now):
                    return
                if signs.due():
                    yield _STILL_HERE
                await notice.wait()

    return Stream(parts(), reader)


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
async def _watching(
    host: Host, name: str
) -> AsyncIterator[tuple[CachedTable, asyncio.Event, _Signs]]:
    """A table, the notice of its changes, and when to give a sign of life."""
    async with host.watching(name) as (cached, notice):
        try:
            with closing(_Signs(notice)) as signs:
                yield cached, notice, signs
        finally:
            if len(cached.watchers) <= 1:  # nobody else looks on
                forget_views(cached)


async def _quietly(stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """A stream that ends when the log cannot be read; whoever needs it asks again."""
    with suppress(CodedError):
        async for part in stream:
            yield part


def _message(event: str, data: object) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {event}\ndata: {text}\n\n".encode()
