"""The server: the application, its data and its port, from start to a clean end."""

import contextlib
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, cast

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from charidice.locale.levels import bot_names_in_all_languages
from charidice.storage import open_log
from charidice.tables import Host
from charidice.tables.model.names import reserved
from charidice.web.app import create_app
from charidice.web.config import Config
from charidice.web.edge.protocol import Connections, Protocol

if sys.platform != "win32":
    import resource

# How long open streams may delay the shutdown.
_GRACE_SECONDS: Final = 1


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that is ready to run on an open port."""

    server: uvicorn.Server
    end: Callable[[], None]
    config: Config

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until stopped; then everything is written and the data file released."""
        try:
            self.server.run(sockets)
        finally:
            self.end()


class _Server(uvicorn.Server):
    """Closes the streams as soon as the shutdown begins."""

    def __init__(self, config: uvicorn.Config, host: Host) -> None:
        super().__init__(config)
        self._host = host

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down on signals; unlike uvicorn's own, do not raise them again afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        taken = [n for n in HANDLED_SIGNALS if signal.getsignal(n) is not signal.SIG_IGN]
        before = {number: signal.signal(number, self.handle_exit) for number in taken}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the streams first, then everything else."""
        self._host.stop()
        await super().shutdown(sockets)


def _files_allowed(wanted: int) -> int:
    """How many files the system lets a process open, if possible so many; a connection is one."""
    if sys.platform == "win32":
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted and (hard == resource.RLIM_INFINITY or hard > soft):
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft if soft > 0 else wanted


def prepared(config: Config, location: Path | str, trusted: str | None = None) -> Serving:
    """A server on a data file, or one worker among several on a database with an address.

    `trusted` are proxies whose forwarding headers are trusted.
    """
    logging.getLogger("alembic").setLevel(logging.WARNING)
    names = reserved(bot_names_in_all_languages())
    log = open_log(location)
    host = Host(log.store, peers=log.peers, reserved=names, steady=time.monotonic)
    app = create_app(host, log.key, config, log.broadcasts)
    most = min(config.caps.connections, _files_allowed(config.caps.connections + 100) - 100)
    each = config.caps.connections_per_address if config.rate and trusted is None else None
    connections = Connections(most, each)
    settings = uvicorn.Config(
        app,
        host=config.host,
        port=config.port,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=trusted is not None,
        forwarded_allow_ips=trusted or "",
        timeout_graceful_shutdown=_GRACE_SECONDS,
        timeout_keep_alive=30,
        http=cast(type[Protocol], partial(Protocol, connections, config.timings)),
        ws="none",
    )
    return Serving(_Server(settings, host), log.close, config)
