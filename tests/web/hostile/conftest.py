"""Attacks on a server in this process, whose log must stay free of errors."""

from collections.abc import Iterator

import httpx
import pytest
from tests.web.support import Local


@pytest.fixture
def web(here: Local) -> Iterator[httpx.Client]:
    with here.visitor() as found:
        yield found


@pytest.fixture(autouse=True)
def _nothing_failed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing of all this may end up in the log as an error."""
    yield
    assert not [r.getMessage() for r in caplog.records if r.levelname in ("ERROR", "CRITICAL")]
