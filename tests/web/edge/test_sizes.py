"""What is too large is refused before it is read."""

import pytest
from tests.web.support import FORM, Local

from charidice.web.edge.cookies import MOST_COOKIE_BYTES
from charidice.web.edge.errors import Refused
from charidice.web.edge.sizes import (
    MOST_ADDRESS_BYTES,
    MOST_API_BYTES,
    MOST_BYTES_OF,
    MOST_FORM_BYTES,
    MOST_HEADER_BYTES,
    MOST_HEADERS,
    MOST_UPLOAD_BYTES,
    check_head,
    most_bytes,
)
from charidice.web.pages.forms import MOST_FIELD_CHARACTERS

Pairs = list[tuple[bytes, bytes]]


def status(headers: Pairs, path: bytes = b"/", query: bytes = b"") -> int:
    """How a request with these headers is refused; 0 if it is not."""
    try:
        check_head({"headers": headers, "raw_path": path, "query_string": query})
    except Refused as refused:
        return refused.status_code
    return 0


@pytest.mark.parametrize("name", MOST_BYTES_OF)
def test_a_header_that_is_read_has_a_length(name: bytes) -> None:
    most = MOST_BYTES_OF[name]
    assert status([(name, b"x" * most)]) == 0
    assert status([(name, b"x" * (most + 1))]) == 431


def test_all_headers_together_have_a_length_and_a_number() -> None:
    assert status([(b"x", b"y" * (MOST_HEADER_BYTES - 1))]) == 0
    assert status([(b"x", b"y" * MOST_HEADER_BYTES)]) == 431
    assert status([(b"x", b"")] * MOST_HEADERS) == 0
    assert status([(b"x", b"")] * (MOST_HEADERS + 1)) == 431


def test_cookies_together_have_a_length() -> None:
    half = (b"cookie", b"x" * (MOST_COOKIE_BYTES // 2))
    assert status([half, half]) == 0
    assert status([half, half, (b"cookie", b"x")]) == 431


def test_an_address_has_a_length() -> None:
    assert status([], b"/" * (MOST_ADDRESS_BYTES - 3), b"a=b") == 0
    assert status([], b"/" * MOST_ADDRESS_BYTES, b"a") == 414


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/play", MOST_FORM_BYTES),
        ("/api/v1/tables/x/commands", MOST_API_BYTES),
        ("/review", MOST_UPLOAD_BYTES),
        ("/r/x/delete", MOST_FORM_BYTES),
    ],
)
def test_a_body_has_a_length(here: Local, path: str, most: int) -> None:
    assert most_bytes(path) == most
    with here.visitor() as web:
        for size, refused in ((most, False), (most + 1, True)):
            answer = web.post(path, content=b" " * size, headers=FORM)
            assert (answer.status_code == 413) is refused


def test_a_field_of_a_form_has_a_length(here: Local) -> None:
    with here.visitor() as web:
        for length, expected in ((MOST_FIELD_CHARACTERS, 303), (MOST_FIELD_CHARACTERS + 1, 422)):
            answer = web.post("/preferences", data={"back": "/".ljust(length, "x")})
            assert answer.status_code == expected
        script = {"x-charidice": "1"}
        answer = web.post("/play", data={"name": "\u0301" * 600}, headers=script)
        assert answer.json()["code"] == "web/long-field"
