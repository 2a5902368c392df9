"""How much work one round of the event loop takes on, so that nobody waits long for the next.

Hundreds of requests may arrive, and streams wake, in the same moment. All of them in one round
would hold the loop as long as one huge request. So each takes a turn first, with a weight of
about half a millisecond; those for whom a round has no room wait for the next, in order.
"""

import asyncio
from collections import deque
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

MOST_WEIGHT_PER_ROUND: Final = 32
MOVE: Final = 1  # a move over the API
READ: Final = 4  # anything else there
PAGE: Final = 8  # a page, or the regions of one


class Turns:
    """Whose turn it is; of one loop."""

    def __init__(self) -> None:
        self._room = MOST_WEIGHT_PER_ROUND
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()
        self._counting = False

    async def turn(self, weight: int) -> None:
        """Wait for a round that has room for this."""
        loop = asyncio.get_running_loop()
        if not self._counting:
            self._counting = True
            loop.call_soon(self._next_round)
        if not self._waiting and self._room > 0:
            self._room -= weight
            return
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append((weight, future))
        await future

    def _next_round(self) -> None:
        used = self._room < MOST_WEIGHT_PER_ROUND
        self._room = MOST_WEIGHT_PER_ROUND
        while self._waiting and self._room > 0:
            weight, future = self._waiting.popleft()
            if not future.done():  # whoever has left needs no turn
                future.set_result(None)
                self._room -= weight
        if used or self._room < MOST_WEIGHT_PER_ROUND:
            asyncio.get_running_loop().call_soon(self._next_round)
        else:
            self._counting = False


class InTurn:
    """The middleware: every request takes a turn."""

    def __init__(self, app: ASGIApp, turns: Turns) -> None:
        self._app, self._turns = app, turns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for a turn, and hand the request on."""
        if scope["type"] == "http":
            await self._turns.turn(weight_of(scope["path"]))
        await self._app(scope, receive, send)


def weight_of(path: str) -> int:
    """How much work a request is likely to be."""
    if not path.startswith("/api/"):
        return READ if path.startswith("/static/") else PAGE
    return MOVE if path.endswith("/commands") else READ
