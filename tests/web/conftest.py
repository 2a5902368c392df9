"""One real server for all tests of the web, and one in this process."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from tests.postgres import Server
from tests.web.support import Local, Process, Visitor, client, local, serving, working

Serve = Callable[..., Local]


@pytest.fixture(scope="session")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server on a SQLite file."""
    with serving(tmp_path_factory.mktemp("server"), "--rate", "0") as started:
        yield started


@pytest.fixture(scope="session")
def server(one_file: Process) -> Process:
    return one_file


@pytest.fixture(scope="session")
def one_worker(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server on PostgreSQL."""
    folder = tmp_path_factory.mktemp("one")
    with postgres.database() as url, working(folder, url, "--rate", "0", workers=1) as started:
        yield started


@pytest.fixture(scope="session")
def three_workers(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """Three workers on one port and one PostgreSQL."""
    folder = tmp_path_factory.mktemp("three")
    with postgres.database() as url, working(folder, url, "--rate", "0") as started:
        yield started


@pytest.fixture
def web(server: Process) -> Iterator[httpx.Client]:
    """A program that talks to the real server."""
    with client(server.url) as found:
        yield found


@pytest.fixture(scope="session")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    """A server in this process."""
    with local(tmp_path_factory.mktemp("here")) as started:
        yield started


@pytest.fixture
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Starts a server of its own in this process, with other settings."""
    with ExitStack() as stack:

        def start(**settings: Any) -> Local:
            return stack.enter_context(local(tmp_path_factory.mktemp("other"), **settings))

        yield start


@pytest.fixture
def visitor(here: Local) -> Iterator[Visitor]:
    with here.visitor() as found:
        yield Visitor(found)


@pytest.fixture
def other(here: Local) -> Iterator[Visitor]:
    """Somebody else, with another browser."""
    with here.visitor() as found:
        yield Visitor(found)
