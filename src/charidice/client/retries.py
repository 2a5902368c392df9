"""When a request is sent again, and after how long."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from charidice.client.errors import ApiError, ClientError, UnreachableError

_TOO_MANY: Final = 429
_SERVER_FAILED: Final = 500
_HELD: Final = "table/held"  # the receiver may still ask for the biggest gift


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a request is sent at most, and the pauses in between, each twice the last one.

    When the server says how long to wait, that counts, up to `longest_wait`. It also says so of a
    choice that is held for a moment, so that the receiver can ask for the biggest gift.
    """

    tries: int = 6
    first_pause: float = 0.2
    longest_pause: float = 5.0
    longest_wait: float = 60.0
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep

    def pause(self, failure: ClientError, failed: int) -> float | None:
        """The seconds to wait after so many failures; None if it is no use to try again."""
        asked = _told_to_wait(failure) if isinstance(failure, ApiError) else None
        if failed >= self.tries or not _may_pass(failure):
            return None
        if asked is not None:
            return asked if asked <= self.longest_wait else None
        doubled = self.first_pause * 2.0 ** min(failed - 1, 30)
        return min(self.longest_pause, doubled)

    async def wait(self, failure: ClientError, failed: int) -> None:
        """Wait until it is time to try again, or raise the failure."""
        seconds = self.pause(failure, failed)
        if seconds is None:
            raise failure
        await self.sleep(seconds)


def _may_pass(failure: ClientError) -> bool:
    """Whether a failure may go away by itself."""
    if isinstance(failure, ApiError):
        busy = failure.status == _TOO_MANY or failure.status >= _SERVER_FAILED
        return busy or failure.code == _HELD
    return isinstance(failure, UnreachableError)


def _told_to_wait(failure: ApiError) -> float | None:
    """How many seconds the server says to wait, if it says so."""
    if failure.code != _HELD:
        return failure.retry_after
    seconds = failure.details.get("seconds")
    return float(seconds) if isinstance(seconds, (int, float)) else None
