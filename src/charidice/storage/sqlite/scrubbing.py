"""What was taken out of a data file is soon gone from its write-ahead file too."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

_INTERVAL_SECONDS: Final = 5.0  # strangers may ask for it again and again
_PATIENCE_MS: Final = 20  # with those who are reading; whoever writes waits as long
_FINAL_PATIENCE_MS: Final = 1_000


class Scrubber:
    """Empties the write-ahead file after something was deleted: at once, but not too often."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, retry_seconds: float = 1.0
    ) -> None:
        self._clock, self._retry_seconds = clock, retry_seconds
        self._due: float | None = None
        self._not_before = clock()

    @property
    def seconds_until_due(self) -> float | None:
        """In how many seconds there is something to do; None if there is nothing."""
        return None if self._due is None else max(0.0, self._due - self._clock())

    def request(self) -> None:
        """Scrub soon, as something was deleted or written anew."""
        if self._due is None:
            self._due = max(self._clock(), self._not_before)

    def scrub(self, connection: sqlite3.Connection, *, final: bool = False) -> None:
        """Empty the file if that is due; again a little later if somebody reads old contents."""
        if self._due is None or (self._clock() < self._due and not final):
            return
        if _try_to_empty(connection, _FINAL_PATIENCE_MS if final else _PATIENCE_MS):
            self._due, self._not_before = None, self._clock() + _INTERVAL_SECONDS
        else:
            self._due = self._clock() + self._retry_seconds


def _try_to_empty(connection: sqlite3.Connection, patience: int) -> bool:
    with suppress(sqlite3.Error):  # a full disk, or another process does the same
        before = connection.execute("PRAGMA busy_timeout").fetchone()[0]
        try:
            connection.execute(f"PRAGMA busy_timeout = {patience}")
            busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        finally:
            connection.execute(f"PRAGMA busy_timeout = {before}")
        return not busy
    return False
