"""The server whose workers are killed while games are played; it needs Linux, for /proc."""

import asyncio
import contextlib
import json
import os
import re
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Final

from tools.serving import ServerProcess, free_port

ROOT: Final = Path(__file__).parent.parent.parent
WORKERS: Final = 3
PATIENCE_SECONDS: Final = 30.0


class Service(ServerProcess):
    """`charidice serve` with its workers, or the same of another module."""

    def __init__(self, folder: Path, url: str, module: str) -> None:
        port, self._log = free_port(), folder / "serve.log"
        words = f"serve --workers {WORKERS} --port {port} --rate 0 --log-format json"
        super().__init__(
            words=["-m", module, *words.split(), "--database", url],
            port=port,
            log=self._log,
            folder=ROOT,
            environment={**os.environ, "TMPDIR": str(folder)},
            own_session=True,
            healthy_at="/readyz",
        )

    @property
    def workers(self) -> list[int]:
        """The processes of the workers, the oldest first."""
        return workers_of(self.process.pid)

    async def kill_supervisor(self) -> bool:
        """Kill the one that started the others; False if they do not end by themselves."""
        workers = self.workers
        self.kill()
        until = time.monotonic() + PATIENCE_SECONDS
        while any(map(runs, workers)) and time.monotonic() < until:
            await asyncio.sleep(0.1)
        left = [pid for pid in workers if runs(pid)]
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        return not left

    def errors(self) -> Counter[str]:
        """What it has said about errors of its own, and where they were."""
        log = self._log.read_text(encoding="utf-8")
        traces = re.findall(r"^Traceback .*\n(?: .*\n)*\S.*", log, re.MULTILINE)
        found = Counter(" < ".join(trace.splitlines()[:-4:-1])[:300] for trace in traces)
        for line in log.splitlines():
            said = json.loads(line) if line.startswith("{") else {"level": ""}
            if said["level"] in ("error", "critical"):
                where = [frame.rpartition("/")[2] for frame in said.get("where", [])[-3:]]
                text = (
                    f"{said['message'].strip()}: {said.get('error', '')} {' < '.join(where[::-1])}"
                )
                found[text] += 1
        return found


def workers_of(parent: int) -> list[int]:
    """The children of a process that were spawned to work; others only keep count of things."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                state, above = _stat(entry)[:2]
                words = (entry / "cmdline").read_bytes()
                if int(above) == parent and state != "Z" and b"spawn_main" in words:
                    found.append((int(_stat(entry)[19]), int(entry.name)))
    return [pid for _since, pid in sorted(found)]


def runs(pid: int) -> bool:
    """Whether a process is there; one that nobody has buried yet is not."""
    try:
        return _stat(Path(f"/proc/{pid}"))[0] != "Z"
    except OSError:
        return False


def _stat(entry: Path) -> list[str]:
    return (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
