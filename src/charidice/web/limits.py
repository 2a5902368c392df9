"""How much one address may ask for: requests in a time, and streams at once.

Each worker counts for itself and tells the others every second what the busy addresses have had of
it, so that a limit holds for all workers together, give or take that second. Addresses are told as
keyed hashes: nothing about people goes through the database.
"""

import json
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from hashlib import blake2s
from ipaddress import ip_network
from typing import Final

STREAMS_PER_ADDRESS: Final = 60
WORD_SECONDS: Final = 1.0
_BURST_SECONDS: Final = 4.0
_ADDRESSES_KEPT: Final = 10_000
_MOST_TOLD: Final = 200  # addresses in a word, which has room for 8,000 bytes
_STALE_SECONDS: Final = 5.0
_FEW_STREAMS: Final = 5


def site_of(address: str) -> str:
    """Whose an address is: with IPv6 everybody has as many as they like, in one network of 64."""
    if ":" not in address:
        return address
    try:
        return str(ip_network((address.partition("%")[0], 64), strict=False))
    except ValueError:
        return address


def _hashed(key: bytes, address: str) -> str:
    return blake2s(site_of(address).encode(), key=key[:32], digest_size=6).hexdigest()


class Limits:
    """The limits of a worker; `rate` 0 means that there are none."""

    def __init__(
        self, rate: float, key: bytes, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._clock = rate, clock
        self._most = max(1.0, rate * _BURST_SECONDS)
        self._buckets: dict[str, tuple[float, float]] = {}
        self._spent = Counter[str]()
        self._open = Counter[str]()
        self._me = secrets.token_hex(4)
        self._elsewhere: dict[str, tuple[float, dict[str, int]]] = {}
        self._hashed = lru_cache(_ADDRESSES_KEPT)(partial(_hashed, key))

    @property
    def streams(self) -> int:
        """How many streams are open here."""
        return self._open.total()

    def allows(self, address: str) -> bool:
        """Whether one more request is within the limits; it counts if so."""
        if not self._rate:
            return True
        who, now = self._hashed(address), self._clock()
        left = self._left(who, now)
        allowed = left >= 1
        if allowed:
            self._spent[who] += 1
        self._keep(who, left - 1 if allowed else left, now)
        return allowed

    def full(self, address: str) -> bool:
        """Whether one more stream would be too many."""
        if not self._rate:
            return False
        who, now = self._hashed(address), self._clock()
        others = sum(
            streams.get(who, 0)
            for told, streams in self._elsewhere.values()
            if now - told < _STALE_SECONDS
        )
        return self._open[who] + others >= STREAMS_PER_ADDRESS

    @contextmanager
    def stream(self, address: str) -> Iterator[None]:
        """Count a stream while it is open."""
        who = self._hashed(address)
        self._open[who] += 1
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

    def word(self) -> str | None:
        """What the other workers have to know: who was busy here since the last word."""
        spent, self._spent = self._spent, Counter()
        busy = {who: n for who, n in spent.most_common(_MOST_TOLD) if n > self._rate / 10}
        streams = dict(self._open.most_common(_MOST_TOLD))
        streams = {who: n for who, n in streams.items() if n > _FEW_STREAMS}
        if not self._rate or not (busy or streams):
            return None
        return json.dumps([self._me, busy, streams], separators=(",", ":"))

    def heard(self, word: str) -> None:
        """Count what an address has had of another worker."""
        sender, busy, streams = json.loads(word)
        if sender == self._me:
            return
        now = self._clock()
        for who, n in busy.items():
            self._keep(who, max(self._left(who, now) - n, -self._most), now)
        for other, (told, _streams) in list(self._elsewhere.items()):
            if now - told > _STALE_SECONDS:
                del self._elsewhere[other]
        self._elsewhere[sender] = (now, streams)

    def _keep(self, who: str, left: float, now: float) -> None:
        self._buckets[who] = (left, now)
        if len(self._buckets) > _ADDRESSES_KEPT:
            del self._buckets[next(iter(self._buckets))]

    def _left(self, who: str, now: float) -> float:
        """What is in the bucket of an address: it refills with time."""
        left, then = self._buckets.pop(who, (self._most, now))
        return min(self._most, left + (now - then) * self._rate)
