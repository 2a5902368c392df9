"""What a command does to a table: the events that follow, or a refusal. Nothing happens here."""

from typing import Final

from charidice.tables.model import ending, hinting, pad, playing, seating
from charidice.tables.model.checks import Context, is_repeated
from charidice.tables.model.commands import (
    AddBot,
    Begin,
    Command,
    Configure,
    Forget,
    Hint,
    Leave,
    Mute,
    Play,
    Rematch,
    Remove,
    Return,
    Sit,
    TakeBack,
    WishEnd,
    WishNoEnd,
)
from charidice.tables.model.errors import TableError
from charidice.tables.model.events import Event
from charidice.tables.model.pad_commands import Enter, PadAsk, Restore
from charidice.tables.model.table import Table

# After so many events a table takes only what brings its game to an end, so that no log grows
# without end. A game of four with everything in it has some 300.
MOST_EVENTS: Final = 1_000
_COMING_BACK: Final = 200  # events that are left for those who come back
_TO_THE_END: Final = (Begin, Play, Leave, Forget, Rematch, Remove, WishEnd)


def decide(table: Table, who: int | None, command: Command, context: Context) -> list[Event]:  # noqa: PLR0911, PLR0912  # one line per kind
    """The events that a command of this holder leads to; none when it was done already."""
    if not isinstance(command, (Sit, Rematch)) and is_repeated(table, who, command.id):
        return []
    if table.version >= MOST_EVENTS and not _brings_to_an_end(table, who, command):
        raise TableError("table/too-many-events")
    match command:
        case Play():
            return playing.play(table, who, command, context)
        case TakeBack():
            return playing.take_back(table, who, command, context)
        case Hint():
            return hinting.hint(table, who, command, context)
        case Mute():
            return playing.mute(table, who, command, context)
        case Sit():
            return seating.sit(table, who, command, context)
        case AddBot():
            return seating.add_bot(table, who, command, context)
        case Remove():
            return seating.remove(table, who, command, context)
        case Configure():
            return seating.configure(table, who, command, context)
        case Begin():
            return seating.begin(table, who, command, context)
        case Leave():
            return seating.leave(table, who, command, context)
        case Return():
            return seating.come_back(table, who, command, context)
        case Forget():
            return seating.forget(table, who, command, context)
        case Enter():
            return pad.enter(table, who, command, context)
        case PadAsk():
            return pad.ask(table, who, command, context)
        case Restore():
            return pad.restore(table, who, command, context)
        case WishEnd() | WishNoEnd():
            return ending.wish_end(table, who, command, context)
        case Rematch():
            return ending.rematch(table, who, command, context)


def _brings_to_an_end(table: Table, who: int | None, command: Command) -> bool:
    """Whether a full table takes this: each of them is possible only so many times.

    Whoever ran out of time may come back in any case, as running out of it takes time.
    """
    if isinstance(command, Return):
        timed_out = any(seat in table.timed_out for seat in table.seats_of(who))
        return timed_out or table.version < MOST_EVENTS + _COMING_BACK
    if isinstance(command, Enter):  # the next turn, but no more corrections
        return command.turn == len(table.pad_turns)
    if isinstance(command, PadAsk):  # asking comes with the turn then, but must not be stuck
        return not command.asked
    return isinstance(command, _TO_THE_END)
