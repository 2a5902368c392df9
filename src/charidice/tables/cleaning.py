"""Tables whose time is over are deleted."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from charidice.tables.ports import Store
from charidice.tables.state import Status

_LOG = logging.getLogger(__name__)
_EVERY_SECONDS: Final = 3600.0
_AT_ONCE: Final = 200
_DAY: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Keep:
    """For how many days tables are kept after they were last in use; 0 is for good."""

    finished: float = 0.0
    abandoned: float = 0.0


async def cleaning(
    store: Store, keep: Keep, clock: Callable[[], float], gone: Callable[[str], None]
) -> None:
    """Delete what is no longer kept, now and every hour; `gone` hears of each."""
    while True:
        try:
            count = await clean(store, keep, clock(), gone)
        except Exception:
            _LOG.exception("old tables could not be deleted; it is tried again")
        else:
            if count:
                _LOG.info("%d tables deleted", count)
        await asyncio.sleep(_EVERY_SECONDS)


async def clean(store: Store, keep: Keep, now: float, gone: Callable[[str], None]) -> int:
    """Delete what is no longer kept, a few at a time so that nobody has to wait."""
    count = 0
    for days, statuses in (
        (keep.finished, (Status.FINISHED, Status.ENDED)),
        (keep.abandoned, (Status.OPEN, Status.PLAYING)),
    ):
        names = [""] if days else []
        while names:
            before = now - days * _DAY
            names = await store.delete([status.value for status in statuses], before, _AT_ONCE)
            count += len(names)
            for name in names:
                gone(name)
    return count
