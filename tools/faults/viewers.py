"""People who look on, and connect again whenever their stream breaks, as browsers do."""

import asyncio
import contextlib
import json
from dataclasses import fields
from typing import Any, Final, get_args

import httpx

from charidice.client import ClientError, Onlooker, StreamError
from charidice.client.streams import SILENT_SECONDS, Message, messages
from charidice.tables import Table
from charidice.tables.model.events import Event, decode
from charidice.tables.model.evolve import evolve
from charidice.tables.model.public_events import PUBLIC_EVENT, PublicEvent, encode_public
from charidice.web.edge.seat_tokens import cookie_of

LATE_SECONDS: Final = 30.0  # how long a stream may be behind what was acknowledged
PAUSE_SECONDS: Final = 0.1
AGAIN_SECONDS: Final = 0.5  # after a stream has ended or could not be opened


class Viewer:
    """Somebody at a stream."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.version = 0
        self.trouble: list[str] = []
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def open(self) -> None:
        """Begin to look on."""
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Look away."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def news(self, seconds: float) -> None:
        """Wait until something happens, at most for this time."""
        self._changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()

    async def reached(self, version: int, seconds: float = LATE_SECONDS) -> bool:
        """Wait until this version is shown; False if it does not come in this time."""
        try:
            async with asyncio.timeout(seconds):
                while self.version < version:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True

    async def _watch(self) -> None:
        """Look on until told otherwise: after the end of a game there may still be a rematch."""
        while not self._closed:  # a connection that fails while it is cancelled hides that
            with contextlib.suppress(ClientError, httpx.TransportError):
                await self._follow()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _follow(self) -> None:
        """Look on until the stream breaks or ends."""
        raise NotImplementedError

    def _showed(self, version: int) -> None:
        self.version = version
        self._changed.set()


def event_of(shown: dict[str, Any]) -> Event:
    """The event of the log behind a public one, as far as everybody may know it."""
    known = {"holder": shown.get("sitting"), **shown}
    if shown["kind"] == "created":
        known["game"] = {name: shown[name] for name in ("rules", "dice", "source")}
    kind = next(each for each in get_args(Event) if each.kind == shown["kind"])
    written = {each.name: known[each.name] for each in fields(kind) if each.name in known}
    return decode(json.dumps(written))


class EventViewer(Viewer):
    """Somebody who follows the events of a table with the client, and plays them if wanted."""

    def __init__(self, seat: Onlooker, *, playing: bool = False) -> None:
        super().__init__(f"events of {seat.table}")
        self.lines: list[str] = []
        self.table = Table()
        self._seat, self._playing = seat, playing

    async def _follow(self) -> None:
        try:
            async with contextlib.aclosing(self._seat.events(self.version)) as events:
                async for event in events:
                    self._take(event)
        except StreamError as error:  # an event too much, one too few, or one that makes no sense
            self.trouble.append(str(error))

    def _take(self, event: PublicEvent) -> None:
        self.lines.append(encode_public(event))
        if self._playing and not self.trouble:
            try:
                shown = PUBLIC_EVENT.dump_python(event, mode="json")
                self.table = evolve(self.table, event_of(shown))
            except (LookupError, TypeError, ValueError) as error:
                self.trouble.append(f"event {event.number} does not replay: {error}")
        self._showed(event.number)


class PageViewer(Viewer):
    """Somebody who has the page of a table open."""

    def __init__(self, http: httpx.AsyncClient, table: str, token: str = "") -> None:
        super().__init__(f"page of {table}")
        self._http, self._path = http, f"/t/{table}/stream"
        self._headers = {"cookie": f"{cookie_of(table)}={token}"} if token else {}

    async def _follow(self) -> None:
        timeout = httpx.Timeout(SILENT_SECONDS)
        async with self._http.stream(
            "GET", self._path, headers=self._headers, timeout=timeout
        ) as page:
            if page.status_code == 200:
                async for message in messages(page.aiter_bytes()):
                    self._take(message)

    def _take(self, message: Message) -> None:
        if message.event == "gone":
            self.trouble.append("the page was told to go away")
        if message.event == "regions":
            version = json.loads(message.data)["version"]
            if version < self.version:
                self.trouble.append(f"version {version} came after {self.version}")
            self._showed(version)
