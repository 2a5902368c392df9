"""A new table: who sits there, what is played, and the events that this leads to."""

from dataclasses import dataclass, field

from charidice.tables.model.checks import Context
from charidice.tables.model.commands import AddBot, Begin
from charidice.tables.model.decide import decide
from charidice.tables.model.events import Event
from charidice.tables.model.evolve import replayed
from charidice.tables.model.game_setup import GameSetup
from charidice.tables.model.seating import opened, sat
from charidice.tables.model.settings import Settings


@dataclass(frozen=True, slots=True)
class NewTable:
    """Who sits at a new table, and what is played: holder 1 is the host, on one device everybody.

    When it begins at once and no seat is said to be first, that is drawn.
    """

    names: tuple[str, ...]
    levels: tuple[str, ...] = ()
    settings: Settings = field(default_factory=Settings)
    setup: GameSetup = field(default_factory=GameSetup)
    one_device: bool = False
    begin: bool = False
    first: int | None = None


def first_events(new: NewTable, context: Context) -> list[Event]:
    """All that happens when this table is opened."""
    events = opened(new.settings, context.now, new.setup)
    for number, name in enumerate(new.names, 1):
        holder = 1 if new.one_device else number
        events.append(sat(replayed(events), holder, name, context))
    for level in new.levels:
        events += decide(replayed(events), 1, AddBot(level), context)
    if new.begin:
        events += decide(replayed(events), 1, Begin(new.first), context)
    return events
