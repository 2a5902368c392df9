"""Connections from addresses of this machine, and the requests that go over them.

These are plain sockets, as attacks send what no client would: halves of requests, wrong lengths,
bytes one by one.
"""

import asyncio
import contextlib
import json
import re
import socket
from collections.abc import AsyncIterator
from typing import Final

MEGABYTE: Final = 1 << 20
ANSWER_SECONDS: Final = 10.0  # every whole request is answered by then
FORM_KIND: Final = "application/x-www-form-urlencoded"
_CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


class Connection:
    """A connection from an address of this machine."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def first(self, seconds: float) -> int:
        """The status of the answer that comes within this time; 0 when none does."""
        try:
            async with asyncio.timeout(seconds):
                found = await self.reader.read(4096)
        except (TimeoutError, ConnectionError):
            return 0
        match = re.match(rb"HTTP/1\.1 (\d{3})", found.removeprefix(_CONTINUE))
        return int(match[1]) if match else 0

    async def asked(self, data: bytes) -> tuple[int, bytes]:
        """The status and the body of the answer to a request; the connection stays open."""
        self.writer.write(data)
        async with asyncio.timeout(ANSWER_SECONDS):
            head = await self.reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            without_body = data.startswith(b"HEAD ")
            wanted = int(length[1]) if length and not without_body else 0
            body = await self.reader.readexactly(wanted)
        return int(head.split()[1]), body

    def drip(self, byte: bytes) -> bool:
        """Send a byte, unless the server has ended the connection."""
        if self.writer.is_closing() or self.reader.at_eof():
            return False
        self.writer.write(byte)
        return True

    def stop_reading(self) -> None:
        """Read nothing more of what the server sends."""
        transport = self.writer.transport
        if isinstance(transport, asyncio.Transport):
            transport.pause_reading()

    def close(self) -> None:
        """End it at once."""
        self.writer.transport.abort()


async def connect(port: int, source: str, receive_buffer: int = 0) -> Connection:
    """A connection to the server from this address."""
    plain = socket.socket()
    try:
        if receive_buffer:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        plain.setblocking(False)
        plain.bind((source, 0))
        async with asyncio.timeout(ANSWER_SECONDS):
            await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", port))
            return Connection(*await asyncio.open_connection(sock=plain, limit=4 * MEGABYTE))
    except BaseException:
        plain.close()
        raise


@contextlib.asynccontextmanager
async def connected(port: int, source: str) -> AsyncIterator[Connection]:
    """A connection for a while."""
    connection = await connect(port, source)
    try:
        yield connection
    finally:
        connection.close()


class Caller:
    """A client that repeats requests, and reconnects when its connection was closed."""

    def __init__(self, port: int, source: str) -> None:
        self.port, self.source = port, source
        self._connection: Connection | None = None

    async def ask(self, data: bytes) -> tuple[int, bytes]:
        """The status and the body of an answer; 0 and nothing when the connection ended first."""
        for _ in range(2):  # the old connection may have been ended meanwhile
            new = self._connection is None
            try:
                if self._connection is None:
                    self._connection = await connect(self.port, self.source)
                return await self._connection.asked(data)
            except (OSError, EOFError, asyncio.LimitOverrunError):
                self.close()
                if new:
                    break
        return 0, b""

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """A whole request; the connection stays open unless a header says otherwise."""
    lines = {"host": "127.0.0.1", **headers}
    if method == "POST":
        lines |= {"content-length": str(len(body))}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "surrogatepass") + body


def form(path: str, body: bytes, **headers: str) -> bytes:
    """A form of a page."""
    return request("POST", path, body, content_type=FORM_KIND, **headers)


def wish(path: str, value: object, token: str = "") -> bytes:
    """A request to the API, with the token of a seat."""
    headers = {"content_type": "application/json", "authorization": f"Bearer {token}"}
    return request("POST", f"/api/v1/tables{path}", json.dumps(value).encode(), **headers)
