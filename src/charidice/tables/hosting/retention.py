"""Tables whose time is over are deleted; by itself a server does so only if its clock is steady."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from charidice.errors import CodedError
from charidice.tables.hosting.ports import Store
from charidice.tables.model.table import Status

_LOG = logging.getLogger(__name__)
_AT_ONCE: Final = 200
_DAY: Final = 86_400.0
UPLOAD_DAYS: Final = 30
_STEADY_SECONDS: Final = _DAY
_TOLERANCE_SECONDS: Final = 60.0


class Expired(NamedTuple):
    """Tables with one of these statuses that were last in use before a time."""

    kind: Literal["finished", "abandoned"]
    statuses: tuple[str, ...]
    before: float


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days tables are kept after they were last in use; 0 is for good."""

    finished: float = 0.0
    abandoned: float = 0.0

    def expired(self, now: float) -> list[Expired]:
        """What is no longer kept at this time."""
        found = []
        if self.finished:
            statuses = (Status.FINISHED.value, Status.ENDED.value)
            found.append(Expired("finished", statuses, now - self.finished * _DAY))
        if self.abandoned:
            statuses = (Status.OPEN.value, Status.PLAYING.value)
            found.append(Expired("abandoned", statuses, now - self.abandoned * _DAY))
        return found


def upload_limit(now: float) -> float:
    """What was uploaded before this time is no longer kept."""
    return now - UPLOAD_DAYS * _DAY


class SteadyClock:
    """A clock that is trusted after it has gone for a day as the monotonic one has."""

    def __init__(self, clock: Callable[[], float], monotonic: Callable[[], float]) -> None:
        self._clock, self._monotonic = clock, monotonic
        self._begin()

    def _begin(self) -> None:
        self._wall, self._since = self._clock(), self._monotonic()

    def trusted(self) -> float | None:
        """The time, or None if the clock has jumped within the last day or was just started."""
        now, passed = self._clock(), self._monotonic() - self._since
        if abs(now - self._wall - passed) > _TOLERANCE_SECONDS:
            _LOG.warning("the clock has jumped: old tables are not deleted for a day")
            self._begin()
            return None
        return now if passed >= _STEADY_SECONDS else None


async def enforce_retention(
    store: Store,
    retention: Retention,
    steady: SteadyClock,
    gone: Callable[[str], None],
    every: float = 3600.0,
) -> None:
    """Delete what is no longer kept, every hour once the clock is trusted; `gone` hears of each."""
    while True:
        await asyncio.sleep(every)
        now = steady.trusted()
        if now is not None:
            await _delete_and_log(store, retention, now, gone)


async def _delete_and_log(
    store: Store, retention: Retention, now: float, gone: Callable[[str], None]
) -> None:
    count = 0

    def tell(name: str) -> None:
        nonlocal count
        count += 1
        gone(name)

    try:
        await delete_expired(store, retention, now, tell)
    except Exception as error:
        trace = not isinstance(error, CodedError)  # a log that cannot be used says so itself
        _LOG.error("old tables could not be deleted; it is tried again", exc_info=trace)
    finally:
        if count:
            _LOG.warning("%d old tables deleted", count)


async def delete_expired(
    store: Store, retention: Retention, now: float, gone: Callable[[str], None]
) -> int:
    """Delete what is no longer kept, a few at a time so that nobody has to wait.

    Games that were uploaded go with it, and are not counted.
    """
    count = 0
    await store.uploads.delete_before(upload_limit(now))
    for expired in retention.expired(now):
        while names := await store.delete(list(expired.statuses), expired.before, _AT_ONCE):
            count += len(names)
            for name in names:
                gone(name)
    return count
