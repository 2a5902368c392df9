"""A real PostgreSQL for tests: one server for a whole run, and a fresh database for each test.

It listens on a socket in its own folder only. A process of its own waits for the end of the tests,
also for a sudden one, and then stops the server and removes the folder.
"""

import asyncio
import contextlib
import itertools
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import asyncpg
from tools.postgres import Cluster

from charidice.storage import upgrade_database

NEWEST: Final = 18
OLDEST: Final = 16  # of those that the package has

# A test ends processes, never the machine: what the kernel has is as good as on disk.
_SETTINGS: Final = """
fsync = off
full_page_writes = off
shared_buffers = 32MB
"""
_LAST = """
import shutil, subprocess, sys
sys.stdin.read()  # until the tests are over, or killed
folder, user, *stop = sys.argv[1:]
subprocess.run(stop, user=user or None, capture_output=True)
shutil.rmtree(folder)
"""
_READY: Final = "ready"  # a database in the latest form, which others are copied from


class Server(Cluster):
    """A PostgreSQL server of the tests."""

    def __init__(self, version: int = NEWEST) -> None:
        folder = Path(tempfile.mkdtemp(prefix="charidice-postgres-"))
        super().__init__(folder, start=False, postgres_version=version)
        user, stop = self.server.system_user or "", self.stop_command("immediate")
        self._last = subprocess.Popen(
            [sys.executable, "-c", _LAST, self.folder, user, *stop],
            stdin=subprocess.PIPE, cwd=self.folder.parent, start_new_session=True,
        )  # fmt: skip
        self._names = itertools.count(1)
        try:
            self.server.ensure_pgdata_inited()
            with (self.folder / "postgresql.conf").open("a", encoding="utf-8") as settings:
                settings.write(_SETTINGS)
            self.server.start()
            self.run(f"CREATE DATABASE {_READY}")
            upgrade_database(self.url(_READY))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop the server and remove all that it has left."""
        self._last.communicate()
        assert not self.folder.exists()

    def run(self, statement: str, database: str = "postgres") -> None:
        """Run a statement, outside of an event loop."""
        asyncio.run(execute(self.url(database), statement))

    @contextlib.contextmanager
    def database(self, *, ready: bool = True) -> Iterator[str]:
        """The address of a new database, in the latest form or empty."""
        name = f"test{next(self._names)}"
        template = _READY if ready else "template0"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        try:
            yield self.url(name)
        finally:
            self.run(f"DROP DATABASE {name} WITH (FORCE)")


async def execute(url: str, statement: str, *values: object) -> list[Any]:
    """Run a statement on a connection of its own; returns the rows."""
    connection = await asyncpg.connect(url)
    try:
        return list(await connection.fetch(statement, *values))
    finally:
        await connection.close()
