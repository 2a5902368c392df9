"""Cookies are read in one pass, and never by the library."""

import http.cookies
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.support import Local

from charidice.web.edge.cookies import MOST_COOKIE_BYTES, cookies_of, parsed, take_cookies


def test_plain_pairs_are_read() -> None:
    header = b'charidice_name=L%C3%A9na; charidice_theme=dark;a=b=c; quoted="x y"; empty=; alone'
    assert parsed(header) == {
        "charidice_name": "L%C3%A9na",
        "charidice_theme": "dark",
        "a": "b=c",
        "quoted": "x y",
        "empty": "",
    }


def test_several_headers_are_read_as_one_and_the_last_of_two_counts() -> None:
    scope: dict[str, Any] = {
        "headers": [(b"cookie", b"a=1; b=2"), (b"host", b"x"), (b"cookie", b"a=3")]
    }
    take_cookies(scope)
    assert scope["headers"] == [(b"host", b"x")]
    assert cookies_of(scope) == {"a": "3", "b": "2"}
    assert cookies_of(scope) is cookies_of(scope)


@given(st.binary(max_size=300))
def test_any_bytes_are_read(header: bytes) -> None:
    for name, value in parsed(header).items():
        assert (name + value).encode("latin-1").decode("latin-1") == name + value


def test_what_is_too_long_is_not_read() -> None:
    assert parsed(b"a=" + b"x" * MOST_COOKIE_BYTES) == {}
    assert len(parsed(b"a=" + b"x" * (MOST_COOKIE_BYTES - 2))["a"]) == MOST_COOKIE_BYTES - 2


def test_no_page_reads_cookies_with_the_library(
    here: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its parser takes quadratic time for backslashes in quotes (CVE-2024-7592)."""

    def slow(_text: str) -> str:
        raise AssertionError

    monkeypatch.setattr(http.cookies, "_unquote", slow)
    cookie = {"cookie": 'charidice_language=de; charidice_theme=dark; a="' + "\\" * 8000 + '"'}
    with here.visitor() as web:
        for path in ("/", "/about", "/t/AbCdEfGhIjKlMnO_", "/nowhere"):
            answer = web.get(path, headers=cookie)
            assert answer.status_code in (200, 404)
            assert 'lang="de"' in answer.text
