"""Public events of a table, one batch after the other."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from charidice.tables.hosting.cached_table import CachedTable
from charidice.tables.hosting.ports import Store
from charidice.tables.model.errors import TableError
from charidice.tables.model.events import decode
from charidice.tables.model.evolve import evolve
from charidice.tables.model.public_events import encode_public, public_event
from charidice.tables.model.table import Table

_READ_AT_ONCE: Final = 20
Pace: TypeAlias = Callable[[], Awaitable[None]]


class EventReader:
    """Reads on from where it stands.

    Recent events come from memory; earlier ones from the log, read from its beginning, since an
    event says how the table stands after it. `pace` is awaited before every few of those, so that
    many readers of long logs hold up nobody.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        cached: CachedTable,
        after: int,
        pace: Pace | None = None,
    ) -> None:
        self._store, self._name, self._cached, self._pace = store, name, cached, pace
        self._after = after  # what is known already
        self._replayed = Table()  # up to here the log has been read

    @property
    def has_more(self) -> bool:
        """Whether there are events that were not read."""
        return self._cached.table.version > self._after

    @property
    def at_hand(self) -> bool:
        """Whether the next events can be read without asking the log."""
        return self._cached.table.version - self._after <= len(self._cached.recent_events)

    async def next(self, most: int) -> list[tuple[int, str]]:
        """The next events with their numbers, as lines of JSON; there may be none in a batch."""
        found = self._recent(most) if self.at_hand else await self._from_log(most)
        if found:
            self._after = found[-1][0]
        return found

    def _recent(self, most: int) -> list[tuple[int, str]]:
        missing = self._cached.table.version - self._after
        if missing <= 0:
            return []
        recent = self._cached.recent_events
        lines = [recent[-1]] if missing == 1 else list(recent)[-missing:]
        return list(enumerate(lines, self._after + 1))[:most]

    async def _from_log(self, most: int) -> list[tuple[int, str]]:
        found, lines = [], await self._store.load(self._name, self._replayed.version, most)
        if not lines:  # it was deleted meanwhile
            raise TableError("table/not-found")
        for number, line in enumerate(lines):
            if self._pace is not None and number % _READ_AT_ONCE == 0:
                await self._pace()
            event, before = decode(line), self._replayed
            self._replayed = evolve(before, event)
            if self._replayed.version > self._after:
                shown = public_event(event, before, self._replayed)
                found.append((self._replayed.version, encode_public(shown)))
        return found
