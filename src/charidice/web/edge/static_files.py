"""Style sheets, scripts and pictures: their links, and how long browsers may keep them.

All of them are in one folder named by the hash of their contents, so that scripts can import each
other by relative paths and everything may be cached for ever.
"""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent.parent / "static"
_EDITION: Final = re.compile("[0-9a-f]{10}")


@cache
def edition() -> str:
    """The hash of all static files together."""
    digest = sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(f"{path.relative_to(STATIC).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:10]


@cache
def asset(name: str) -> str:
    """The link of a static file."""
    if not (STATIC / name).is_file():
        raise FileNotFoundError(name)
    return f"/static/{edition()}/{name}"


class Assets(StaticFiles):
    """Files of this edition may be cached; files of another edition are always requested again."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, with its cache lifetime."""
        first, *others = Path(path).parts or ("",)
        if _EDITION.fullmatch(first):
            path = str(Path(*others))
        response = await super().get_response(path, scope)
        kept = "public, max-age=31536000, immutable" if first == edition() else "no-cache"
        response.headers["cache-control"] = kept
        return response
