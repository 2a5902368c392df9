"""Requests whose content would take long to read: large, deep, many, or badly made."""

import asyncio
import json
import random
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

from tools.hostile.connections import (
    ANSWER_SECONDS,
    FORM_KIND,
    connected,
    form,
    request,
    wish,
)
from tools.hostile.ground import Case, Ground, Report, Setup, case

if TYPE_CHECKING:
    from collections.abc import Callable

_PARTS: Final = "multipart/form-data; boundary=edge"
# Alternating marks of two classes take longest to sort.
_MARKS: Final = (
    "\u0301\u0323",
    "\u0315\u0300\u05ae\u0062",
    "\u0f71\u0f72\u0f74",
    "\U0001d165\u0591",
)
_LENGTHS: Final = (31, 400, 500, 1_300, 3_900, 32_000)  # characters


async def names_of_marks(ground: Ground) -> Report:
    """Names that are nothing but combining marks, in every form and in the API."""
    table = ground.victim.table
    fields = {
        "/play": "name",
        "/invite": "name",
        "/one-device": "player",
        f"/t/{table}/do": "name",
    }

    def sent(rng: random.Random) -> bytes:
        marks = rng.choice(_MARKS)
        name = "a" + (marks * 32_000)[: rng.choice(_LENGTHS)]
        match rng.randrange(4):
            case 0:
                return wish("", {"name": name})
            case 1:
                return wish(f"/{table}/seats", {"name": name})
            case 2:
                path, field = rng.choice([*fields.items()])
                body = f"{field}={name}&{field}={name}&do=sit".encode()
                return form(path, body)
            case _:
                path, field = rng.choice([*fields.items()])
                part = f'--edge\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{name}\r\n'
                body = f"{part}{part}--edge--\r\n".encode()
                return request("POST", path, body, content_type=_PARTS)

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} names of combining marks"
    return report


