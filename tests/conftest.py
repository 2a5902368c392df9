"""Settings for every test, how asynchronous ones run, and a log for those that want one."""

import asyncio
import functools
import inspect
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, Final

import pytest
from hypothesis import settings
from tests.postgres import Server
from tests.storage.support import AnyStore, Place

from charidice.locale import use

# Machines are noisy, so no example is timed; in CI every run tries the same examples.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# No asynchronous test takes longer than this; one that waits for ever is told where.
_SECONDS: Final = 30


def pytest_configure() -> None:
    """Let the programs that tests start hear Ctrl-C, also where this is a background job."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # which they would inherit
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give every asynchronous test its time."""
    if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
        item.obj = _soon(item.obj)


def _soon(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., Any]:
    @functools.wraps(test)
    async def timed(*args: Any, **kwargs: Any) -> None:
        before = asyncio.all_tasks()  # this one, and that of the plugin which waits for it
        async with asyncio.timeout(_SECONDS):
            await test(*args, **kwargs)
        # What connections have begun to say to each other at the end is said, and they are closed.
        if rest := asyncio.all_tasks() - before:
            await asyncio.wait(rest, timeout=5)
        await asyncio.sleep(0)

    return timed


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio alone, as the server does."""
    return "asyncio"


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """No test leaves its language to the next one: commands also tell their children."""
    before = os.environ.get("LANGUAGE")
    yield
    use("en")
    os.environ.pop("LANGUAGE", None)
    if before is not None:
        os.environ["LANGUAGE"] = before


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


@pytest.fixture
async def store(place: Place) -> AsyncIterator[AnyStore]:
    """A new log, opened; closed after the test."""
    async with place.opened() as found:
        yield found
