"""The way of all requests to a server that breaks down again and again.

Every request goes over any of many connections, so that it gets to any worker. Which requests were
open when something broke, and which of their answers were lost, is noted here.
"""

import random
import ssl
from collections import Counter
from dataclasses import dataclass
from typing import Final

import httpx

POOLS: Final = 12  # of connections; a request takes any of them
KEPT_CHANCE: Final = 0.9  # that a connection is kept for one more request
# Nothing here is HTTPS, and reading the certificates of the system takes long.
_NO_CERTIFICATES: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
_NO_LIMITS: Final = httpx.Limits(max_connections=None, max_keepalive_connections=4)


@dataclass(eq=False)
class Fault:
    """Something that was done to the server: how many requests were open, how many of them were
    lost, and how many were answered only when it was over."""

    kind: str
    open: int = 0
    lost: int = 0
    held: int = 0
    over: bool = False

    @property
    def hits(self) -> int:
        """How many requests it has hit."""
        return self.lost + self.held


@dataclass(eq=False)
class OpenRequest:
    """A request that waits for its answer, and the latest fault that it has met."""

    fault: Fault | None = None


class Wire(httpx.AsyncBaseTransport):
    """Many connections to a server, for `charidice.client` and for open pages."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._pools = [
            httpx.AsyncHTTPTransport(verify=_NO_CERTIFICATES, limits=_NO_LIMITS)
            for _ in range(POOLS)
        ]
        self.open: set[OpenRequest] = set()
        self.answers = Counter[int]()
        self.lost = 0
        self.streams = 0  # how often somebody has connected to one

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request over any connection, and note what becomes of it."""
        pool = self._rng.choice(self._pools)
        if request.url.path.endswith(("/events", "/stream")):
            self.streams += 1
            return await pool.handle_async_request(request)
        if self._rng.random() >= KEPT_CHANCE:
            request.headers["connection"] = "close"
        waiting = OpenRequest()
        self.open.add(waiting)
        try:
            # It is lost when the client says so: one limit of time is enough.
            answer = await _whole(pool, request)
        except httpx.TransportError:
            self._note_lost(waiting)
            raise
        finally:
            self.open.discard(waiting)
        self.answers[answer.status_code] += 1
        if answer.status_code >= 500:
            self._note_lost(waiting)
        elif waiting.fault is not None:
            waiting.fault.held += waiting.fault.over
        return answer

    async def aclose(self) -> None:
        """Nothing: many clients share the wire, and `end` ends it for all."""

    async def end(self) -> None:
        """End all connections."""
        for pool in self._pools:
            await pool.aclose()

    def hit(self, fault: Fault) -> None:
        """A fault happens now: note the requests that are open."""
        for request in self.open:
            fault.open += request.fault is not fault
            request.fault = fault

    def _note_lost(self, request: OpenRequest) -> None:
        self.lost += 1
        if request.fault is not None:
            request.fault.lost += 1


async def _whole(pool: httpx.AsyncHTTPTransport, request: httpx.Request) -> httpx.Response:
    """An answer that has come to its end."""
    answer = await pool.handle_async_request(request)
    try:
        body = b"".join([part async for part in answer.aiter_raw()])
    finally:
        await answer.aclose()
    return httpx.Response(answer.status_code, headers=answer.headers, stream=httpx.ByteStream(body))
