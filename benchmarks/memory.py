"""A server that passes each move on, and decides and keeps nothing: what uvicorn can do at best.

`benchmarks/server.py` measures this beside the real server, with the same client. It is a bare
application on uvicorn: a POST is answered and pushed to the streams of its table from memory.
"""

import asyncio
import socket
import sys

import uvicorn
from starlette.types import Receive, Scope, Send


class Table:
    def __init__(self) -> None:
        self.version = 3
        self.streams: list[asyncio.Queue[bytes]] = []


TABLES: list[Table] = []


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """The few routes that the client needs."""
    parts = scope["path"].split("/")
    if scope["method"] == "GET":
        await follow(TABLES[int(parts[4])], send)
        return
    body = (await receive())["body"]
    if len(parts) == 4:
        TABLES.append(Table())
    table = TABLES[int(parts[4])] if len(parts) > 4 else TABLES[-1]
    if parts[-1] == "commands":
        table.version += 1
        for stream in table.streams:
            stream.put_nowait(b"id: %d\ndata: %s\n\n" % (table.version, body))
        answer = b'{"version":%d,"position":%d}' % (table.version, table.version)
    else:
        answer = b'{"table":"%d","token":"1.x","sitting":1}' % (len(TABLES) - 1)
    headers = [(b"content-length", b"%d" % len(answer)), (b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})


async def follow(table: Table, send: Send) -> None:
    stream: asyncio.Queue[bytes] = asyncio.Queue()
    table.streams.append(stream)
    headers = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b": welcome\n\n", "more_body": True})
    while True:
        await send({"type": "http.response.body", "body": await stream.get(), "more_body": True})


def main() -> None:
    listening = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=2048)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="off", timeout_keep_alive=600
    )
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
