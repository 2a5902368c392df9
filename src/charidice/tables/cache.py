"""The tables in memory: those that were used last, and those that somebody looks at."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from charidice.tables.live import Live

MOST_TABLES_IN_MEMORY: Final = 2_000
_LOOKED_AT: Final = (
    8  # for each new one; so finding room takes the same time however many there are
)


class TableCache(Mapping[str, Live]):
    """Tables by name. When there are too many, the least recently used one goes.

    One that is in use stays, and is not looked at again before the others: so there may be more
    tables than the limit, but not more than there are connections beyond it. `dropped` hears of
    each that goes.
    """

    def __init__(
        self, dropped: Callable[[str, Live], None], most: int = MOST_TABLES_IN_MEMORY
    ) -> None:
        self._tables: OrderedDict[str, Live] = OrderedDict()
        self._dropped, self._most = dropped, most

    def __getitem__(self, name: str) -> Live:
        return self._tables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def used(self, name: str) -> Live | None:
        """A table that is used now."""
        live = self._tables.get(name)
        if live is not None:
            self._tables.move_to_end(name)
        return live

    def add(self, name: str, live: Live) -> Live:
        """Keep a table; if somebody else was quicker, that one stays and is returned."""
        live = self._tables.setdefault(name, live)
        self._tables.move_to_end(name)
        self.make_room(_LOOKED_AT)
        return live

    def remove(self, name: str) -> Live | None:
        """Let a table go, as it is deleted."""
        return self._tables.pop(name, None)

    def make_room(self, looks: int) -> None:
        """Let go what is too much, looking at so many tables."""
        newest = next(reversed(self._tables), None)
        for _ in range(looks):
            if len(self._tables) <= self._most:
                return
            name, live = next(iter(self._tables.items()))
            if live.in_use or name == newest:
                self._tables.move_to_end(name)
            else:
                del self._tables[name]
                live.dropped = True
                live.stop()
                self._dropped(name, live)
