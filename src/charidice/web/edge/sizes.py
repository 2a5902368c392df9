"""How large the parts of a request may be; checked before they are read."""

import asyncio
from collections.abc import Mapping
from typing import Final

from starlette.types import Message, Receive, Scope

from charidice.web.edge.cookies import MOST_COOKIE_BYTES
from charidice.web.edge.errors import Refused, WebError

MOST_FORM_BYTES: Final = 8 * 1024
MOST_API_BYTES: Final = 4 * 1024
MOST_UPLOAD_BYTES: Final = 128 * 1024  # a whole game of four is some 10 KB
MOST_UNREAD_UPLOAD_BYTES: Final = 4 * 1024 * 1024  # of an upload that is too long
UPLOAD_PATH: Final = "/review"
MOST_HEADER_BYTES: Final = 32 * 1024
MOST_HEADERS: Final = 100
MOST_ADDRESS_BYTES: Final = 2 * 1024
# Headers that are read further on. Some ways to read them take long when they are long.
MOST_BYTES_OF: Final[Mapping[bytes, int]] = {
    b"host": 255,
    b"content-type": 256,
    b"authorization": 256,
    b"origin": 512,
    b"sec-fetch-site": 32,
    b"range": 64,
    b"accept-encoding": 256,
    b"if-none-match": 256,
    b"if-modified-since": 64,
}


def check_head(scope: Scope) -> None:
    """Refuse a request whose address or headers are too large to be read."""
    if len(scope["raw_path"]) + len(scope["query_string"]) > MOST_ADDRESS_BYTES:
        raise Refused(WebError("web/long-address"))
    total = cookies = 0
    for name, value in scope["headers"]:
        size = len(value)
        total += len(name) + size
        if name == b"cookie":
            cookies += size
        elif size > MOST_BYTES_OF.get(name, MOST_HEADER_BYTES):
            raise Refused(WebError("web/headers"))
    if (
        total > MOST_HEADER_BYTES
        or cookies > MOST_COOKIE_BYTES
        or len(scope["headers"]) > MOST_HEADERS
    ):
        raise Refused(WebError("web/headers"))


def most_bytes(path: str) -> int:
    """How long the body of a request to this path may be."""
    if path == UPLOAD_PATH:
        return MOST_UPLOAD_BYTES
    return MOST_API_BYTES if path.startswith("/api/") else MOST_FORM_BYTES


def too_large(most: int) -> Refused:
    """The refusal of a body that is longer than this."""
    return Refused(WebError("web/too-large", {"most": most}))


async def pass_over(receive: Receive, seconds: float) -> None:
    """Take an upload that is too long, and drop it: browsers show no answer before they have sent
    all of it."""
    try:
        async with asyncio.timeout(seconds):
            while (await receive()).get("more_body", False):
                continue
    except TimeoutError:
        return


def limited(receive: Receive, most: int, seconds: float) -> Receive:
    """The body, refused when it is longer than `most` bytes or takes more seconds."""
    read = 0
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    complete = False

    async def measured() -> Message:
        nonlocal read, complete
        if complete:  # what comes now is only the end of the connection
            return await receive()
        try:
            async with asyncio.timeout(None) as limit:
                # Most bodies have already arrived; only the others need a timeout.
                waiting = loop.call_soon(limit.reschedule, until)
                try:
                    message = await receive()
                finally:
                    waiting.cancel()
        except TimeoutError:
            raise Refused(WebError("web/too-slow")) from None
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if read > most:
                raise too_large(most)
        return message

    return measured
