"""The game at a table: decisions of players, bots and the clock, and what follows from them."""

from dataclasses import replace
from math import ceil

from charidice.rolls import throw
from charidice.rules import (
    CHANCE,
    Action,
    Ask,
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
from charidice.tables.model.checks import (
    Context,
    check_playing,
    check_position,
    check_seated,
    heir,
)
from charidice.tables.model.clock import hold_until, take_back_seconds
from charidice.tables.model.commands import Mute, Play, TakeBack
from charidice.tables.model.errors import TableError
from charidice.tables.model.events import (
    Acted,
    Away,
    Event,
    Finished,
    Muted,
    MuteUntil,
    Returned,
    TakenBack,
)
from charidice.tables.model.evolve import evolve
from charidice.tables.model.table import Seat, Status, Table


def play(table: Table, who: int | None, command: Play, context: Context) -> list[Event]:
    """A decision of a player."""
    holder = check_seated(table, who)
    if table.is_pad:
        raise TableError("table/real-dice")
    game = check_playing(table)
    _check_crossing(table, command)
    check_position(table, command.position)
    if isinstance(command.action, Rolled):
        raise RulesError("rules/bad-action", {"text": str(command.action)})
    seat = _acting_seat(table, holder, command.action)
    if seat == game.active:
        _check_hold(table, context)
    events: list[Event] = []
    if table.seats[seat].away:
        events.append(Returned(context.now, holder))
    acted = replace(_acted(table, seat, command.action, context), id=command.id)
    return [*events, acted, *_end_after(table, acted)]


def _check_crossing(table: Table, command: Play) -> None:
    """Say what has happened where two people acted at the same moment; the log has the order."""
    if isinstance(command.action, Ask) and command.position == table.before_choice:
        raise TableError("table/too-late-to-ask")
    if isinstance(command.action, (Roll, Score)) and command.position == table.before_ask:
        raise TableError("table/asked-first")


def _acting_seat(table: Table, holder: int, action: Action | None) -> int:
    answers = isinstance(action, (Ask, Pass)) and table.may_ask is not None
    seat = table.may_ask if answers else table.to_act
    if seat is None or seat not in table.seats_of(holder):
        raise TableError("table/not-your-turn")
    return seat


def _check_hold(table: Table, context: Context) -> None:
    """Refuse a choice that comes before the receiver had a moment to ask."""
    until = hold_until(table, context.present)
    if until is None:
        return
    until = max(until, context.reading_until)
    if context.now < until:
        raise TableError("table/held", {"seconds": ceil(10 * (until - context.now)) / 10})


def acted_by_bot(table: Table, seat: int, action: Action | None, context: Context) -> list[Event]:
    """What a bot does on a seat, its own or that of somebody who is away."""
    acted = replace(_acted(table, seat, action, context), by="bot")
    return [acted, *_end_after(table, acted)]


def away(table: Table, seat: int, context: Context) -> list[Event]:
    """A player has let the time pass."""
    return [Away(context.now, seat, heir(table, table.seats[seat].holder, context))]


def finished(context: Context) -> list[Event]:
    """The last score can no longer be taken back."""
    return [Finished(context.now)]


def _end_after(table: Table, acted: Acted) -> list[Event]:
    """The end at once, where nobody could take back the last score."""
    game = check_playing(table)
    last_turn = game.turns_played + 1 == game.rules.rounds * game.seats
    if not last_turn or not acted.actions[-1].startswith("score"):
        return []
    after = evolve(table, acted)
    if after.status is not Status.FINISHED or after.format == 1:
        return []
    nobody = after.seats[acted.seat].played_by_bot or not take_back_seconds(after)
    return [Finished(acted.at)] if nobody else []


def _acted(table: Table, seat: int, action: Action | None, context: Context) -> Acted:
    """The decision, the roll that follows, and the passing of a receiver who has not asked."""
    game = check_playing(table)
    done: list[Action] = []
    if table.asking and seat == game.active and isinstance(action, (Roll, Score)):
        done.append(Pass(implied=True))
        game = apply(game, Pass())
    if action is None:
        if actor(game) is not CHANCE:
            raise RulesError("rules/dice-on-the-table")
    else:
        done.append(action)
        game = apply(game, action)
    if actor(game) is CHANCE and not isinstance(action, Score):
        rolled = throw(game, context.rolls)
        done.append(rolled)
        game = apply(game, rolled)
        if game.turn.phase is Phase.ASKING and _wants_no_question(table, game):
            done.append(Pass())
    return Acted(context.now, seat, [str(each) for each in done])


def _wants_no_question(table: Table, game: Game) -> bool:
    receiver = table.seats[game.receiver]
    muted = receiver.never_asks or receiver.passes_turn == game.turns_played
    return muted and not receiver.played_by_bot


def take_back(table: Table, who: int | None, command: TakeBack, context: Context) -> list[Event]:
    """A player takes back the score just made."""
    holder = check_seated(table, who)
    seat = can_take_back(table, holder, context.now)
    if seat is None:
        raise TableError("table/cannot-take-back")
    check_position(table, command.position)
    return [TakenBack(context.now, seat, command.id)]


def take_back_until(table: Table, holder: int | None) -> float | None:
    """Until when somebody can take back a score of theirs; None if there is none."""
    seat = can_take_back(table, holder, table.moved_at)
    return None if seat is None else table.moved_at + take_back_seconds(table)


def can_take_back(table: Table, holder: int | None, now: float) -> int | None:
    """The seat of this holder whose score can be taken back now."""
    last = table.latest_action
    if last is None or not isinstance(last.action, Score) or table.closed or table.is_pad:
        return None  # at a pad turns are corrected
    mine = last.seat in table.seats_of(holder) and not table.seats[last.seat].away
    in_time = now <= table.moved_at + take_back_seconds(table)
    return last.seat if mine and in_time and table.rematch is None else None


def mute(table: Table, who: int | None, command: Mute, context: Context) -> list[Event]:
    """A receiver wants no question for a while, or again each time."""
    holder = check_seated(table, who)
    game = check_playing(table)
    mine = table.seats_of(holder)
    seat = game.receiver if game.receiver in mine else mine[0]
    now = _muted_until(table.seats[seat], game)
    muted = Muted(context.now, seat, command.until, command.id)
    events: list[Event] = [] if command.until == now else [muted]
    if command.until != "never" and table.asking and game.receiver == seat:
        events.append(_acted(table, seat, Pass(), context))
    return events


def _muted_until(seat: Seat, game: Game) -> MuteUntil:
    """For how long somebody wants no question now, in the words of `Mute`."""
    if seat.never_asks:
        return "game"
    return "turn" if seat.passes_turn == game.turns_played else "never"
