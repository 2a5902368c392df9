"""The other workers on the same database: what they write (LISTEN), who they are, broadcasts."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Final

from charidice.storage.postgres.connections import Connections, terminate
from charidice.storage.postgres.notifications import (
    BROADCAST_CHANNEL,
    TABLES_CHANNEL,
    decode_notifications,
)
from charidice.storage.postgres.statements import LOCK_WORKER, NOTIFY, WORKERS
from charidice.storage.postgres.writer import Writer
from charidice.tables.hosting.ports import Interrupted, Notice, WorkersChanged

if TYPE_CHECKING:
    import asyncpg

_LOG = logging.getLogger(__name__)
_LOCK_CLASS: Final = 0x43686172  # of the advisory locks that workers hold


class PeerListener:
    """Listens to the other workers on a connection of its own."""

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer
        self._connection: asyncpg.Connection | None = None
        self._hear: dict[str, Callable[[str], None]] = {}

    def on_broadcast(self, topic: str, hear: Callable[[str], None]) -> None:
        """Have `hear` called with every message of a worker on this topic."""
        self._hear[topic] = hear

    async def broadcast(self, topic: str, message: str) -> None:
        """Send a message that need not be kept to all workers."""
        payload = f"{topic} {message}"
        await self._connections.query(
            lambda c: c.execute(NOTIFY, BROADCAST_CHANNEL, payload), retry=False
        )

    async def notices(self) -> AsyncIterator[Notice]:
        """What other workers write, and who they are; goes on after every interruption."""
        while not self._connections.closed:
            try:
                async for notice in self._notices_until_disconnected():
                    yield notice
            except Exception as error:
                self._connections.count_error(error)
            finally:
                terminate(self._connection)
            await self._connections.pause()

    def disconnect(self) -> None:
        """End the connection at once."""
        terminate(self._connection)

    async def _notices_until_disconnected(self) -> AsyncIterator[Notice]:
        payloads: list[str] = []
        wake_up = asyncio.Event()

        def tables_written(_connection: object, pid: int, _channel: str, payload: object) -> None:
            if not self._writer.has_server_pid(pid):
                payloads.append(str(payload))
                wake_up.set()

        self._connection = connection = await self._connections.connect()
        connection.add_termination_listener(lambda _connection: wake_up.set())
        await connection.add_listener(TABLES_CHANNEL, tables_written)
        await connection.add_listener(BROADCAST_CHANNEL, self._hear_broadcast)
        # The lock lives as long as the connection: that is how others see that we are there.
        me = self._connections.worker_id
        await connection.execute(LOCK_WORKER, _LOCK_CLASS, me)
        yield Interrupted()
        loop, workers, next_poll = asyncio.get_running_loop(), frozenset[int](), 0.0
        while not connection.is_closed():
            if loop.time() >= next_poll:
                rows = await connection.fetch(WORKERS, _LOCK_CLASS)
                found = frozenset(row[0] for row in rows)
                if found != workers:
                    workers = found
                    yield WorkersChanged(me, workers)
                next_poll = loop.time() + self._connections.timings.poll
            if payloads:
                received, payloads[:] = list(payloads), []
                yield decode_notifications(received)
            timer = loop.call_at(next_poll, wake_up.set)
            await wake_up.wait()
            timer.cancel()
            wake_up.clear()

    def _hear_broadcast(
        self, _connection: object, _pid: int, _channel: str, payload: object
    ) -> None:
        try:
            topic, _, message = str(payload).partition(" ")
            if topic in self._hear:
                self._hear[topic](message)
        except Exception:
            _LOG.exception("a message of another worker could not be understood")
