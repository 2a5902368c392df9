"""Streams of events: nothing is lost and nothing comes twice, however often they break."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import httpx
import pytest
from tests.client.support import (
    CALM,
    Accident,
    Accidents,
    Naps,
    answered,
    client_of,
    closed_socket,
    cut_after,
    hidden_cancellation,
    play_to_the_end,
    two_at_a_table,
)
from tests.web.support import Local

from charidice.client import ApiError, Client, Onlooker, StreamError, UnreachableError
from charidice.client.streams import Message, messages
from charidice.tables.model.public_events import PublicEvent, encode_public


async def all_of(seat: Onlooker, after: int = 0) -> list[PublicEvent]:
    return [event async for event in seat.events(after)]


async def finished(client: Client) -> Onlooker:
    """A table whose game is over."""
    lena, marko = await two_at_a_table(client)
    await play_to_the_end([lena, marko])
    return client.onlooker(lena.table)


def test_events_come_as_they_happen_until_the_game_is_over(here: Local) -> None:
    async def play() -> list[PublicEvent]:
        async with client_of(here) as client:
            lena, marko = await two_at_a_table(client)
            following = asyncio.create_task(all_of(marko))
            await play_to_the_end([lena, marko])
            return await following

    events = asyncio.run(play())
    assert [event.number for event in events] == [*range(1, len(events) + 1)]
    assert [event.kind for event in events][:4] == ["created", "sat", "sat", "begun"]
    assert events[-1].kind == "finished"


def test_a_connection_that_was_just_closed_is_a_lost_one(here: Local) -> None:
    async def play() -> list[PublicEvent]:
        way = Accidents()
        way.prepare("POST", closed_socket())
        way.prepare("GET", closed_socket())
        async with client_of(here, way) as client:
            table = await finished(client)
            way.prepare("GET", closed_socket())
            return await all_of(table)

    assert asyncio.run(play())[-1].kind == "finished"


@pytest.mark.parametrize("size", [1, 7, 300, 801, 1500])
def test_a_stream_that_is_cut_goes_on_without_loss_or_repeat(here: Local, size: int) -> None:
    async def play() -> tuple[list[PublicEvent], list[PublicEvent], list[str]]:
        way = Accidents()
        async with client_of(here, way) as client:
            table = await finished(client)
            whole = await all_of(table)
            before = len(way.sent)
            way.prepare("GET", *[cut_after(size + step) for step in range(4)], answered(503))
            pieces = await all_of(table)
            resumed = [headers.get("last-event-id", "") for headers in way.headers[before:]]
            return whole, pieces, resumed

    whole, pieces, resumed = asyncio.run(play())
    assert [*map(encode_public, pieces)] == [*map(encode_public, whole)]
    assert len(resumed) > 1
    if size > 800:  # some whole events have come
        assert resumed[0] == ""
        assert int(resumed[1]) >= 1


def test_whoever_has_seen_the_end_gets_nothing_more(here: Local) -> None:
    async def play() -> tuple[int, list[PublicEvent], list[PublicEvent]]:
        async with client_of(here) as client:
            table = await finished(client)
            last = (await table.state()).version
            return last, await all_of(table, last), await all_of(table, last - 2)

    last, none, two = asyncio.run(play())
    assert none == []
    assert [event.number for event in two] == [last - 1, last]


def test_a_rematch_can_be_heard_of_after_the_end(here: Local) -> None:
    async def play() -> list[PublicEvent]:
        async with client_of(here) as client:
            lena, marko = await two_at_a_table(client)
            await play_to_the_end([lena, marko])
            seen = await all_of(lena)
            await marko.rematch()
            return await all_of(lena, seen[-1].number)

    assert [event.kind for event in asyncio.run(play())] == ["rematched"]


def test_a_stream_that_is_refused_raises(here: Local) -> None:
    async def play() -> ApiError:
        async with client_of(here) as client:
            with pytest.raises(ApiError) as refused:
                await all_of(client.onlooker("AAAAAAAAAAAAAAAA"))
            return refused.value

    refused = asyncio.run(play())
    assert (refused.status, refused.code) == (404, "table/not-found")


def test_a_server_that_stays_away_is_given_up_and_one_that_comes_back_is_not(here: Local) -> None:
    async def play() -> int:
        way, naps = Accidents(), Naps()
        async with client_of(here, way, naps) as client:
            table = await finished(client)
            # Each connection that was accepted begins the counting anew.
            way.prepare(
                "GET", *[answered(503)] * 5, cut_after(1), *[answered(503)] * 4, cut_after(1)
            )
            await all_of(table)
            way.prepare("GET", *[answered(503)] * 6)
            with pytest.raises(ApiError):
                await all_of(table)
            return len(naps.seconds)

    assert asyncio.run(play()) == 11 + 5


@pytest.mark.parametrize("numbers", [(1, 3), (1, 1), (2,)])
def test_events_out_of_order_are_an_error(here: Local, numbers: tuple[int, ...]) -> None:
    async def play() -> None:
        way = Accidents()
        async with client_of(here, way) as client:
            table = await finished(client)
            first = encode_public((await all_of(table))[0])
            texts = [first.replace('"number":1', f'"number":{number}') for number in numbers]
            body = "".join(f"id: 0\ndata: {text}\n\n" for text in texts)
            way.prepare("GET", streamed(body.encode()))
            with pytest.raises(StreamError):
                await all_of(table)

    asyncio.run(play())


def streamed(body: bytes) -> Accident:
    async def happen(_done: object) -> httpx.Response:
        return httpx.Response(200, content=body)

    return happen


def test_an_event_that_nobody_knows_is_an_error(here: Local) -> None:
    async def play() -> None:
        way = Accidents()
        async with client_of(here, way) as client:
            way.prepare("GET", streamed(b'id: 1\ndata: {"kind":"danced","number":1}\n\n'))
            with pytest.raises(StreamError):
                await all_of(client.onlooker("AAAAAAAAAAAAAAAA"))

    asyncio.run(play())


def test_who_leaves_the_loop_early_can_go_on_with_the_same_client(here: Local) -> None:
    async def play() -> None:
        async with client_of(here) as client:
            seat = await client.open_table("Lena", settings=CALM)
            async with aclosing(seat.events()) as events:
                assert (await anext(events)).kind == "created"
            await seat.add_bot("casual")

    asyncio.run(play())


@pytest.mark.parametrize("streaming", [True, False])
def test_who_is_cancelled_stops_though_the_connection_fails_just_then(
    here: Local, streaming: bool
) -> None:
    async def play() -> None:
        way = Accidents()
        async with client_of(here, way) as client:
            way.prepare("GET", hidden_cancellation())
            table = client.onlooker("AAAAAAAAAAAAAAAA")
            waiting = asyncio.ensure_future(all_of(table) if streaming else table.state())
            while not way.sent:
                await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert len(way.sent) == 1

    asyncio.run(play())


def test_a_break_that_never_ends_says_so(here: Local) -> None:
    async def gone(_done: object) -> httpx.Response:
        raise httpx.ConnectError("")

    async def play() -> str:
        way = Accidents()
        async with client_of(here, way) as client:
            way.prepare("GET", *[gone] * 6)
            with pytest.raises(UnreachableError) as failed:
                await all_of(client.onlooker("AAAAAAAAAAAAAAAA"))
            return str(failed.value)

    assert asyncio.run(play()) == "no answer came: ConnectError"


TEXT = (
    ": welcome\n\n"
    'id: 1\ndata: {"a":\u20281}\n\n'
    "event: alive\ndata: \n\n"
    ": sign of life\n\n"
    "event: regions\r\ndata: one\r\ndata: two\r\n\r\n"
    "id: 2\ndata: cut"
)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
def test_messages_are_the_same_however_they_are_cut_into_pieces(size: int) -> None:
    data = TEXT.encode()

    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(data), size):
            yield data[start : start + size]

    async def read() -> list[Message]:
        return [message async for message in messages(pieces())]

    assert asyncio.run(read()) == [
        Message("1", "message", '{"a":\u20281}'),
        Message("", "alive", ""),
        Message("", "regions", "one\ntwo"),
    ]
