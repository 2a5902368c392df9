"""One server in this process that programs talk to."""

from collections.abc import Iterator

import pytest
from tests.web.support import Local, local


@pytest.fixture(scope="session")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    with local(tmp_path_factory.mktemp("client")) as started:
        yield started


@pytest.fixture
def serve_slowly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    """A server that answers one request a second."""
    with local(tmp_path_factory.mktemp("slow"), rate=1.0) as started:
        yield started
