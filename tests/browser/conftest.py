"""One browser and one server for all of these tests, and new people for each."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.support import PATIENCE, People, Server, serving
from tools import browser as browsers


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """These come last: while Playwright runs, no test of another folder can run an event loop."""
    items.sort(key=lambda item: "tests/browser/" in item.nodeid)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = browsers.chromium()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server") / "tables.db") as started:
        yield started


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that a test may end."""
    with serving(tmp_path_factory.mktemp("own") / "tables.db") as started:
        yield started


@pytest.fixture
def people(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[People]:
    """People at the common server; nothing may go wrong in their browsers."""
    server.test.write_text(request.node.nodeid)
    visitors = People(browser, server)
    yield visitors
    visitors.leave()


@pytest.fixture
def own_people(browser: Browser, own_server: Server) -> Iterator[People]:
    """People at the test's own server."""
    visitors = People(browser, own_server)
    yield visitors
    visitors.leave()
