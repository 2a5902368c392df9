"""A table as everybody may see it."""

from charidice.tables import CachedTable, Settings
from charidice.tables.hosting.cached_table import TableClock
from charidice.tables.model.events import Created, Sat
from charidice.tables.model.evolve import replayed
from charidice.web.api.state import state_of


def test_a_table_of_an_earlier_version_is_shown_with_its_short_limit() -> None:
    table = replayed([Created(1000.0, Settings(6, 3, 12)), Sat(1000.0, 1, "Lena")])
    cached = CachedTable(table, TableClock.begun(table, 1000.0, lambda: 0.0))
    assert state_of("x" * 16, cached).settings.turn_seconds == 3
