"""The tests of the API run on each kind of server."""

from collections.abc import Iterator

import httpx
import pytest
from tests.web.support import Process, wanderer


@pytest.fixture(params=["one_file", "one_worker", "three_workers"])
def server(request: pytest.FixtureRequest) -> Process:
    """Each test runs on each kind of server."""
    found: Process = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def web(server: Process) -> Iterator[httpx.Client]:
    """A program whose every request opens a connection, so that any worker may answer."""
    with wanderer(server.url) as found:
        yield found
