"""What a command does to a table: the events that follow, or a refusal. Nothing happens here."""

import random
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

from charidice.bots import bot
from charidice.bots.names import bot_name
from charidice.rolls import Rolls, throw
from charidice.rules import (
    CHANCE,
    Action,
    Game,
    Pass,
    Phase,
    Roll,
    Rolled,
    RulesError,
    Score,
    actor,
    apply,
)
from charidice.tables.bounds import allowed, check_settings
from charidice.tables.commands import (
    AddBot,
    Begin,
    Command,
    Configure,
    Forget,
    Leave,
    Mute,
    Play,
    Rematch,
    Remove,
    Return,
    Sit,
    TakeBack,
    WishEnd,
)
from charidice.tables.errors import TableError
from charidice.tables.events import (
    Acted,
    Away,
    Begun,
    BotSat,
    Configured,
    Created,
    Ended,
    EndWished,
    Event,
    Forgotten,
    Left,
    Muted,
    Rematched,
    Removed,
    Returned,
    Sat,
    TakenBack,
)
from charidice.tables.evolve import evolve, replayed
from charidice.tables.names import alike, clean_name, english_bots, is_reserved
from charidice.tables.state import (
    COME_BACK_SECONDS,
    MOST_SEATS,
    STAND_IN,
    TAKE_BACK_SECONDS,
    Seat,
    Settings,
    Status,
    Table,
)

# After so many events a table takes only what brings its game to an end, so that no log grows
# without end. A game of four with everything in it has some 300.
MOST_EVENTS: Final = 1_000
_COMING_BACK: Final = 200  # events that are left for those who come back
_TO_THE_END: Final = (Begin, Play, Leave, Forget, Rematch, Remove)


@dataclass(frozen=True, slots=True)
class World:
    """What a decision needs from outside: the time, and where rolls and chance come from.

    `reserved` is what people may not be called, as it looks: the names of bots.
    """

    now: float
    rolls: Rolls
    chance: random.Random
    reserved: frozenset[str] = field(default_factory=english_bots)


def opened(settings: Settings, now: float, came_from: str | None = None) -> list[Event]:
    """A new table."""
    check_settings(settings)
    return [Created(now, settings, came_from)]


def seated_again(table: Table, name: str, who: int, world: World) -> list[Event]:
    """A new table for those who have a seat at this one; whoever was second begins.

    Who is away there is away here too, but not the one who asks.

    Sittings keep their numbers: who can show a seat at the old table has it at the new one.
    """
    events = opened(allowed(table.settings), world.now, came_from=name)
    for seat in (*table.seats[1:], table.seats[0]):
        if seat.name is None or seat.sitting is None:
            level = seat.bot or STAND_IN
            events.append(BotSat(world.now, level, _free_bot_name(replayed(events), level)))
        else:
            events.append(Sat(world.now, seat.sitting, seat.name))
    gone = {seat.sitting for seat in table.seats if seat.away} - {None, who}
    left = [Left(world.now, sitting) for sitting in gone if sitting is not None]
    return [*events, Begun(world.now, 0), *left]


def decide(table: Table, who: int | None, command: Command, world: World) -> list[Event]:  # noqa: PLR0911, PLR0912  # one line per kind
    """The events that a command of this sitting leads to; none when it was done already."""
    if table.version >= MOST_EVENTS and not _brings_to_an_end(table, who, command):
        raise TableError("table/too-many-events")
    match command:
        case Play():
            return _play(table, who, command, world)
        case Sit():
            again = sitting_of(table, command.id) is not None
            return [] if again else [_sat(table, who, command, world)]
        case AddBot():
            return _add_bot(table, who, command, world)
        case Remove():
            return _remove(table, who, command, world)
        case Configure():
            _check_host(table, who)
            check_settings(command.settings, table.settings)
            same = command.settings == table.settings
            return [] if same else [Configured(world.now, command.settings)]
        case Begin():
            return _begin(table, who, command, world)
        case TakeBack():
            return _take_back(table, who, command, world)
        case Mute():
            return _mute(table, who, command, world)
        case Leave():
            return _leave(table, who, world)
        case Return():
            sitting = _check_seated(table, who)
            away = any(table.seats[seat].away for seat in table.seats_of(sitting))
            return [Returned(world.now, sitting)] if away else []
        case WishEnd():
            return _wish_end(table, who, command, world)
        case Rematch():
            _check_seated(table, who)
            if table.status not in (Status.FINISHED, Status.ENDED):
                raise TableError("table/not-over")
            return [] if table.rematch else [Rematched(world.now, command.table)]
        case Forget():
            return _forget(table, who, world)


