"""The connections of one worker to its database, and what their errors mean."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

import asyncpg

from charidice.storage.errors import StorageError
from charidice.storage.writability import Writability

_LOG = logging.getLogger(__name__)
_T = TypeVar("_T")
_POOL_SIZE: Final = 4
_STATEMENT_SECONDS: Final = 4.0  # so that within the patience there is a second try
_WARN_SECONDS: Final = 5.0
# A host that is cut off must not hold locks, nor seem to be there, for hours.
_SERVER_SETTINGS: Final = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "idle_in_transaction_session_timeout": "5000",
    "lock_timeout": "2000",
}
# What may go away by itself: no connection, a database that stops or starts, a deadlock.
TRANSIENT_ERRORS: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,  # a stand-by that is about to take over
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    AttributeError,  # what asyncpg says when a connection ends between two steps of a statement
    OSError,
    TimeoutError,
)
# What a database says that cannot write; it has rolled back what it had begun.
_DISK_CODES: Final = {
    asyncpg.DiskFullError: "storage/full",
    asyncpg.PostgresIOError: "storage/unwritable",
    asyncpg.InsufficientPrivilegeError: "storage/unwritable",  # also on a read-only file system
}
DISK_ERRORS: Final = tuple(_DISK_CODES)


@dataclass(frozen=True, slots=True)
class Timings:
    """How many seconds a worker waits for its database, and for the other workers.

    `patience` is for how long to try again, which a database that restarts does not need, and
    `retry` the pause between two tries; `poll` is how often to see which workers there are.
    """

    patience: float = 8.0
    retry: float = 0.1
    poll: float = 1.0


class Connections:
    """Connects to a database, and asks it again when it does not answer.

    `errors` counts what failed; once `closed` is set, queries are refused.
    """

    def __init__(self, url: str, timings: Timings) -> None:
        self.timings = timings
        self.worker_id = secrets.randbits(31)
        self.errors = 0
        self.writability = Writability()
        self.closed = False
        self._url = url
        self._pool: asyncpg.Pool | None = None
        self._warned_at = -_WARN_SECONDS

    async def connect(self) -> asyncpg.Connection:
        """A new connection, on which a commit reaches the disk."""
        connection = await asyncpg.connect(
            self._url, timeout=_STATEMENT_SECONDS, command_timeout=_STATEMENT_SECONDS,
            server_settings={**_SERVER_SETTINGS, "application_name": f"charidice {self.worker_id}"},
        )  # fmt: skip
        try:
            if await connection.fetchval("SHOW synchronous_commit") == "off":
                await connection.execute("SET synchronous_commit = on")  # that is our promise
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def query(
        self, ask: Callable[[asyncpg.Connection], Awaitable[_T]], *, retry: bool = True
    ) -> _T:
        """The answer of the database; what fails because it restarts is asked again."""
        deadline = self.deadline() if retry else asyncio.get_running_loop().time()
        while True:
            if self.closed:
                raise StorageError("storage/closed")
            try:
                pool = await self._opened_pool()
                async with pool.acquire() as connection:
                    return await ask(connection)
            except DISK_ERRORS as error:
                raise self.disk_error(error) from None
            except TRANSIENT_ERRORS as error:
                await self.wait_to_retry(error, deadline)

    async def _opened_pool(self) -> asyncpg.Pool:
        if self._pool is None:
            self._pool = asyncpg.create_pool(
                self._url, min_size=0, max_size=_POOL_SIZE, connect=self._connect_pooled,
                reset=_skip_reset,
            )  # fmt: skip
            await self._pool
        return self._pool

    async def _connect_pooled(self, *_args: object, **_settings: object) -> asyncpg.Connection:
        return await self.connect()

    def terminate_pool(self) -> None:
        """End the connections for queries at once."""
        if self._pool is not None:
            self._pool.terminate()

    def deadline(self) -> float:
        """Until when, by the clock of the loop, to go on trying from now."""
        return asyncio.get_running_loop().time() + self.timings.patience

    async def wait_to_retry(self, error: BaseException, deadline: float) -> None:
        """Wait a moment after a transient error; after the deadline give up and raise."""
        self.count_error(error)
        if asyncio.get_running_loop().time() >= deadline:
            raise self._unavailable(error) from None
        await self.pause()

    async def pause(self) -> None:
        """Wait for the time between two tries."""
        await asyncio.sleep(self.timings.retry)

    def count_error(self, error: BaseException) -> None:
        """Count a transient error, and log it now and then."""
        self.errors += 1
        now = asyncio.get_running_loop().time()
        if now - self._warned_at > _WARN_SECONDS:
            self._warned_at = now
            _LOG.warning("the database does not answer: %s", type(error).__name__)

    def disk_error(self, error: BaseException) -> StorageError:
        """What to raise when the database says that it cannot write: nobody is kept waiting."""
        self.errors += 1
        code = next(code for kind, code in _DISK_CODES.items() if isinstance(error, kind))
        failure = StorageError(code)
        self.writability.failed(failure)
        return failure

    def _unavailable(self, error: BaseException) -> StorageError:
        if isinstance(error, asyncpg.ReadOnlySQLTransactionError):  # and nobody took over
            failure = StorageError("storage/unwritable")
            self.writability.failed(failure)
            return failure
        return StorageError("storage/unavailable")


def terminate(connection: asyncpg.Connection | None) -> None:
    """End a connection at once, if there is one."""
    if connection is not None and not connection.is_closed():
        connection.terminate()


async def _skip_reset(_connection: asyncpg.Connection) -> None:
    """Nothing has been set on it that would have to be reset."""
