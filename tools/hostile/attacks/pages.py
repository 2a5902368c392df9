"""Pages that are much work: with many seats in cookies, with many names, with many bots."""

import asyncio
import json
import random
import time
from collections import Counter
from typing import Final

from tools.hostile.connections import Caller, form, request, wish
from tools.hostile.ground import Case, Ground, Report, Setup, case
from tools.hostile.innocent import CALM

_FITTING: Final = 136  # cookies of seats in 8 KB
_REQUESTS_PER_SECOND: Final = 30


async def home_of_many_seats(ground: Ground) -> Report:
    """The home page with 60 and 136 seats at tables that are not in memory."""
    seats, place = ground.filling.tables, 0

    def sent(rng: random.Random) -> bytes:
        nonlocal place
        count = rng.choice((60, _FITTING))
        chosen = [seats[(place + offset) % len(seats)] for offset in range(count)]
        place += count
        cookie = "; ".join(seat.cookie for seat in chosen)
        if rng.random() < 0.2:
            return form("/play", b"name=Lena", cookie=cookie)
        return request("GET", rng.choice(("/", "/about")), cookie=cookie)

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} pages for somebody with 60 or {_FITTING} seats"
    return report


async def home_of_long_tables(ground: Ground) -> Report:
    """The home page with seats at the tables with the longest logs, none of them in memory."""
    seats = [seat for seat in ground.filling.long[1:] if len(seat.table) == 16][:_FITTING]
    cookie = "; ".join(seat.cookie for seat in seats)
    report = await ground.repeated(lambda _rng: request("GET", "/", cookie=cookie))
    report.done = f"{report.answers.total():,} home pages with {len(seats)} seats at full tables"
    return report


async def forget_everywhere(ground: Ground) -> Report:
    """Wishes to be forgotten at 60 tables at once, of which none is in memory."""
    seats, place = ground.filling.tables, 0

    def sent(_rng: random.Random) -> bytes:
        nonlocal place
        chosen = [seats[(place + offset) % len(seats)] for offset in range(60)]
        place += 60
        return form("/forget", b"", cookie="; ".join(seat.cookie for seat in chosen))

    report = await ground.repeated(sent, most=len(seats) // 60)
    report.done = f"{report.answers.total():,} wishes to be forgotten at 60 tables"
    return report


async def many_hosts(ground: Ground) -> Report:
    """An open table under ever new names, each of which is a link and a picture of it."""
    caller = Caller(ground.server.port, ground.source())
    _status, body = await caller.ask(wish("", {"name": "Lena", "settings": CALM}))
    caller.close()
    table = json.loads(body)["table"]

    def sent(rng: random.Random) -> bytes:
        name = rng.choice(
            ("10.{}.{}.{}", "x{}-{}-{}.local", "[fd00::{:x}:{:x}:{:x}]", "{}" * 70 + ".local")
        )
        host = name.format(*(rng.randrange(256) for _ in range(70)))
        return request("GET", f"/t/{table}", host=host)

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} pages with a QR code under new names"
    return report


async def perfect_bots(ground: Ground) -> Report:
    """Tables full of the best bots, without a pause, that one address drives as fast as it may."""
    caller, until = (
        Caller(ground.server.port, ground.own_source()),
        time.monotonic() + ground.seconds,
    )
    answers = Counter[int]()
    tables: list[tuple[str, str]] = []
    value = {
        "name": "Lena",
        "bots": ["perfect"] * 3,
        "settings": {**CALM, "pace": 0},
        "begin": True,
        "first": 1,
    }
    moves = 0
    while time.monotonic() < until:
        if len(tables) < 60 and moves % 2 == 0:
            status, body = await caller.ask(wish("", value))
            if status == 201:
                found = json.loads(body)
                tables.append((found["table"], found["token"]))
        else:
            table, token = tables[ground.rng.randrange(len(tables))]
            kind = ground.rng.choice(({"kind": "leave"}, {"kind": "return"}, {"kind": "leave"}))
            status, _body = await caller.ask(wish(f"/{table}/commands", kind, token))
        answers[status] += 1
        moves += 1
        await asyncio.sleep(1 / _REQUESTS_PER_SECOND)
    caller.close()
    return Report(f"{len(tables)} tables of three perfect bots and one who leaves", answers)


CASES: Final[tuple[Case, ...]] = (
    case(perfect_bots, Setup.USUAL, {200, 201, 409, 429}, memory=40, peak=80),
    case(home_of_many_seats, Setup.UNLIMITED, {200, 303}, memory=60, peak=100),
    case(home_of_long_tables, Setup.UNLIMITED, {200}, memory=60, peak=100),
    case(many_hosts, Setup.UNLIMITED, {200}, memory=25),
    case(forget_everywhere, Setup.UNLIMITED, {200}, memory=60, peak=100),
)