def _brings_to_an_end(table: Table, who: int | None, command: Command) -> bool:
    """Whether a full table takes this: each of them is possible only so many times.

    Whoever ran out of time may come back in any case, as running out of it takes time.
    """
    if isinstance(command, Return):
        timed_out = any(seat in table.timed_out for seat in table.seats_of(who))
        return timed_out or table.version < MOST_EVENTS + _COMING_BACK
    return isinstance(command, _TO_THE_END) or (isinstance(command, WishEnd) and command.wish)


def acted_by_bot(table: Table, seat: int, action: Action | None, world: World) -> list[Event]:
    """What a bot does on a seat, its own or that of somebody who is away."""
    return [replace(_acted(table, seat, action, world), by="bot")]


def away(seat: int, world: World) -> list[Event]:
    """A player has let the time pass."""
    return [Away(world.now, seat)]


def acted_by_clock(table: Table, seat: int, world: World) -> list[Event]:
    """The time to ask for the biggest gift has passed."""
    return [replace(_acted(table, seat, Pass(), world), by="clock")]


def bot_level(level: str) -> str:
    """The level, refused when there is no such bot."""
    bot(level)
    return level


def _leave(table: Table, who: int | None, world: World) -> list[Event]:
    left = Left(world.now, _check_seated(table, who))
    there = who in table.people or table.status is Status.OPEN
    there = there or any(seat in table.timed_out for seat in table.seats_of(who))
    return [left, *end_if_agreed(table, left)] if there else []


def _forget(table: Table, who: int | None, world: World) -> list[Event]:
    """Also for somebody who has left or was removed: the name was there."""
    if who is None or not 1 <= who <= table.sittings:
        raise TableError("table/no-seat")
    if who in table.forgotten:
        return []
    left = Left(world.now, who)
    seated = table.seats_of(who) and not _over(table)
    gone = [left, *end_if_agreed(table, left)] if seated else []
    return [*gone, Forgotten(world.now, who)]


def _over(table: Table) -> bool:
    return table.status in (Status.FINISHED, Status.ENDED)


def _sat(table: Table, who: int | None, command: Sit, world: World) -> Event:
    if table.seats_of(who):
        raise TableError("table/seated")
    if table.status is not Status.OPEN:
        raise TableError("table/begun")
    id_ = None if command.id is None else hashed(command.id)
    return replace(sat(table, table.sittings + 1, command.name, world), id=id_)


def sat(table: Table, sitting: int, name: str, world: World) -> Sat:
    """A person sits down under this name, if it is a good one and a seat is free."""
    if len(table.seats) >= MOST_SEATS:
        raise TableError("table/full")
    name = clean_name(name)
    if is_reserved(name, world.reserved):
        raise TableError("table/bot-name", {"name": name})
    if any(seat.name is not None and alike(seat.name, name) for seat in table.seats):
        raise TableError("table/name-taken", {"name": name})
    return Sat(world.now, sitting, name)


def hashed(id_: str) -> str:
    """What the log keeps of a secret id."""
    return sha256(id_.encode()).hexdigest()[:32]