_BACKSLASHES: Final = (
    lambda size: 'a="' + "\\" * size + '"',
    lambda size: 'a="' + '\\"' * (size // 2),
    lambda size: "; ".join(["a"] * (size // 3)),
    lambda size: "=" * size,
    lambda size: "charidice_name=" + "%" * (size - 20),
    lambda size: "charidice_language=" + "\\" * (size - 20),
)


def _cookie(rng: random.Random) -> str:
    return rng.choice(_BACKSLASHES)(rng.choice((4_000, 8_100, 30_000)))


async def cookies_of_backslashes(ground: Ground) -> Report:
    """Cookies that some parsers read for seconds, on pages, in the API and on refusals."""
    table = ground.victim.table
    paths = (
        "/",
        "/about",
        f"/t/{table}",
        f"/t/{table}/replay",
        "/x",
        "/t/x",
        "/static/css/base.css",
    )

    def sent(rng: random.Random) -> bytes:
        cookie = _cookie(rng)
        match rng.randrange(5):
            case 0:
                return request("GET", "/about", cookie=cookie, host="evil.example")
            case 1:
                return request("GET", "/about?" + "x" * 3_000, cookie=cookie)
            case 2:
                return form("/forget", b"", cookie=cookie)
            case 3:
                return form("/preferences", b"x" * 9_000, cookie=cookie)
            case _:
                return request("GET", rng.choice(paths), cookie=cookie)

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} cookies of backslashes"
    return report


async def refused_with_cookies(ground: Ground) -> Report:
    """The same from one address that is over its rate, with refusals in floods."""
    source = ground.own_source()
    report = await ground.repeated(
        lambda rng: request("GET", "/", cookie=_cookie(rng)), sources=[source] * 8
    )
    report.done = f"{report.answers.total():,} requests of one address with such cookies"
    return report


async def json_keys(ground: Ground) -> Report:
    """JSON with as many unknown keys as fit, and with more."""
    victim = ground.victim
    paths = ("", f"/{victim.table}/seats", f"/{victim.table}/commands")

    def sent(rng: random.Random) -> bytes:
        many = {f"{number:x}": 0 for number in range(rng.choice((100, 400, 480, 7_000)))}
        name, value = rng.choice((("kind", "leave"), ("kind", "play"), ("name", "Lena")))
        first: dict[str, object] = {name: value}
        if rng.random() < 0.3:
            first = {"name": "Lena", "settings": many}
        return wish(rng.choice(paths), {**first, **many}, victim.tokens[0])

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} wishes with thousands of keys"
    return report


async def deep_json(ground: Ground) -> Report:
    """JSON that goes as deep as its length allows, closed and not."""
    victim = ground.victim
    api = f"/api/v1/tables/{victim.table}"
    deep = (
        lambda n: b"[" * n,
        lambda n: b"[" * (n // 2) + b"]" * (n // 2),
        lambda n: b'{"a":' * (n // 6) + b"1" + b"}" * (n // 6),
        lambda n: b'{"name":' + b"[" * (n // 2 - 5) + b"]" * (n // 2 - 5) + b"}",
        lambda n: b'{"kind":"play","action":"' + b"\\u0000" * (n // 6 - 10) + b'","position":1}',
        lambda n: b'{"kind":"play","action":"roll","position":' + b"9" * (n - 50) + b"}",
    )

    def sent(rng: random.Random) -> bytes:
        body = rng.choice(deep)(rng.choice((1_000, 4_000, 60_000)))
        path = rng.choice(("/api/v1/tables", f"{api}/seats", f"{api}/commands"))
        return request("POST", path, body, content_type="application/json")

    report = await ground.repeated(sent, share=0.7)
    report.done = f"{report.answers.total():,} wishes as deep as their length allows"
    return report


async def long_heads(ground: Ground) -> Report:
    """Addresses, queries and headers that are long, or have long lists in them."""
    table = ground.victim.table
    heads: tuple[Callable[[int], bytes], ...] = (
        lambda n: request("GET", "/" + "x" * n),
        lambda n: request("GET", "/" + "a/" * (n // 2)),
        lambda n: request("GET", "/" + "%2e%2e%2f" * (n // 9)),
        lambda n: request("GET", f"/t/{table}/replay?" + "step=1&" * (n // 7)),
        lambda n: request("GET", "/static/css/base.css?v=1", range="bytes=" + "0-1," * (n // 4)),
        lambda n: request("GET", "/static/css/base.css", if_none_match='"x", ' * (n // 5)),
        lambda n: request("GET", "/", x_forwarded_for="10.0.0.1, " * (n // 10)),
        lambda n: request("GET", "/", accept_language="de;q=0.5," * (n // 9)),
        lambda n: request("GET", "/rules", referer="http://" + "[" * n),
        lambda n: request("GET", "/", host="1" * n),
        lambda n: request("GET", "/", host="[" * (n // 2) + "]" * (n // 2)),
        lambda n: request("GET", "/", b"", **{f"x_{i}": "y" for i in range(n // 10)}),
        lambda n: request("GET", f"/api/v1/tables/{table}", authorization="Bearer " + " x" * n),
        lambda n: request("POST", "/play", b"name=Lena", content_type=FORM_KIND + ";a=b" * n),
        lambda n: request("POST", "/play", b"name=Lena", content_type="multipart/form-data; " * n),
        lambda n: request("POST", "/play", b"", content_type='multipart/form-data; a="' + "\\" * n),
        lambda n: request("POST", "/play", b"name=L", origin="http://" + "a." * n),
    )

    def sent(rng: random.Random) -> bytes:
        return rng.choice(heads)(rng.choice((50, 200, 2_000, 15_000, 30_000)))

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} long addresses and headers"
    return report


async def pipelined(ground: Ground) -> Report:
    """Thousands of requests on one connection, sent before the answer to the first."""
    table, until, answers = ground.victim.table, time.monotonic() + ground.seconds, Counter[int]()
    pages = (request("GET", "/"), request("GET", f"/t/{table}"), request("GET", "/healthz"))
    posts = (form("/play", b"name=Lena"), wish("", {"name": "Lena"}))

    async def one_after_the_other(number: int) -> None:
        while time.monotonic() < until:
            data = (pages + posts)[number % 5] * (16 if number % 7 < 2 else 4_000)
            async with connected(ground.server.port, ground.source()) as connection:
                connection.writer.write(data)
                answers[await connection.first(ANSWER_SECONDS)] += 1
            number += 1

    await asyncio.gather(*map(one_after_the_other, range(4)))
    return Report(f"{answers.total():,} packets of up to 4,000 requests", answers)


async def chunks_of_one(ground: Ground) -> Report:
    """Bodies in chunks of one byte each, of any length."""
    until, answers = time.monotonic() + ground.seconds, Counter[int]()
    bodies = (
        ("/play", FORM_KIND, b"name=Lena&level=casual"),
        ("/play", FORM_KIND, b"name=" + b"x" * 480 + b"&a=b" * 90),
        ("/play", FORM_KIND, b"&" * 8_000),
        ("/play", _PARTS, b"--edge\r\n" * 900),
        ("/api/v1/tables", "application/json", json.dumps({"name": "x" * 4_000}).encode()),
        ("/play", FORM_KIND, b"x" * 60_000),
        ("/play", FORM_KIND, b"name=Lena" + b"\r\n" * 4_000),
    )
    requests = []
    for path, kind, body in bodies:
        head = request("GET", path, content_type=kind, transfer_encoding="chunked")
        chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body)
        requests.append(head.replace(b"GET", b"POST", 1) + chunks + b"0\r\n\r\n")

    async def one_after_the_other(number: int) -> None:
        while time.monotonic() < until:
            async with connected(ground.server.port, ground.source()) as connection:
                connection.writer.write(requests[number % len(requests)])
                answers[await connection.first(ANSWER_SECONDS)] += 1
            number += 1

    await asyncio.gather(*map(one_after_the_other, range(4)))
    return Report(f"{answers.total():,} bodies in chunks of one byte", answers)


_REFUSED: Final = (400, 401, 403, 404, 409, 413, 414, 415, 421, 422, 431)
CASES: Final[tuple[Case, ...]] = (
    case(refused_with_cookies, Setup.USUAL, {200, 429, 431}),
    case(names_of_marks, Setup.UNLIMITED, {409, 413, 422}),
    case(cookies_of_backslashes, Setup.UNLIMITED, {200, 404, 409, 413, 414, 421, 431}),
    case(json_keys, Setup.UNLIMITED, {413, 422}),
    case(deep_json, Setup.UNLIMITED, {400, 413, 422}),
    case(long_heads, Setup.UNLIMITED, {200, 206, 303, 304, 416, *_REFUSED}),
    case(pipelined, Setup.UNLIMITED, {0, 200, 201, 303, 429}, memory=25),
    case(chunks_of_one, Setup.UNLIMITED, {0, 303, 400, 413, 422, 431}, memory=25),
)
