"""What an event makes of a table. Whatever is in the log happened: nothing is checked here."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from charidice.rules import Ask, Game, Pass, apply, new_game, parse_action
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
from charidice.tables.state import LEAST_PATIENCE, Moment, Seat, Status, Table, Wait

_MOMENTS_KEPT: Final = 40
_IDS_KEPT: Final = 64


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
    table = replace(table, version=number)
    match event:
        case Created():
            return replace(
                table,
                settings=event.settings,
                came_from=event.came_from,
                moved_at=event.at,
            )
        case Sat():
            return _sat(table, event)
        case BotSat():
            seats = (*table.seats, Seat(event.name, bot=event.level))
            return replace(table, seats=seats, ids=_with_id(table, table.host, event.id))
        case Removed():
            table = replace(table, ids=_with_id(table, table.host, event.id))
            return _removed(table, event.seat)
        case Configured():
            return _configured(table, event)
        case Begun():
            seats = (*table.seats[event.first :], *table.seats[: event.first])
            table = replace(
                table,
                position=number,
                status=Status.PLAYING,
                seats=seats,
                game=new_game(len(seats)),
                ids=_with_id(table, table.host, event.id),
                moved_at=event.at,
            )
            return replace(table, wait=_waiting(table, event.at))
        case Muted():
            return _muted(table, event)
        case Away():
            table = _changed(table, event.seat, away=True, timed_out=event.at)
            return _host_passed_on(_noted(table, "away", event.seat))
        case Left():
            return _left(table, event.sitting)
        case Returned():
            return _returned(table, event)
        case EndWished():
            return _end_wished(table, event)
        case Ended():
            return replace(table, status=Status.ENDED)
        case Rematched():
            return replace(table, rematch=event.table)
        case Forgotten():
            return _forgotten(table, event.sitting)


def _sat(table: Table, event: Sat) -> Table:
    return replace(
        table,
        seats=(*table.seats, Seat(event.name, sitting=event.sitting)),
        sittings=max(table.sittings, event.sitting),
        ids=_with_id(table, event.sitting, event.id),
        host=event.sitting if table.host is None else table.host,
    )


def _acted(table: Table, event: Acted, number: int) -> Table:
    game, moments = _game(table), []
    actions = [parse_action(text) for text in event.actions]
    for action in actions:
        who = game.receiver if isinstance(action, (Ask, Pass)) else game.active
        moments.append(Moment(number, "action", who, game, action))
        game = apply(game, action)
    table = replace(
        table,
        version=number,
        position=number,
        before_pass=table.position if event.by != "player" and event.actions == ["pass"] else None,
        status=Status.FINISHED if game.over else Status.PLAYING,
        game=game,
        actions=(*table.actions, *actions),
        moments=(*table.moments, *moments)[-_MOMENTS_KEPT:],
        ids=_with_id(table, table.seats[event.seat].sitting, event.id),
        moved_at=event.at,
        last_wait=table.wait,
    )
    return replace(table, wait=_waiting(table, event.at))


def _taken_back(table: Table, event: TakenBack, number: int) -> Table:
    """The position before the score, which is the latest action of the game.

    Its clock goes on as if there had been no score: taking back gives nobody more time.
    """
    last = table.latest_action
    if last is None:
        raise ValueError("there is nothing to take back")
    moments = tuple(m for m in table.moments if m is not last)
    table = replace(
        table,
        version=number,
        position=number,
        before_pass=None,
        status=Status.PLAYING,
        game=last.game,
        actions=table.actions[:-1],
        moments=(*moments, Moment(number, "taken-back", event.seat)),
        ids=_with_id(table, table.seats[event.seat].sitting, event.id),
        moved_at=event.at,
    )
    wait = _at_least(_waiting(table, table.last_wait.since), table.last_wait)
    return replace(table, wait=replace(wait, keeps_seat=True))


def _configured(table: Table, event: Configured) -> Table:
    """More time counts at once, but not for the host, who could give it to nobody else."""
    table = replace(table, settings=event.settings)
    if table.to_act in table.seats_of(table.host):
        return table
    return replace(table, wait=_at_least(table.wait, _waiting(table, table.wait.since)))


def _waiting(table: Table, since: float) -> Wait:
    """The wait for the decision that is due now, with the limits of the settings."""
    ask, turn = table.settings.ask_seconds, table.settings.turn_seconds
    return Wait(since, ask, ask or turn) if table.asking else Wait(since, 0, turn)


def _at_least(wait: Wait, other: Wait) -> Wait:
    """A wait with the longer limits of both: only a longer one counts for a wait that has begun."""
    alone, company = _longer(wait.alone, other.alone), _longer(wait.company, other.company)
    return replace(wait, alone=alone, company=company)


def _longer(limit: int, other: int) -> int:
    return max(limit, other) if limit and other else 0


def _with_id(
    table: Table, sitting: int | None, id_: str | None
) -> tuple[tuple[int | None, str], ...]:
    return table.ids if id_ is None else (*table.ids, (sitting, id_))[-_IDS_KEPT:]


def _game(table: Table) -> Game:
    if table.game is None:
        raise ValueError("the game has not begun")
    return table.game


def _changed(table: Table, seat: int, **changes: object) -> Table:
    changed = replace(table.seats[seat], **changes)  # type: ignore[arg-type]
    return replace(table, seats=(*table.seats[:seat], changed, *table.seats[seat + 1 :]))


def _noted(table: Table, kind: str, seat: int) -> Table:
    moment = Moment(table.version, kind, seat)
    return replace(table, moments=(*table.moments, moment)[-_MOMENTS_KEPT:])


def _muted(table: Table, event: Muted) -> Table:
    turn = _game(table).turns_played if event.until == "turn" else None
    return _changed(table, event.seat, never_asks=event.until == "game", passes_turn=turn)


def _removed(table: Table, seat: int) -> Table:
    if table.status is Status.OPEN:
        seats = (*table.seats[:seat], *table.seats[seat + 1 :])
        return _host_passed_on(replace(table, seats=seats))
    former = table.seats[seat].sitting
    table = _changed(table, seat, sitting=None, away=True, timed_out=None, former=former)
    table = _noted(table, "removed", seat)
    return _host_passed_on(table)


def _left(table: Table, sitting: int) -> Table:
    if table.status is Status.OPEN:
        seats = tuple(seat for seat in table.seats if seat.sitting != sitting)
        return _host_passed_on(replace(table, seats=seats))
    for seat in table.seats_of(sitting):
        table = _noted(_changed(table, seat, away=True, timed_out=None), "left", seat)
    table = replace(table, end_wishes=table.end_wishes - {sitting})
    return _host_passed_on(table)


def _forgotten(table: Table, sitting: int) -> Table:
    """The name is gone, and so is the hold on the seat."""
    for number, seat in enumerate(table.seats):
        if sitting in (seat.sitting, seat.former):
            gone = {"name": None, "sitting": None, "away": True, "timed_out": None}
            table = _changed(table, number, **gone, former=sitting)
    return _host_passed_on(replace(table, forgotten=table.forgotten | {sitting}))


def _returned(table: Table, event: Returned) -> Table:
    """The clock of whoever is to act goes on.

    Who was alone, so that there was no limit, has at least a little time when there is one again.
    """
    mine, wait, unhurried = table.seats_of(event.sitting), table.wait, not table.patience
    for seat in mine:
        table = _changed(table, seat, away=False, timed_out=None)
        table = _noted(table, "returned", seat)
    if table.to_act in mine:
        table = replace(table, wait=replace(wait, keeps_seat=True))
    elif unhurried and table.patience:
        left = min(LEAST_PATIENCE, table.patience)
        since = max(wait.since, event.at + left - table.patience)
        table = replace(table, wait=replace(wait, since=since))
    return replace(table, host=event.sitting if table.host is None else table.host)


def _host_passed_on(table: Table) -> Table:
    """The host rights go to the next one at the table when the host is not there any more."""
    if table.host in table.people:
        return table
    order = [seat.sitting for seat in table.seats if seat.sitting in table.people]
    return replace(table, host=order[0] if order else None)


def _end_wished(table: Table, event: EndWished) -> Table:
    if event.wish and event.sitting not in table.end_wishes:
        table = _noted(table, "end-wished", table.seats_of(event.sitting)[0])
    wishes = (
        table.end_wishes | {event.sitting} if event.wish else table.end_wishes - {event.sitting}
    )
    return replace(table, end_wishes=wishes)
