"""Who is at a table just now, and who is away since when."""

from typing import NamedTuple

from charidice.tables import Table
from charidice.tables.hosting.presence import Presence


class Company(NamedTuple):
    """A seat of somebody: whether they have a page open, and if not, for how many minutes."""

    seat: int
    here: bool
    minutes: int | None


def company_of(presence: Presence, name: str, table: Table) -> tuple[Company, ...]:
    """All people at a table."""
    here = presence.at(name)
    return tuple(
        Company(number, seat.holder in here, _minutes(presence, name, seat.holder))
        for number, seat in enumerate(table.seats)
        if seat.holder is not None
    )


def _minutes(presence: Presence, name: str, holder: int) -> int | None:
    seconds = presence.away_seconds(name, holder)
    return None if seconds is None else int(seconds // 60)
