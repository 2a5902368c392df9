"""A server in a process of its own, for tools, benchmarks and tests: started, waited for, ended."""

import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

START_SECONDS: Final = 60.0
END_SECONDS: Final = 20.0
CHARIDICE: Final = ("-m", "charidice")


def free_port(address: str = "127.0.0.1") -> int:
    """A port that nobody uses at this address just now; "" is every address."""
    with socket.socket() as probe:
        probe.bind((address, 0))
        port: int = probe.getsockname()[1]
    return port


def answers(port: int, path: str = "/healthz") -> bool:
    """Whether a server says that it is well; without a path, whether it listens at all."""
    try:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) as probe:
            if not path:
                probe.connect()
                return True
            probe.request("GET", path)
            return probe.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False


@dataclass(kw_only=True)
class ServerProcess:
    """A Python program that serves on a port; it can be started again and again.

    `words` follow the interpreter. What it says is added to the file `log`; without one, only
    errors are shown, on this program's own stderr.
    """

    words: Sequence[str]
    port: int = 0
    log: Path | None = None
    folder: Path | None = None
    environment: Mapping[str, str] = field(default_factory=lambda: {**os.environ})
    own_session: bool = False  # then Ctrl-C in a terminal does not reach it
    healthy_at: str = "/healthz"
    _process: "subprocess.Popen[bytes] | None" = field(default=None, init=False, repr=False)
    _said_before: int = field(default=0, init=False, repr=False)

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def process(self) -> "subprocess.Popen[bytes]":
        """The process that was started last."""
        if self._process is None:
            raise RuntimeError("it was never started")
        return self._process

    @property
    def ended(self) -> int | None:
        """The code with which it has ended, if it has."""
        return self.process.poll()

    @property
    def said(self) -> str:
        """What it has said since it was started last."""
        if self.log is None or not self.log.exists():
            return ""
        return self.log.read_bytes()[self._said_before :].decode("utf-8", "replace")

    def launch(self) -> None:
        """Start it, without waiting for anything."""
        with contextlib.ExitStack() as stack:
            said: int | IO[bytes] = subprocess.DEVNULL
            wrong = None
            if self.log is not None:
                said = wrong = stack.enter_context(self.log.open("ab"))
                self._said_before = self.log.stat().st_size
            self._process = subprocess.Popen(
                [sys.executable, *self.words],
                env={**self.environment, "PYTHONUNBUFFERED": "1"},
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=wrong,
                start_new_session=self.own_session,
            )

    def wait_until_up(self, seconds: float = START_SECONDS) -> None:
        """Wait until it answers."""
        until = time.monotonic() + seconds
        while not answers(self.port, self.healthy_at):
            if self.ended is not None or time.monotonic() > until:
                raise RuntimeError(f"the server does not answer: {self.said[-2000:]}")
            time.sleep(0.02)

    def start(self) -> float:
        """Start it; returns how long it took until a request was answered."""
        began = time.monotonic()
        self.launch()
        try:
            self.wait_until_up()
        except BaseException:
            self.kill()
            raise
        return time.monotonic() - began

    def wait_for_address(self, seconds: float = START_SECONDS) -> None:
        """Take the port from the address that it says, where it has chosen one itself."""
        until = time.monotonic() + seconds
        while (found := re.search(r"https?://\S+:(\d+)/", self.said)) is None:
            if self.ended is not None or time.monotonic() > until:
                return
            time.sleep(0.01)
        self.port = int(found[1])

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self.process.wait()

    def end(self, number: int = signal.SIGTERM, seconds: float = END_SECONDS) -> int:
        """Ask it to end, and return its exit code; one that does not end is killed."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
