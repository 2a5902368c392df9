"""What was rendered for those who look on at a table, until the table changes.

It belongs to the views: the tables themselves know nothing of pages.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from charidice.locale import current
from charidice.tables import CachedTable

if TYPE_CHECKING:
    from charidice.web.view import Viewer

_RENDERED_KEPT: Final = 24
_SENTENCES_KEPT: Final = 60


@dataclass(slots=True)
class _Views:
    """The regions of one version, by language and viewer; and sentences, which last longer."""

    version: int
    forgotten: frozenset[int]
    regions: dict[tuple[str, "Viewer"], dict[str, str]] = field(default_factory=dict)
    sentences: dict[object, str] = field(default_factory=dict)


_VIEWS: Final[WeakKeyDictionary[CachedTable, _Views]] = WeakKeyDictionary()


def at_hand(cached: CachedTable, viewer: "Viewer") -> dict[str, str] | None:
    """The regions for this viewer in the language of the context, if they are rendered already."""
    return None if cached not in _VIEWS else _current(cached).regions.get((current(), viewer))


def keep(cached: CachedTable, viewer: "Viewer", regions: dict[str, str]) -> None:
    """Keep what was rendered for others like this viewer, if somebody looks on."""
    if cached.watchers:
        kept = _current(cached).regions
        if len(kept) >= _RENDERED_KEPT:
            kept.clear()
        kept[current(), viewer] = regions


def sentences_of(cached: CachedTable) -> dict[object, str]:
    """Where sentences about this table may be kept; each is shown again with the next moves."""
    if not cached.watchers:
        return {}
    kept = _current(cached).sentences
    if len(kept) > _SENTENCES_KEPT:
        kept.clear()
    return kept


def forget_views(cached: CachedTable) -> None:
    """Nobody looks on any more."""
    _VIEWS.pop(cached, None)


def _current(cached: CachedTable) -> _Views:
    """What is kept of the table as it is now; of people who were forgotten nothing stays."""
    table, views = cached.table, _VIEWS.get(cached)
    if views is None or views.forgotten != table.forgotten:
        views = _VIEWS[cached] = _Views(table.version, table.forgotten)
    if views.version != table.version:
        views.version = table.version
        views.regions.clear()
    return views
