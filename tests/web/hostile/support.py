"""Input that somebody with bad intentions, or a broken program, would send."""

import re
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from select import select
from typing import AnyStr

import httpx
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from tests.web.support import SECONDS, Local

# Every run tries the same examples: what fails here fails everywhere.
FEW = settings(
    max_examples=80,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
MANY = settings(FEW, max_examples=300)

ODD_TEXTS = [
    *("", " ", "\x00", "\x1b[2J", "\r\n", "\u2028", "\x85", "\t", "\ufeff", "\x7f"),
    *("\ud800", "\udfff", "\u202e", "\u200b", "\u0301" * 50, "é", "ß", "İ", "\U0001f3b2", "\ufdfa"),
    *("٣", "²", "１", "½", "-1", "+1", "1_0", "0x1", "01", "1.5", "1e999", "-0", "NaN", "Infinity"),
    *("9" * 10, "9" * 19, "1" + "0" * 400, "9" * 5000, "true", "null", "None"),
    *("{", "}", "[", "]", '"', "'", "\\", "%", "&", "=", ";", ":", ",", "#", "/", "//", "\\u0000"),
    *(
        "\\ud800",
        "{}",
        "[]",
        "{0}",
        "{0.__class__}",
        "%00",
        "%ff",
        "%s%n",
        "../..",
        "<b>",
        "' OR 1",
    ),
    *("[" * 50 + "]" * 50, "[" * 980 + "]" * 980, "[" * 3000, '{"a":' * 900, "x" * 3000),
]
ODD_BYTES = [
    *(text.encode("utf-8", "surrogatepass") for text in ODD_TEXTS),
    *(b"\xff", b"\xfe\xff", b"\xc0\x80", b"\x80" * 20, b"\xed\xa0\x80", b"\xf4\x90\x80\x80"),
]


def texts_like(*seeds: str) -> st.SearchStrategy[str]:
    """Good texts with some of their pieces deleted, doubled, swapped or replaced by odd ones."""
    others = st.sampled_from(ODD_TEXTS) | st.text(max_size=6)
    return _like([re.findall(r"\w+|\s+|.", seed, re.DOTALL) for seed in seeds], others, "".join)


def bytes_like(*seeds: bytes) -> st.SearchStrategy[bytes]:
    """The same for bytes, which need not be a text at all."""
    others = st.sampled_from(ODD_BYTES) | st.binary(max_size=6)
    return _like([re.findall(rb"\w+|\s+|.", seed, re.DOTALL) for seed in seeds], others, b"".join)


def _like(
    seeds: Sequence[Sequence[AnyStr]],
    others: st.SearchStrategy[AnyStr],
    joined: Callable[[list[AnyStr]], AnyStr],
) -> st.SearchStrategy[AnyStr]:
    @st.composite
    def changed(draw: st.DrawFn) -> AnyStr:
        pieces = list(draw(st.sampled_from(seeds)))
        for _ in range(draw(st.integers(1, 4))):
            if not pieces:
                break
            at, to = (draw(st.integers(0, len(pieces) - 1)) for _ in range(2))
            match draw(st.sampled_from(["delete", "cut", "double", "swap", "replace", "insert"])):
                case "delete":
                    del pieces[at]
                case "cut":
                    del pieces[min(at, to) : max(at, to)]
                case "double":
                    pieces[to:to] = pieces[min(at, to) : max(at, to) + 1]
                case "swap":
                    pieces[at], pieces[to] = pieces[to], pieces[at]
                case "replace":
                    pieces[at] = draw(others)
                case _:
                    pieces.insert(at, draw(others))
        return joined(pieces)

    return changed()


MOST_BYTES_OF_A_HEADER = 20_000
LENGTHS = {"content-length", "transfer-encoding", "expect", "upgrade"}
BRIEFLY = 0.03


@dataclass(frozen=True)
class Answer:
    """What a server has sent back; status 0 is nothing at all."""

    status: int
    head: bytes
    body: bytes


def port_of(here: Local) -> int:
    port = httpx.URL(here.url).port
    assert port is not None
    return port


def connected(here: Local) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port_of(here)), timeout=SECONDS)


def sent(here: Local, data: bytes, patience: float = SECONDS) -> Answer:
    """Send bytes as they are, and read what comes back until the connection ends.

    When nothing has come for so long, the server is told that nothing more will be sent.
    """
    found = b""
    with connected(here) as connection:
        try:
            connection.sendall(data)
            ended = False
            while True:
                if not ended and not select([connection], [], [], patience)[0]:
                    connection.shutdown(socket.SHUT_WR)
                    ended = True
                part = connection.recv(65536)
                if not part:
                    break
                found += part
        except (BrokenPipeError, ConnectionResetError):
            pass  # the server has heard enough
    found = found.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    head, _end, body = found.partition(b"\r\n\r\n")
    return Answer(int(head.split()[1]) if head else 0, head, body)


def asked(
    here: Local, method: str, path: str, headers: Mapping[str, bytes | str], body: bytes = b""
) -> Answer:
    """A request whose headers may be any bytes but the ends of lines."""
    lines = {"host": b"127.0.0.1", "connection": b"close"}
    if method == "POST":
        lines["content-length"] = b"%d" % len(body)
    for name, value in headers.items():
        text = value.encode() if isinstance(value, str) else value
        lines[name] = text.replace(b"\r", b"").replace(b"\n", b"")[:MOST_BYTES_OF_A_HEADER]
    head = b"".join(name.encode() + b": " + value + b"\r\n" for name, value in lines.items())
    # What is said about the body may be wrong: then the rest of it never comes.
    patience = BRIEFLY if headers.keys() & LENGTHS else SECONDS
    first = f"{method} {path} HTTP/1.1\r\n".encode()
    return sent(here, first + head + b"\r\n" + body, patience)


def wait_until(come: Callable[[], bool]) -> None:
    until = time.monotonic() + 5
    while not come():
        assert time.monotonic() < until, "it does not happen"
        time.sleep(0.01)
