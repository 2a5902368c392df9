"""The language of an answer: the one chosen on this site, or the one the browser prefers."""

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from charidice.locale import SOURCE, accepted, current, languages, use
from charidice.web.edge.cookies import cookies_of
from charidice.web.edge.seat_tokens import LANGUAGE_COOKIE

_LONGEST_HEADER: Final = 200
# In a link: the language of what chats show of it. Whoever opens the link reads in their own.
PREVIEW_LANGUAGE: Final = "lang"


class Languages:
    """The middleware: sets the language for everything that follows."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find the language, and pass the request on."""
        if scope["type"] == "http" and not scope["path"].startswith("/static/"):
            use(language_of(scope))
            if scope["method"] == "HEAD" and not scope["path"].endswith(("/stream", "/events")):
                scope = {**scope, "method": "GET"}  # the server leaves the body out
        await self._app(scope, receive, send)


def language_of(scope: Scope) -> str:
    """The language for the answer to this request."""
    wish = cookies_of(scope).get(LANGUAGE_COOKIE, "")
    header = next((v for name, v in scope["headers"] if name == b"accept-language"), b"")
    return wish if wish in languages() else accepted(header[:_LONGEST_HEADER].decode("latin-1"))


def with_language(link: str) -> str:
    """A link whose preview will be in the language of the context; English needs no word."""
    return link if current() == SOURCE else f"{link}?{PREVIEW_LANGUAGE}={current()}"
