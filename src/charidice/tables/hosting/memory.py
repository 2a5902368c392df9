"""Tables in memory: how they get there, what goes on there, and when they come back."""

from collections.abc import Callable
from random import Random

from charidice.tables.hosting.cached_table import CachedTable
from charidice.tables.hosting.journal import Journal
from charidice.tables.hosting.ownership import TableOwnership
from charidice.tables.hosting.pauses import Pause
from charidice.tables.hosting.ports import Peers, Store
from charidice.tables.hosting.schedule import Schedule
from charidice.tables.hosting.table_cache import TableCache
from charidice.tables.hosting.timings import Timings
from charidice.tables.hosting.wakeups import Wakeups, due_at
from charidice.tables.model.checks import Context
from charidice.tables.model.errors import TableError


class TableMemory:
    """The tables that one worker has in memory, on their log and with their timers."""

    def __init__(  # noqa: PLR0913, PLR0917  # what a host is made of
        self,
        store: Store,
        peers: Peers | None,
        clock: Callable[[], float],
        steady: Callable[[], float],
        context: Callable[[str, CachedTable], Context],
        randomness: Random,
        timings: Timings,
        stand_in: str,
    ) -> None:
        self._clock, self._alone = clock, peers is None
        self.wakeups = Wakeups(store, self, clock, steady, timings)
        self.cache = TableCache(self.wakeups.table_dropped)
        self.journal = Journal(store, self.cache, peers, clock, steady)
        self.journal.changed, self.journal.checked = self._changed, self._checked
        self.schedule = Schedule(self.journal, context, randomness, timings, stand_in)
        self.ownership: TableOwnership | None = None

    async def loaded(self, name: str) -> CachedTable:
        """A table from memory, where it may be a moment old, or from the log."""
        found = self.cache.used(name)
        if found is not None:
            return found
        loaded = await self.journal.load(name)
        cached = self.cache.add(name, loaded)  # somebody else may have been quicker
        self.wakeups.table_loaded(name)
        self._checked(name, cached)
        return cached

    async def adopt(self, ownership: TableOwnership) -> None:
        """Look after the games of this worker: bots and clocks go on where nobody else does it."""
        self.ownership = ownership
        await self.wakeups.take_over()

    def pause(self, pause: Pause) -> None:
        """Let the bots at a table wait for somebody, if this worker has its clock."""
        cached = self.cache.get(pause.table)
        if cached is not None:
            self.schedule.pause(cached, pause)

    def _changed(self, name: str, cached: CachedTable, own: bool) -> None:
        cached.wake()
        self.schedule.set_timer(name, cached, own=own)

    def _checked(self, name: str, cached: CachedTable) -> None:
        if cached.timer is None:
            self.schedule.set_timer(name, cached, own=self._alone)

    # --- what wake-ups need ----------------------------------------------------------------------

    def in_memory(self, name: str) -> CachedTable | None:
        """A table, if it is in memory."""
        return self.cache.get(name)

    def owns(self, name: str) -> bool:
        """Whether this worker looks after a table that nobody has in memory."""
        return self._alone or (self.ownership is not None and self.ownership.has(name))

    async def load_table(self, name: str) -> CachedTable | None:
        """Read a table into memory, which starts its timer; None if it cannot be read."""
        try:
            return await self.loaded(name)
        except TableError:  # which is logged
            return None

    def next_due(self, cached: CachedTable) -> float | None:
        """When something is due at a table in memory, in the time of day."""
        return due_at(cached, self._clock())

    def trim(self, looks: int) -> None:
        """Let tables go that are too many."""
        self.cache.make_room(looks)

    def clock_was_set(self) -> None:
        """The clock of the machine was set: at tables that are read from now on, the time before
        it counts for nobody. Those in memory have clocks of their own."""
        self.journal.started = self._clock()
