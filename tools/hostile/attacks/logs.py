"""The log of one table: made long, rewritten again and again, and read when it is long."""

import asyncio
import json
import time
from collections import Counter
from typing import Any, Final

from tools.hostile.connections import Caller, wish
from tools.hostile.ground import Case, Ground, Report, Setup, case
from tools.hostile.innocent import Person
from tools.scripted_game import SETTINGS as CALM

from charidice.tables.model.decide import MOST_EVENTS

_FULL: Final = "table/too-many-events"


def _settings(number: int) -> dict[str, Any]:
    return {"kind": "settings", "settings": {**CALM, "pace": 1 + number % 2}}


async def forgetting(ground: Ground) -> Report:
    """Hundreds sit down and get up until the log is full; then all are forgotten, twice over."""
    port, source = ground.server.port, ground.source()
    caller, answers = Caller(port, source), Counter[int]()
    tokens: list[str] = []
    status, body = await caller.ask(wish("", {"name": "Lena", "settings": CALM}))
    answers[status] += 1
    table = json.loads(body)["table"]
    while len(tokens) < (100 if ground.quick else MOST_EVENTS):
        status, body = await caller.ask(wish(f"/{table}/seats", {"name": "Marko"}))
        answers[status] += 1
        if status != 201:
            break
        tokens.append(json.loads(body)["token"])
        status, _body = await caller.ask(wish(f"/{table}/commands", {"kind": "leave"}, tokens[-1]))
        answers[status] += 1
    until = time.monotonic() + ground.seconds
    forgotten = 0

    async def forget(mine: list[str]) -> None:
        nonlocal forgotten
        asking = Caller(port, ground.source())
        for token in mine * 2:
            if time.monotonic() > until:
                break
            data = wish(f"/{table}/commands", {"kind": "forget"}, token)
            status, _body = await asking.ask(data)
            answers[status] += 1
            forgotten += 1
        asking.close()

    await asyncio.gather(*(forget(tokens[start::4]) for start in range(4)))
    caller.close()
    return Report(f"{len(tokens)} came and went, {forgotten:,} wishes to be forgotten", answers)


async def unchanged_settings(ground: Ground) -> Report:
    """The same settings again and again: no event is written."""
    victim = ground.victim
    await victim.command(0, _settings(0))
    before = await _version(ground, victim)
    same = wish(f"/{victim.table}/commands", _settings(0), victim.tokens[0])
    report = await ground.repeated(lambda _rng: same, share=0.5)
    written = await _version(ground, victim) - before
    report.done = f"{report.answers.total():,} times the same settings, {written:,} events"
    report.check(written == 0, f"{written:,} events were written for settings that did not change")
    return report


async def _version(ground: Ground, victim: Person) -> int:
    caller = Caller(ground.server.port, ground.source())
    path = f"/api/v1/tables/{victim.table}"
    status, body = await caller.ask(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    caller.close()
    return int(json.loads(body)["version"]) if status == 200 else 0


async def toggled_settings(ground: Ground) -> Report:
    """Other settings again and again: refused when the log is full, and the game goes on."""
    victim, answers, refused = ground.victim, Counter[int](), Counter[str]()
    caller, until = Caller(ground.server.port, ground.source()), time.monotonic() + ground.seconds
    number = 0
    while time.monotonic() < until or (not refused and number < 2 * MOST_EVENTS):
        number += 1
        data = wish(f"/{victim.table}/commands", _settings(number), victim.tokens[0])
        status, body = await caller.ask(data)
        answers[status] += 1
        if status == 409:
            refused[json.loads(body)["code"]] += 1
    caller.close()
    report = Report(f"{number:,} changes of settings", answers)
    report.check(set(refused) == {_FULL}, f"refused with {dict(refused)} instead of {_FULL}")
    moves = [await victim.move() for _ in range(6)]
    report.check(all(moves), "the game at a full table does not go on")
    return report


async def long_records(ground: Ground) -> Report:
    """Replay, record, page and events of the table with the longest log, one after the other."""
    tables = [seat.table for seat in ground.filling.long]

    def sent(rng: Any) -> bytes:
        table = rng.choice(tables)
        step = rng.choice((0, 7, 150, 99_999))
        path = rng.choice(
            (
                f"/t/{table}",
                f"/t/{table}/replay?step={step}",
                f"/t/{table}/record",
                f"/api/v1/tables/{table}",
                f"/api/v1/tables/{table}/record",
            )
        )
        return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} pages of logs with {MOST_EVENTS:,} events and a game"
    return report


CASES: Final[tuple[Case, ...]] = (
    case(forgetting, Setup.UNLIMITED, {200, 201, 409}),
    case(unchanged_settings, Setup.UNLIMITED, {200}),
    case(toggled_settings, Setup.UNLIMITED, {200, 409}),
    case(long_records, Setup.UNLIMITED, {200}, memory=40, peak=80),
)
