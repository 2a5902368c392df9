"""Limits of connections before a request is known: their number, their time and their size.

Uvicorn checks none of this. Open connections are not disturbed when many new ones arrive.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from charidice.web.config import Timings
from charidice.web.edge.addresses import plain, site_of
from charidice.web.edge.sizes import (
    MOST_FORM_BYTES,
    MOST_HEADERS,
    MOST_UNREAD_UPLOAD_BYTES,
    MOST_UPLOAD_BYTES,
    UPLOAD_PATH,
)

MOST_HEAD_BYTES: Final = 40 * 1024
MOST_UNREAD_BYTES: Final = 256 * 1024  # of a body that is too long, while it is refused
MOST_CHUNKS: Final = 1_000  # of a body
MOST_WAITING_REQUESTS: Final = 4  # on one connection, sent before the answer to the first
_ENDED_AT_ONCE: Final = 200  # connections, in one round of the loop
_SLICE_BYTES: Final = 8 * 1024  # are read at once, but
_SLICE_LINES: Final = 16  # where there are more lines in them than this,
_SMALL_SLICE_BYTES: Final = 512  # some eight small heads
_REFUSAL: Final = b"HTTP/1.1 %s\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


@dataclass
class Connections:
    """The open connections of a server: so many at most, and so many from one address."""

    most: int
    most_per_address: int | None = None
    open: Counter[str] = field(default_factory=Counter)
    total: int = 0
    _lost: deque[tuple[Callable[[Exception | None], None], Exception | None]] = field(
        default_factory=deque
    )

    def add(self, address: str) -> bool:
        """Count one more; False if it is too many."""
        self.open[address] += 1
        self.total += 1
        many = self.most_per_address
        return self.total <= self.most and (many is None or self.open[address] <= many)

    def later(
        self,
        loop: asyncio.AbstractEventLoop,
        end: Callable[[Exception | None], None],
        error: Exception | None,
    ) -> None:
        """Close one in one of the next rounds of the loop, a limited number in each."""
        if not self._lost:
            loop.call_soon(self._end_some, loop)
        self._lost.append((end, error))

    def _end_some(self, loop: asyncio.AbstractEventLoop) -> None:
        for _ in range(min(_ENDED_AT_ONCE, len(self._lost))):
            end, error = self._lost.popleft()
            end(error)
        if self._lost:
            loop.call_soon(self._end_some, loop)

    def remove(self, address: str) -> None:
        """Count one less."""
        self.total -= 1
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]


class Protocol(HttpToolsProtocol):
    """HTTP on a connection, with limits."""

    def __init__(
        self, connections: Connections, timings: Timings, *args: Any, **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self._counted, self._timings = connections, timings
        self._address = ""
        self._in_head = False
        self._head_bytes = 0  # all that is not body
        self._body_bytes = self._chunks = 0
        self._kept_bytes = self._heard_bytes = MOST_FORM_BYTES  # of a body
        self._unanswered: list[RequestResponseCycle] = []
        self._deaf = False  # whatever else arrives is ignored
        self._unread_bytes = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, or refuse it."""
        super().connection_made(transport)
        if self.client:
            self.client = (plain(self.client[0]), self.client[1])
            self._address = site_of(self.client[0])
        if self._counted.add(self._address):
            self._wait_for_head()
        else:
            self._refuse(b"503 Service Unavailable")

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up in one of the next rounds of the loop, as thousands may be lost at once."""
        if self._unanswered:
            self._nobody_reads()
        self._counted.later(self.loop, self.end, exc)

    def end(self, exc: Exception | None) -> None:
        """Clean up after a lost connection."""
        self._stop_waiting()
        self._stop_waiting_for_reader()
        self._counted.remove(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, a piece at a time, unless a head has no end or a body is too long."""
        if self._deaf:
            self._unread_bytes += len(data)
            if self._unread_bytes > MOST_UNREAD_BYTES:
                self.transport.abort()
            return
        start = 0
        while start < len(data) and not self._hears_no_more():
            size = _SLICE_BYTES
            if data.count(b"\n", start, start + size) > _SLICE_LINES:
                size = _SMALL_SLICE_BYTES
            piece = data[start : start + size]
            start += size
            self._head_bytes += len(piece)
            super().data_received(piece)
            self._look()

    def _hears_no_more(self) -> bool:
        return self._deaf or self.transport.is_closing()

    def _look(self) -> None:
        """Check the limits after each piece, and set the timeout for what comes next."""
        if self.transport.is_closing():
            return
        if self._head_bytes > MOST_HEAD_BYTES or self._has_too_many_headers():
            self._refuse(b"431 Request Header Fields Too Large")
        elif len(self.pipeline) > MOST_WAITING_REQUESTS:
            self._refuse(b"429 Too Many Requests")
        elif self._chunks > MOST_CHUNKS + self._body_bytes // _SMALL_SLICE_BYTES:
            self._refuse(b"413 Content Too Large")
        elif self._body_bytes > self._heard_bytes:  # the guard will answer, and then it ends
            self._deaf = True
            self.cycle.keep_alive = False
        elif self._is_answered():  # in any case a request has to follow soon
            self._wait_for_head()

    def _has_too_many_headers(self) -> bool:
        return self._in_head and len(self.headers) > MOST_HEADERS

    def on_message_begin(self) -> None:
        """A request begins: its head has to come soon."""
        super().on_message_begin()
        self._in_head, self._body_bytes, self._chunks = True, 0, 0
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._in_head = False
        self._stop_waiting()
        super().on_headers_complete()
        uploads = self.scope.get("path") == UPLOAD_PATH
        self._kept_bytes = MOST_UPLOAD_BYTES if uploads else MOST_FORM_BYTES
        self._heard_bytes = MOST_UNREAD_UPLOAD_BYTES if uploads else MOST_FORM_BYTES
        now = cast("RequestResponseCycle | None", self.cycle)  # what asks for an upgrade has none
        self._unanswered = [
            cycle
            for cycle in dict.fromkeys((*self._unanswered, now))
            if cycle is not None and not cycle.response_complete
        ]

    def on_body(self, body: bytes) -> None:
        """Stop keeping a body that is too long; the guard refuses it."""
        self._head_bytes -= len(body)
        self._chunks += 1
        if self._body_bytes <= self._kept_bytes:
            super().on_body(body)
        self._body_bytes += len(body)

    def on_message_complete(self) -> None:
        """Start counting again for the next request."""
        self._head_bytes = 0
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The client does not read: disconnect it after a while."""
        super().pause_writing()
        self._stop_waiting_for_reader()
        self._unread_timer = self.loop.call_later(self._timings.unread, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        self._stop_waiting_for_reader()
        super().resume_writing()

    def _stop_waiting_for_reader(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None

    def _wait_for_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self._timings.head, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _too_slow(self) -> None:
        if self._in_head or self.cycle is None:
            self._refuse(b"408 Request Timeout")
        else:  # without a request, an answer could be mistaken for the answer to the next one
            self.transport.close()

    def _refuse(self, status: bytes) -> None:
        self._stop_waiting()
        if self.transport.is_closing():
            return
        if self._is_answered():  # no other answer is on its way
            self.transport.write(_REFUSAL % status)
        self.transport.close()
        self._nobody_reads()

    def _nobody_reads(self) -> None:
        """Notify every request that waits for its answer; uvicorn notifies only the last one."""
        for cycle in self._unanswered:
            if not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
        self._unanswered = []
        self.pipeline.clear()  # each of them knows this connection: together they would stay

    def _is_answered(self) -> bool:
        cycle = cast("RequestResponseCycle | None", self.cycle)
        return cycle is None or cycle.response_complete
