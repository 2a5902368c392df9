"""The cookies of a request, read in one pass.

The parser of Python's library takes quadratic time for some values (before 3.13), and a request
that is refused must not cost more than one that is served. Ours are all plain: a name, an equals
sign and a value without quotes. Other cookies are kept unparsed.
"""

from typing import Final

from starlette.types import Scope

MOST_COOKIE_BYTES: Final = 8 * 1024
_HEADER: Final = "charidice.cookie"
_READ: Final = "charidice.cookies"


def take_cookies(scope: Scope) -> None:
    """Remove the cookie header from a request, so that the framework does not parse it."""
    headers = scope["headers"]
    scope[_HEADER] = b"; ".join(value for name, value in headers if name == b"cookie")
    if scope[_HEADER]:
        scope["headers"] = [pair for pair in headers if pair[0] != b"cookie"]


def cookies_of(scope: Scope) -> dict[str, str]:
    """The cookies by name, the last of two with the same name; read once for each request."""
    found: dict[str, str] | None = scope.get(_READ)
    if found is None:
        found = scope[_READ] = parsed(scope.get(_HEADER, b""))
    return found


def parsed(header: bytes) -> dict[str, str]:
    """The pairs in a header; what is too long is not read at all."""
    if len(header) > MOST_COOKIE_BYTES:
        return {}
    found: dict[str, str] = {}
    for part in header.decode("latin-1").split(";"):
        name, equals, value = part.partition("=")
        if equals:
            found[name.strip()] = value.strip().removeprefix('"').removesuffix('"')
    return found
