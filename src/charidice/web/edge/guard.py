"""Checks the size, rate, host and origin of every request, and sets headers on every answer.

Plain ASGI, since it runs for every move. Requests are refused here before anything expensive is
read.
"""

import logging
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from charidice.web.config import Config
from charidice.web.edge.addresses import address_of
from charidice.web.edge.cookies import take_cookies
from charidice.web.edge.errors import Refused, WebError
from charidice.web.edge.limits import Limits
from charidice.web.edge.paths import route_of
from charidice.web.edge.refusals import refusal
from charidice.web.edge.sizes import (
    UPLOAD_PATH,
    check_head,
    limited,
    most_bytes,
    pass_over,
    too_large,
)
from charidice.web.edge.turns import REFUSAL, Turns

_LOG = logging.getLogger(__name__)
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_HOSTS_KEPT: Final = 100
_LENGTH_DIGITS: Final = 12

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
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


class Guard:
    """The middleware."""

    def __init__(
        self,
        app: ASGIApp,
        config: Config,
        limits: Limits,
        turns: Turns,
        fail: Callable[[Scope, int, WebError], ASGIApp],
    ) -> None:
        self._app, self._fail = app, fail
        self._config, self._limits, self._turns = config, limits, turns
        self._hosts: dict[str, bool] = {}
        self._headers = list(HEADERS)
        if self._config.secure:
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))
        if self._config.secure or self._config.only_here:  # browsers trust no other places
            self._headers.append((b"cross-origin-opener-policy", b"same-origin"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, pass it on, and add headers to its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                headers = message["headers"] = list(message.get("headers", ()))
                headers.extend(self._headers)
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
            await send(message)

        try:
            self._check(scope)
            take_cookies(scope)
            await self._app(scope, self._body(scope, receive), with_headers)
        except Refused as refused:
            if scope["path"] == UPLOAD_PATH and refused.error.code == "web/too-large":
                await pass_over(receive, self._config.timings.body)
            await self._turns.turn(REFUSAL, address_of(scope))
            answer = self._refusal(scope, refused)
            await answer(scope, receive, with_headers)
        except ClientDisconnect:
            return  # nobody waits for an answer
        except Exception:
            _LOG.exception("%s %s failed", scope["method"], route_of(scope["path"]))
            if begun:
                raise
            failed = WebError("web/failed")
            await self._fail(scope, 500, failed)(scope, receive, with_headers)

    def _body(self, scope: Scope, receive: Receive) -> Receive:
        """What is read of a request that may have a body: only so much, and only for so long."""
        if scope["method"] in _SAFE:
            return receive
        return limited(receive, most_bytes(scope["path"]), self._config.timings.body)

    def _refusal(self, scope: Scope, refused: Refused) -> ASGIApp:
        """A small answer; if there are too many of them, the connection is closed as well."""
        address = address_of(scope)
        flood = self._limits.refused(address) if address else False
        return refusal(scope, refused.status_code, refused.error, close=flood)

    def _check(self, scope: Scope) -> None:
        address, is_file = address_of(scope), scope["path"].startswith("/static/")
        allows = self._limits.allows_file if is_file else self._limits.allows
        if address and not allows(address):
            raise Refused(WebError("web/too-many"))
        check_head(scope)
        headers = Headers(scope=scope)
        self._check_host(headers.get("host", ""))
        if scope["method"] in _SAFE:
            return
        length, most = headers.get("content-length", "0"), most_bytes(scope["path"])
        if not length.isdecimal() or len(length) > _LENGTH_DIGITS or int(length) > most:
            raise too_large(most)
        if not self._same_site(headers):
            raise Refused(WebError("web/cross-site"))

    def _check_host(self, host: str) -> None:
        known = self._hosts.get(host)
        if known is None:
            try:
                known = self._config.serves(host)
            except ValueError:
                known = False
            if len(self._hosts) < _HOSTS_KEPT:
                self._hosts[host] = known
        if not known:
            raise Refused(WebError("web/wrong-host", {"host": host}))

    def _same_site(self, headers: Headers) -> bool:
        """Whether a request comes from our own pages, or from a program that is not a browser."""
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
