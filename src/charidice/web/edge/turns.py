"""Limits the work of one round of the event loop, so that no round takes long.

Hundreds of requests may arrive, and streams wake, at the same moment. All of them in one round
would block the loop as long as one huge request. So each waits for a turn, with a weight in units
of about half a millisecond; what does not fit into a round waits for the next. Moves have a budget
of their own, and addresses take turns: who asks for much waits longest.
"""

import asyncio
from collections import OrderedDict, deque
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from charidice.web.edge.addresses import address_of, site_of

MOST_WEIGHT_PER_ROUND: Final = 8  # a move takes some six rounds until it is answered
MOST_MOVES_PER_ROUND: Final = 32  # they are written together
MOVE: Final = 1  # a move over the API
REFUSAL: Final = 2  # a request that is refused early
READ: Final = 4  # anything else of the API, or a static file
PAGE: Final = 8  # a page, or the regions of one


class _Line:
    """A queue that is fair to addresses: they take turns, and each keeps its own order."""

    def __init__(self, most: int) -> None:
        self._most = self._room = most
        self._waiting: OrderedDict[str, deque[tuple[int, asyncio.Future[None]]]] = OrderedDict()

    @property
    def is_idle(self) -> bool:
        """Whether nobody was admitted since the round began, and nobody waits."""
        return self._room == self._most and not self._waiting

    def has_room(self, weight: int) -> bool:
        """Admit one at once, if nobody waits and this round has room."""
        if self._waiting or self._room <= 0:
            return False
        self._room -= weight
        return True

    def wait(self, site: str, weight: int, future: "asyncio.Future[None]") -> None:
        """Wait behind the others of this address."""
        self._waiting.setdefault(site, deque()).append((weight, future))

    def next_round(self) -> None:
        """Admit as many as a round has room for."""
        self._room = self._most
        while self._waiting and self._room > 0:
            site, waiting = self._waiting.popitem(last=False)
            weight, future = waiting.popleft()
            if waiting:
                self._waiting[site] = waiting  # behind all others
            if not future.done():  # not cancelled meanwhile
                future.set_result(None)
                self._room -= weight


class Turns:
    """The turns of one event loop."""

    def __init__(self) -> None:
        self._moves, self._others = _Line(MOST_MOVES_PER_ROUND), _Line(MOST_WEIGHT_PER_ROUND)
        self._counting = False

    async def turn(self, weight: int, address: str = "") -> None:
        """Wait for a round that has room for this."""
        loop = asyncio.get_running_loop()
        if not self._counting:
            self._counting = True
            loop.call_soon(self._next_round)
        line = self._moves if weight == MOVE else self._others
        if not line.has_room(weight):
            future: asyncio.Future[None] = loop.create_future()
            line.wait(site_of(address), weight, future)
            await future

    def _next_round(self) -> None:
        if self._moves.is_idle and self._others.is_idle:
            self._counting = False
            return
        self._moves.next_round()
        self._others.next_round()
        asyncio.get_running_loop().call_soon(self._next_round)


class InTurn:
    """The middleware: every request takes a turn."""

    def __init__(self, app: ASGIApp, turns: Turns) -> None:
        self._app, self._turns = app, turns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for a turn, and pass the request on."""
        if scope["type"] == "http":
            await self._turns.turn(weight_of(scope["path"]), address_of(scope))
        await self._app(scope, receive, send)


def weight_of(path: str) -> int:
    """How much work a request is likely to be."""
    if not path.startswith("/api/"):
        return READ if path.startswith("/static/") else PAGE
    return MOVE if path.endswith("/commands") else READ
