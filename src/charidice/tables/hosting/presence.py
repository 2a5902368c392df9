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


class Presence:
    """The pages that are open, by table and by who holds a seat there."""

    def __init__(self, me: str, clock: Callable[[], float]) -> None:
        self._me, self._clock = me, clock
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
        if (holders[holder] > 0) != before:
            self._changed[table, holder] = None
        if not holders[holder]:
            del holders[holder]
        if not holders:
            del self._here[table]

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
            if is_here:
                others[sender, holder] = now
            else:
                others.pop((sender, holder), None)
            if not others:
                del self._elsewhere[table]

    def _forget_stale(self, now: float) -> None:
        for table, others in list(self._elsewhere.items()):
            fresh = {key: told for key, told in others.items() if told > now - _STALE_SECONDS}
            if fresh:
                self._elsewhere[table] = fresh
            else:
                del self._elsewhere[table]
