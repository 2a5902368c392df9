"""More and more tables, and a restart with many of them."""

import asyncio
import json
import time
from collections import Counter
from typing import Any, Final

from tools.hostile.connections import Caller, wish
from tools.hostile.ground import Case, Ground, Report, Setup, case
from tools.hostile.innocent import Innocent, Person

from charidice.web.config import MOST_TABLES_PER_HOUR

_CLOCKS: Final = {"ask_seconds": 6, "turn_seconds": 3_600, "pace": 12, "watch": True}
_WITH_BOT: Final = {"name": "Lena", "bots": ["casual"], "begin": True, "settings": _CLOCKS}
_BEGIN: Final = {"kind": "begin", "first": 0}
_CREATED: Final = 15_000
_OPEN: Final = 3_000
_MEASURED: Final = 1_000
_MOST_SLOWER: Final = 2.0
_MOST_START_SECONDS: Final = 3.0  # longer than on an empty file


async def tables_in_an_hour(ground: Ground) -> Report:
    """Tables that one address opens as quickly as its rate allows: 200 in an hour."""
    caller, answers, codes = Caller(ground.server.port, ground.own_source()), Counter[int](), set()
    for _ in range(MOST_TABLES_PER_HOUR + 20):
        status, body = await caller.ask(wish("", {"name": "Lena"}))
        answers[status] += 1
        if status == 429:
            codes.add(json.loads(body)["code"])
        await asyncio.sleep(1 / 26)
    caller.close()
    report = Report(f"{answers[201]} tables from one address", answers)
    most = MOST_TABLES_PER_HOUR
    report.check(answers[201] <= most, f"{answers[201]} tables were opened, {most} are allowed")
    report.check("web/too-many-tables" in codes, f"refused with {codes}")
    return report


async def _created(ground: Ground, count: int) -> tuple[Counter[int], float]:
    """Make so many tables with games; returns the answers and the processor time."""
    answers, began = Counter[int](), ground.server.processor_seconds

    async def on_one(number: int) -> None:
        caller = Caller(ground.server.port, ground.source())
        for _ in range(number):
            status, _body = await caller.ask(wish("", {**_WITH_BOT, "first": 0}))
            answers[status] += 1
        caller.close()

    await asyncio.gather(*(on_one(count // 4) for _ in range(4)))
    return answers, ground.server.processor_seconds - began


async def _with_clocks(ground: Ground, count: int) -> Counter[int]:
    """Make so many tables where something happens by itself: a bot moves, or a time is over."""
    answers = Counter[int]()

    async def on_one(number: int) -> None:
        caller = Caller(ground.server.port, ground.source())

        async def ask(path: str, value: object, token: str = "") -> dict[str, Any]:
            status, body = await caller.ask(wish(path, value, token))
            answers[status] += 1
            found: dict[str, Any] = json.loads(body)
            return found

        for _ in range(number // 2):
            await ask("", {**_WITH_BOT, "first": 1})
            host = await ask("", {"name": "Lena", "settings": _CLOCKS})
            await ask(f"/{host['table']}/seats", {"name": "Marko"})
            await ask(f"/{host['table']}/commands", _BEGIN, host["token"])
        caller.close()

    await asyncio.gather(*(on_one(count // 4) for _ in range(4)))
    return answers


async def many_tables(ground: Ground) -> Report:
    """15,000 tables, after those with clocks: the last take no longer to make than the first."""
    total = 4_000 if ground.quick else _CREATED
    await _created(ground, 400)  # warm
    first, early = await _created(ground, _MEASURED)
    middle, _time = await _created(ground, total - 2 * _MEASURED)
    last, late = await _created(ground, _MEASURED)
    early, late = (1000 * seconds / _MEASURED for seconds in (early, late))
    report = Report(f"{total:,} tables: {early:.2f} ms at first, {late:.2f} ms at last")
    report.answers = first + middle + last
    times = late / early
    report.check(times <= _MOST_SLOWER, f"the last tables took {times:.1f} times as long")
    return report


async def restart(ground: Ground) -> Report:
    """Killed with 3,000 tables with clocks and bots, and started again on the same file."""
    server, count = ground.server, 500 if ground.quick else _OPEN
    answers = await _with_clocks(ground, count)
    server.kill()
    ready = await asyncio.to_thread(server.start)
    began = time.monotonic()
    person = Person(server.port, "127.0.0.9")
    await person.sit_down()
    moved = await person.move()
    playing = time.monotonic() - began
    person.leave()
    innocent = await Innocent.begun(server.port)
    await asyncio.sleep(ground.seconds)
    played = await innocent.seen()
    await innocent.end()
    report = Report(
        f"{count:,} open tables: answers after {ready:.1f} s, a move after {playing:.2f} s more; "
        f"{played} after the restart",
        answers,
    )
    report.complaints += played.complaints
    report.check(moved, "nobody could move after the restart")
    most = server.first_start + _MOST_START_SECONDS
    report.check(
        ready + playing <= most, f"a start on an empty file took {server.first_start:.1f} s"
    )
    report.played = played
    return report


CASES: Final[tuple[Case, ...]] = (
    case(tables_in_an_hour, Setup.USUAL, {201, 429}),
    case(restart, Setup.EMPTY, {200, 201}, memory=200, peak=200, restarts=True),
    case(many_tables, Setup.EMPTY, {201}, memory=200, peak=200),
)