def sitting_of(table: Table, id_: str | None) -> int | None:
    """Who sat down with this id already."""
    if id_ is None:
        return None
    return next((sitting for sitting, known in table.ids if known == hashed(id_)), None)


def _add_bot(table: Table, who: int | None, command: AddBot, world: World) -> list[Event]:
    _check_host(table, who)
    if _is_repeated(table, table.host, command.id):
        return []
    _check_open(table)
    level = bot_level(command.level)
    return [BotSat(world.now, level, _free_bot_name(table, level), command.id)]


def _free_bot_name(table: Table, level: str) -> str:
    if len(table.seats) >= MOST_SEATS:
        raise TableError("table/full")
    taken = {seat.name for seat in table.seats}
    names = (bot_name(level, number) for number in range(1, MOST_SEATS + 1))
    return next(name for name in names if name not in taken)


def _remove(table: Table, who: int | None, command: Remove, world: World) -> list[Event]:
    _check_host(table, who)
    if _is_repeated(table, table.host, command.id):
        return []
    _check_version(table, command.version)
    if not 0 <= command.seat < len(table.seats):
        raise TableError("table/no-such-seat", {"seat": command.seat})
    seat = table.seats[command.seat]
    if seat.sitting == table.host:
        raise TableError("table/keep-host")
    if table.status is not Status.OPEN and seat.sitting is None:
        raise TableError("table/begun")
    return [Removed(world.now, command.seat, command.id)]


def _begin(table: Table, who: int | None, command: Begin, world: World) -> list[Event]:
    _check_host(table, who)
    if _is_repeated(table, table.host, command.id):
        return []
    _check_open(table)
    _check_version(table, command.version)
    count = len(table.seats)
    if count < 2:
        raise TableError("table/too-few")
    first = world.chance.randrange(count) if command.first is None else command.first
    if not 0 <= first < count:
        raise TableError("table/no-such-seat", {"seat": first})
    return [Begun(world.now, first, command.id)]


def _play(table: Table, who: int | None, command: Play, world: World) -> list[Event]:
    sitting = _check_seated(table, who)
    if _is_repeated(table, sitting, command.id):
        return []
    game = _check_playing(table)
    _check_position(table, command.position)
    if isinstance(command.action, Rolled):
        raise RulesError("rules/bad-action", {"text": str(command.action)})
    seat = _acting_seat(table, game, sitting, command.action)
    events: list[Event] = []
    if table.seats[seat].away:
        events.append(Returned(world.now, sitting))
    return [*events, replace(_acted(table, seat, command.action, world), id=command.id)]


def _acting_seat(table: Table, game: Game, sitting: int, action: Action | None) -> int:
    mine = table.seats_of(sitting)
    if table.shared_device and isinstance(action, (Roll, Score)) and game.active in mine:
        return game.active  # on one device the choice of the active player means: nobody asks
    seat = table.to_act
    if seat is None or seat not in mine:
        raise TableError("table/not-your-turn")
    return seat


def _acted(table: Table, seat: int, action: Action | None, world: World) -> Acted:
    """The decision, the roll that follows, and the passing of a receiver who is not to be asked."""
    game = _check_playing(table)
    done: list[Action] = []
    if table.asking and seat == game.active and isinstance(action, (Roll, Score)):
        done.append(Pass())
        game = apply(game, Pass())
    if action is None:
        if actor(game) is not CHANCE:
            raise RulesError("rules/dice-on-the-table")
    else:
        done.append(action)
        game = apply(game, action)
    if actor(game) is CHANCE and not isinstance(action, Score):
        rolled = throw(game, world.rolls)
        done.append(rolled)
        game = apply(game, rolled)
        if game.turn.phase is Phase.ASKING and _wants_no_question(table, game):
            done.append(Pass())
    return Acted(world.now, seat, [str(each) for each in done])


def _wants_no_question(table: Table, game: Game) -> bool:
    receiver = table.seats[game.receiver]
    muted = receiver.never_asks or receiver.passes_turn == game.turns_played
    return muted and not receiver.played_by_bot


