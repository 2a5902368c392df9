"""What stands before every request: headers on every answer, and where requests come from."""

import re

import pytest
from tests.web.conftest import Serve
from tests.web.edge.support import assert_guarded
from tests.web.support import (
    FORM,
    Local,
    client,
    two_at_a_table,
)

from charidice.web.edge import sizes


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
        ("POST", "/one-device", 409),
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
        link = re.search(r"/static/\w{10}/css/base\.css", web.get("/").text)
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
