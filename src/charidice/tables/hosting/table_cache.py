"""The tables in memory: those that were used last, and those that somebody looks at."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from charidice.tables.hosting.cached_table import CachedTable

MOST_TABLES_IN_MEMORY: Final = 2_000
_LOOKS_PER_TABLE: Final = (
    8  # for each new one; so finding room takes the same time however many there are
)


class TableCache(Mapping[str, CachedTable]):
    """Tables by name. When there are too many, the least recently used one goes.

    One that is in use stays, and is not looked at again before the others: so there may be more
    tables than the limit, but not more than there are connections beyond it. `dropped` hears of
    each that goes.
    """

    def __init__(
        self, dropped: Callable[[str, CachedTable], None], most: int = MOST_TABLES_IN_MEMORY
    ) -> None:
        self._tables: OrderedDict[str, CachedTable] = OrderedDict()
        self._dropped, self._most = dropped, most

    def __getitem__(self, name: str) -> CachedTable:
        return self._tables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def used(self, name: str) -> CachedTable | None:
        """A table that is used now."""
        cached = self._tables.get(name)
        if cached is not None:
            self._tables.move_to_end(name)
        return cached

    def wake(self, name: str) -> None:
        """Tell those who look at a table that something happened which is not in its log."""
        cached = self._tables.get(name)
        if cached is not None:
            cached.wake()

    def add(self, name: str, cached: CachedTable) -> CachedTable:
        """Keep a table; if somebody else was quicker, that one stays and is returned."""
        cached = self._tables.setdefault(name, cached)
        self._tables.move_to_end(name)
        self.make_room(_LOOKS_PER_TABLE)
        return cached

    def remove(self, name: str) -> CachedTable | None:
        """Let a table go, as it is deleted."""
        return self._tables.pop(name, None)

    def make_room(self, looks: int) -> None:
        """Let go what is too much, looking at so many tables."""
        newest = next(reversed(self._tables), None)
        for _ in range(looks):
            if len(self._tables) <= self._most:
                return
            name, cached = next(iter(self._tables.items()))
            if cached.in_use or name == newest:
                self._tables.move_to_end(name)
            else:
                del self._tables[name]
                cached.dropped = True
                cached.stop()
                self._dropped(name, cached)
