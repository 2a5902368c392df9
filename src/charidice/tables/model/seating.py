"""Who sits at a table: people and bots come, go, and are removed; the game begins."""

from dataclasses import replace
from hashlib import sha256

from charidice.bots import bot
from charidice.bots.names import bot_name
from charidice.tables.model.checks import (
    Context,
    check_host,
    check_open,
    check_seated,
    check_version,
    heir,
)
from charidice.tables.model.commands import (
    AddBot,
    Begin,
    Configure,
    Forget,
    Leave,
    Remove,
    Return,
    Sit,
)
from charidice.tables.model.ending import end_if_agreed, wins_of
from charidice.tables.model.errors import TableError
from charidice.tables.model.events import (
    Begun,
    BotSat,
    Configured,
    Created,
    Event,
    Forgotten,
    Left,
    Removed,
    Returned,
    Sat,
)
from charidice.tables.model.evolve import replayed
from charidice.tables.model.game_setup import GameSetup
from charidice.tables.model.names import alike, clean_name, is_reserved
from charidice.tables.model.pad_events import Claimed
from charidice.tables.model.settings import Settings, check_settings, with_least_patience
from charidice.tables.model.table import MOST_SEATS, STAND_IN, Status, Table


def opened(settings: Settings, now: float, setup: GameSetup | None = None) -> list[Event]:
    """A new table."""
    check_settings(settings)
    return [Created(now, settings, game=setup or GameSetup())]


def seated_again(table: Table, name: str, who: int, context: Context) -> list[Event]:
    """A new table for those who have a seat at this one; whoever was second begins.

    Who is away there is away here too, but not the one who asks. Holders keep their numbers: who
    can show a seat at the old table has it at the new one, and the host stays the host. A seat that
    nobody holds any more goes to a bot; at a pad, where somebody rolls for it, the one who asks
    writes for it.
    """
    settings, now = with_least_patience(table.settings), context.now
    wins = wins_of(table)
    turned = None if wins is None else [*wins[1:], *wins[:1]]
    events: list[Event] = [Created(now, settings, name, table.setup, table.host, turned)]
    for seat in (*table.seats[1:], table.seats[0]):
        if table.is_pad:
            events.append(Sat(now, seat.holder or who, seat.name))
        elif seat.name is None or seat.holder is None:
            level = seat.bot or STAND_IN
            events.append(BotSat(now, level, _free_bot_name(replayed(events), level)))
        else:
            events.append(Sat(now, seat.holder, seat.name))
    gone = {seat.holder for seat in table.seats if seat.away and seat.holder != who}
    left = [Left(now, holder) for holder in gone if holder is not None]
    return [*events, Begun(now, 0), *left]


def sit(table: Table, who: int | None, command: Sit, context: Context) -> list[Event]:
    """Somebody takes a free seat."""
    if holder_with_id(table, command.id) is not None:
        return []
    if table.seats_of(who):
        raise TableError("table/seated")
    id_ = None if command.id is None else hashed(command.id)
    if table.is_pad and table.status is not Status.OPEN:
        seat = _claimed_seat(table, command.name)
        return [Claimed(context.now, table.holders_given + 1, seat, id_)]
    check_open(table)
    return [replace(sat(table, table.holders_given + 1, command.name, context), id=id_)]


def _claimed_seat(table: Table, name: str) -> int:
    """The seat of this name, if whoever writes for it has others too."""
    for number, seat in enumerate(table.seats):
        if seat.name is not None and alike(seat.name, name):
            if len(table.seats_of(seat.holder)) < 2 and not seat.played_by_bot:
                raise TableError("table/seat-held", {"name": seat.name})
            return number
    raise TableError("table/no-such-name", {"name": clean_name(name)})


