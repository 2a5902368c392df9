"""Errors of requests that are refused before they reach a table."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from fastapi import HTTPException

from charidice.errors import CodedError
from charidice.web.edge.statuses import status_of


class WebError(CodedError):
    """A request is refused before it reaches a table."""

    messages: ClassVar[Mapping[str, str]] = {
        "web/not-found": "There is no such page. The link may be incomplete.",
        "web/method": "This address cannot be used in this way.",
        "web/too-large": "That is too much at once: at most {most} bytes are accepted.",
        "web/too-slow": "The request did not arrive in time. Please try again.",
        "web/too-many": "Too many requests in a short time. Wait a moment, then try again.",
        "web/too-many-streams": (
            "Too many pages are open from this address. Close some of them, then try again."
        ),
        "web/too-many-tables": (
            "Too many tables were opened from this address. Play at one of them, "
            "or try again later."
        ),
        "web/too-many-uploads": (
            "Too many games were uploaded from this address. Try again in an hour."
        ),
        "web/cross-site": "This request came from another site, so it was refused.",
        "web/wrong-host": (
            "This server is not known under the name {host}. "
            "Whoever runs it can allow that name with --public-url."
        ),
        "web/headers": "The headers of this request are too large. Delete old cookies first.",
        "web/long-address": "The address of this page is too long. The link may be damaged.",
        "web/long-field": "The field {where} has room for {most} characters.",
        "web/unreadable": "The request could not be read. Please try again.",
        "web/invalid": "The request is not complete or not well formed: {where}.",
        "web/wrong-token": "This token does not belong to this table. Check the link.",
        "web/failed": "Something went wrong. Nothing is lost; please try again.",
    }


def invalid(places: Sequence[Mapping[str, Any]], whole: str = "body") -> WebError:
    """What pydantic found wrong, as a refusal that names the first few fields, or the `whole`."""
    where = "; ".join(".".join(map(str, place["loc"])) or whole for place in places[:5])
    return WebError("web/invalid", {"where": where})


class Refused(HTTPException):
    """Carries a refusal to the handler that answers it, even through code that reads bodies."""

    def __init__(self, error: WebError) -> None:
        super().__init__(status_of(error))
        self.error = error
