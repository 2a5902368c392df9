"""The rendered regions of a table that somebody watches.

They are kept here because the tables themselves know nothing of pages.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from charidice.locale import current
from charidice.tables import CachedTable
from charidice.web.live.log import LogLine
from charidice.web.live.viewer import Viewer

_RENDERED_KEPT: Final = 24  # pages of one version
_PIECES_KEPT: Final = 60
_LINES_KEPT: Final = 60


class Region(NamedTuple):
    """A rendered region, and the hash of its content."""

    html: str
    mark: str


Regions = dict[str, Region]


@dataclass(slots=True)
class RegionCache:
    """The pages of one version, by language and viewer; and pieces of them, which last longer.

    A piece is keyed by its view: equal views share one piece.
    """

    version: int
    forgotten: frozenset[int]
    pages: dict[tuple[str, Viewer], Regions] = field(default_factory=dict)
    pieces: dict[tuple[str, str, Hashable], Region] = field(default_factory=dict)
    lines: dict[object, LogLine] = field(default_factory=dict)


_CACHES: Final[WeakKeyDictionary[CachedTable, RegionCache]] = WeakKeyDictionary()


def at_hand(cached: CachedTable, viewer: Viewer) -> Regions | None:
    """The regions for this viewer in the language of the context, if they are rendered already."""
    return None if cached not in _CACHES else cache_of(cached).pages.get((current(), viewer))


def cache_of(cached: CachedTable) -> RegionCache:
    """The cache for the current version of a table, without old versions and forgotten names.

    While nobody watches, nothing is kept.
    """
    table = cached.table
    if not cached.watchers:
        return RegionCache(table.version, table.forgotten)
    cache = _CACHES.get(cached)
    if cache is None or cache.forgotten != table.forgotten:
        cache = _CACHES[cached] = RegionCache(table.version, table.forgotten)
    if cache.version != table.version:
        cache.version = table.version
        cache.pages.clear()
    for kept, most in (
        (cache.pages, _RENDERED_KEPT),
        (cache.pieces, _PIECES_KEPT),
        (cache.lines, _LINES_KEPT),
    ):
        if len(kept) > most:
            kept.clear()
    return cache


def forget_regions(cached: CachedTable) -> None:
    """Drop everything when nobody watches any more."""
    _CACHES.pop(cached, None)
