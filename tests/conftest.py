"""Settings for every test, and a database for those that want one."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings
from tests.postgres import Server
from tests.storage.support import Place

# Machines are noisy, so no example is timed; in CI every run tries the same examples.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server, started for the first test that wants one."""
    server = Server()
    yield server
    server.close()


@pytest.fixture
def database(postgres: Server) -> Iterator[str]:
    """The address of a new database that is ready to be used."""
    with postgres.database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Place:
    """Where a new log is kept; with this a test runs on both databases."""
    if request.param == "sqlite":
        return Place(request.getfixturevalue("tmp_path") / "tables.db")
    return Place(request.getfixturevalue("database"))
