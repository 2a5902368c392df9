"""In which language a request is answered."""

import pytest
from starlette.types import Message, Receive, Scope, Send

from charidice.locale import current
from charidice.web.edge.cookies import take_cookies
from charidice.web.edge.languages import Languages, language_of


def scope(path: str = "/", method: str = "GET", **headers: str) -> Scope:
    """A request with these headers."""
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "path": path, "method": method, "headers": pairs}


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept_language": "de-AT,de;q=0.9"}, "de"),
        ({"accept_language": "xx,fr;q=0.2"}, "fr"),
        ({"accept_language": "de", "cookie": "charidice_language=fr"}, "fr"),
        ({"accept_language": "de", "cookie": "charidice_language=klingon"}, "de"),
        ({"accept_language": "xx," * 100 + "de"}, "en"),  # further on than anybody reads
    ],
)
def test_what_was_chosen_here_comes_before_what_the_browser_says(
    headers: dict[str, str], language: str
) -> None:
    asked = scope(**headers)
    take_cookies(asked)
    assert language_of(asked) == language


async def seen_by_the_application(asked: Scope) -> tuple[str, str]:
    """The language and the method that the application sees."""
    seen: list[tuple[str, str]] = []

    async def application(inner: Scope, _receive: Receive, _send: Send) -> None:
        seen.append((current(), inner["method"]))

    async def receive() -> Message:
        raise AssertionError

    async def send(_message: Message) -> None:
        raise AssertionError

    await Languages(application)(asked, receive, send)
    (found,) = seen
    return found


async def test_the_application_runs_in_the_language_of_the_request() -> None:
    assert await seen_by_the_application(scope(accept_language="de")) == ("de", "GET")


@pytest.mark.parametrize(
    ("path", "method"), [("/about", "GET"), ("/t/x/stream", "HEAD"), ("/static/style.css", "HEAD")]
)
async def test_whoever_asks_for_the_head_of_a_page_gets_that_of_its_page(
    path: str, method: str
) -> None:
    """But a stream would not end, and files answer for themselves."""
    assert (await seen_by_the_application(scope(path, "HEAD")))[1] == method
