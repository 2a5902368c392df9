"""Style sheets, scripts and pictures: their links, and how long browsers may keep them.

All of them are in one folder named by the hash of their contents, so that scripts can import each
other by relative paths and everything may be cached for ever.
"""

import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from charidice.web.edge.compression import accepts_gzip, compressed_once

STATIC: Final = Path(__file__).parent.parent / "static"
# Style sheets are sent in two files: one for every page, and one more where games are shown. Where
# two sheets disagree the later counts; on paper that is always print.css, and by night the dark
# tokens, which are in the first file under the conditions below.
STYLES: Final = "css/all.css"
GAME_STYLES: Final = "css/game.css"
SHEETS: Final[Mapping[str, tuple[str, ...]]] = {
    STYLES: (
        *("tokens", "tokens-dark", "fonts", "base", "controls", "frame", "prose"),
        *("home", "home-sizes", "faces", "dice", "coin", "rules", "charts", "offline", "print"),
    ),
    GAME_STYLES: (
        *("asking", "asking-here", "table", "strip", "strip-sizes", "tray", "tray-sizes", "pad"),
        *("bonuses", "bonuses-phones", "bonuses-large"),
        *("sheet", "log", "handover", "lobby", "room"),
        *("result", "result-phones", "result-staged", "result-large", "replay", "elsewhere"),
        *("review", "review-sizes", "uploads", "guide", "coach", "moments"),
        *("helps-phones", "upright", "sideways", "between"),
        *("paper", "evening", "own_dice", "print"),
    ),
}
_NIGHTS: Final = (
    ("screen and (prefers-color-scheme: dark)", "auto"),
    ("screen", "dark"),
)
_COMMENT: Final = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_FILES_KEPT: Final = 200
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
    if name not in SHEETS and not (STATIC / name).is_file():
        raise FileNotFoundError(name)
    return f"/static/{edition()}/{name}"


@cache
def _files() -> dict[str, tuple[Path, os.stat_result]]:
    """The files of this edition by name, each with what the disk says of it."""
    found = (path for path in STATIC.rglob("*") if path.is_file())
    return {path.relative_to(STATIC).as_posix(): (path, path.stat()) for path in found}


@lru_cache(_FILES_KEPT)
def _compressed(path: str, _changed: int) -> bytes | None:
    """A file as it was then, compressed; None if that does not make it smaller."""
    return compressed_once(Path(path).read_bytes())


@cache
def _styles(name: str) -> tuple[bytes, bytes]:
    """Some style sheets as one file, plain and compressed."""
    joined = styles(name).encode()
    return joined, compressed_once(joined) or joined


def styles(name: str) -> str:
    """Some style sheets as one text, without the comments."""
    return _COMMENT.sub("", "\n".join(_sheet(sheet) for sheet in SHEETS[name]))


def _sheet(name: str) -> str:
    """A style sheet, with the condition under which it counts."""
    text = (STATIC / "css" / f"{name}.css").read_text(encoding="utf-8")
    if name == "print":
        return f"@media print {{\n{text}}}\n"
    if name != "tokens-dark":
        return text
    nights = [
        f"@media {media} {{\n{text.replace(':root', f':root[data-theme={theme}]')}}}\n"
        for media, theme in _NIGHTS
    ]
    return "".join(nights)


class Assets(StaticFiles):
    """Files of this edition may be cached; files of another edition are always requested again."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, with its cache lifetime."""
        first, *others = Path(path).parts or ("",)
        if _EDITION.fullmatch(first):
            path = str(Path(*others))
        known = _files().get(Path(path).as_posix()) if first == edition() else None
        if Path(path).as_posix() in SHEETS:
            response = _styles_response(Path(path).as_posix(), scope)
        elif known is not None and scope["method"] in ("GET", "HEAD") and accepts_gzip(scope):
            response = self.file_response(*known, scope)  # from memory: no thread looks at the disk
        else:
            response = await super().get_response(path, scope)
        response.headers["vary"] = "Accept-Encoding"
        kept = "public, max-age=31536000, immutable" if first == edition() else "no-cache"
        response.headers["cache-control"] = kept
        return response

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file, compressed for whoever can read that; a piece of it is always plain."""
        plain = super().file_response(full_path, stat_result, scope, status_code)
        asked = Headers(scope=scope)
        if plain.status_code == 304 or "range" in asked or not accepts_gzip(scope):
            return plain
        body = _compressed(str(full_path), stat_result.st_mtime_ns)
        if body is None:
            return plain
        headers = {
            "content-encoding": "gzip",
            "etag": plain.headers["etag"].removesuffix('"') + '-gzip"',  # not the same bytes
            "last-modified": plain.headers["last-modified"],
        }
        response = Response(body, status_code, headers, plain.media_type)
        if self.is_not_modified(response.headers, asked):
            return NotModifiedResponse(response.headers)
        return response


def _styles_response(name: str, scope: Scope) -> Response:
    plain, compressed = _styles(name)
    if not accepts_gzip(scope):
        return Response(plain, media_type="text/css")
    return Response(compressed, headers={"content-encoding": "gzip"}, media_type="text/css")
