"""Whether a log can be written; the start and the end of a full disk are logged once each."""

import logging
import time
from collections.abc import Callable
from threading import Lock
from typing import Final

from charidice.storage.errors import StorageError

_LOG = logging.getLogger(__name__)
_CALM_SECONDS: Final = 5.0
_CODES: Final = ("storage/full", "storage/unwritable")
# What a trial writes: more than may by chance fit into pages that are there already.
TRIAL_ROWS: Final = 8
TRIAL_CHARACTERS: Final = 1_900


class Writability:
    """What the last attempts to write have shown; workers' threads may share it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._failed_at = 0.0
        self._trouble: str | None = None

    @property
    def is_doubtful(self) -> bool:
        """Whether writing has failed, so that somebody should try before it is relied on."""
        return self._trouble is not None

    def failed(self, error: Exception) -> None:
        """An attempt to write has failed; other reasons than the disk's are passed over."""
        if not isinstance(error, StorageError) or error.code not in _CODES:
            return
        with self._lock:
            self._failed_at = self._clock()
            begins, self._trouble = self._trouble is None, error.code
        if begins:
            _LOG.error("nothing can be written: %s; commands are refused until it can", error.code)

    def succeeded(self, *, trial: bool = False) -> None:
        """Something was written.

        Little things fit on a full disk now and then. So it is over after a trial, or when
        nothing has failed for a while.
        """
        if self._trouble is None:  # nearly always, so without the lock
            return
        with self._lock:
            calm = self._clock() - self._failed_at >= _CALM_SECONDS
            over = self._trouble if trial or calm else None
            if over is not None:
                self._trouble = None
        if over is not None:
            _LOG.warning("writing goes on")
