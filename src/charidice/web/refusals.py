"""Refusals of requests that nobody has looked at closely: small, and made without much work.

They are made before cookies are read, from the few headers that cost nothing, so that a flood of
requests to be refused stays cheap.
"""

import json
from html import escape
from typing import Final

from starlette.responses import Response
from starlette.types import Scope

from charidice.locale import accepted, explain, use
from charidice.rules import CodedError

# What is answered in this way, wherever it is refused.
STATUSES: Final = frozenset({408, 411, 413, 414, 421, 429, 431})
_UNREAD: Final = (408, 413)  # more of the body would come, which nobody reads
_LATER: Final = {"web/too-many-tables": "60"}  # seconds
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
        body = json.dumps({"code": error.code, "message": text}, ensure_ascii=False)
        return Response(body, status, headers, "application/json")
    page = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Charidice</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<main><h1>Charidice</h1><p>{escape(text)}</p></main></html>"
    )
    return Response(page, status, headers, "text/html")
