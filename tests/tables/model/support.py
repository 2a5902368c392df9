"""Tables at certain moments."""

from tests.tables.support import (
    LENA,
    SLOW,
    Played,
    begun,
)

from charidice.tables import Settings

TIMED = Settings(ask_seconds=6, turn_seconds=60, pace=12)


def asked(*names: str, settings: Settings = SLOW) -> Played:
    """Lena has rolled, and Marko is asked."""
    table = begun(*(names or ("Lena", "Marko")), settings=settings)
    table.play(LENA, None)
    assert table.table.asking
    return table
