"""The server: the application, its data and its port, from start to a clean end."""

import contextlib
import logging
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from charidice.storage import SQLiteStore
from charidice.tables import Host
from charidice.web.app import create_app
from charidice.web.config import Config

if sys.platform != "win32":
    import resource

# How long open streams may hold up the end.
_GRACE_SECONDS: Final = 1
_CONNECTIONS: Final = 5_000


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that is ready to run on an open port."""

    server: uvicorn.Server
    store: SQLiteStore
    config: Config

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until somebody ends it; then all is written and the file let go."""
        try:
            self.server.run(sockets)
        finally:
            self.store.close()


class _Server(uvicorn.Server):
    """Tells the streams to end as soon as the end is asked for."""

    def __init__(self, config: uvicorn.Config, host: Host) -> None:
        super().__init__(config)
        self._host = host

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take signals as a wish to end; other than uvicorn's own, do not send them again after."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then the rest."""
        await self._host.close()
        await super().shutdown(sockets)


def _files_allowed() -> int:
    """How many files the system lets a process open; a connection is one of them."""
    if sys.platform == "win32":
        return _CONNECTIONS + 100
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _CONNECTIONS + 100
    if soft < wanted and (hard == resource.RLIM_INFINITY or hard > soft):
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft if soft > 0 else wanted


def prepared(config: Config, data: Path, trusted: str | None = None) -> Serving:
    """A server on this data; `trusted` are proxies whose word about addresses is taken."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    store = SQLiteStore(data)
    host = Host(store)
    app = create_app(host, store.key(), config)
    settings = uvicorn.Config(
        app,
        host=config.host,
        port=config.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=trusted is not None,
        forwarded_allow_ips=trusted or "",
        timeout_graceful_shutdown=_GRACE_SECONDS,
        timeout_keep_alive=30,
        limit_concurrency=min(_CONNECTIONS, _files_allowed() - 100),
    )
    return Serving(_Server(settings, host), store, config)
