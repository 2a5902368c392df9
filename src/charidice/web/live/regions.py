"""The regions of a table's page: each a view and its template, in an element that can be replaced.

Equal views give equal HTML, so a region is rendered once for all viewers with the same view.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from charidice.locale import current
from charidice.tables import CachedTable
from charidice.web.live.lobby import LobbyView, lobby_view
from charidice.web.live.log import LogLine, LogView, log_view
from charidice.web.live.pad import PadView, pad_view
from charidice.web.live.region_cache import Region, RegionCache, Regions, cache_of
from charidice.web.live.result import ResultView, result_view
from charidice.web.live.room import RoomView, room_view
from charidice.web.live.round import RoundView, round_view
from charidice.web.live.sheets import SheetsView, sheets_view
from charidice.web.live.strip import StripView, strip_view
from charidice.web.live.tray import TrayView, tray_view
from charidice.web.live.viewer import Look, Viewer, look_at
from charidice.web.templating import render

REGIONS: Final = ("round", "strip", "tray", "sheets", "room", "log")  # as they stand on the page
_MARK_BYTES: Final = 6
_LONGEST_SEEN: Final = (2 * _MARK_BYTES + 1) * len(REGIONS)  # marks in hexadecimal, with dots
View = (
    LobbyView | LogView | PadView | ResultView | RoomView | RoundView | SheetsView | StripView
    | TrayView
)  # fmt: skip
_TEMPLATES: Final[Mapping[type, str]] = {
    RoundView: "regions/round.html",
    StripView: "regions/strip.html",
    LobbyView: "regions/lobby.html",
    TrayView: "regions/tray.html",
    PadView: "regions/pad.html",
    ResultView: "regions/result.html",
    SheetsView: "regions/sheets.html",
    LogView: "regions/log.html",
    RoomView: "regions/room.html",
}


def views_of(look: Look, lines: dict[object, LogLine]) -> dict[str, View | None]:
    """What a viewer sees in every region; None where there is nothing to see."""
    return {
        "round": round_view(look),
        "strip": strip_view(look),
        "tray": _tray(look),
        "sheets": sheets_view(look),
        "log": log_view(look, lines),
        "room": room_view(look),
    }


def _tray(look: Look) -> LobbyView | PadView | TrayView | ResultView:
    """The view of the tray: the lobby before the game, the dice or the pad, then the result."""
    game = look.table.game
    if game is None:
        return lobby_view(look)
    if not look.table.playing:
        return result_view(look, game)
    return pad_view(look, game) if look.table.is_pad else tray_view(look, game)


def regions(cached: CachedTable, viewer: Viewer) -> Regions:
    """Every region by its name, in the language of the context."""
    cache, key = cache_of(cached), (current(), viewer)
    found = cache.pages.get(key)
    if found is None:
        views = views_of(look_at(cached.table, viewer, cached.since), cache.lines)
        found = cache.pages[key] = {
            name: _region(cache, name, view) for name, view in views.items()
        }
    return found


def _region(cache: RegionCache, name: str, view: View | None) -> Region:
    key = (current(), name, view)
    found = cache.pieces.get(key)
    if found is None:
        found = cache.pieces[key] = _rendered(name, view)
    return found


def _rendered(name: str, view: View | None) -> Region:
    inner = "" if view is None else render(_TEMPLATES[type(view)], {"view": view}).strip()
    mark = blake2b(inner.encode(), digest_size=_MARK_BYTES).hexdigest()
    html = f'<div class="region region-{name}" id="{name}" data-mark="{mark}">{inner}</div>'
    return Region(html, mark)


def seen_of(regions: Regions) -> str:
    """The marks of all regions in one text, which a page sends back to say what it shows."""
    return ".".join(regions[name].mark for name in REGIONS)


def changed(regions: Regions, seen: str) -> dict[str, str]:
    """The regions that differ from what a page shows, as HTML; all of them if that is unknown."""
    marks = seen[:_LONGEST_SEEN].split(".")
    known = dict(zip(REGIONS, marks, strict=True)) if len(marks) == len(REGIONS) else {}
    return {name: part.html for name, part in regions.items() if known.get(name) != part.mark}
