"""Which answers are compressed, and how: small ones, secrets and streams never are.

A compressed answer tells by its length whether two texts in it are alike. So whatever may hold
somebody's token, tables or name stays plain (BREACH; docs/security.md says more).
"""

import gzip
import re
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from charidice.web.edge.cookies import cookies_of
from charidice.web.edge.seat_tokens import LANGUAGE_COOKIE, THEME_COOKIE

_KINDS: Final = (b"text/html", b"application/json")  # a stream is neither
_SAME_FOR_EVERYBODY: Final = ("/rules", "/science", "/about")
_PLAIN_COOKIES: Final = frozenset({LANGUAGE_COOKIE, THEME_COOKIE})
_LEAST_BYTES: Final = 1_000
_LARGEST_BYTES: Final = 256 * 1024  # more would hold the others up
_QUICK: Final = 2
_SMALL: Final = 9
_VARY: Final = b"Accept-Encoding"
_NEVER: Final = re.compile(rb"q=0(\.0*)?")


def compressed_once(body: bytes) -> bytes | None:
    """A body that is kept, as small as can be; None if it does not get smaller."""
    smaller = gzip.compress(body, _SMALL, mtime=0)
    return smaller if len(smaller) < len(body) else None


def accepts_gzip(scope: Scope) -> bool:
    """Whether whoever asks can read gzip."""
    header = next((v for name, v in scope["headers"] if name == b"accept-encoding"), b"")
    for choice in header.lower().split(b","):
        name, _, weight = choice.partition(b";")
        if name.strip() in (b"gzip", b"x-gzip"):
            return _NEVER.fullmatch(weight.strip()) is None
    return False


class Compression:
    """The middleware: compresses pages and JSON in which there is nothing to find out."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on, and compress its answer if it may be."""
        if scope["type"] == "http" and _may_compress(scope):
            send = _Compressed(send, gzip=accepts_gzip(scope))
        await self._app(scope, receive, send)


def _may_compress(scope: Scope) -> bool:
    """Whether the answer cannot hold anything that only some may know."""
    path: str = scope["path"]
    if scope["method"] != "GET" or path.startswith("/static/") or "/back/" in path:
        return False
    if path in _SAME_FOR_EVERYBODY:
        return True
    return cookies_of(scope).keys() <= _PLAIN_COOKIES and not any(
        name == b"authorization" for name, _ in scope["headers"]
    )


class _Compressed:
    """Sends an answer; its head waits for the body, whose length decides."""

    def __init__(self, send: Send, *, gzip: bool) -> None:
        self._send, self._gzip = send, gzip
        self._head: Message | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_text(message):
            self._head = message
            return
        head, self._head = self._head, None
        if head is not None:
            message = self._body(head, message)
            await self._send(head)
        await self._send(message)

    def _body(self, head: Message, message: Message) -> Message:
        """The body as it is sent; the head says so."""
        body = message.get("body", b"")
        whole = message["type"] == "http.response.body" and not message.get("more_body", False)
        if not whole or not _LEAST_BYTES <= len(body) <= _LARGEST_BYTES:
            return message
        vary = dict(head["headers"]).get(b"vary", b"")
        changed = {b"vary": vary if _VARY in vary else b", ".join(filter(None, (vary, _VARY)))}
        if self._gzip:
            body = gzip.compress(body, _QUICK, mtime=0)
            changed |= {b"content-encoding": b"gzip", b"content-length": b"%d" % len(body)}
        kept = [(name, value) for name, value in head["headers"] if name not in changed]
        head["headers"] = [*kept, *changed.items()]
        return {**message, "body": body}


def _is_text(message: Message) -> bool:
    headers = dict(message.get("headers", ()))
    kind = headers.get(b"content-type", b"").partition(b";")[0].strip()
    return kind in _KINDS and b"content-encoding" not in headers and message["status"] != 206
