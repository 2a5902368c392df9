"""The route and the kind of a request from its path, without secrets."""

import re
from functools import lru_cache
from typing import Final

_FIXED: Final = re.compile(r"[a-z][a-z0-9-]{0,11}")
_KINDS: Final = {"do": "move", "commands": "move", "stream": "stream", "events": "stream"}


@lru_cache(1_000)
def route_of(path: str) -> str:
    """A path without the names of tables and without tokens."""
    return "/".join(
        part if not part or _FIXED.fullmatch(part) else "*" for part in path[:200].split("/")
    )


def kind_of(path: str) -> str:
    """The kind of a request, for metrics: static, move, stream, api or page."""
    if path.startswith("/static/"):
        return "static"
    kind = _KINDS.get(path.rpartition("/")[2])
    return kind or ("api" if path.startswith("/api/") else "page")
