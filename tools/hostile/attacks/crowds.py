"""Many connections at once, and connections that are slow."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from tools.hostile.connections import (
    ANSWER_SECONDS,
    FORM_KIND,
    Connection,
    connect,
    request,
)
from tools.hostile.ground import Case, Ground, Report, Setup, case, close_all, statuses

_STAMPEDE: Final = 250
_HEAD_SECONDS: Final = 17.0  # a little longer than a server waits for a head
_BODY_SECONDS: Final = 12.0


async def crowd(ground: Ground) -> Report:
    """More connections than the server takes; most of them only stay."""
    held = await ground.crowd(ground.connections)
    try:
        asking = held[::20]
        for each in asking:
            each.writer.write(request("GET", "/about"))
        answers = await statuses(asking, ANSWER_SECONDS)
        await asyncio.sleep(ground.seconds / 2)
    finally:
        close_all(held)
    return Report(f"{len(held):,} connections held, {len(asking):,} of them ask", answers)


async def connection_flood(ground: Ground) -> Report:
    """Connections from one address that are opened and ended as quickly as possible."""
    source, until, report = ground.own_source(), time.monotonic() + ground.seconds, Report()

    async def one_after_the_other() -> None:
        while time.monotonic() < until:
            connection = await connect(ground.server.port, source)
            report.answers[0] += 1
            connection.close()

    await asyncio.gather(*(one_after_the_other() for _ in range(16)))
    report.done = f"{report.answers.total():,} connections from one address, opened and ended"
    report.answers.clear()
    return report


async def slow_headers(ground: Ground) -> Report:
    """Headers that come a byte a second, from hundreds of connections: refused after 15 seconds."""
    text = request("GET", "/about", x_slow="x" * 100_000)
    seconds = ground.seconds if ground.quick else max(ground.seconds, _HEAD_SECONDS)
    report = await _dripped(ground, seconds, lambda _number: (text[:20], text[20:]))
    report.done += " of headers"
    return report


async def slow_bodies(ground: Ground) -> Report:
    """Bodies that come a byte a second, from hundreds of connections: refused after 10 seconds."""

    def parts(number: int) -> tuple[bytes, bytes]:
        path = ("/play", "/preferences", "/api/v1/tables")[number % 3]
        kind = "application/json" if number % 3 == 2 else FORM_KIND
        whole = request("POST", path, b"x" * 4000, content_type=kind)
        return whole[:-4000], whole[-4000:]

    seconds = ground.seconds if ground.quick else max(ground.seconds, _BODY_SECONDS)
    report = await _dripped(ground, seconds, parts)
    report.done += " of bodies"
    return report


async def _dripped(
    ground: Ground, seconds: float, parts: Callable[[int], tuple[bytes, bytes]]
) -> Report:
    """Send the first part of each request at once and of the second a byte a second."""
    held = await ground.crowd(400)
    rests = []
    for number, each in enumerate(held):
        first, rest = parts(number)
        each.writer.write(first)
        rests.append(rest)
    answers = asyncio.create_task(statuses(held, seconds))
    try:
        for second in range(int(seconds)):
            for each, rest in zip(held, rests, strict=True):
                each.drip(rest[second : second + 1])
            await asyncio.sleep(1)
        report = Report(f"{len(held)} connections send a byte a second", await answers)
    finally:
        close_all(held)
    if seconds >= _HEAD_SECONDS - 5 and set(report.answers) != {408}:
        report.check(ground.quick, "what was slow was not refused with 408")
    return report


async def slow_readers(ground: Ground) -> Report:
    """Pages that one address asks for many times over and reads slowly, or not at all."""
    table = ground.victim.table
    held = await ground.crowd(200, receive_buffer=1024, source=ground.own_source())
    try:
        for number, each in enumerate(held):
            each.stop_reading()
            each.writer.write(request("GET", f"/t/{table}") * (4 if number % 2 else 16))
        until = time.monotonic() + ground.seconds
        while time.monotonic() < until:
            await asyncio.sleep(0.5)
            for each in held[::2]:
                with contextlib.suppress(OSError, TimeoutError):
                    transport = each.writer.transport
                    if isinstance(transport, asyncio.Transport) and not transport.is_closing():
                        transport.resume_reading()
                        each.stop_reading()
    finally:
        close_all(held)
    return Report(f"{len(held)} connections ask for 4 or 16 pages each and hardly read")


async def endless_headers(ground: Ground) -> Report:
    """Headers, paths and ends of chunks that have no end; what is kept of them shows in memory."""
    beginnings = (
        b"GET /about HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ",
        b"GET /",
        b"POST /play HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5;",
        b"GET /about HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    )
    megabytes, until, answers, count = 8, time.monotonic() + ground.seconds, Counter[int](), 0

    async def pour(number: int, each: Connection) -> int:
        each.writer.write(beginnings[number % 4])
        part = b"X-Many: y\r\n" * 6000 if number % 4 == 3 else b"x" * 65536
        with contextlib.suppress(OSError, TimeoutError):
            for _ in range(megabytes * 16):
                each.writer.write(part)
                async with asyncio.timeout(2):
                    await each.writer.drain()
        return await each.first(0.5)

    while time.monotonic() < until:
        held = await ground.crowd(20)
        try:
            answers += Counter(
                await asyncio.gather(*(pour(n, each) for n, each in enumerate(held)))
            )
        finally:
            close_all(held)
        count += len(held)
    return Report(f"{count} requests whose head has no end, {megabytes} MB of each", answers)


async def stampede(ground: Ground) -> Report:
    """As many connections as one address may have, that ask for a table in the same moment."""
    return await _stampede(ground, ground.victim.table)


async def stampede_without_rate(ground: Ground) -> Report:
    """The same without a limit on requests, for the table with the longest log."""
    return await _stampede(ground, ground.filling.long[0].table)


async def _stampede(ground: Ground, table: str) -> Report:
    source, until, answers, times = (
        ground.own_source(),
        time.monotonic() + ground.seconds,
        Counter[int](),
        0,
    )
    while time.monotonic() < until:
        held = await ground.crowd(_STAMPEDE - 5, source=source)
        try:
            for each in held:
                each.writer.write(request("GET", f"/t/{table}", accept_language="de"))
            answers += await statuses(held, ANSWER_SECONDS)
            await asyncio.sleep(1)
        finally:
            close_all(held)
        times += 1
    return Report(f"{times} times {_STAMPEDE - 5} pages in one moment", answers)


CASES: Final[tuple[Case, ...]] = (
    case(crowd, Setup.USUAL, {200, 429, 503}, memory=60, peak=150),
    case(connection_flood, Setup.USUAL, ()),
    case(slow_headers, Setup.USUAL, {408, 0}),
    case(slow_bodies, Setup.USUAL, {408, 0}),
    case(slow_readers, Setup.USUAL, (), memory=25),
    case(endless_headers, Setup.USUAL, {0, 431}, memory=25),
    case(stampede, Setup.USUAL, {200, 429}, memory=25),
    case(stampede_without_rate, Setup.UNLIMITED, {200}, memory=25, for_information=True),
)
