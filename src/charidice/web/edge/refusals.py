"""Small answers to requests that are refused early.

They are made before cookies are read, from a few cheap headers, so that refusing a flood of
requests costs little.
"""

import json
from functools import cache
from html import escape
from typing import Final

from starlette.responses import Response
from starlette.types import Scope

from charidice.errors import CodedError
from charidice.locale import accepted, explain, use
from charidice.locale import gettext as _
from charidice.web.edge.problems import problem
from charidice.web.edge.static_files import STYLES, asset

# These are always answered in this way.
STATUSES: Final = frozenset({408, 411, 413, 414, 421, 429, 431})
_UNREAD: Final = (408, 413)  # the rest of the body is not read
_LATER: Final = {"web/too-many-tables": "60", "web/too-many-uploads": "60"}  # seconds
_LANGUAGE_BYTES: Final = 200


def refusal(scope: Scope, status: int, error: CodedError, *, close: bool = False) -> Response:
    """A refusal as JSON for programs and scripts, or as a plain page."""
    language, script = "", scope["path"].startswith("/api/")
    for name, value in scope["headers"]:
        if name == b"accept-language":
            language = value[:_LANGUAGE_BYTES].decode("latin-1")
        elif name == b"x-charidice":
            script = True
    use(language := accepted(language))
    headers = {"retry-after": _LATER.get(error.code, "1")} if status == 429 else {}
    if close or status in _UNREAD:
        headers["connection"] = "close"
    text = explain(error)
    if script:
        body = json.dumps(problem(error), ensure_ascii=False)
        return Response(body, status, headers, "application/json")
    return Response(_page(language, text), status, headers, "text/html")


@cache
def _style_link() -> str:
    """The link to the style sheets, which are most likely in the browser."""
    return f'<link rel="stylesheet" href="{asset(STYLES)}">'


def _page(language: str, text: str) -> str:
    """A whole page in the look of the others."""
    return (
        f'<!doctype html><html lang="{language}" data-theme="auto"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><title>Charidice</title>'
        f'{_style_link()}</head><body><main id="main">'
        f'<section class="card narrow"><h1>{escape(_("That is not possible"))}</h1>'
        f'<p>{escape(text)}</p><p class="after"><a class="button go" href="/">'
        f"{escape(_('Home'))}</a></p></section></main></body></html>"
    )
