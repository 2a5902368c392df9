"""A way to a server that has accidents, and clients that take it."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

import httpx
from tests.web.support import NO_CERTIFICATES, Local

from charidice.client import Client, Retries, Seat
from charidice.tables import Settings

# Nobody waits for anybody.
CALM = Settings(ask_seconds=0, pace=0, grace_seconds=0)

Accident = Callable[[Callable[[], Awaitable[httpx.Response]]], Awaitable[httpx.Response]]


class Accidents(httpx.AsyncBaseTransport):
    """The way to a server; the next accident happens to the next request that it is meant for."""

    def __init__(self) -> None:
        self._way = httpx.AsyncHTTPTransport(verify=NO_CERTIFICATES)
        self._waiting: dict[str, deque[Accident]] = {"GET": deque(), "POST": deque()}
        self.sent: list[tuple[str, str, bytes]] = []
        self.headers: list[httpx.Headers] = []

    def prepare(self, method: str, *accidents: Accident) -> None:
        self._waiting[method].extend(accidents)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append((request.method, request.url.path, await request.aread()))
        self.headers.append(request.headers)

        async def done() -> httpx.Response:
            return await self._way.handle_async_request(request)

        waiting = self._waiting[request.method]
        return await (waiting.popleft()(done) if waiting else done())

    async def aclose(self) -> None:
        await self._way.aclose()

    @property
    def posted(self) -> list[bytes]:
        return [body for method, _path, body in self.sent if method == "POST"]


def lost_answer() -> Accident:
    """The server does what it is asked, and nobody hears of it."""

    async def happen(done: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        answer = await done()
        await answer.aread()
        raise httpx.ReadError("the connection broke")

    return happen


def answered(status: int, body: object = None, **headers: str) -> Accident:
    """Something before the server answers instead of it."""

    async def happen(_done: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        return httpx.Response(status, json=body, headers=headers)

    return happen


def hidden_cancellation() -> Accident:
    """The answer never comes; when nobody waits any more, closing the connection fails."""

    async def happen(_done: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise httpx.ReadError("the connection broke") from None
        raise AssertionError("nobody has stopped it")

    return happen


def closed_socket() -> Accident:
    """The connection was closed a moment ago, which anyio does not say as httpx does."""

    async def happen(_done: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        raise AttributeError("'NoneType' object has no attribute 'getpeername'")

    return happen


def cut_after(size: int) -> Accident:
    """The answer breaks off after so many bytes."""

    async def happen(done: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        answer = await done()
        return httpx.Response(answer.status_code, headers=answer.headers, stream=Cut(answer, size))

    return happen


class Cut(httpx.AsyncByteStream):
    """The beginning of an answer."""

    def __init__(self, whole: httpx.Response, size: int) -> None:
        self._whole, self._size = whole, size

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = self._size
        async for part in self._whole.aiter_raw():
            yield part[:left]
            left -= len(part)
            if left <= 0:
                raise httpx.ReadError("the connection broke")

    async def aclose(self) -> None:
        await self._whole.aclose()


class Naps:
    """How long a client has waited between tries, without waiting."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def client_of(
    here: Local, way: httpx.AsyncBaseTransport | None = None, naps: Naps | None = None
) -> Client:
    """A client of a server, that loses no time with pauses."""
    retries = Retries(sleep=naps or Naps())
    return Client(here.url, retries=retries, transport=way or Accidents())


async def two_at_a_table(client: Client) -> tuple[Seat, Seat]:
    """Lena on seat 0 and Marko on seat 1; Lena is to roll."""
    lena = await client.open_table("Lena", settings=CALM, rounds=1)
    marko = await client.join(lena.table, "Marko")
    await lena.begin(0)
    return lena, marko


async def play_to_the_end(seats: Iterable[Seat]) -> None:
    """One roll a turn, nobody asks, one die is scored."""
    players = list(seats)
    while (state := await players[0].state()).to_act is not None:
        assert state.game is not None
        action = "roll" if state.game.phase == "rolling" else "score 0"
        await players[state.to_act].play(action, state.position)
