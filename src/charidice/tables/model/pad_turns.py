"""The turns of a pad, played through: what was written down, and that nobody asked in between."""

from collections.abc import Iterable
from dataclasses import replace

from charidice.rules import (
    Action,
    Ask,
    Game,
    Pass,
    Phase,
    RulesError,
    apply,
    new_game,
    parse_action,
)
from charidice.tables.model.pad_events import Claimed, Entered, PadAsked
from charidice.tables.model.table import Moment, MomentKind, PadTurn, Status, Table, Wait

_MOMENTS_KEPT = 40


class AskedTwiceError(Exception):
    """In this turn the biggest gift was asked for again, by the same player."""

    def __init__(self, turn: int) -> None:
        super().__init__(turn)
        self.turn = turn


def played(table: Table, turns: Iterable[PadTurn]) -> tuple[Game, tuple[Action, ...]]:
    """The game after these turns, and all its actions.

    A turn that is not legal raises the refusal of the rules, a second ask AskedTwiceError.
    """
    game = new_game(len(table.seats), rules=table.setup.rules, dice=table.setup.dice)
    done: list[Action] = []
    for turn in turns:
        game, more = _after(game, turn.actions)
        done += more
    return game, tuple(done)


def _after(game: Game, actions: Iterable[Action]) -> tuple[Game, list[Action]]:
    """The game after one turn, and all actions of it."""
    number, done = game.turns_played, list[Action]()
    for action in actions:
        if isinstance(action, Ask) and game.turn.phase is not Phase.ASKING:
            raise AskedTwiceError(number)
        if game.turn.phase is Phase.ASKING and not isinstance(action, Ask):
            done.append(Pass(implied=True))
            game = apply(game, Pass())
        done.append(action)
        game = apply(game, action)
    if game.turns_played != number + 1:
        raise RulesError("rules/selection-empty")
    return game, done


def played_with(table: Table, number: int, turn: PadTurn) -> tuple[Game, tuple[Action, ...]]:
    """The game with this turn as it should be; a new one follows from the game as it stands."""
    game = table.game
    if game is not None and game.turns_played == len(table.pad_turns) == number:
        game, done = _after(game, turn.actions)
        return game, (*table.actions, *done)
    return played(table, with_turn(table, number, turn))


def with_turn(table: Table, number: int, turn: PadTurn) -> tuple[PadTurn, ...]:
    """The turns of a pad with this one as it should be."""
    return (*table.pad_turns[:number], turn, *table.pad_turns[number + 1 :])


def at_pad(table: Table, event: Entered | PadAsked | Claimed) -> Table:
    """The table after something that happens only at a pad."""
    match event:
        case Entered():
            return _entered(table, event)
        case PadAsked():
            return table._replace(position=table.version, pad_asked=event.asked)
        case Claimed():
            seats = [*table.seats]
            seats[event.seat] = replace(seats[event.seat], holder=event.holder, away=False)
            given = max(table.holders_given, event.holder)
            return table._replace(seats=tuple(seats), holders_given=given)


def _entered(table: Table, event: Entered) -> Table:
    """The table after a turn was written down or corrected; everything after it follows anew."""
    actions = tuple(parse_action(text) for text in event.actions)
    corrected = event.turn < len(table.pad_turns)
    old = table.pad_turns[event.turn] if corrected else None
    turn = PadTurn(actions, event.holder, None if old is None else old._replace(before=None))
    turns = with_turn(table, event.turn, turn)
    game, done = played_with(table, event.turn, turn)
    moments = [_correction(table, event, game)] if corrected else _moments(table, done)
    return table._replace(
        position=table.version,
        status=Status.FINISHED if game.over else Status.PLAYING,
        game=game,
        actions=done,
        pad_turns=turns,
        pad_asked=table.pad_asked if corrected else False,
        moments=(*table.moments, *moments)[-_MOMENTS_KEPT:],
        moved_at=event.at,
        wait=Wait(event.at, 0),
    )


def _correction(table: Table, event: Entered, after: Game) -> Moment:
    """That a turn was corrected, by whoever wrote."""
    held = table.seats_of(event.holder)
    return Moment(
        table.version,
        MomentKind.CORRECTED,
        next(iter(held), 0),
        after,
        turn=event.turn,
        before=table.game,
        by_any=len(held) != 1,
    )


def _moments(table: Table, done: tuple[Action, ...]) -> list[Moment]:
    """What is new, for those who look on."""
    game, found = table.game, []
    if game is None:
        return []
    for action in done[len(table.actions) :]:
        who = game.receiver if isinstance(action, (Ask, Pass)) else game.active
        found.append(Moment(table.version, MomentKind.ACTION, who, game, action))
        game = apply(game, action)
    return found
