"""Limits for one address: rates of requests, new tables and rendered regions, and open streams.

Each worker counts for itself and broadcasts every second how much the busy addresses have used, so
a limit holds over all workers to about a second. Addresses are sent as keyed hashes: nothing about
people goes through the database.
"""

import json
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import blake2s
from typing import Final

from charidice.web.config import Caps
from charidice.web.edge.addresses import site_of

MOST_RENDERS_PER_REQUEST: Final = 5  # of regions for streams, for each request that it may make
MOST_FILES_PER_REQUEST: Final = 15  # a page has some fifty small files, which come from memory
MOST_RENDERS_PER_TABLE: Final = 40  # a second, for all who look on without a seat
MOST_REFUSALS_PER_SECOND: Final = 10  # after so many the connections are closed as well
BROADCAST_SECONDS: Final = 1.0
_BURST_SECONDS: Final = 4.0
_ADDRESSES_KEPT: Final = 10_000
_MOST_ADDRESSES: Final = 95  # of each kind in a message, which has room for 8,000 bytes
_STALE_SECONDS: Final = 5.0
_FEW_STREAMS: Final = 5


def _hashed(key: bytes, site: str) -> str:
    return blake2s(site.encode(), key=key[:32], digest_size=6).hexdigest()


@dataclass(slots=True)
class Buckets:
    """What each address has left of something: `most` at once, and `rate` more every second."""

    most: float
    rate: float
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def has(self, who: str, now: float) -> bool:
        """Whether there is one."""
        left = self._now(who, now)
        self._keep(who, left, now)
        return left >= 1

    def take(self, who: str, now: float) -> bool:
        """Take one; False, and nothing is taken, if there is none."""
        left = self._now(who, now)
        self._keep(who, left - (left >= 1), now)
        return left >= 1

    def wait(self, who: str, now: float) -> float:
        """Take one in any case; returns how long to wait until it is available."""
        left = self._now(who, now) - 1
        self._keep(who, max(left, -self.most), now)
        return max(0.0, -left / self.rate)

    def taken(self, who: str, now: float, count: float) -> None:
        """Count tokens that another worker has given out."""
        self._keep(who, max(self._now(who, now) - count, -self.most), now)

    def _keep(self, who: str, left: float, now: float) -> None:
        self._left[who] = (left, now)
        if len(self._left) > _ADDRESSES_KEPT:
            del self._left[next(iter(self._left))]

    def _now(self, who: str, now: float) -> float:
        left, then = self._left.pop(who, (self.most, now))
        return min(self.most, left + (now - then) * self.rate)


class Quota:
    """How many of something an address may make in an hour and in a day, over all workers."""

    def __init__(self, hourly: int, daily: int) -> None:
        self._hourly = Buckets(hourly, hourly / 3600)
        self._daily = Buckets(daily, daily / 86_400)
        self._made = Counter[str]()

    def take(self, who: str, now: float) -> bool:
        """Whether one more may be made; it counts if so."""
        if not (self._hourly.has(who, now) and self._daily.has(who, now)):
            return False
        for bucket in (self._hourly, self._daily):
            bucket.take(who, now)
        self._made[who] += 1
        return True

    def give_back(self, who: str, now: float) -> None:
        """One that was allowed has not been made."""
        self.count(who, now, -1)
        self._made[who] -= 1

    def count(self, who: str, now: float, made: int) -> None:
        """Count what was made at another worker."""
        for bucket in (self._hourly, self._daily):
            bucket.taken(who, now, made)

    def news(self) -> dict[str, int]:
        """What was made here since the last time."""
        made, self._made = self._made, Counter()
        return {who: n for who, n in made.most_common(_MOST_ADDRESSES) if n > 0}


