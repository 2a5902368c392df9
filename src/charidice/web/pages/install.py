"""What makes the pages an app: the manifest, the service worker, and the page without a network."""

import json
from functools import cache
from typing import Final

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from charidice.locale import gettext as _
from charidice.locale import languages, use
from charidice.web.edge.static_files import SHEETS, STATIC, asset, edition
from charidice.web.pages.layout import page
from charidice.web.tokens import colour

router = APIRouter(include_in_schema=False)
OFFLINE: Final = "/offline"
_WORKER: Final = "js/worker.js"
_RULES: Final = "/rules"
_ALWAYS_ANEW: Final = {"cache-control": "no-cache"}
_ICONS: Final = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
)


@router.get("/manifest/{language}.webmanifest")
async def manifest(language: str) -> Response:
    """How the app is called and what it looks like on a home screen."""
    if language not in languages():
        raise HTTPException(404)
    use(language)
    return JSONResponse(
        {
            "id": "/",
            "lang": language,
            "name": _("Charidice: a dice game about generosity"),
            "short_name": "Charidice",
            "description": _(
                "Score the dice you like. The rest is a gift to your neighbour, "
                "and giving most pays off."
            ),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": colour("felt-dark"),
            "background_color": colour("felt"),
            "categories": ["games"],
            "icons": [
                {"src": asset(name), "sizes": sizes, "type": kind, "purpose": purpose}
                for name, sizes, kind, purpose in _ICONS
            ],
        },
        headers=_ALWAYS_ANEW,
        media_type="application/manifest+json",
    )


@router.get("/service-worker.js")
async def service_worker() -> Response:
    """The service worker of this edition; a browser asks for it again and again."""
    return Response(_worker(), headers=_ALWAYS_ANEW, media_type="text/javascript")


@router.get(OFFLINE)
async def offline(request: Request) -> Response:
    """What a browser shows when the server cannot be reached; it is the same for everybody."""
    return page(request, "offline.html")


@cache
def _worker() -> str:
    names = [path.relative_to(STATIC).as_posix() for path in sorted(STATIC.glob("js/*.js"))]
    names += [path.relative_to(STATIC).as_posix() for path in sorted(STATIC.glob("fonts/*.woff2"))]
    shell = [asset(name) for name in (*SHEETS, "icon.svg", *names) if name != _WORKER]
    facts = {"EDITION": edition(), "OFFLINE": OFFLINE, "RULES": _RULES, "SHELL": shell}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in facts.items())
    return head + (STATIC / _WORKER).read_text(encoding="utf-8")
