"""Addresses of databases, and what may be shown of them: never a password, however written."""

import re
from typing import Final
from urllib.parse import unquote, unquote_plus

from charidice.storage.errors import StorageError

_SCHEMES: Final = ("postgresql", "postgres")
_HOST: Final = r"(?:[^@/?#:\[\],]*|\[[^@/?#\[\]]*\])(?::[0-9]*)?"
_WELL_FORMED: Final = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://"
    r"(?:(?P<user>[^@/?#\[\]:]*)(?::(?P<password>[^@/?#\[\]]*))?@)?"
    rf"(?P<where>{_HOST}(?:,{_HOST})*(?:/[^@?#]*)?)"
    r"(?:\?(?P<settings>[^#&=]+=[^#&]*(?:&[^#&=]+=[^#&]*)*))?"
)
# As it is meant to be, without one of its slashes (as in a path), or as a list of settings.
_ADDRESS: Final = re.compile(r"(?is)[a-z][a-z0-9+.-]+:/|postgres(?:ql)?:|\b(?:password|pwd)\s*=")


def is_address(place: str) -> bool:
    """Whether this is meant to be the address of a database; a data file otherwise."""
    return "://" in place or _ADDRESS.match(place) is not None or "password=" in place.lower()


def checked(url: str) -> str:
    """An address of PostgreSQL."""
    if url.partition("://")[0] not in _SCHEMES:
        raise StorageError("storage/address", {"url": shown(url)})
    return url


def readable(url: str) -> str:
    """An address whose parts cannot be mistaken for each other."""
    if not _WELL_FORMED.fullmatch(url):
        reason = StorageError("storage/address-parts")
        raise StorageError("storage/unreachable", {"place": shown(url), "reason": reason})
    return url


def shown(place: str) -> str:
    """A place without its password or anything else that might be secret."""
    if not is_address(place):
        return place
    found = _WELL_FORMED.fullmatch(place)
    if found and "@" not in (found["settings"] or ""):
        return f"{found['scheme']}://{found['where']}"
    scheme = place.partition("://")[0]
    return f"{scheme}://…" if scheme in _SCHEMES else "…"


def reason_without_secrets(error: BaseException, url: str) -> str:
    """What an error says, unless it quotes what must not be shown."""
    reason = str(error) or type(error).__name__
    return type(error).__name__ if any(part in reason for part in _secrets(url)) else reason


def _secrets(url: str) -> set[str]:
    """All that may be secret in a well-formed address, as it is written and as it is meant."""
    found = _WELL_FORMED.fullmatch(url)
    if found is None:
        return {""}  # which is in every text
    values = [part.partition("=")[2] for part in (found["settings"] or "").split("&")]
    written = {found["password"] or "", *values}
    meant = {form(value) for value in written for form in (unquote, unquote_plus)}
    return (written | meant) - {""}