def _take_back(table: Table, who: int | None, command: TakeBack, world: World) -> list[Event]:
    sitting = _check_seated(table, who)
    if _is_repeated(table, sitting, command.id):
        return []
    seat = can_take_back(table, sitting, world.now)
    if seat is None:
        raise TableError("table/cannot-take-back")
    _check_position(table, command.position)
    return [TakenBack(world.now, seat, command.id)]


def can_take_back(table: Table, sitting: int | None, now: float) -> int | None:
    """The seat of this sitting whose score can be taken back now."""
    last = table.latest_action
    if last is None or not isinstance(last.action, Score) or table.status is Status.ENDED:
        return None
    mine = last.seat in table.seats_of(sitting) and not table.seats[last.seat].away
    in_time = now <= table.moved_at + TAKE_BACK_SECONDS
    return last.seat if mine and in_time and table.rematch is None else None


def _mute(table: Table, who: int | None, command: Mute, world: World) -> list[Event]:
    sitting = _check_seated(table, who)
    game = _check_playing(table)
    mine = table.seats_of(sitting)
    seat = game.receiver if game.receiver in mine else mine[0]
    if command.until not in ("turn", "game", "never"):
        raise TableError("table/wish", {"wish": command.until})
    now = _muted_until(table.seats[seat], game)
    events: list[Event] = [] if command.until == now else [Muted(world.now, seat, command.until)]
    if command.until != "never" and table.asking and game.receiver == seat:
        events.append(_acted(table, seat, Pass(), world))
    return events


def _muted_until(seat: Seat, game: Game) -> str:
    """For how long somebody wants no question now, in the words of `Mute`."""
    if seat.never_asks:
        return "game"
    return "turn" if seat.passes_turn == game.turns_played else "never"


def _wish_end(table: Table, who: int | None, command: WishEnd, world: World) -> list[Event]:
    sitting = _check_seated(table, who)
    _check_playing(table)
    if (sitting in table.end_wishes) is command.wish:
        return []
    event = EndWished(world.now, sitting, command.wish)
    return [event, *end_if_agreed(table, event)]


def end_if_agreed(table: Table, event: EndWished | Left) -> list[Event]:
    """The end, if after this wish or this leaving all agree.

    All who are there have to wish it. Whoever left did without a say. Whoever was removed did not:
    then it takes two who wish it. Whoever let the time pass does not agree either, except to a wish
    that comes when they had a minute to come back.
    """
    after = evolve(table, event)
    if not (after.playing and after.people and after.people <= after.end_wishes):
        return []
    if after.removed and len(after.people) < 2:
        return []
    wish = isinstance(event, EndWished)
    waited = (wish and event.at >= at + COME_BACK_SECONDS for at in after.timed_out.values())
    return [Ended(event.at)] if all(waited) else []


def _is_repeated(table: Table, sitting: int | None, id_: str | None) -> bool:
    return id_ is not None and (sitting, id_) in table.ids


def _check_seated(table: Table, who: int | None) -> int:
    if who is None or not table.seats_of(who):
        raise TableError("table/no-seat")
    return who


def _check_host(table: Table, who: int | None) -> None:
    if _check_seated(table, who) != table.host:
        raise TableError("table/not-host")


def _check_version(table: Table, version: int | None) -> None:
    """Before the game seats may move up: what was meant for other seats is refused."""
    if version is not None and table.status is Status.OPEN and version != table.version:
        raise TableError("table/stale-position")


def _check_open(table: Table) -> None:
    if table.status is not Status.OPEN:
        raise TableError("table/begun")


def _check_playing(table: Table) -> Game:
    if table.game is None or not table.playing:
        raise TableError("table/not-playing")
    return table.game


def _check_position(table: Table, position: int) -> None:
    if position not in (table.position, table.before_pass):
        raise TableError("table/stale-position")
