"""What stands before every request: headers on every answer, and where requests come from."""

import re

import pytest
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from tests.web.conftest import Serve
from tests.web.edge.support import assert_guarded
from tests.web.support import (
    FORM,
    Local,
    client,
    two_at_a_table,
)

from charidice.web.config import Config
from charidice.web.edge import sizes
from charidice.web.edge.errors import WebError
from charidice.web.edge.guard import Guard
from charidice.web.edge.limits import Limits
from charidice.web.edge.turns import Turns


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/rules", 200),
        ("GET", "/about", 200),
        ("GET", "/nothing", 404),
        ("GET", "/t/nothing", 404),
        ("GET", "/play", 405),
        ("DELETE", "/", 405),
        ("OPTIONS", "/", 405),
        ("POST", "/play", 303),
        ("POST", "/preferences", 303),
        ("POST", "/forget", 200),
        ("POST", "/one-device", 422),
        ("GET", "/static/css/base.css", 200),
        ("GET", "/static/js/table.js?v=x", 200),
        ("GET", "/static/nothing.js", 404),
        ("POST", "/static/css/base.css", 405),
        ("GET", "/api/v1/openapi.json", 200),
        ("GET", "/api/v1/tables/AAAAAAAAAAAAAAAA", 404),
        ("POST", "/api/v1/tables", 422),
        ("PUT", "/api/v1/tables", 405),
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/docs", 404),
    ],
)
def test_every_kind_of_answer_has_the_headers(
    here: Local, method: str, path: str, status: int
) -> None:
    with here.visitor() as web:
        answer = web.request(method, path)
    assert answer.status_code == status
    assert_guarded(answer)


def test_refusals_before_the_application_have_the_headers(here: Local) -> None:
    with here.visitor() as web:
        for headers, status in (
            ({"host": "evil.example"}, 421),
            ({"sec-fetch-site": "cross-site"}, 403),
            ({"content-type": "text/plain"}, 413),
        ):
            content = b"x" * (sizes.MOST_FORM_BYTES + 1) if status == 413 else b""
            answer = web.post("/play", headers=headers, content=content)
            assert answer.status_code == status
            assert_guarded(answer)


def test_streams_have_the_headers(here: Local) -> None:
    with here.visitor() as web:
        lena, _marko = two_at_a_table(web)
        for path in (f"/t/{lena.table}/stream", f"{lena.path}/events"):
            with web.stream("GET", path) as response:
                assert_guarded(response)
                assert response.headers["cache-control"] == "no-store"
                assert response.headers["x-accel-buffering"] == "no"


@pytest.mark.parametrize("path", ["/t/AAAAAAAAAAAAAAAA", "/api/v1/tables/AAAAAAAAAAAAAAAA"])
def test_an_error_of_ours_tells_nothing_and_has_the_headers(
    here: Local, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    def broken(*_arguments: object) -> object:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr(here.app.state.services.host, "current", broken)
    with here.visitor() as web:
        answer = web.get(path)
    assert answer.status_code == 500
    assert_guarded(answer)
    assert "secret" not in answer.text
    assert "RuntimeError" not in answer.text
    assert "Nothing is lost" in answer.text
    assert "a secret of the server" in caplog.text  # whoever runs it is told


def test_pages_with_seats_are_not_cached_and_files_are(here: Local) -> None:
    with here.visitor() as web:
        assert web.get("/").headers["cache-control"] == "no-store"
        assert web.get("/static/css/base.css").headers["cache-control"] == "no-cache"
        link = re.search(r"/static/\w{10}/css/all\.css", web.get("/").text)
        assert link
        assert "immutable" in web.get(link[0]).headers["cache-control"]


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "nonsense"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1"},  # another port is another site
        {"origin": "http://127.0.0.1.evil.example"},
        {"origin": "http://["},
        {"origin": ""},
        {"origin": "https://evil.example", "sec-fetch-site": "cross-site"},
    ],
)
@pytest.mark.parametrize("path", ["/play", "/preferences", "/forget", "/api/v1/tables"])
def test_a_post_from_another_site_is_refused(
    here: Local, headers: dict[str, str], path: str
) -> None:
    with here.visitor() as web:
        answer = web.post(path, data={"name": "Lena"}, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert "another site" in answer.text


def test_a_post_from_our_own_pages_is_welcome(here: Local) -> None:
    with here.visitor() as web:
        for headers in (
            {"sec-fetch-site": "same-origin", "origin": here.url},
            {"sec-fetch-site": "none"},
            {"origin": here.url},
            {},
        ):
            assert web.post("/preferences", headers=headers).status_code == 303


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example"),
        *("", "[", "x@127.0.0.1.nip.io", "127.0.0.1.nip.io:80", "0x7f.1", "ѐxample"),
    ],
)
def test_a_name_that_is_not_ours_is_refused(here: Local, host: str) -> None:
    with here.visitor() as web:
        for path in ("/", "/static/css/base.css", "/api/v1/openapi.json"):
            answer = web.get(path, headers=[(b"host", host.encode())])
            assert answer.status_code in (400, 421)
            assert "Play now" not in answer.text


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "LOCALHOST:99", "[::1]:8000", "10.0.0.7"]
)
def test_this_machine_and_plain_addresses_are_ours(here: Local, host: str) -> None:
    with here.visitor() as web:
        assert web.get("/", headers={"host": host}).status_code == 200


