"""Group commit: one thread commits all that has queued up at once.

A commit that reaches the disk (WAL, synchronous=FULL) costs the same for one event as for fifty,
so the busier the server, the more moves share one. Nothing is acknowledged before its commit.

The thread uses the driver directly, and adds all events of a commit with one statement: after each
call to SQLite it has to wait until the rest of the server lets it run again.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import chain
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, TypeAlias, cast

from sqlalchemy import PoolProxiedConnection

from charidice.storage.sqlite.locking import NO_NAME, open_name_statement
from charidice.storage.sqlite.scrubbing import Scrubber
from charidice.storage.sqlite.statements import CONDITIONAL, ERASING, Statement, insert_events
from charidice.tables import Conflict

_GROUP_SIZE: Final = 500
EventRow: TypeAlias = tuple[str, int, str]


@dataclass(slots=True)
class _Write:
    """Events to add, other statements that belong to them, and the future of who waits for it."""

    events: Sequence[EventRow]
    statements: Sequence[Statement]
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


class _UnmetConditionError(Exception):
    """A table to write to is not there, or there is no room for one more upload."""


class Writer:
    """Writes to the log on a connection of its own.

    `on_failure` gives the error to raise for an error of SQLite, `on_success` hears of each commit.
    """

    def __init__(
        self,
        connection: PoolProxiedConnection,
        on_failure: Callable[[BaseException], Exception],
        on_success: Callable[[], None],
    ) -> None:
        self._connection = connection
        self._on_failure, self._on_success = on_failure, on_success
        self._scrubber = Scrubber()
        self._gathered: list[_Write] = []
        self._queue: SimpleQueue[list[_Write] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="charidice-writer", daemon=True)
        self._thread.start()

    async def write(
        self, events: Sequence[EventRow] = (), statements: Sequence[Statement] = ()
    ) -> None:
        """Write all or nothing, and return after the commit; raises Conflict when refused."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._queue_gathered)
        self._gathered.append(_Write(events, statements, done, loop))
        await done

    def close(self) -> None:
        """Write what is queued, and disconnect."""
        self._queue_gathered()
        self._queue.put(None)
        self._thread.join()

    def _queue_gathered(self) -> None:
        """Give the thread all that has come up in one round of the loop."""
        writes, self._gathered = self._gathered, []
        self._queue.put(writes)

    def _run(self) -> None:
        with closing(self._connection) as proxied:
            connection = cast(sqlite3.Connection, proxied.driver_connection)
            connection.isolation_level = None  # a statement alone is a transaction
            self._commit_queue(connection)
            self._scrubber.scrub(connection, final=True)
            with suppress(sqlite3.Error):
                connection.execute(open_name_statement(NO_NAME))

    def _commit_queue(self, connection: sqlite3.Connection) -> None:
        """Commit what is queued, and scrub between commits, until the end."""
        while (group := self._next_group()) is not None:
            is_last = False
            while len(group) < _GROUP_SIZE and not self._queue.empty() and not is_last:
                more = self._queue.get()
                is_last = more is None
                group += more or ()
            if group:
                self._commit(connection, group)
            if is_last:
                return
            self._scrubber.scrub(connection)

    def _next_group(self) -> list[_Write] | None:
        """What is queued next; nothing when it is time to scrub, None at the end."""
        try:
            return self._queue.get(timeout=self._scrubber.seconds_until_due)
        except Empty:
            return []

    def _commit(self, connection: sqlite3.Connection, group: list[_Write]) -> None:
        """Commit all in one transaction; if one is refused, each in its own."""
        try:
            _execute(connection, group)
        except Exception as error:
            if connection.in_transaction:
                with suppress(sqlite3.Error):  # an error may have ended the transaction already
                    connection.execute("ROLLBACK")
            if len(group) > 1:
                for write in group:
                    self._commit(connection, [write])
                return
            is_conflict = isinstance(error, (sqlite3.IntegrityError, _UnmetConditionError))
            _finish(group, Conflict() if is_conflict else self._on_failure(error))
            return
        self._on_success()
        if any(sql in ERASING for write in group for sql, _values in write.statements):
            self._scrubber.request()
        _finish(group)


def _execute(connection: sqlite3.Connection, group: list[_Write]) -> None:
    """Write in one transaction; events alone need just one statement."""
    events = [event for write in group for event in write.events]
    statements = [statement for write in group for statement in write.statements]
    if statements:
        connection.execute("BEGIN IMMEDIATE")
    if events:
        connection.execute(insert_events(len(events)), tuple(chain.from_iterable(events)))
    for sql, values in statements:
        if not connection.execute(sql, values).rowcount and sql in CONDITIONAL:
            raise _UnmetConditionError
    if statements:
        connection.execute("COMMIT")


def _finish(group: list[_Write], error: Exception | None = None) -> None:
    """Tell all who wait, with one call into their loop."""

    def finish() -> None:
        for write in group:
            if not write.done.done():
                if error is None:
                    write.done.set_result(None)
                else:
                    write.done.set_exception(error)

    try:
        group[0].loop.call_soon_threadsafe(finish)
    except RuntimeError:  # the loop is gone: nobody waits any more
        return
