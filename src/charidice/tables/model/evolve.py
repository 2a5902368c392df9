"""What an event makes of a table. Whatever is in the log happened: nothing is checked here."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from charidice.rules import Ask, Game, Pass, apply, new_game, parse_action
from charidice.tables.model.events import (
    Acted,
    Away,
    Begun,
    BotSat,
    Configured,
    Created,
    Ended,
    EndWished,
    Event,
    Finished,
    Forgotten,
    HintTaken,
    Left,
    Muted,
    Rematched,
    Removed,
    Returned,
    Sat,
    TakenBack,
)
from charidice.tables.model.pad_events import Claimed, Entered, PadAsked
from charidice.tables.model.pad_turns import at_pad
from charidice.tables.model.settings import LEAST_PATIENCE
from charidice.tables.model.table import Moment, MomentKind, Seat, Status, Table, Wait

_MOMENTS_KEPT: Final = 40
_IDS_KEPT: Final = 64
_UNDOES_WHOLE_EVENTS: Final = 3  # from this format on, taking back undoes an implied pass too


def replayed(events: Iterable[Event]) -> Table:
    """The table after all these events."""
    table = Table()
    for event in events:
        table = evolve(table, event)
    return table


def evolve(table: Table, event: Event) -> Table:  # noqa: PLR0911, PLR0912  # one line per kind
    """The table after one more event."""
    number = table.version + 1
    match event:
        case Acted():
            return _acted(table, event, number)
        case TakenBack():
            return _taken_back(table, event, number)
    table = table._replace(version=number)
    match event:
        case Created():
            return table._replace(
                format=event.format,
                created_at=event.at,
                setup=event.game,
                settings=event.settings,
                came_from=event.came_from,
                host=event.host,
                earlier_wins=None if event.wins is None else tuple(event.wins),
                moved_at=event.at,
            )
        case Sat():
            return _sat(table, event)
        case BotSat():
            table = table._replace(ids=_with_id(table, table.host, event.id))
            return _seated(table, event.name, bot=event.level)
        case Removed():
            table = table._replace(ids=_with_id(table, table.host, event.id))
            return _removed(table, event.seat)
        case Configured():
            return _configured(table, event)
        case Begun():
            seats = (*table.seats[event.first :], *table.seats[: event.first])
            game = new_game(len(seats), rules=table.setup.rules, dice=table.setup.dice)
            return table._replace(
                position=number,
                status=Status.PLAYING,
                seats=seats,
                game=game,
                ids=_with_id(table, table.host, event.id),
                moved_at=event.at,
                wait=Wait(event.at, table.settings.turn_seconds),
            )
        case Muted():
            return _muted(table, event)
        case Away():
            table = _changed(table, event.seat, away=True, timed_out=event.at)
            return _host_passed_on(_noted(table, MomentKind.AWAY, event.seat), event.heir)
        case Left():
            return _left(table._replace(ids=_with_id(table, event.holder, event.id)), event)
        case Returned():
            return _returned(table, event)
        case EndWished():
            return _end_wished(table, event)
        case HintTaken():
            ids = _with_id(table, table.seats[event.seat].holder, event.id)
            table = table._replace(ids=ids).with_hint(event.seat, event.position)
            return _noted(table, MomentKind.HINT_TAKEN, event.seat)
        case Ended():
            return table._replace(status=Status.ENDED, closed=True)
        case Finished():
            return table._replace(closed=True)
        case Rematched():
            return table._replace(rematch=event.table)
        case Forgotten():
            return _forgotten(table, event.holder)
        case Entered() | PadAsked() | Claimed():
            return at_pad(table._replace(ids=_with_id(table, event.holder, event.id)), event)


def _sat(table: Table, event: Sat) -> Table:
    table = _seated(table, event.name, holder=event.holder)
    return table._replace(
        holders_given=max(table.holders_given, event.holder),
        ids=_with_id(table, event.holder, event.id),
        host=event.holder if table.host is None else table.host,
    )


def _seated(
    table: Table, name: str | None, *, holder: int | None = None, bot: str | None = None
) -> Table:
    seat = Seat(name, table.keys_given + 1, bot=bot, holder=holder)
    return table._replace(seats=(*table.seats, seat), keys_given=table.keys_given + 1)


def _acted(table: Table, event: Acted, number: int) -> Table:
    game, moments = _game(table), []
    actions = [parse_action(text) for text in event.actions]
    passed = len(actions) == 1 and isinstance(actions[0], Pass)
    places = range(len(table.actions), len(table.actions) + len(actions))
    for_somebody = event.by == "bot" and table.seats[event.seat].bot is None
    for action in actions:
        who = game.receiver if isinstance(action, (Ask, Pass)) else game.active
        moments.append(Moment(number, MomentKind.ACTION, who, game, action))
        game = apply(game, action)
    return table._replace(
        version=number,
        position=number,
        before_pass=table.position if passed else None,
        before_ask=table.position if event.actions == ["ask"] else None,
        before_choice=table.position if isinstance(actions[0], Pass) and not passed else None,
        status=Status.FINISHED if game.over else Status.PLAYING,
        game=game,
        actions=(*table.actions, *actions),
        stood_in=table.stood_in.union(places) if for_somebody else table.stood_in,
        moments=(*table.moments, *moments)[-_MOMENTS_KEPT:],
        ids=_with_id(table, table.seats[event.seat].holder, event.id),
        moved_at=table.moved_at if passed else event.at,
        hold_seconds=table.hold_seconds if passed else table.settings.ask_seconds,
        wait=table.wait if passed else Wait(event.at, table.settings.turn_seconds),
        last_wait=table.wait,
    )


def _taken_back(table: Table, event: TakenBack, number: int) -> Table:
    """The position before the score, which is the latest action of the game.

    If it said that nobody had asked, that is taken back too. Its clock goes on as if there had
    been no score: taking back gives nobody more time.
    """
    if (last := table.latest_action) is None:
        raise ValueError("there is nothing to take back")
    whole = last.number if table.format >= _UNDOES_WHOLE_EVENTS else None
    undone = [m for m in table.moments if m is last or (m.action is not None and m.number == whole)]
    moments = tuple(m for m in table.moments if all(m is not each for each in undone))
    table = table._replace(
        version=number,
        position=number,
        before_pass=None,
        before_ask=None,
        before_choice=None,
        status=Status.PLAYING,
        game=undone[0].game,
        actions=table.actions[: -len(undone)],
        stood_in=table.stood_in.difference(range(len(table.actions))[-len(undone) :]),
        moments=(*moments, Moment(number, MomentKind.TAKEN_BACK, event.seat, undone=last.action)),
        ids=_with_id(table, table.seats[event.seat].holder, event.id),
        moved_at=event.at,
    )
    wait = _at_least(Wait(table.last_wait.since, table.settings.turn_seconds), table.last_wait)
    return table._replace(wait=replace(wait, keeps_seat=True))


def _configured(table: Table, event: Configured) -> Table:
    """More time counts at once, but not for the host, who could give it to nobody else."""
    ids = _with_id(table, table.host, event.id)
    table = table._replace(settings=event.settings, ids=ids)
    if table.to_act in table.seats_of(table.host):
        return table
    new = Wait(table.wait.since, table.settings.turn_seconds)
    return table._replace(wait=_at_least(table.wait, new))


def _at_least(wait: Wait, other: Wait) -> Wait:
    """A wait with the longer limit of both: only a longer one counts for a wait that has begun."""
    both = wait.seconds and other.seconds
    return replace(wait, seconds=max(wait.seconds, other.seconds) if both else 0)


def _with_id(
    table: Table, holder: int | None, id_: str | None
) -> tuple[tuple[int | None, str], ...]:
    return table.ids if id_ is None else (*table.ids, (holder, id_))[-_IDS_KEPT:]


def _game(table: Table) -> Game:
    if table.game is None:
        raise ValueError("the game has not begun")
    return table.game


def _changed(table: Table, seat: int, **changes: object) -> Table:
    changed = replace(table.seats[seat], **changes)  # type: ignore[arg-type]
    return table._replace(seats=(*table.seats[:seat], changed, *table.seats[seat + 1 :]))


def _noted(table: Table, kind: MomentKind, seat: int) -> Table:
    moment = Moment(table.version, kind, seat)
    return table._replace(moments=(*table.moments, moment)[-_MOMENTS_KEPT:])


def _muted(table: Table, event: Muted) -> Table:
    turn = _game(table).turns_played if event.until == "turn" else None
    table = table._replace(ids=_with_id(table, table.seats[event.seat].holder, event.id))
    return _changed(table, event.seat, never_asks=event.until == "game", passes_turn=turn)


def _removed(table: Table, seat: int) -> Table:
    if table.status is Status.OPEN:
        seats = (*table.seats[:seat], *table.seats[seat + 1 :])
        return _host_passed_on(table._replace(seats=seats))
    former = table.seats[seat].holder
    table = _changed(table, seat, holder=None, away=True, timed_out=None, former=former)
    return _host_passed_on(_noted(table, MomentKind.REMOVED, seat))


def _left(table: Table, event: Left) -> Table:
    if table.status is Status.OPEN:
        seats = tuple(seat for seat in table.seats if seat.holder != event.holder)
        return _host_passed_on(table._replace(seats=seats), event.heir)
    for seat in table.seats_of(event.holder):
        table = _noted(_changed(table, seat, away=True, timed_out=None), MomentKind.LEFT, seat)
    table = table._replace(end_wishes=table.end_wishes - {event.holder})
    return _host_passed_on(table, event.heir)


def _forgotten(table: Table, holder: int) -> Table:
    """The name is gone, and so is the hold on the seat."""
    for number, seat in enumerate(table.seats):
        if holder in (seat.holder, seat.former):
            gone = {"name": None, "holder": None, "away": True, "timed_out": None}
            table = _changed(table, number, **gone, former=holder)
    return _host_passed_on(table._replace(forgotten=table.forgotten | {holder}))


def _returned(table: Table, event: Returned) -> Table:
    """The clock of whoever is to act goes on; after it was over they have a little time, once.

    Who was alone, so that there was no limit, has at least a little time, and all if it was over.
    """
    table = table._replace(ids=_with_id(table, event.holder, event.id))
    mine, wait, unhurried = table.seats_of(event.holder), table.wait, not table.patience
    was_late = not {*mine}.isdisjoint(table.timed_out)
    for seat in mine:
        table = _changed(table, seat, away=False, timed_out=None)
        table = _noted(table, MomentKind.RETURNED, seat)
    whole, left = table.patience, min(LEAST_PATIENCE, table.patience)
    if table.to_act in mine:
        if was_late and not wait.keeps_seat:
            wait = replace(wait, since=max(wait.since, event.at + left - whole))
        table = table._replace(wait=replace(wait, keeps_seat=True))
    elif unhurried and whole:
        left = whole if event.at >= wait.since + whole else left
        table = table._replace(wait=replace(wait, since=max(wait.since, event.at + left - whole)))
    return table._replace(host=event.holder if table.host is None else table.host)


def _host_passed_on(table: Table, heir: int | None = None) -> Table:
    """The host rights go to the next one at the table when the host is not there any more."""
    if table.host in table.people:
        return table
    there = {heir} & table.people or table.people
    seat = next((n for n, seat in enumerate(table.seats) if seat.holder in there), None)
    table = table._replace(host=None if seat is None else table.seats[seat].holder)
    return table if seat is None or not table.playing else _noted(table, MomentKind.HOSTS, seat)


def _end_wished(table: Table, event: EndWished) -> Table:
    if event.wish and event.holder not in table.end_wishes:
        table = _noted(table, MomentKind.END_WISHED, table.seats_of(event.holder)[0])
    wishes = table.end_wishes | {event.holder} if event.wish else table.end_wishes - {event.holder}
    ids = _with_id(table, event.holder, event.id)
    return table._replace(end_wishes=wishes, ids=ids)
