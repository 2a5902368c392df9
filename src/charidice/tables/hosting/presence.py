"""Who is here: people with a page of a table open, at this worker or at another one.

Workers tell each other; nothing of it is written to the log.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Final

REFRESH_SECONDS: Final = 20.0  # how often a worker says again who is here
_STALE_SECONDS: Final = 50.0  # when a worker that says nothing more is taken to be gone
_MOST_IN_A_MESSAGE: Final = 200  # a notification of PostgreSQL has room for 8,000 bytes
_LEFT_KEPT: Final = 10_000  # people of whom it is known since when they are away


class Presence:
    """The pages that are open, by table and by who holds a seat there."""

    def __init__(
        self,
        me: str,
        clock: Callable[[], float],
        changed: Callable[[str], None] = lambda _table: None,
    ) -> None:
        """`changed` is called with the name of a table where somebody has come or gone."""
        self._me, self._clock, self._tell = me, clock, changed
        self._left: dict[tuple[str, int], float] = {}  # when somebody's last page was closed
        self._here: dict[str, Counter[int]] = {}
        self._elsewhere: dict[str, dict[tuple[str, int], float]] = {}
        self._changed: dict[tuple[str, int], None] = {}  # since the last message, in order
        self._refreshed = clock()

    @contextmanager
    def here(self, table: str, holder: int | None) -> Iterator[None]:
        """Count somebody while a page is open; those without a seat do not count."""
        if holder is None:
            yield
            return
        self._count(table, holder, 1)
        try:
            yield
        finally:
            self._count(table, holder, -1)

    def _count(self, table: str, holder: int, more: int) -> None:
        holders = self._here.setdefault(table, Counter())
        before = holders[holder] > 0
        holders[holder] += more
        is_here = holders[holder] > 0
        if not is_here:
            del holders[holder]
        if not holders:
            del self._here[table]
        if is_here != before:
            self._changed[table, holder] = None
            self._note(table, holder)

    def _note(self, table: str, holder: int) -> None:
        """Somebody has come or gone somewhere."""
        self._left.pop((table, holder), None)
        if holder not in self.at(table):
            self._left[table, holder] = self._clock()
        if len(self._left) > _LEFT_KEPT:
            del self._left[next(iter(self._left))]
        self._tell(table)

    def away_seconds(self, table: str, holder: int) -> float | None:
        """For how long somebody has had no page open; None if that is not known."""
        left = self._left.get((table, holder))
        return None if left is None else self._clock() - left

    def at(self, table: str) -> frozenset[int]:
        """Those who hold a seat at a table and have a page of it open somewhere."""
        here = set(self._here.get(table, ()))
        fresh = self._clock() - _STALE_SECONDS
        others = self._elsewhere.get(table, {})
        return frozenset(here | {holder for (_, holder), told in others.items() if told > fresh})

    def messages(self) -> Iterator[str]:
        """What the other workers have to know since the last time; now and then all of it."""
        now = self._clock()
        if now - self._refreshed >= REFRESH_SECONDS:
            self._refreshed = now
            everybody = ((table, who) for table, holders in self._here.items() for who in holders)
            self._changed |= dict.fromkeys(everybody)
            self._forget_stale(now)
        changed, self._changed = iter(self._changed), {}
        while batch := list(islice(changed, _MOST_IN_A_MESSAGE)):
            told = [[table, who, who in self._here.get(table, ())] for table, who in batch]
            yield json.dumps([self._me, told], separators=(",", ":"))

    def on_message(self, message: str) -> None:
        """Note who is at another worker."""
        sender, told = json.loads(message)
        if sender == self._me:
            return
        now = self._clock()
        for table, holder, is_here in told:
            others = self._elsewhere.setdefault(table, {})
            was_here = (sender, holder) in others
            if is_here:
                others[sender, holder] = now
            else:
                others.pop((sender, holder), None)
            if not others:
                del self._elsewhere[table]
            if is_here != was_here:
                self._note(table, holder)

    def _forget_stale(self, now: float) -> None:
        for table, others in list(self._elsewhere.items()):
            fresh = {key: told for key, told in others.items() if told > now - _STALE_SECONDS}
            if fresh:
                self._elsewhere[table] = fresh
            else:
                del self._elsewhere[table]
