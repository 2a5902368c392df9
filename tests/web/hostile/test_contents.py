"""Requests whose content would take long to read, if it were read before it is measured."""

import json
import time
import unicodedata
from typing import Literal

import httpx
import pytest
from tests.web.conftest import Serve
from tests.web.hostile.support import asked, connected, sent, wait_until
from tests.web.support import FORM, Local, created

from charidice.tables.model.names import MOST_GIVEN_CHARACTERS

JSON = {"content-type": "application/json"}
MARKS = "\u0323\u0301"  # in the wrong order: to bring many in order takes long


@pytest.mark.parametrize("length", [31, 400, 600, 1_900, 32_000])
def test_a_name_of_combining_marks_is_refused_before_it_is_put_in_order(
    here: Local, web: httpx.Client, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    normalized: list[int] = []
    normalize = unicodedata.normalize

    def watched(kind: Literal["NFC", "NFKC"], text: str) -> str:
        normalized.append(len(text))
        return normalize(kind, text)

    monkeypatch.setattr("charidice.tables.model.names.unicodedata.normalize", watched)
    lena = created(web)
    name = ("e" + MARKS * 16_000)[:length]
    for path, fields in (
        ("/play", f"name={name}"),
        ("/invite", f"name={name}"),
        ("/one-device", f"player={name}&player=Lena"),
        (f"/t/{lena.table}/do", f"do=sit&name={name}"),
    ):
        answer = asked(here, "POST", path, FORM, fields.encode())
        assert answer.status in (413, 422), path
    for path in ("/api/v1/tables", f"{lena.path}/seats"):
        answer = asked(here, "POST", path, JSON, json.dumps({"name": name}).encode())
        assert answer.status in (413, 422), path
    assert max(normalized) <= MOST_GIVEN_CHARACTERS


@pytest.mark.parametrize("keys", [400, 7_000])
def test_json_with_thousands_of_keys_is_refused(here: Local, web: httpx.Client, keys: int) -> None:
    lena = created(web)
    body = json.dumps({f"{key:x}": 0 for key in range(keys)}, separators=(",", ":")).encode()
    for path in ("/api/v1/tables", f"{lena.path}/seats", f"{lena.path}/commands"):
        assert asked(here, "POST", path, JSON, body).status == (422 if keys < 500 else 413)


def chunked(path: str, body: bytes) -> bytes:
    """A form in chunks of one byte."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    head += f"Content-Type: {FORM['content-type']}\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head.encode() + b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"


def test_a_body_in_chunks_of_one_byte_is_a_body_like_any_other(here: Local) -> None:
    assert sent(here, chunked("/play", b"name=Lena")).status == 303
    assert sent(here, chunked("/play", b"name=" + b"x" * 600)).status == 422
    # What stands around chunks counts as head: so many of them just end the connection.
    assert sent(here, chunked("/play", b"name=" + b"x" * 9_000)).status in (0, 413)


# --- many requests before the first answer -------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/healthz", "/about"])
def test_thousands_of_requests_in_one_packet_end_the_connection_and_nothing_else(
    here: Local, web: httpx.Client, path: str
) -> None:
    with connected(here) as connection:
        packet = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * 4_000
        try:
            connection.sendall(packet)
            while connection.recv(65_536):
                pass
        except (BrokenPipeError, ConnectionResetError):
            pass  # the server has heard enough
    assert web.get("/about").status_code == 200
    time.sleep(0.1)  # what was begun would be written to a connection that is gone


def test_answers_to_requests_that_were_sent_together_stop_when_nobody_reads(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    """The first is a stream, the others wait behind it: when the connection goes, so does it."""
    here = serve()
    limits = here.app.state.services.limits
    with here.visitor() as web:
        lena = created(web)
        stream = f"GET /t/{lena.table}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        with connected(here) as connection:
            connection.sendall((stream + "GET /about HTTP/1.1\r\nHost: x\r\n\r\n" * 3).encode())
            assert connection.recv(1000).startswith(b"HTTP/1.1 200")
            wait_until(lambda: limits.streams == 1)
        wait_until(lambda: limits.streams == 0)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