def sat(table: Table, holder: int, name: str, context: Context) -> Sat:
    """A person sits down under this name, if it is a good one and a seat is free."""
    if len(table.seats) >= MOST_SEATS:
        raise TableError("table/full")
    name = clean_name(name)
    if is_reserved(name, context.reserved):
        raise TableError("table/bot-name", {"name": name})
    if any(seat.name is not None and alike(seat.name, name) for seat in table.seats):
        raise TableError("table/name-taken", {"name": name})
    return Sat(context.now, holder, name)


def hashed(id_: str) -> str:
    """What the log keeps of a secret id."""
    return sha256(id_.encode()).hexdigest()[:32]


def holder_with_id(table: Table, id_: str | None) -> int | None:
    """Who sat down with this id already."""
    if id_ is None:
        return None
    return next((holder for holder, known in table.ids if known == hashed(id_)), None)


def add_bot(table: Table, who: int | None, command: AddBot, context: Context) -> list[Event]:
    """The host gives a seat to a bot."""
    check_host(table, who)
    check_open(table)
    level = bot_level(command.level)
    return [BotSat(context.now, level, _free_bot_name(table, level), command.id)]


def _free_bot_name(table: Table, level: str) -> str:
    if len(table.seats) >= MOST_SEATS:
        raise TableError("table/full")
    taken = {seat.name for seat in table.seats}
    names = (bot_name(level, number) for number in range(1, MOST_SEATS + 1))
    return next(name for name in names if name not in taken)


def bot_level(level: str) -> str:
    """The level, refused when there is no such bot."""
    bot(level)
    return level


def remove(table: Table, who: int | None, command: Remove, context: Context) -> list[Event]:
    """The host takes a seat away."""
    check_host(table, who)
    check_version(table, command.version)
    if not 0 <= command.seat < len(table.seats):
        raise TableError("table/no-such-seat", {"seat": command.seat})
    seat = table.seats[command.seat]
    if seat.holder == table.host:
        raise TableError("table/keep-host")
    if table.status is not Status.OPEN and seat.holder is None:
        raise TableError("table/begun")
    return [Removed(context.now, command.seat, command.id)]


def configure(table: Table, who: int | None, command: Configure, context: Context) -> list[Event]:
    """The host changes the settings; what is so already is no event."""
    check_host(table, who)
    check_settings(command.settings, table.settings)
    same = command.settings == table.settings
    return [] if same else [Configured(context.now, command.settings, command.id)]


def begin(table: Table, who: int | None, command: Begin, context: Context) -> list[Event]:
    """The host starts the game."""
    check_host(table, who)
    check_open(table)
    check_version(table, command.version)
    count = len(table.seats)
    if count < 2:
        raise TableError("table/too-few")
    first = context.randomness.randrange(count) if command.first is None else command.first
    if not 0 <= first < count:
        raise TableError("table/no-such-seat", {"seat": first})
    return [Begun(context.now, first, command.id)]


def leave(table: Table, who: int | None, command: Leave, context: Context) -> list[Event]:
    """Somebody gets up."""
    holder = check_seated(table, who)
    left = Left(context.now, holder, command.id, heir(table, holder, context))
    there = holder in table.people or table.status is Status.OPEN
    there = there or any(seat in table.timed_out for seat in table.seats_of(holder))
    return [left, *end_if_agreed(table, left)] if there else []


def come_back(table: Table, who: int | None, command: Return, context: Context) -> list[Event]:
    """Somebody who was away plays again."""
    holder = check_seated(table, who)
    away = any(table.seats[seat].away for seat in table.seats_of(holder))
    return [Returned(context.now, holder, command.id)] if away else []


def forget(table: Table, who: int | None, _command: Forget, context: Context) -> list[Event]:
    """Also for somebody who has left or was removed: the name was there."""
    if who is None or not 1 <= who <= table.holders_given:
        raise TableError("table/no-seat")
    if who in table.forgotten:
        return []
    left = Left(context.now, who)
    seated = table.seats_of(who) and not table.is_over
    gone = [left, *end_if_agreed(table, left)] if seated else []
    return [*gone, Forgotten(context.now, who)]
