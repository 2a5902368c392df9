"""Looks at a table of a test."""

from tests.tables.support import Played

from charidice.tables import CachedTable, Table
from charidice.tables.hosting.cached_table import TableClock
from charidice.web.live.viewer import Look, Viewer, look_at

NAME = "t" * 16


def viewer(table: Table, holder: int | None = None) -> Viewer:
    """Somebody who looks at a table: who holds a seat there, or not (any more)."""
    former = holder if any(seat.former == holder for seat in table.seats) else None
    if not table.seats_of(holder):
        holder = None
    else:
        former = None
    token = None if holder is None else f"token-{holder}"
    link = f"http://dice.example/t/{NAME}"
    return Viewer(NAME, holder, former, token, link, link, only_here=False)


def look(played: Played, holder: int | None = None) -> Look:
    """How somebody sees the table now."""
    return look_at(played.table, viewer(played.table, holder))


def cached_table(played: Played) -> CachedTable:
    """The table as a host has it in memory."""
    return CachedTable(played.table, TableClock(lambda: played.now, 0.0))
