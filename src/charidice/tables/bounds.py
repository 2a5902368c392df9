"""Which settings a table may have."""

from dataclasses import fields, replace
from typing import Final

from charidice.tables.errors import TableError
from charidice.tables.state import LEAST_PATIENCE, Settings

# From least to most; 0 is always possible.
BOUNDS: Final = {
    "ask_seconds": (1, 60),
    "turn_seconds": (LEAST_PATIENCE, 86_400),
    "pace": (1, 50),
}


def check_settings(settings: Settings, before: Settings | None = None) -> None:
    """Refuse what is out of bounds, unless it was so before: older versions had other bounds."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        if field.name not in BOUNDS or (before and value == getattr(before, field.name)):
            continue
        least, most = BOUNDS[field.name]
        if value != 0 and not least <= value <= most:
            details = {"setting": field.name, "least": least, "most": most}
            raise TableError("table/setting", details)


def allowed(settings: Settings) -> Settings:
    """The settings of a table that may be from before there was a shortest limit."""
    turn = settings.turn_seconds
    return replace(settings, turn_seconds=max(turn, LEAST_PATIENCE)) if turn else settings
