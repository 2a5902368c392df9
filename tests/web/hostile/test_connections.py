"""Connections: too many, too slow, too much, and never read."""

import contextlib
import socket
import time

import httpx
import pytest
from tests.web.conftest import Serve
from tests.web.hostile.support import asked, connected, port_of, sent, wait_until
from tests.web.support import (
    FORM,
    Local,
    created,
    two_at_a_table,
)

from charidice.web.config import Caps, Timings
from charidice.web.edge.protocol import MOST_WAITING_REQUESTS
from charidice.web.edge.sizes import MOST_FORM_BYTES, MOST_UNREAD_UPLOAD_BYTES


def test_too_many_connections_are_refused_and_all_is_well_once_they_are_gone(serve: Serve) -> None:
    there = serve(caps=Caps(connections=20))
    with there.visitor() as web, contextlib.ExitStack() as crowd:
        lena, _marko = two_at_a_table(web)
        for _ in range(40):
            crowd.enter_context(connected(there))
        refused = asked(there, "GET", "/about", {})
        assert refused.status in (0, 503)
        crowd.close()
        wait_until(lambda: asked(there, "GET", "/about", {}).status == 200)
        assert lena.play("roll").status_code == 200


def test_whoever_plays_is_not_disturbed_by_a_crowd(serve: Serve) -> None:
    there = serve(caps=Caps(connections=20))
    with there.visitor() as web, contextlib.ExitStack() as crowd:
        lena, marko = two_at_a_table(web)
        for _ in range(40):
            crowd.enter_context(connected(there))
        assert asked(there, "GET", "/about", {}).status in (0, 503)
        assert lena.play("roll").status_code == 200  # over the connection that is open
        assert marko.state()["game"]["roll"] == 1


def test_one_address_does_not_get_all_connections(serve: Serve) -> None:
    there = serve(rate=1000.0, caps=Caps(connections_per_address=10))
    with contextlib.ExitStack() as crowd:
        for _ in range(10):
            crowd.enter_context(connected(there))
        assert asked(there, "GET", "/about", {}).status == 503
        crowd.close()
        wait_until(lambda: asked(there, "GET", "/about", {}).status == 200)


@pytest.mark.parametrize("begun", [b"", b"GET /about HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"])
def test_a_head_that_does_not_come_is_not_waited_for(serve: Serve, begun: bytes) -> None:
    with connected(serve(timings=Timings(head=0.2))) as connection:
        connection.sendall(begun)
        assert connection.recv(1000).startswith(b"HTTP/1.1 408")
        assert connection.recv(1000) == b""


def test_the_second_head_has_to_come_in_time_too(serve: Serve) -> None:
    with connected(serve(timings=Timings(head=0.3))) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /about HTT")
        got = b""
        while part := connection.recv(10_000):
            got += part
        assert got.startswith(b"HTTP/1.1 200")
        assert b"HTTP/1.1 408" in got


