"""Pages that are much work: with many seats in cookies, with many names, with many bots."""

import asyncio
import json
import random
import time
from collections import Counter
from typing import Any, Final

from tools.hostile.connections import Caller, form, request, wish
from tools.hostile.ground import Case, Ground, Report, Setup, case
from tools.scripted_game import SETTINGS as CALM

_FITTING: Final = 136  # cookies of seats in 8 KB
_REQUESTS_PER_SECOND: Final = 30
_BOT_TABLES: Final = 30


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


async def still_pages(ground: Ground) -> Report:
    """The science of the game, chances, the rules to print and what makes an app, all at once."""
    table = ground.victim.table
    languages = ("en", "de", "fr", "el", "tr", "cs", "xx", "..%2f", "%00", "x" * 900)

    def sent(rng: random.Random) -> bytes:
        language = rng.choice(languages)
        path = rng.choice(
            (
                *("/science", "/offline", "/service-worker.js", "/rules/one-page", "/review"),
                *(f"/t/{table}/odds", "/t/AAAAAAAAAAAAAAAA/odds", "/t/x/odds"),
                f"/manifest/{language}.webmanifest",
            )
        )
        if rng.random() < 0.1:
            return form(path, b"x=y")
        query = rng.choice(("", "", "?lang=de", "?x=" + "y" * 1_500, "?step=" + "9" * 900))
        return request("GET", path + query, accept_language=language[:20])

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} pages that are the same for everybody"
    return report


async def perfect_bots(ground: Ground) -> Report:
    """Tables full of the best bots, without a pause, that one address drives as fast as it may."""
    caller = Caller(ground.server.port, ground.own_source())
    until, answers = time.monotonic() + ground.seconds, Counter[int]()
    tables: list[tuple[str, str]] = []
    new = {"name": "Lena", "bots": ["perfect"] * 3, "settings": CALM, "begin": True, "first": 1}

    async def ask(data: bytes) -> dict[str, Any]:
        status, body = await caller.ask(data)
        answers[status] += 1
        await asyncio.sleep(1 / _REQUESTS_PER_SECOND)
        found: dict[str, Any] = json.loads(body) if status < 300 else {}
        return found

    while time.monotonic() < until:
        if len(tables) < _BOT_TABLES:
            found = await ask(wish("", new))
            if found:
                tables.append((found["table"], found["token"]))
                mute = {"kind": "mute", "until": "game"}
                await ask(wish(f"/{tables[-1][0]}/commands", mute, tables[-1][1]))
            continue
        table, token = ground.rng.choice(tables)
        state = await ask(request("GET", f"/api/v1/tables/{table}"))
        for action in ("roll", "score 0"):
            move = {"kind": "play", "action": action, "position": state.get("position", 0)}
            state = await ask(wish(f"/{table}/commands", move, token))
    caller.close()
    return Report(f"{len(tables)} tables with three perfect bots each", answers)


CASES: Final[tuple[Case, ...]] = (
    case(perfect_bots, Setup.USUAL, {200, 201, 403, 409, 422, 429}, memory=40, peak=80),
    case(home_of_many_seats, Setup.UNLIMITED, {200, 303}, memory=60, peak=100),
    case(home_of_long_tables, Setup.UNLIMITED, {200}, memory=60, peak=100),
    case(still_pages, Setup.UNLIMITED, {200, 403, 404, 405, 413, 414, 422}, memory=25),
    case(many_hosts, Setup.UNLIMITED, {200}, memory=25),
    case(forget_everywhere, Setup.UNLIMITED, {200}, memory=60, peak=100),
)
