"""Whatever is sent, the server answers with a refusal and never with an error of its own."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator

import httpx
import pytest
from tests.web.conftest import Serve
from tests.web.support import FORM, Local, Player, Visitor, created, page_of, two_at_a_table

from charidice.web.config import Timings
from charidice.web.edge import sizes

JSON = {"content-type": "application/json"}
BIG = sizes.MOST_FORM_BYTES + 1


def refused(answer: httpx.Response) -> int:
    assert 400 <= answer.status_code < 500, answer.text
    assert "content-security-policy" in answer.headers
    return answer.status_code


def raw(here: Local, data: bytes) -> bytes:
    """Send bytes as they are; returns what comes back until the connection ends."""
    port = httpx.URL(here.url).port
    assert port
    found = b""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(data)
        while part := connection.recv(65536):
            found += part
    return found


def status_of(found: bytes) -> int:
    found = found.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    return int(found.split()[1]) if found else 0


# --- bodies --------------------------------------------------------------------------------------

PATHS = ["/play", "/preferences", "/api/v1/tables"]


@pytest.mark.parametrize("path", PATHS)
def test_a_body_that_is_too_large_is_refused_at_once(visitor: Visitor, path: str) -> None:
    answer = visitor.web.post(path, content=b"x" * BIG, headers=FORM)
    assert refused(answer) == 413
    assert str(sizes.most_bytes(path)) in answer.text
    assert answer.headers["connection"] == "close"


@pytest.mark.parametrize("path", PATHS)
def test_a_body_that_does_not_say_how_large_it_is_is_refused_too(
    visitor: Visitor, path: str
) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(80):
            yield b"name=" + b"x" * 1019

    kind = JSON if path.startswith("/api") else FORM
    answer = visitor.web.post(path, content=chunks(), headers=kind)
    assert "content-length" not in answer.request.headers
    assert refused(answer) == 413


def test_a_body_of_just_the_right_size_is_read(visitor: Visitor) -> None:
    fields = b"&".join(b"x%d=" % n + b"y" * 400 for n in range(19))
    body = (b"back=/rules&" + fields + b"&z=").ljust(sizes.MOST_FORM_BYTES, b"y")
    answer = visitor.web.post("/preferences", content=body, headers=FORM)
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")


@pytest.mark.parametrize("length", ["-1", "x", "1e3", "٣", "9" * 30, "+5"])
def test_a_strange_length_is_refused(here: Local, length: str) -> None:
    head = "POST /play HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    head += f"Content-Length: {length}\r\n\r\nabcde"
    assert status_of(raw(here, head.encode())) in (400, 413)


@pytest.mark.parametrize("path", PATHS)
def test_a_body_that_does_not_come_is_not_waited_for(serve: Serve, path: str) -> None:
    here = serve(timings=Timings(body=0.15))
    kind = (JSON if path.startswith("/api") else FORM)["content-type"]
    port = httpx.URL(here.url).port
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\n"
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", port or 0), timeout=5) as connection:
        connection.sendall(f"{head}Content-Length: 500\r\n\r\n{{".encode())
        found = connection.recv(65536)
    assert status_of(found) == 408
    assert time.monotonic() - began < 2


async def test_a_body_that_drips_is_not_waited_for(serve: Serve) -> None:
    """Each part comes in time, and yet the whole takes too long."""
    here = serve(timings=Timings(body=0.3))

    async def drip() -> int:
        port = httpx.URL(here.url).port
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST /play HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {FORM['content-type']}\r\n"
        writer.write(f"{head}Content-Length: 500\r\n\r\n".encode())
        answer = asyncio.create_task(reader.read(100))
        while not answer.done():
            writer.write(b"x")
            await asyncio.sleep(0.05)
        writer.close()
        return status_of(await answer)

    assert await asyncio.wait_for(drip(), 5) == 408


def test_a_connection_that_breaks_in_the_middle_of_a_body_is_no_error(here: Local) -> None:
    port = httpx.URL(here.url).port
    for path, kind in (("/play", FORM), ("/api/v1/tables", JSON)):
        with socket.create_connection(("127.0.0.1", port or 0), timeout=5) as connection:
            head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
            head += f"{kind['content-type']}\r\nContent-Length: 50\r\n\r\n{{"
            connection.sendall(head.encode())
    with here.visitor() as web:
        assert web.get("/about").status_code == 200
    time.sleep(0.1)  # what happens then happens on the other side


# --- JSON ----------------------------------------------------------------------------------------

NONSENSE: dict[str, bytes] = {
    "empty": b"",
    "not-json": b"{",
    "deep": b"[" * 4_000,
    "deep-object": b'{"a":' * 800,
    "deep-name": b'{"name":' + b"[" * 2_000 + b"]" * 2_000 + b"}",
    "huge-number": b'{"name": 1' + b"0" * 4_000 + b"}",
    "huge-float": b'{"name": "x", "first": 1e999}',
    "nan": b'{"name": NaN}',
    "infinity": b'{"name": "x", "first": -Infinity}',
    "not-utf-8": b'{"name": "\xff\xfe"}',
    "utf-16": '{"name": "x"}'.encode("utf-16") + b"\x00",
    "surrogate": b'{"name": "\\ud800"}',
    "surrogate-key": b'{"\\ud800": 1}',
    "null": b'{"name": "a\\u0000b"}',
    "null-key": b'{"\\u0000": 1}',
    "long-key": b'{"' + b"k" * 4_000 + b'": 1}',
    "many-keys": json.dumps({str(n): n for n in range(300)}).encode(),
    "list": b"[]",
    "text": b'"name"',
    "number": b"7",
    "nothing": b"null",
    "many-bots": json.dumps({"name": "x", "bots": ["casual"] * 330}).encode(),
    "markup": b'{"<script>alert(1)</script>": 1}',
}


@pytest.mark.parametrize("name", NONSENSE)
@pytest.mark.parametrize("operation", ["tables", "seats", "commands"])
def test_nonsense_as_json_is_refused(visitor: Visitor, name: str, operation: str) -> None:
    lena = created(visitor.web)
    path = "/api/v1/tables" if operation == "tables" else f"{lena.path}/{operation}"
    auth = {} if operation == "seats" else lena.auth
    answer = visitor.web.post(path, content=NONSENSE[name], headers={**JSON, **auth})
    assert len(NONSENSE[name]) <= sizes.MOST_API_BYTES  # more would not be read at all
    assert refused(answer) in (400, 422)
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"code", "message", "details"}
    assert len(answer.content) < 2000
    assert lena.state()["version"] == 2


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "application/xml", "x", "application/json; charset=\xff", "/", ";" * 99],
)
def test_a_strange_content_type_is_refused(visitor: Visitor, kind: str) -> None:
    header = [(b"content-type", kind.encode("latin-1"))]
    answer = visitor.web.post("/api/v1/tables", content=b'{"name": 1}', headers=header)
    assert refused(answer) in (400, 415, 422)


def test_a_strange_authorization_is_no_seat(visitor: Visitor) -> None:
    lena = created(visitor.web)
    for header in (b"Bearer", b"Basic x", b"\xff\xfe", b"Bearer \xff", b"Bearer " + b"x" * 200):
        answer = visitor.web.post(
            f"{lena.path}/commands",
            json={"kind": "leave"},
            headers=[(b"authorization", header)],
        )
        known = header.startswith(b"Bearer ")
        refused = (401, "web/wrong-token") if known else (403, "table/no-seat")
        assert (answer.status_code, answer.json()["code"]) == refused


# --- forms ---------------------------------------------------------------------------------------

BROKEN_FORMS: dict[str, tuple[bytes, str]] = {
    "no-form": (b"\x00\xff\xfe", "application/x-www-form-urlencoded"),
    "percent": (b"name=%zz%&level=%", "application/x-www-form-urlencoded"),
    "not-utf-8": (b"name=%ff%fe", "application/x-www-form-urlencoded"),
    "surrogate": (b"name=%ed%a0%80", "application/x-www-form-urlencoded"),
    "null": (b"name=a%00b", "application/x-www-form-urlencoded"),
    "many": (b"&".join(b"level=casual" for _ in range(4000)), "application/x-www-form-urlencoded"),
    "many-names": (
        b"&".join(b"f%d=1" % n for n in range(5000)),
        "application/x-www-form-urlencoded",
    ),
    "long-name": (b"x" * 60_000 + b"=1&name=a%00b", "application/x-www-form-urlencoded"),
    "json": (b'{"name": "Lena"}', "application/json"),
    "no-boundary": (b"--x\r\n", "multipart/form-data"),
    "empty-boundary": (b"--\r\n", "multipart/form-data; boundary="),
    "long-boundary": (b"--\r\n", "multipart/form-data; boundary=" + "x" * 5000),
    "not-ended": (
        b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nL',
        "multipart/form-data; boundary=x",
    ),
    "no-name": (
        b"--x\r\nContent-Disposition: form-data\r\n\r\nL\r\n--x--\r\n",
        "multipart/form-data; boundary=x",
    ),
    "no-disposition": (b"--x\r\n\r\nL\r\n--x--\r\n", "multipart/form-data; boundary=x"),
    "garbage": (b"garbage" * 100, "multipart/form-data; boundary=x"),
    "file": (
        b'--x\r\nContent-Disposition: form-data; name="name"; filename="a"\r\n\r\nL\r\n--x--\r\n',
        "multipart/form-data; boundary=x",
    ),
    "parts": (
        b"".join(
            b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' for _ in range(1100)
        )
        + b"--x--\r\n",
        "multipart/form-data; boundary=x",
    ),
    "charset": (
        b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\\ud800\r\n--x--\r\n',
        "multipart/form-data; boundary=x; charset=unicode_escape",
    ),
    "idna": (
        b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nxn--\xff-0\r\n--x--\r\n',
        "multipart/form-data; boundary=x; charset=idna",
    ),
    "punycode": (
        b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nxn--99999999a\r\n--x--\r\n',
        "multipart/form-data; boundary=x; charset=punycode",
    ),
    "no-charset": (
        b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nL\r\n--x--\r\n',
        "multipart/form-data; boundary=x; charset=nothing",
    ),
}


@pytest.mark.parametrize("name", BROKEN_FORMS)
@pytest.mark.parametrize("path", ["/play", "/one-device", "/preferences", "do"])
def test_a_broken_form_is_refused_or_taken_as_far_as_it_goes(
    visitor: Visitor, path: str, name: str
) -> None:
    body, kind = BROKEN_FORMS[name]
    if path == "do":
        visitor.start("/invite", name="Lena")
        path = f"{visitor.table}/do"
    header = [(b"content-type", kind.encode("latin-1"))]
    try:
        answer = visitor.web.post(path, content=body, headers=header)
    except httpx.LocalProtocolError:
        return  # this client does not even send it
    assert answer.status_code < 500, answer.text
    assert "content-security-policy" in answer.headers
    if answer.status_code >= 400:
        page_of(answer, answer.status_code)


def test_uploads_are_not_taken_for_texts(visitor: Visitor) -> None:
    answer = visitor.web.post("/play", files={"name": ("evil.txt", b"Evil"), "level": ("x", b"y")})
    assert answer.status_code == 303
    visitor.table = answer.headers["location"]
    assert "Evil" not in visitor.look().text


# --- paths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/static/../app.py",
            "/static/%2e%2e/app.py",
            "/static/..%2fapp.py",
            "/static//etc/passwd",
        ),
        *("/static/....//app.py", "/static/%2e%2e%2f%2e%2e%2fcli%2fserve.py", "/static/..\\app.py"),
        *("/static/", "/static", "/static/.", "/static/%00", "/static/css/base.css%00.js"),
        *("/static/\x7f", "/static/" + "x" * 5000, "/static/%ff%fe", "/static/templates/base.html"),
        *("/static/css/base.css/x", "/static/C:/x", "/static/~root"),
    ],
)
def test_only_the_static_files_can_be_read(here: Local, path: str) -> None:
    head = b"GET " + path.encode() + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    found = raw(here, head)
    assert status_of(found) in (307, 400, 404, 414), found[:2000]
    assert b"import" not in found
    assert b"root:" not in found


@pytest.mark.parametrize(
    "path",
    [
        *("/%00", "/t/%00", "/t/%ff%fe%fd", "/t/%ed%a0%80", "/t/%F0%9F%8E%B2", "/t/" + "x" * 9000),
        *("/t/%00/do", "/t/x%0d%0ay", "/t/%2e%2e%2f", "/t/'%20OR%201=1--", "/t/x/replay?step=%00"),
        *("/t/x/back/%00", "/t/x/back/%ff", "/t/x/replay?step=%ff&step=1", "/%25%30%30", "/t//do"),
        *(
            "/api/v1/tables/%00",
            "/api/v1/tables/%ff",
            "/api/v1/tables/x%0Ay",
            "/api/",
            "//evil.example",
        ),
        *("/api/v1/tables/AAAAAAAAAAAAAAAA%0A", "/api/v1/tables/AAAAAAAAAAAAAAAA/events?after=x"),
        *("/?" + "a=b&" * 5000, "/t/x?%00=%ff"),
    ],
)
def test_a_strange_path_is_no_error(here: Local, path: str) -> None:
    for method in ("GET", "POST", "HEAD", "OPTIONS", "PATCH"):
        length = b"Content-Length: 0\r\n" if method in ("POST", "PATCH") else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n".encode()
        found = raw(here, head + length + b"\r\n")
        assert status_of(found) in (200, 307, 400, 403, 404, 405, 414, 422), found[:2000]
        assert b"x-frame-options" in found.lower() or status_of(found) == 400


def test_what_is_no_http_is_no_error(here: Local) -> None:
    for data in (b"\x00" * 100, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00"):
        assert status_of(raw(here, data)) in (0, 400, 421, 505)
    with here.visitor() as web:
        assert web.get("/about").status_code == 200


# --- cookies and headers -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cookie",
    [
        *(b"\xff\xfe=\xff", b"=", b";;;=;", b"charidice_name=%ff%fe", b"charidice_name=%00%0a"),
        *(b"charidice_name=" + b"%3Cscript%3E" * 50, b'charidice_name="a\\012b"', b"a" * 30_000),
        *(b"charidice_language=\xff", b"charidice_language=de; charidice_language=xx"),
        b"; ".join(b"charidice_seat_%016d=1.x" % n for n in range(700)),
        b"; ".join(b"c%d=%d" % (n, n) for n in range(4000)),
        *(b"charidice_seat_=1", b"charidice_seat_../../../../x=1", b"charidice_seat_\xc3\xa9=1"),
        b"charidice_seat_AAAAAAAAAAAAAAAA=" + b"9" * 9000 + b"." + b"A" * 24,
    ],
)
def test_strange_cookies_are_no_error(here: Local, cookie: bytes) -> None:
    for method, path in (("GET", "/"), ("GET", "/about"), ("POST", "/forget"), ("GET", "/t/x")):
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n".encode()
        length = b"Content-Length: 0\r\n" if method == "POST" else b""
        found = raw(here, head + length + b"Cookie: " + cookie + b"\r\n\r\n")
        assert status_of(found) in (200, 400, 404, 431), found[:2000]
        assert b"<script>a" not in found
        assert b"<script><script>" not in found


@pytest.mark.parametrize(
    "header",
    [
        b"Accept-Language: " + b"\xff" * 50,
        b"Accept-Language: de;q=nan, fr;q=inf, x;q=-1, ;q=, en;q=1e999",
        b"Accept-Language: " + b"de;q=0.1," * 5000,
        b"X-Charidice: 1",
        b"Range: bytes=0-0,1-1,2-2",
        b"If-None-Match: \xff",
        b"If-Modified-Since: nonsense",
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x",
        b"Expect: 100-continue",
        b"X-Forwarded-For: \xff, nonsense",
        b"Last-Event-ID: \xff",
    ],
)
def test_strange_headers_are_no_error(here: Local, header: bytes) -> None:
    for path in (b"/", b"/static/css/base.css", b"/api/v1/openapi.json", b"/t/x"):
        head = b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header
        found = raw(here, head + b"\r\nConnection: close\r\n\r\n")
        assert status_of(found) in (200, 206, 400, 403, 404, 416, 426, 431), found[:2000]


def test_headers_are_not_taken_without_end(here: Local) -> None:
    """A few megabytes of headers are refused, not kept in memory."""
    port = httpx.URL(here.url).port
    with socket.create_connection(("127.0.0.1", port or 0), timeout=5) as connection:
        try:
            connection.sendall(b"GET /about HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            for number in range(400):
                connection.sendall(b"X-%d: %s\r\n" % (number, b"x" * 10_000))
            connection.sendall(b"Connection: close\r\n\r\n")
            found = connection.recv(65536)
        except (ConnectionResetError, BrokenPipeError):
            return
    assert status_of(found) in (0, 400, 431)


# --- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [10**9 + 1, 10**18, 2**63, 2**64, 10**400, -(10**400)])
def test_huge_numbers_are_refused(visitor: Visitor, number: int) -> None:
    lena, _marko = two_at_a_table(visitor.web)
    before = lena.state()
    for wish in (
        {"kind": "play", "action": "roll", "position": number},
        {"kind": "take-back", "position": number},
        {"kind": "remove", "seat": number},
        {"kind": "begin", "first": number},
        {"kind": "settings", "settings": {"pace": number}},
    ):
        answer = visitor.web.post(f"{lena.path}/commands", json=wish, headers=lena.auth)
        assert refused(answer) == 422
    answer = visitor.web.get(f"{lena.path}/events", params={"after": str(number)})
    assert refused(answer) == 422
    assert lena.state() == before


def test_strange_texts_in_a_command_come_back_harmless(visitor: Visitor) -> None:
    lena, _marko = two_at_a_table(visitor.web)
    player = Player(visitor.web, lena.table, lena.token)
    for action in ("\x1b[31m", "<b>", "\u202e", "score " + "9" * 30, "\x00", "keep ²", "{0}"):
        answer = player.play(action)
        assert refused(answer) == 422
        assert answer.json()["message"].isprintable()


def test_strange_ids_are_refused_and_others_are_only_ids(visitor: Visitor) -> None:
    lena, _marko = two_at_a_table(visitor.web)
    position = lena.state()["position"]
    for strange in ("", "a b", "\x00", "\u202e", "é", "x\n", "x" * 65):
        assert refused(lena.play("roll", position=position, id=strange)) == 422
    for _ in range(2):
        answer = lena.play("roll", position=position, id="'\";--<b>%00{0}")
        assert answer.status_code == 200, answer.text
    assert lena.state()["version"] == position + 1
