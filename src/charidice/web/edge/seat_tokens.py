"""Seats are held by signed tokens, in a cookie or in a header.

A token is the number of the holder and a signature over table and number. The server keeps no
list of them: whoever has a valid one holds the seat, and nobody can make one without the key.
"""

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

NAME_COOKIE: Final = "charidice_name"
LANGUAGE_COOKIE: Final = "charidice_language"
THEME_COOKIE: Final = "charidice_theme"
_SEAT_COOKIE: Final = "charidice_seat_"
_UPLOAD_COOKIE: Final = "charidice_upload_"
_TOKEN: Final = re.compile(r"(\d{1,6})\.([A-Za-z0-9_-]{24})", re.ASCII)
TABLE_NAME: Final = re.compile(r"[A-Za-z0-9_-]{16}", re.ASCII)
UPLOAD_NAME: Final = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
COOKIE_DAYS: Final = 180
MOST_SEATS_KEPT: Final = 60
MOST_UPLOADS_REMEMBERED: Final = 20
_SIGNATURES_KEPT: Final = 10_000


class Signer:
    """Makes and checks tokens with the key of the server."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        # A player sends the same token with every move.
        self._signature = lru_cache(_SIGNATURES_KEPT)(self._signed)

    def token(self, table: str, holder: int) -> str:
        """The token of somebody at a table."""
        return f"{holder}.{self._signature(table, str(holder))}"

    def holder(self, table: str, token: str | None) -> int | None:
        """The holder of a token, or None if it is not valid."""
        match = _TOKEN.fullmatch(token or "")
        if match is None or match[1] != str(int(match[1])):
            return None
        good = hmac.compare_digest(match[2], self._signature(table, match[1]))
        return int(match[1]) if good else None

    def table_name(self, wish: str) -> str:
        """The name of the table that a secret id leads to: the same for every retry."""
        digest = hmac.digest(self._key, f"charidice table 1/{wish}".encode(), sha256)
        return urlsafe_b64encode(digest[:12]).decode()

    def upload_token(self, name: str) -> str:
        """What whoever uploaded a game shows to delete it."""
        digest = hmac.digest(self._key, f"charidice upload 1/{name}".encode(), sha256)
        return urlsafe_b64encode(digest[:18]).decode()

    def may_delete(self, name: str, token: str | None) -> bool:
        """Whether this is the token of somebody who uploaded this game."""
        return hmac.compare_digest((token or "").encode(), self.upload_token(name).encode())

    def _signed(self, table: str, holder: str) -> str:
        text = f"charidice seat 1/{table}/{holder}"
        digest = hmac.digest(self._key, text.encode(), sha256)
        return urlsafe_b64encode(digest[:18]).decode()


def cookie_of(table: str) -> str:
    """The cookie that holds a seat at this table."""
    return _SEAT_COOKIE + table


def upload_cookie(name: str) -> str:
    """The cookie of who uploaded this game."""
    return _UPLOAD_COOKIE + name


def uploads_of(cookies: Mapping[str, str]) -> list[str]:
    """The games that a browser has uploaded, the latest last as browsers send them."""
    names = (name.removeprefix(_UPLOAD_COOKIE) for name in cookies if _is_upload(name))
    return [name for name in names if UPLOAD_NAME.fullmatch(name)]


def _is_upload(cookie: str) -> bool:
    return cookie.startswith(_UPLOAD_COOKIE)


def tables_of(cookies: Mapping[str, str]) -> list[str]:
    """The tables at which a browser holds a seat, the latest last as browsers send them."""
    names = (name.removeprefix(_SEAT_COOKIE) for name in cookies if name.startswith(_SEAT_COOKIE))
    return [name for name in names if TABLE_NAME.fullmatch(name)]


def bearer(request: Request) -> str | None:
    """The token in the Authorization header; an empty one is none."""
    given = (value for name, value in request.scope["headers"] if name == b"authorization")
    kind, _, token = next(given, b"").decode("latin-1").partition(" ")
    return (token.strip() or None) if kind.lower() == "bearer" else None


def remember(response: Response, name: str, value: str, *, secure: bool) -> None:
    """Set a cookie that scripts cannot read and other sites cannot use."""
    response.set_cookie(
        name,
        value,
        max_age=COOKIE_DAYS * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=secure,
        path="/",
    )
