"""One server in this process for all attacks, whose log must stay free of errors."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from tests.web.conftest import Serve
from tests.web.support import Local, local


@pytest.fixture(scope="session")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    with local(tmp_path_factory.mktemp("hostile")) as started:
        yield started


@pytest.fixture
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Starts a server of its own in this process, with other settings."""
    with ExitStack() as stack:

        def start(**settings: Any) -> Local:
            return stack.enter_context(local(tmp_path_factory.mktemp("other"), **settings))

        yield start


@pytest.fixture
def web(here: Local) -> Iterator[httpx.Client]:
    with here.visitor() as found:
        yield found


@pytest.fixture(autouse=True)
def _nothing_failed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing of all this may end up in the log as an error."""
    yield
    assert not [r.getMessage() for r in caplog.records if r.levelname in ("ERROR", "CRITICAL")]
