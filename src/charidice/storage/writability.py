"""Whether a log can be written; the start and the end of a full disk are logged once each."""

import logging
import time
from collections.abc import Callable
from threading import Lock
from typing import Final

from charidice.storage.errors import StorageError

_LOG = logging.getLogger(__name__)
_RECOVERY_SECONDS: Final = 5.0
_DISK_CODES: Final = ("storage/full", "storage/unwritable")
# What a trial writes: more than may by chance fit into pages that are there already.
TRIAL_ROWS: Final = 8
TRIAL_CHARACTERS: Final = 1_900


class Writability:
    """What the last attempts to write have shown; several threads may share it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._failed_at = 0.0
        self._failure_code: str | None = None

    @property
    def is_doubtful(self) -> bool:
        """Whether writing has failed, so that somebody should try before it is relied on."""
        return self._failure_code is not None

    def failed(self, error: Exception) -> None:
        """An attempt to write has failed; other reasons than the disk's are passed over."""
        if not isinstance(error, StorageError) or error.code not in _DISK_CODES:
            return
        with self._lock:
            self._failed_at = self._clock()
            is_first, self._failure_code = self._failure_code is None, error.code
        if is_first:
            _LOG.error("nothing can be written: %s; commands are refused until it can", error.code)

    def succeeded(self, *, trial: bool = False) -> None:
        """Something was written.

        Little things fit on a full disk now and then. So a full disk is over after a trial, or
        when nothing has failed for a while.
        """
        if self._failure_code is None:  # nearly always, so without the lock
            return
        with self._lock:
            has_recovered = self._clock() - self._failed_at >= _RECOVERY_SECONDS
            ended = self._failure_code if trial or has_recovered else None
            if ended is not None:
                self._failure_code = None
        if ended is not None:
            _LOG.warning("writing goes on")
