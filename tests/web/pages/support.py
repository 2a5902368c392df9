"""Games played by forms."""

import httpx
from tests.web.support import (
    page_of,
)


def error_of(answer: httpx.Response, status: int) -> str:
    """What a page of refusal says."""
    page = page_of(answer, status)
    assert ("h1", {}) in page.tags
    assert "That is not possible" in page.texts
    return page.texts[page.texts.index("That is not possible") + 1]
