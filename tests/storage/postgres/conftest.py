"""Trouble with a database is no error of ours."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Broken connections are warnings, with nothing in them that is secret."""
    with caplog.at_level(logging.WARNING):
        yield
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]
    assert "postgresql://" not in caplog.text