class Limits:
    """The limits of a worker; `rate` 0 means that there are none."""

    def __init__(
        self,
        rate: float,
        key: bytes,
        clock: Callable[[], float] = time.monotonic,
        caps: Caps | None = None,
    ) -> None:
        self._rate, self._clock, self._caps = rate, clock, caps or Caps()
        self._requests = Buckets(max(1.0, rate * _BURST_SECONDS), rate)
        files = rate * MOST_FILES_PER_REQUEST
        self._files = Buckets(max(1.0, files * _BURST_SECONDS), files)
        renders = rate * MOST_RENDERS_PER_REQUEST
        self._renders = Buckets(max(1.0, renders * _BURST_SECONDS), renders)
        self._drawn = Buckets(MOST_RENDERS_PER_TABLE, MOST_RENDERS_PER_TABLE)
        self._tables = Quota(self._caps.tables_per_hour, self._caps.tables_per_day)
        self._uploads = Quota(self._caps.uploads_per_hour, self._caps.uploads_per_day)
        self._spent = Counter[str]()
        self._refused = Counter[str]()
        self._open = Counter[str]()
        self._streams = 0
        self._me = secrets.token_hex(4)
        self._elsewhere: dict[str, tuple[float, dict[str, int]]] = {}
        self._hash = lru_cache(_ADDRESSES_KEPT)(partial(_hashed, key))

    def _hashed(self, address: str) -> str:
        return self._hash(site_of(address))

    @property
    def streams(self) -> int:
        """How many streams are open here."""
        return self._streams

    def allows(self, address: str) -> bool:
        """Whether one more request is within the limits; it counts if so."""
        if not self._rate:
            return True
        who = self._hashed(address)
        allowed = self._requests.take(who, self._clock())
        if allowed:
            self._spent[who] += 1
        return allowed

    def allows_file(self, address: str) -> bool:
        """Whether one more style sheet, script or picture is within the limits; it counts if so."""
        return not self._rate or self._files.take(self._hashed(address), self._clock())

    def allows_table(self, address: str) -> bool:
        """Whether one more table may be opened; it counts if so."""
        return not self._rate or self._tables.take(self._hashed(address), self._clock())

    def not_opened(self, address: str) -> None:
        """A table that was allowed has not been opened."""
        if self._rate:
            self._tables.give_back(self._hashed(address), self._clock())

    def allows_upload(self, address: str) -> bool:
        """Whether one more game may be uploaded; it counts if so."""
        return not self._rate or self._uploads.take(self._hashed(address), self._clock())

    def not_uploaded(self, address: str) -> None:
        """A game that was allowed has not been kept."""
        if self._rate:
            self._uploads.give_back(self._hashed(address), self._clock())

    def render_wait(self, address: str, table: str, *, seated: bool = False) -> float:
        """How long a stream waits before the regions of a table are rendered once more for it.

        Spectators have a separate limit, so that they cannot slow down players.
        """
        if not self._rate:
            return 0.0
        who, now = self._hashed(address), self._clock()
        wait = self._renders.wait(who, now)
        return wait if seated else max(wait, self._drawn.wait(table, now))

    def refused(self, address: str) -> bool:
        """Count a refusal; True when there are so many that the connection should be closed."""
        who = self._hashed(address)
        self._refused[who] += 1
        return self._refused[who] > MOST_REFUSALS_PER_SECOND

    @contextmanager
    def stream(self, address: str) -> Iterator[bool]:
        """Count a stream while it is open; False if it is one too many, which does not count."""
        who = self._hashed(address)
        if self._full(who):
            yield False
            return
        self._open[who] += 1
        self._streams += 1
        try:
            yield True
        finally:
            self._streams -= 1
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

    def _full(self, who: str) -> bool:
        if not self._rate:
            return False
        now = self._clock()
        others = sum(
            streams.get(who, 0)
            for told, streams in self._elsewhere.values()
            if now - told < _STALE_SECONDS
        )
        return self._open[who] + others >= self._caps.streams_per_address

    def tick(self) -> None:
        """A second has passed."""
        self._refused.clear()

    def message(self) -> str | None:
        """The message to the other workers: which addresses were busy here since the last one."""
        spent, self._spent = self._spent, Counter()
        tables, uploads = self._tables.news(), self._uploads.news()
        busy = {who: n for who, n in spent.most_common(_MOST_ADDRESSES) if n > self._rate / 10}
        streams = dict(self._open.most_common(_MOST_ADDRESSES))
        streams = {who: n for who, n in streams.items() if n > _FEW_STREAMS}
        if not self._rate or not (busy or streams or tables or uploads):
            return None
        return json.dumps([self._me, busy, streams, tables, uploads], separators=(",", ":"))

    def on_message(self, message: str) -> None:
        """Count what an address has used at other workers."""
        sender, busy, streams, *more = json.loads(message)
        if sender == self._me:
            return
        now = self._clock()
        for who, n in busy.items():
            self._requests.taken(who, now, n)
        # Older workers send no tables, or no uploads.
        for quota, made in zip((self._tables, self._uploads), more, strict=False):
            for who, n in made.items():
                quota.count(who, now, n)
        for other, (told, _streams) in list(self._elsewhere.items()):
            if now - told > _STALE_SECONDS:
                del self._elsewhere[other]
        self._elsewhere[sender] = (now, streams)
