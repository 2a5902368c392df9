"""The configuration of a server."""

import ipaddress
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from charidice.tables import Retention

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
MOST_HEAD_SECONDS: Final = 15.0
MOST_BODY_SECONDS: Final = 10.0
MOST_UNREAD_SECONDS: Final = 60.0  # a reader who takes nothing for so long is let go
MOST_CONNECTIONS: Final = 5_000
MOST_CONNECTIONS_PER_ADDRESS: Final = 250
MOST_STREAMS_PER_ADDRESS: Final = 60
MOST_TABLES_PER_HOUR: Final = 200  # a school behind one address
MOST_TABLES_PER_DAY: Final = 1_000
MOST_EVENTS_AT_ONCE: Final = 100
MOST_UPLOADS_PER_HOUR: Final = 60
MOST_UPLOADS_PER_DAY: Final = 200
MOST_UPLOADS: Final = 5_000  # that a server keeps
MOST_JUDGE_SECONDS: Final = 20.0
MOST_TASKS_WAITING: Final = 50  # for a process that reads and judges games
MOST_TASKS_WAITING_PER_ADDRESS: Final = 8


@dataclass(frozen=True, slots=True)
class Timings:
    """For how many seconds a server waits for the head and the body of a request and for a reader
    who takes nothing, and how often a stream gives a sign of life."""

    head: float = MOST_HEAD_SECONDS
    body: float = MOST_BODY_SECONDS
    unread: float = MOST_UNREAD_SECONDS
    alive: float = 15.0


@dataclass(frozen=True, slots=True)
class Caps:
    """How many a server allows at most: connections, of a worker and of one address; streams of an
    address; tables that an address opens; games that it uploads, and that are kept in all; events
    that a reader gets at once."""

    connections: int = MOST_CONNECTIONS
    connections_per_address: int = MOST_CONNECTIONS_PER_ADDRESS
    streams_per_address: int = MOST_STREAMS_PER_ADDRESS
    tables_per_hour: int = MOST_TABLES_PER_HOUR
    tables_per_day: int = MOST_TABLES_PER_DAY
    uploads_per_hour: int = MOST_UPLOADS_PER_HOUR
    uploads_per_day: int = MOST_UPLOADS_PER_DAY
    uploads: int = MOST_UPLOADS
    events_at_once: int = MOST_EVENTS_AT_ONCE


def cores() -> int:
    """How many processors this machine has."""
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Judging:
    """How games are read and judged beside the server: by how many processes, for how many seconds
    at most, how many tasks may wait, in all and of one address, and after how many seconds without
    a task a process ends."""

    processes: int = field(default_factory=lambda: max(1, cores() - 1))
    seconds: float = MOST_JUDGE_SECONDS
    waiting: int = MOST_TASKS_WAITING
    waiting_each: int = MOST_TASKS_WAITING_PER_ADDRESS
    rest_after: float = 600.0

    @classmethod
    def shared(cls, wanted: int, workers: int) -> "Judging":
        """As many processes as wanted, or a worker's share of all cores but one."""
        return cls(wanted if wanted > 0 else max(1, (cores() - 1) // workers))


@dataclass(frozen=True, slots=True)
class Config:
    """Where the server listens, how people reach it, and how much one address may ask of it.

    `rate` is how many requests a second one address may make on average; 0 means any number.
    `keep` is how long tables are kept, `metrics_for` whom the figures are shown to. Of several
    workers each has a number, `board` is where they leave their figures for each other, and `beat`
    shows the process above that this one still goes on.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str | None = None
    rate: float = 30.0
    lan_address: str | None = None
    behind_proxy: bool = False
    keep: Retention = field(default_factory=Retention)
    metrics_for: tuple[str, ...] = LOOPBACK
    worker: int = 1
    board: Path | None = None
    timings: Timings = field(default_factory=Timings)
    caps: Caps = field(default_factory=Caps)
    judging: Judging = field(default_factory=Judging)
    beat: Callable[[], None] | None = None

    @property
    def secure(self) -> bool:
        """Whether people come over HTTPS."""
        return self.public_url is not None and self.public_url.startswith("https://")

    @property
    def only_here(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.public_url is None and self.host in LOOPBACK

    @property
    def base(self) -> str:
        """The address to open on this machine, or the public one."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host  # noqa: S104
        return f"http://{_bracketed(host)}:{self.port}"

    @property
    def for_friends(self) -> str:
        """The address that others can use; it works once the server listens for them."""
        if self.public_url is not None or self.lan_address is None:
            return self.base
        if self.host in LOOPBACK or self.host in ("0.0.0.0", "::"):  # noqa: S104
            return f"http://{_bracketed(self.lan_address)}:{self.port}"
        return self.base

    def serves(self, host: str) -> bool:
        """Whether a request for this host is meant for us.

        Unknown names are refused: their owners could point them at this machine and so read
        what only its user should see (DNS rebinding). IP addresses cannot be used for that.
        """
        name = urlsplit(f"//{host}").hostname or ""
        if name in LOOPBACK or name == self.host:
            return True
        if self.public_url is not None and name == urlsplit(self.public_url).hostname:
            return True
        if name == socket.gethostname().lower() or name.endswith(".local"):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def lan_address() -> str | None:
    """The address of this machine in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.254.254.254", 1))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
