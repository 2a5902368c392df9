"""What every page needs, and whether a page or JSON is wanted."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from charidice import __version__
from charidice.locale import current, language_names
from charidice.web.edge.cookies import cookies_of
from charidice.web.edge.seat_tokens import THEME_COOKIE
from charidice.web.edge.sizes import UPLOAD_PATH
from charidice.web.templating import render

THEMES: Final = ("auto", "light", "dark")
_LONGEST_BACK: Final = 400


def by_script(request: Request) -> bool:
    """Whether a script of ours asks, which wants JSON instead of a page."""
    return request.headers.get("x-charidice") == "1"


def page(
    request: Request, template: str, values: Mapping[str, Any] | None = None, status: int = 200
) -> Response:
    """A page in the language of the viewer."""
    response = HTMLResponse(render(template, {**page_values(request), **(values or {})}), status)
    response.headers["vary"] = "Accept-Language, Cookie"
    return response


def redirect(request: Request, path: str) -> Response:
    """A redirect to another page; scripts get its address as JSON."""
    if by_script(request):
        return JSONResponse({"go": path})
    return RedirectResponse(path, 303)


def page_values(request: Request) -> dict[str, object]:
    """What the frame of every page shows."""
    theme = cookies_of(request.scope).get(THEME_COOKIE, "")
    return {
        "language": current(),
        "languages": language_names(),
        "theme": theme if theme in THEMES else "auto",
        "back": _back(request),
        "preview": None,
        "elsewhere": None,
        "version": __version__,
    }


def _back(request: Request) -> str:
    """A page to go back to: this one, or where the form was that led here."""
    path, query = request.scope["path"], request.scope["query_string"].decode("latin-1")
    parts = path.split("/")
    if len(parts) > 3 and parts[1] == "t" and (request.method != "GET" or parts[3] == "back"):
        return "/".join(parts[:3])
    if request.method != "GET":
        return path if path == UPLOAD_PATH else "/"
    back = f"{path}?{query}" if query else str(path)
    return back if len(back) <= _LONGEST_BACK else "/"