@pytest.mark.parametrize(
    "endless",
    [
        b"GET /" + b"a" * 1000,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"a" * 1000,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-Many: a\r\n" * 100,
    ],
)
def test_a_head_without_an_end_is_cut_off(serve: Serve, endless: bytes) -> None:
    more = b"X-Many: a\r\n" if endless.endswith(b"\r\n") else b"a"
    with connected(serve()) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(endless)
            for _ in range(100):
                connection.sendall(more * (5_000 // len(more)))
        with contextlib.suppress(ConnectionError):
            assert connection.recv(1000)[:12] in (b"HTTP/1.1 431", b"HTTP/1.1 400", b"")


def test_a_head_of_too_many_lines_is_refused_before_its_end(serve: Serve) -> None:
    with connected(serve()) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 300)
        assert connection.recv(1000)[:12] == b"HTTP/1.1 431"


def test_a_long_body_is_no_long_head(serve: Serve) -> None:
    """What the guard allows gets through, in pieces."""
    there = serve()
    body = b"&".join(b"x%d=" % n + b"a" * 400 for n in range(20))
    assert len(body) <= MOST_FORM_BYTES
    head = (
        f"POST /play HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {FORM['content-type']}\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    assert sent(there, head.encode() + body).status in (303, 422)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"\r\n"),
        (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n", b"x"),
    ],
)
def test_nobody_holds_a_connection_with_a_byte(serve: Serve, first: bytes, then: bytes) -> None:
    with connected(serve(timings=Timings(head=0.3))) as connection:
        connection.sendall(first)
        assert connection.recv(10_000).startswith(b"HTTP/1.1 200")
        connection.sendall(then)
        got = b""
        while part := connection.recv(10_000):  # until it is closed
            got += part
        assert b"HTTP/1.1 2" not in got


def test_requests_sent_ahead_are_limited(here: Local) -> None:
    """Thousands fit into one packet, and each would take its time in the same round of the loop."""
    one = b"GET /about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    few = sent(here, one * MOST_WAITING_REQUESTS, patience=1.0)
    assert (few.head + few.body).count(b"HTTP/1.1 200 OK") == MOST_WAITING_REQUESTS
    many = sent(here, one * 5_000)
    assert (many.head + many.body).count(b"HTTP/1.1 200 OK") <= MOST_WAITING_REQUESTS + 1


def test_a_body_of_many_tiny_chunks_is_not_read_to_its_end(here: Local) -> None:
    head = (
        b"POST /play HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    )
    answer = sent(here, head + b"1\r\nx\r\n" * 200_000)
    assert answer.status in (0, 413)  # the end of the connection may come before the answer


def is_cut_off(connection: socket.socket, data: bytes) -> bool:
    """Whether the server does not take any more of this."""
    try:
        connection.sendall(data)
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


def test_a_reader_who_takes_nothing_is_let_go(serve: Serve) -> None:
    """What he asked for waits in our memory."""
    there = serve(timings=Timings(unread=0.3))
    one = b"GET /static/css/base.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", port_of(there)))
        deaf.settimeout(5)
        wait_until(lambda: is_cut_off(deaf, one * 8))
    with there.visitor() as web:
        assert web.get("/about").status_code == 200


def test_no_answer_comes_that_nobody_asked_for(serve: Serve) -> None:
    """After a refusal whose body comes late the connection is idle, and ends without a word."""
    with connected(serve(timings=Timings(head=0.3))) as connection:
        connection.sendall(
            b"POST /play HTTP/1.1\r\nHost: stranger.example\r\nContent-Length: 4\r\n\r\n"
        )
        assert connection.recv(65536).startswith(b"HTTP/1.1 421")
        connection.sendall(b"a=b&")
        assert connection.recv(65536) == b""


def test_whoever_uploads_too_much_hears_so_after_all_was_sent(here: Local) -> None:
    """Browsers show an error of the network when an answer comes before they have sent all."""
    size = 2_000_000
    head = f"POST /review HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {size}\r\n\r\n"
    with connected(here) as connection:
        connection.sendall(head.encode())
        for _ in range(10):
            connection.sendall(b"x" * (size // 10))
            time.sleep(0.05)
        assert connection.recv(65536).startswith(b"HTTP/1.1 413")


def test_an_endless_upload_ends_the_connection(here: Local) -> None:
    head = "POST /review HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n"
    with connected(here) as connection:
        connection.sendall(head.encode())
        sent = 0

        def cut_off() -> bool:
            nonlocal sent
            sent += 65_536
            return is_cut_off(connection, b"x" * 65_536)

        wait_until(cut_off)
    assert sent < 3 * MOST_UNREAD_UPLOAD_BYTES


@pytest.mark.parametrize("path", ["/t/{table}/stream", "/api/v1/tables/{table}/events", "/play"])
def test_an_endless_body_ends_the_connection(here: Local, web: httpx.Client, path: str) -> None:
    """Also behind a stream, which has no end of its own."""
    method = "POST" if path == "/play" else "GET"
    head = f"{method} {path.format(table=created(web).table)} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    with connected(here) as connection:
        connection.sendall(f"{head}Content-Length: 99999999\r\n\r\n".encode())
        wait_until(lambda: is_cut_off(connection, b"x" * 16_384))
