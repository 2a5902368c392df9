"""What stands before every request: size, rate, where it comes from; and headers on every answer.

Plain ASGI, since it runs for every move.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from typing import ClassVar, Final
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from charidice.rules import CodedError
from charidice.web.config import Config
from charidice.web.limits import Limits
from charidice.web.logs import REQUESTS, new_id, request_id, route_of
from charidice.web.metrics import Metrics

_LOG = logging.getLogger(__name__)
MOST_BYTES: Final = 64 * 1024
MOST_HEADER_BYTES: Final = 32 * 1024
BODY_SECONDS: Final = 10.0
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_KINDS: Final = {"do": "move", "commands": "move", "stream": "stream", "events": "stream"}

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (
        b"permissions-policy",
        b"camera=(), microphone=(), geolocation=(), interest-cohort=(), payment=()",
    ),
)


class WebError(CodedError):
    """A request is refused before it gets to a table."""

    messages: ClassVar[Mapping[str, str]] = {
        "web/not-found": "There is no such page. The link may be incomplete.",
        "web/method": "This address cannot be used in this way.",
        "web/too-large": "That is too much at once: at most {most} bytes are accepted.",
        "web/too-slow": "The request did not arrive in time. Please try again.",
        "web/too-many": "Too many requests in a short time. Wait a moment, then try again.",
        "web/cross-site": "This request came from another site, so it was refused.",
        "web/wrong-host": (
            "This server is not known under the name {host}. "
            "Whoever runs it can allow that name with --public-url."
        ),
        "web/headers": "The headers of this request are too large. Delete old cookies first.",
        "web/unreadable": "The request could not be read. Please try again.",
        "web/invalid": "The request is not complete or not well formed: {where}.",
        "web/failed": "Something went wrong here. Nothing is lost; please try again.",
    }


class Refused(HTTPException):
    """Carries a refusal to the place that answers it, also through what reads bodies."""

    def __init__(self, status: int, error: WebError) -> None:
        super().__init__(status)
        self.error = error


class Guard:
    """The middleware."""

    def __init__(
        self,
        app: ASGIApp,
        config: Config,
        refuse: Callable[[Scope, int, WebError], ASGIApp],
        limits: Limits,
        metrics: Metrics,
    ) -> None:
        self._app, self._config, self._refuse = app, config, refuse
        self._limits, self._metrics = limits, metrics
        self._hosts: dict[str, bool] = {}
        self._headers = list(HEADERS)
        if config.secure:
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))
        if config.secure or config.only_here:  # browsers take it from trustworthy places only
            self._headers.append((b"cross-origin-opener-policy", b"same-origin"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, hand it on, and put the headers on its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, since = False, time.perf_counter()
        id_ = new_id(self._given_id(scope))
        request_id.set(id_)

        async def with_headers(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                self._note(scope, message["status"], time.perf_counter() - since)
                headers = message["headers"] = list(message.get("headers", ()))
                headers.extend(self._headers)
                headers.append((b"x-request-id", id_.encode()))
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
            await send(message)

        try:
            self._check(scope)
            inner = _limited(receive) if scope["method"] not in _SAFE else receive
            await self._app(scope, inner, with_headers)
        except Refused as refused:
            await self._refuse(scope, refused.status_code, refused.error)(
                scope, receive, with_headers
            )
        except ClientDisconnect:
            return  # nobody waits for an answer
        except Exception:
            _LOG.exception("%s %s failed", scope["method"], route_of(scope["path"]))
            if begun:
                raise
            failed = WebError("web/failed")
            await self._refuse(scope, 500, failed)(scope, receive, with_headers)

    def _given_id(self, scope: Scope) -> bytes:
        """The id that a proxy we trust has given to a request."""
        if not self._config.behind_proxy:
            return b""
        return next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        kind = kind_of(scope["path"])
        self._metrics.answered(kind, status, seconds)
        if REQUESTS.isEnabledFor(logging.INFO):
            fields = {
                "method": scope["method"],
                "route": route_of(scope["path"]),
                "status": status,
                "ms": round(1000 * seconds, 1),
            }
            REQUESTS.info("answered", extra={"fields": fields})

    def _check(self, scope: Scope) -> None:
        client = scope.get("client")
        if client and not self._limits.allows(str(client[0])):
            raise Refused(429, WebError("web/too-many"))
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEADER_BYTES:
            raise Refused(431, WebError("web/headers"))
        headers = Headers(scope=scope)
        self._check_host(headers.get("host", ""))
        if scope["method"] in _SAFE:
            return
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > MOST_BYTES:
            raise Refused(413, WebError("web/too-large", {"most": MOST_BYTES}))
        if not self._same_site(headers):
            raise Refused(403, WebError("web/cross-site"))

    def _check_host(self, host: str) -> None:
        known = self._hosts.get(host)
        if known is None:
            try:
                known = self._config.serves(host)
            except ValueError:
                known = False
            if len(self._hosts) < 100:
                self._hosts[host] = known
        if not known:
            raise Refused(421, WebError("web/wrong-host", {"host": host}))

    def _same_site(self, headers: Headers) -> bool:
        """Browsers say where a request comes from; programs that are no browsers say nothing."""
        fetch_site = headers.get("sec-fetch-site")
        if fetch_site is not None:
            return fetch_site in ("same-origin", "none")
        origin = headers.get("origin")
        if origin is None:
            return True
        allowed = {headers.get("host", "").lower()}
        if self._config.public_url is not None:
            allowed.add(urlsplit(self._config.public_url).netloc.lower())
        try:
            return urlsplit(origin).netloc.lower() in allowed
        except ValueError:
            return False


def kind_of(path: str) -> str:
    """What a request is about, for the figures: static, move, stream, api or page."""
    if path.startswith("/static/"):
        return "static"
    kind = _KINDS.get(path.rpartition("/")[2])
    return kind or ("api" if path.startswith("/api/") else "page")


def _limited(receive: Receive) -> Receive:
    """The body, refused when it is too long or too slow."""
    read = 0
    loop = asyncio.get_running_loop()
    until = loop.time() + BODY_SECONDS
    complete = False

    async def limited() -> Message:
        nonlocal read, complete
        if complete:  # what comes now is only the end of the connection
            return await receive()
        try:
            async with asyncio.timeout(None) as limit:
                # Most bodies are there already: a clock is set only for those that are not.
                waiting = loop.call_soon(limit.reschedule, until)
                try:
                    message = await receive()
                finally:
                    waiting.cancel()
        except TimeoutError:
            raise Refused(408, WebError("web/too-slow")) from None
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if read > MOST_BYTES:
                raise Refused(413, WebError("web/too-large", {"most": MOST_BYTES}))
        return message

    return limited
