"""What a connection may do before its request is known: wait so long, send so much, be so many.

Uvicorn checks none of this. Whoever is connected already is not disturbed by a crowd that comes
later.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from charidice.web.limits import site_of

HEAD_SECONDS: Final = 15.0
MOST_HEAD_BYTES: Final = 64 * 1024
_REFUSAL: Final = b"HTTP/1.1 %s\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


@dataclass
class Connections:
    """The open connections of a server: so many at most, and so many from one address."""

    most: int
    most_per_address: int | None = None
    open: Counter[str] = field(default_factory=Counter)

    def full(self, address: str) -> bool:
        """Whether one more is too many; `open` has it already."""
        many = self.most_per_address
        return self.open.total() > self.most or (many is not None and self.open[address] > many)


class Protocol(HttpToolsProtocol):
    """HTTP on a connection, with limits."""

    def __init__(self, connections: Connections, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._counted = connections
        self._address = ""
        self._head_bytes = 0  # all that is not body
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, or refuse it."""
        super().connection_made(transport)
        self._address = site_of(self.client[0]) if self.client else ""
        self._counted.open[self._address] += 1
        if self._counted.full(self._address):
            self._refuse(b"503 Service Unavailable")
        else:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self._stop_waiting()
        self._counted.open[self._address] -= 1
        if not self._counted.open[self._address]:
            del self._counted.open[self._address]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless a head has no end."""
        if self.transport.is_closing():
            return
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > MOST_HEAD_BYTES and not self.transport.is_closing():
            self._refuse(b"431 Request Header Fields Too Large")
        elif self._is_answered():  # whatever this was, a request has to follow soon
            self._wait_for_head()

    def on_message_begin(self) -> None:
        """A request begins: its head has to come soon."""
        super().on_message_begin()
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._stop_waiting()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """The guard counts bodies."""
        self._head_bytes -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The next one counts anew."""
        self._head_bytes = 0
        super().on_message_complete()

    def _wait_for_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _too_slow(self) -> None:
        self._refuse(b"408 Request Timeout")

    def _refuse(self, status: bytes) -> None:
        self._stop_waiting()
        if self._is_answered():  # no other answer is on its way
            self.transport.write(_REFUSAL % status)
        self.transport.close()

    def _is_answered(self) -> bool:
        cycle = cast("RequestResponseCycle | None", self.cycle)
        return cycle is None or cycle.response_complete
