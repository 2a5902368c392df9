"""The rules with worked examples, and the same on one page to print."""

from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from starlette.responses import Response

from charidice.web.edge.seat_tokens import TABLE_NAME
from charidice.web.pages.browser_seats import name_of
from charidice.web.pages.examples import examples
from charidice.web.pages.layout import page
from charidice.web.pages.preview import preview, rules_preview

router = APIRouter(include_in_schema=False)


@router.get("/rules")
async def rules_page(request: Request) -> Response:
    """The rules of the game."""
    values = {
        "examples": examples(),
        "table_link": _table_before(request),
        "name": name_of(request),
        "preview": preview(request, rules_preview),
    }
    return page(request, "rules.html", values)


@router.get("/rules/one-page")
async def one_page(request: Request) -> Response:
    """The rules on one sheet of paper."""
    return page(request, "one_page.html", {"examples": examples()})


def _table_before(request: Request) -> str | None:
    """The table from which somebody came to look something up."""
    try:
        path = urlsplit(request.headers.get("referer", "")[:500]).path
    except ValueError:
        return None
    kind, _slash, name = path.lstrip("/").partition("/")
    return path if kind == "t" and TABLE_NAME.fullmatch(name) else None