def test_the_public_name_is_ours_and_no_other(serve: Serve) -> None:
    there = serve(public_url="https://dice.example.org")
    with there.visitor() as web:
        assert web.get("/", headers={"host": "dice.example.org"}).status_code == 200
        assert web.get("/", headers={"host": "example.org"}).status_code == 421
        origin = {"host": "dice.example.org", "origin": "https://dice.example.org"}
        assert web.post("/preferences", headers=origin).status_code == 303
        origin["origin"] = "https://example.org"
        assert web.post("/preferences", headers=origin).status_code == 403


def test_a_form_is_no_way_round_the_sign_of_the_host(here: Local) -> None:
    """Content types that a foreign form could send do not reach the API as JSON."""
    with client(here.url) as web:
        for kind in ("text/plain", FORM["content-type"], "multipart/form-data; boundary=x"):
            answer = web.post(
                "/api/v1/tables", content=b'{"name": "Lena"}', headers={"content-type": kind}
            )
            assert answer.status_code == 422


# The middleware itself


def fail(_scope: Scope, status: int, error: WebError) -> ASGIApp:
    return PlainTextResponse(error.code, status)


async def guarded(
    app: ASGIApp, config: Config | None = None, **request: object
) -> tuple[int, dict[bytes, bytes]]:
    """The status and the headers with which a request is answered; 0 if it is not."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "client": ("192.0.2.7", 1),
        "headers": [(b"host", b"127.0.0.1")],
        **request,
    }
    config = config or Config()
    guard = Guard(app, config, Limits(config.rate, b"key"), Turns(), fail)
    await guard(scope, receive, send)
    if not sent:
        return 0, {}
    return sent[0]["status"], dict(sent[0]["headers"])


GOOD = PlainTextResponse("good")


async def test_an_application_is_not_even_asked_about_what_is_refused() -> None:
    async def never(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise AssertionError

    strange = [(b"host", b"stranger.example")]
    assert (await guarded(never, headers=strange))[0] == 421
    assert (await guarded(never, raw_path=b"/" + b"x" * 3_000))[0] == 414
    long = [(b"host", b"127.0.0.1"), (b"content-length", b"99999")]
    assert (await guarded(never, method="POST", headers=long))[0] == 413


@pytest.mark.parametrize("length", [b"-1", b"1_0", b"\xc2\xb2", b"1e3", b"9" * 13, b" "])
async def test_a_length_is_a_plain_number(length: bytes) -> None:
    headers = [(b"host", b"127.0.0.1"), (b"content-length", length)]
    assert (await guarded(GOOD, method="POST", headers=headers))[0] == 413


async def test_an_error_of_ours_is_answered_unless_an_answer_has_begun(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def broken(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise ValueError("secret")

    async def half(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ValueError("secret")

    assert (await guarded(broken))[0] == 500
    assert len(caplog.records) == 1
    with pytest.raises(ValueError, match="secret"):
        await guarded(half)


async def test_whoever_has_gone_gets_no_answer() -> None:
    async def gone(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise ClientDisconnect

    assert await guarded(gone) == (0, {})


async def test_an_answer_that_says_how_long_it_is_kept_is_left_so() -> None:
    async def kept(scope: Scope, receive: Receive, send: Send) -> None:
        answer = PlainTextResponse("good", headers={"cache-control": "max-age=60"})
        await answer(scope, receive, send)

    assert (await guarded(GOOD))[1][b"cache-control"] == b"no-store"
    assert (await guarded(kept))[1][b"cache-control"] == b"max-age=60"


async def test_only_where_browsers_trust_the_connection_do_they_get_headers_for_it() -> None:
    _status, here = await guarded(GOOD)
    _status, near = await guarded(GOOD, Config(host="0.0.0.0"))  # noqa: S104
    _status, public = await guarded(GOOD, Config(public_url="https://dice.example.org"))
    strict, opener = b"strict-transport-security", b"cross-origin-opener-policy"
    assert [strict in headers for headers in (here, near, public)] == [False, False, True]
    assert [opener in headers for headers in (here, near, public)] == [True, False, True]
