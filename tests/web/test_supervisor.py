"""The process above the workers: whom it starts again, whom it ends, and whom it lets be."""

import os
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.support import posix_only

from charidice.web.ops.workers import Workers

pytestmark = posix_only
HANG_SECONDS = 2.0


@dataclass(frozen=True)
class Worker:
    """Notes that it runs; the second one ends everything."""

    folder: Path

    def __call__(
        self, _worker: int, _board: Path, _listening: socket.socket, beat: Callable[[], None]
    ) -> None:
        (self.folder / str(os.getpid())).touch()
        if len(list(self.folder.iterdir())) > 1:
            self.end()
        self.work(beat)

    def work(self, beat: Callable[[], None]) -> None:
        """What the first one does."""
        raise NotImplementedError

    def end(self) -> None:
        os.kill(os.getppid(), signal.SIGTERM)
        time.sleep(60)


class Hanging(Worker):
    """Begins to serve and then stands still, so that it cannot even be asked to end."""

    def work(self, beat: Callable[[], None]) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        beat()
        time.sleep(60)


class Waiting(Worker):
    """Waits long for its database before it serves."""

    def work(self, beat: Callable[[], None]) -> None:
        time.sleep(2 * HANG_SECONDS)
        beat()
        self.end()


class Serving(Worker):
    """Goes on, for longer than one may hang."""

    def work(self, beat: Callable[[], None]) -> None:
        for _ in range(40):
            beat()
            time.sleep(HANG_SECONDS / 20)
        self.end()


def started(kind: type[Worker], folder: Path) -> int:
    """How many workers were started, one after the other, until somebody ended it all."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        assert Workers(1, kind(folder), listening, HANG_SECONDS).run()
    return len(list(folder.iterdir()))


def test_a_worker_that_hangs_is_killed_and_replaced(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert started(Hanging, tmp_path) == 2
    assert "worker 1 hangs and is killed" in caplog.messages


@pytest.mark.parametrize("kind", [Waiting, Serving])
def test_a_worker_that_waits_or_serves_is_left_alone(kind: type[Worker], tmp_path: Path) -> None:
    assert started(kind, tmp_path) == 1
