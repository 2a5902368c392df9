"""Nonsense: odd requests, bytes that are no request at all, unknown methods."""

import asyncio
import random
import re
import time
from collections import Counter
from typing import Final

from tools.hostile.connections import ANSWER_SECONDS, FORM_KIND, connected, request
from tools.hostile.ground import Case, Ground, Report, Setup, case

_FORM: Final = FORM_KIND.encode()
_ODD: Final = (
    *(b"", b" ", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\r\n", b"\r\n\r\n", b"\xc2\x85", b"%00"),
    *(b"%ff", b"%", b"&", b"=", b";", b"{", b"}", b"[" * 500, b'{"a":' * 900, b'"', b"\\ud800"),
    *(b"-1", b"9" * 19, b"9" * 5000, b"1e999", b"NaN", b"null", b"\xd9\xa3", b"../..", b"x" * 9000),
)
_PARTS_KIND: Final = b"multipart/form-data; boundary=edge; charset=utf-8"
_PARTS: Final = (
    b'--edge\r\nContent-Disposition: form-data; name="name"\r\n\r\nLena\r\n'
    b'--edge\r\nContent-Disposition: form-data; name="level"\r\n\r\ncasual\r\n--edge--\r\n'
)
# Method, path, content type, body; {t} is a table and {k} a token for a seat there.
_ROUTES: Final = (
    *(("GET", path, b"", b"") for path in ("/", "/rules", "/about", "/api/v1/openapi.json", "/x")),
    *(("GET", path, b"", b"") for path in ("/healthz", "/readyz", "/metrics")),
    *(("GET", f"/t/{{t}}{path}", b"", b"") for path in ("", "/stream", "/record", "/back/{k}")),
    ("GET", "/t/{t}/replay?step=3", b"", b""),
    ("GET", "/static/css/base.css?v=1", b"", b""),
    ("HEAD", "/t/{t}", b"", b""),
    ("OPTIONS", "/api/v1/tables", b"", b""),
    *(("GET", f"/api/v1/tables/{{t}}{path}", b"", b"") for path in ("", "/record", "/events")),
    ("POST", "/play", _FORM, b"name=Lena&level=casual&level=random"),
    ("POST", "/play", _PARTS_KIND, _PARTS),
    ("POST", "/invite", _FORM, b"name=L%C3%A9na"),
    ("POST", "/one-device", _FORM, b"player=Lena&player=Marko&begins=order"),
    ("POST", "/preferences", _FORM, b"language=de&theme=dark&back=%2Frules"),
    ("POST", "/preferences", _PARTS_KIND, _PARTS),
    ("POST", "/forget", _FORM, b""),
    ("POST", "/t/{t}/back/{k}", _FORM, b""),
    ("POST", "/t/{t}/do", _FORM, b"do=score&die=0&die=3&position=5&id=x1"),
    ("POST", "/t/{t}/do", _FORM, b"do=sit&name=Marko&id=0123456789abcdef"),
    ("POST", "/t/{t}/do", _PARTS_KIND, _PARTS.replace(b'"name"', b'"do"')),
    ("POST", "/api/v1/tables", b"application/json", b'{"name": "Lena", "bots": ["casual"]}'),
    ("POST", "/api/v1/tables/{t}/seats", b"application/json", b'{"name": "Marko", "id": null}'),
    ("POST", "/api/v1/tables/{t}/rematch", b"application/json", b""),
    *(
        ("POST", "/api/v1/tables/{t}/commands", b"application/json", body)
        for body in (
            b'{"kind": "play", "action": "keep 0 3", "position": 4, "id": "one"}',
            b'{"kind": "settings", "settings": {"ask_seconds": 0, "turn_seconds": 0, "pace": 0}}',
            b'{"kind": "remove", "seat": 1, "version": null}',
        )
    ),
)  # fmt: skip


def _changed(data: bytes, rng: random.Random) -> bytes:
    """The same with some pieces deleted, doubled, swapped or replaced by odd ones."""
    pieces = re.findall(rb"\w+|\s+|.", data, re.DOTALL)
    for _ in range(rng.randint(1, 3)):
        at, to = (rng.randrange(len(pieces) + 1) for _ in range(2))
        match rng.randrange(5):
            case 0:
                del pieces[at : at + 1]
            case 1:
                pieces[to:to] = pieces[min(at, to) : max(at, to)]
            case 2:
                pieces[at:at], pieces[to:to] = pieces[to : to + 1], pieces[at : at + 1]
            case 3:
                pieces[at : at + 1] = [rng.choice(_ODD)]
            case _:
                pieces.insert(at, rng.choice(_ODD))
    return b"".join(pieces)[:60_000]


def _odd_request(rng: random.Random, table: str, token: str) -> tuple[bytes, bool]:
    """A request with something odd in it, and whether it is whole, so that an answer is due."""
    method, path, kind, body = rng.choice(_ROUTES)
    route = path.format(t=table, k=token).encode()
    headers = {
        b"Content-Type": kind,
        b"Cookie": f"charidice_seat_{table}={token}; charidice_name=L%C3%A9na".encode(),
        b"Authorization": f"Bearer {token}".encode(),
        b"Accept-Language": b"de-DE,de;q=0.9,en;q=0.5",
        b"Last-Event-ID": b"3",
        b"Host": b"127.0.0.1:8000",
    }
    part = rng.choice(("path", "header", "body", "body", "raw", "nothing"))
    if part == "header":
        name = rng.choice([*headers])
        headers[name] = re.sub(rb"[\r\n\x00]", b"", _changed(headers[name], rng))
    if part == "body":
        body = _changed(body, rng)
    if part == "path":
        route = b"/" + re.sub(rb"[\s\x00-\x20\x7f-\xff]", b"", _changed(route, rng))
    head = b"".join(name + b": " + value + b"\r\n" for name, value in headers.items() if value)
    if method == "POST":
        head += b"Content-Length: %d\r\n" % len(body)
    whole = method.encode() + b" " + route + b" HTTP/1.1\r\n" + head + b"\r\n" + body
    return (_changed(whole, rng), False) if part == "raw" else (whole, True)


async def flood(ground: Ground) -> Report:
    """Odd requests to every route, from several connections at once; raw bytes too."""
    victim, report = ground.victim, Report()
    until = time.monotonic() + ground.seconds
    unanswered: list[bytes] = []

    async def one_after_the_other(number: int) -> None:
        rng = random.Random(f"flood {number} {ground.rng.random()}")
        while time.monotonic() < until:
            data, whole = _odd_request(rng, victim.table, rng.choice((victim.tokens[0], "1.x")))
            try:
                async with connected(ground.server.port, ground.source()) as connection:
                    connection.writer.write(data)
                    status = await connection.first(ANSWER_SECONDS if whole else 0.05)
            except (OSError, TimeoutError):
                status = 0
            report.answers[status] += 1
            if (whole and not status) or status >= 500:
                unanswered.append(data)

    await asyncio.gather(*map(one_after_the_other, range(16)))
    report.done = f"{report.answers.total():,} odd requests to every route"
    if unanswered:
        report.complaints.append(
            f"{len(unanswered)} got no answer or an error: {unanswered[0][:500]!r}"
        )
    return report


async def garbage(ground: Ground) -> Report:
    """Bytes that are no request, as many connections of them as can be made; what is logged?"""
    until, answers = time.monotonic() + ground.seconds, Counter[int]()
    beginnings = (
        b"\x16\x03\x01\x02\x00",
        b"SSH-2.0-x\r\n",
        b"\x00" * 50,
        b"GET\r\n\r\n",
        b"\r\n" * 99,
    )

    async def one_after_the_other(number: int) -> None:
        rng = random.Random(f"garbage {number} {ground.rng.random()}")
        while time.monotonic() < until:
            data = rng.choice(beginnings) + rng.randbytes(rng.randint(1, 2_000))
            async with connected(ground.server.port, ground.source()) as connection:
                connection.writer.write(data)
                answers[await connection.first(0.2)] += 1

    await asyncio.gather(*map(one_after_the_other, range(16)))
    return Report(f"{answers.total():,} connections with garbage", answers)


async def upgrades(ground: Ground) -> Report:
    """Requests for a web socket, one after the other; what is logged?"""
    table = ground.victim.table
    headers = {
        "connection": "Upgrade",
        "upgrade": "websocket",
        "sec_websocket_version": "13",
        "sec_websocket_key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    paths = ("/", f"/t/{table}", "/x")

    def sent(rng: random.Random) -> bytes:
        upgrade = rng.choice(("websocket", "h2c", "TLS/1.0", "x" * 100))
        return request("GET", rng.choice(paths), b"", **{**headers, "upgrade": upgrade})

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} requests for a web socket"
    return report


_METHODS: Final = (
    *("HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "PATCH", "PROPFIND", "CONNECT", "MKCOL", "LOCK"),
    *("get", "GETT", "PRI", "M-SEARCH", "SOURCE", "POST"),
)
_PATHS: Final = (
    *("/", "/play", "/forget", "/t/{t}", "/t/{t}/do", "/t/{t}/stream", "/api/v1/tables", "/rules"),
    *("/static/css/base.css", "/static/", "/metrics", "/healthz", "/api/v1/tables/{t}/events", "*"),
    *("/%74/{t}", "/t/%00", "/t/{t}%00", "/t/{t}%2fdo", "/%2e%2e/%2e%2e/etc/passwd", "//", "/./"),
    *("/static/..%2f..%2fapp.py", "/static/%c0%ae%c0%ae/", "/t/%ff%fe", "/%", "/%zz", "/t/{t}/"),
    *("/t/%F0%9F%8E%B2", "/t/{t}?%00=%ff", "/;x=y", "/t/{t};x", "http://evil.example/", "/%252e"),
)


async def odd_methods(ground: Ground) -> Report:
    """Every method there is, on paths that are written in every way."""
    table, until, answers = ground.victim.table, time.monotonic() + ground.seconds, Counter[int]()

    async def one_after_the_other(number: int) -> None:
        rng = random.Random(f"methods {number} {ground.rng.random()}")
        while time.monotonic() < until:
            path = rng.choice(_PATHS).format(t=table)
            data = request(rng.choice((*_METHODS, "GET", "GET")), path)
            async with connected(ground.server.port, ground.source()) as connection:
                connection.writer.write(data)
                answers[await connection.first(ANSWER_SECONDS)] += 1

    await asyncio.gather(*map(one_after_the_other, range(8)))
    return Report(f"{answers.total():,} odd methods and paths", answers)


_ANY: Final = (0, *range(200, 500))
CASES: Final[tuple[Case, ...]] = (
    case(garbage, Setup.USUAL, {0, 400}, memory=25),
    case(upgrades, Setup.USUAL, {200, 400, 404, 426, 429}, memory=25),
    case(flood, Setup.UNLIMITED, _ANY, memory=40, peak=100),
    case(odd_methods, Setup.UNLIMITED, {200, 303, 307, 400, 404, 405, 422}, memory=25),
)
