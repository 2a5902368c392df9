"""Streams: too many, never read, and each in another language."""

import asyncio
import contextlib
import time
from collections import Counter
from typing import Final

from tools.hostile.connections import ANSWER_SECONDS, Connection, request
from tools.hostile.ground import Case, Ground, Report, Setup, case, close_all, statuses
from tools.scripted_game import SETTINGS as CALM

from charidice.locale import languages
from charidice.tables.model.decide import MOST_EVENTS
from charidice.web.config import MOST_STREAMS_PER_ADDRESS

_LANGUAGES: Final = languages()
_CHANGES_PER_SECOND: Final = 26


async def deaf_streams(ground: Ground) -> Report:
    """Streams that are opened and never read, while the game that they follow goes on."""
    victim = ground.victim
    held = await ground.crowd(500, receive_buffer=1024)
    paths = (f"/t/{victim.table}/stream", f"/api/v1/tables/{victim.table}/events")
    try:
        for number, each in enumerate(held):
            each.stop_reading()
            each.writer.write(request("GET", paths[number % 2], accept_language="de"))
            if number % 100 == 99:  # all in one moment is another attack: stampede
                await asyncio.sleep(0.2)
        moves = await _moves(ground)
    finally:
        close_all(held)
    return Report(f"{len(held)} streams opened and never read, {moves} moves told to them")


async def _moves(ground: Ground) -> int:
    """The attacked table plays on; how many moves that were."""
    until, moves = time.monotonic() + ground.seconds, 0
    while time.monotonic() < until:
        moves += await ground.victim.move()
        await asyncio.sleep(0.1)
    return moves


async def too_many_streams(ground: Ground) -> Report:
    """110 streams that one address opens in the same moment: 60 are answered."""
    source, table = ground.own_source(), ground.victim.table
    held = await ground.crowd(110, source=source)
    try:
        for number, each in enumerate(held):
            path = f"/t/{table}/stream" if number % 2 else f"/api/v1/tables/{table}/events"
            each.writer.write(request("GET", path))
        answers = await statuses(held, ANSWER_SECONDS)
        await asyncio.sleep(ground.seconds / 2)
    finally:
        close_all(held)
    report = Report(f"{len(held)} streams from one address at once", answers)
    most = MOST_STREAMS_PER_ADDRESS
    report.check(answers[200] <= most, f"{answers[200]} streams were opened, {most} are allowed")
    return report


async def deaf_readers(ground: Ground) -> Report:
    """60 readers of events and 60 of pages, of logs as long as they may be, who take nothing."""
    return await _deaf(ground, ground.filling.long[0].table, 120)


async def deaf_crowd(ground: Ground) -> Report:
    """600 readers who take nothing, of logs as long as they may be: ten addresses with 60 each."""
    return await _deaf(ground, ground.filling.long[0].table, 600)


async def _deaf(ground: Ground, table: str, count: int) -> Report:
    held = await ground.crowd(count, receive_buffer=1024)
    before = ground.server.memory
    try:
        for number, each in enumerate(held):
            path = f"/t/{table}/stream" if number % 2 else f"/api/v1/tables/{table}/events"
            each.stop_reading()
            each.writer.write(
                request("GET", path, accept_language=_LANGUAGES[number % len(_LANGUAGES)])
            )
        await asyncio.sleep(ground.seconds)
        grown = ground.server.memory - before
    finally:
        close_all(held)
    each_kb = grown // 1024 // max(1, len(held))
    done = f"{len(held)} readers of {MOST_EVENTS:,} events hold {each_kb} kB of the server each"
    return Report(done)


async def many_languages(ground: Ground) -> Report:
    """60 streams of one address in all languages and under other names, 26 changes a second."""
    source, victim = ground.own_source(), ground.victim
    held = await ground.crowd(MOST_STREAMS_PER_ADDRESS, source=source)
    read = Counter[int]()
    try:
        for number, each in enumerate(held):
            language, host = _LANGUAGES[number % len(_LANGUAGES)], f"10.0.{number}.1"
            wish = request("GET", f"/t/{victim.table}/stream", accept_language=language, host=host)
            each.writer.write(wish)
        reading = [asyncio.create_task(_read_all(each, read)) for each in held]
        until, changes = time.monotonic() + ground.seconds, 0
        while time.monotonic() < until:
            changes += 1
            settings = {**CALM, "pace": 1 + changes % 2}
            await victim.command(0, {"kind": "settings", "settings": settings})
            await asyncio.sleep(1 / _CHANGES_PER_SECOND)
        for task in reading:
            task.cancel()
    finally:
        close_all(held)
    megabytes = sum(read.values()) / 1e6
    return Report(f"{len(held)} streams, {changes} changes, {megabytes:.1f} MB read")


async def _read_all(each: Connection, read: Counter[int]) -> None:
    with contextlib.suppress(OSError):
        while part := await each.reader.read(65536):
            read[id(each)] += len(part)


CASES: Final[tuple[Case, ...]] = (
    case(deaf_streams, Setup.USUAL, (), memory=30),
    case(too_many_streams, Setup.USUAL, {200, 429}),
    case(many_languages, Setup.USUAL, ()),
    case(deaf_readers, Setup.UNLIMITED, (), memory=25, peak=60),
    case(deaf_crowd, Setup.UNLIMITED, (), memory=60, peak=300),
)
