"""URLs of databases, and what may be shown of them: never a password, however written."""

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
# As it should be, without one of its slashes (as in a path), or as a list of settings.
_URL_LIKE: Final = re.compile(r"(?is)[a-z][a-z0-9+.-]+:/|postgres(?:ql)?:|\b(?:password|pwd)\s*=")


def is_database_url(place: str) -> bool:
    """Whether this is meant to be the URL of a database; a data file otherwise."""
    return "://" in place or _URL_LIKE.match(place) is not None or "password=" in place.lower()


def require_postgres_url(url: str) -> None:
    """Refuse a URL that is not one of PostgreSQL."""
    if url.partition("://")[0] not in _SCHEMES:
        raise StorageError("storage/address", {"url": redacted(url)})


def require_well_formed_url(url: str) -> None:
    """Refuse a URL whose parts could be mistaken for each other."""
    if not _WELL_FORMED.fullmatch(url):
        reason = StorageError("storage/address-parts")
        raise StorageError("storage/unreachable", {"place": redacted(url), "reason": reason})


def redacted(place: str) -> str:
    """A place without its password or anything else that might be secret."""
    if not is_database_url(place):
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
    """All that may be secret in a well-formed URL, as it is written and as it is decoded."""
    found = _WELL_FORMED.fullmatch(url)
    if found is None:
        return {""}  # which is in every text
    values = [part.partition("=")[2] for part in (found["settings"] or "").split("&")]
    written = {found["password"] or "", *values}
    decoded = {decode(value) for value in written for decode in (unquote, unquote_plus)}
    return (written | decoded) - {""}
