"""The pad: turns of real dice are written down, corrected and asked about, by anybody seated."""

from charidice.records.quick import roll_with_result
from charidice.rules import DICE, Action, Ask, DiceSet, Face, Game, Roll, Rolled, Score
from charidice.tables.model.checks import Context, check_position, check_seated
from charidice.tables.model.errors import TableError
from charidice.tables.model.events import Event
from charidice.tables.model.pad_commands import Enter, PadAsk, Restore
from charidice.tables.model.pad_events import Entered, PadAsked
from charidice.tables.model.pad_turns import AskedTwiceError, played_with
from charidice.tables.model.table import PadTurn, Table


def enter(table: Table, who: int | None, command: Enter, context: Context) -> list[Event]:
    """A turn is written down, or corrected."""
    holder, game = _check_pad(table, who)
    check_position(table, command.position)
    number = command.turn
    if number > len(table.pad_turns) or (number == len(table.pad_turns) and game.over):
        raise TableError("table/no-such-turn")
    asked = command.asked or (table.pad_asked and number == len(table.pad_turns))
    actions = tuple(_written(table, command, asked))
    known = number < len(table.pad_turns)
    if known and _texts(table.pad_turns[number].actions) == _texts(actions):
        return []
    _check_turns(table, number, actions, holder)
    return [Entered(context.now, holder, number, _texts(actions), id=command.id)]


def restore(table: Table, who: int | None, command: Restore, context: Context) -> list[Event]:
    """The latest correction of a turn is undone."""
    holder, _game = _check_pad(table, who)
    check_position(table, command.position)
    if command.turn >= len(table.pad_turns):
        raise TableError("table/no-such-turn")
    before = table.pad_turns[command.turn].before
    if before is None:
        raise TableError("table/nothing-corrected")
    _check_turns(table, command.turn, before.actions, holder)
    texts = _texts(before.actions)
    return [Entered(context.now, holder, command.turn, texts, restored=True, id=command.id)]


def ask(table: Table, who: int | None, command: PadAsk, context: Context) -> list[Event]:
    """The biggest gift is asked for in the turn being played, or no longer."""
    holder, game = _check_pad(table, who)
    check_position(table, command.position)
    if game.over:
        raise TableError("table/not-playing")
    if command.asked and not game.sheets[game.receiver].box:
        raise _asked_twice(table, game.receiver)
    same = command.asked == table.pad_asked
    return [] if same else [PadAsked(context.now, holder, command.asked, command.id)]


def _check_pad(table: Table, who: int | None) -> tuple[int, Game]:
    holder = check_seated(table, who)
    if not table.is_pad:
        raise TableError("table/no-pad")
    if table.game is None or table.rematch is not None or table.closed:
        raise TableError("table/not-playing")
    return holder, table.game


def _check_turns(table: Table, number: int, actions: tuple[Action, ...], holder: int) -> None:
    """Refuse what the rules refuse, also in the turns after it."""
    try:
        played_with(table, number, PadTurn(actions, holder))
    except AskedTwiceError as error:
        receiver = (error.turn + 1) % len(table.seats)
        other = _other_ask(table, number if error.turn != number else None, receiver, error.turn)
        details = {"name": table.seats[receiver].name or "", "round": other // len(table.seats) + 1}
        raise TableError("table/asked-twice", details) from None


def _other_ask(table: Table, corrected: int | None, receiver: int, again: int) -> int:
    """The turn in which the same player asks too: the later one where a correction meets it."""
    if corrected is not None:
        return again
    seats = len(table.seats)
    return next(
        number
        for number, turn in enumerate(table.pad_turns)
        if number != again and (number + 1) % seats == receiver and Ask() in turn.actions
    )


def _asked_twice(table: Table, receiver: int) -> TableError:
    number = _other_ask(table, None, receiver, -1)
    details = {"name": table.seats[receiver].name or "", "round": number // len(table.seats) + 1}
    return TableError("table/asked-twice", details)


def _written(table: Table, command: Enter, asked: bool) -> list[Action]:
    """The actions of a turn as somebody wrote it down."""
    if command.faces is None:
        rolls: list[Action] = [*_assumed(table, command, asked)]
        score = rolls.pop()
    else:
        rolls, score = _rolls(table, command, command.faces), _score(table, command, command.faces)
    return [*rolls[:1], *([Ask()] if asked else []), *rolls[1:], score]


def _assumed(table: Table, command: Enter, asked: bool) -> tuple[Rolled, Score]:
    """A roll that gives these columns."""
    points, bonus, written = command.points or 0, command.bonus or 0, command.gift or 0
    factor = table.setup.rules.biggest_gift_factor if asked else 1
    if written % factor:
        raise TableError("table/odd-gift", {"gift": written})
    found = roll_with_result(table.setup.dice, table.setup.rules, points, bonus, written // factor)
    if found is None:
        details = {"points": points, "bonus": bonus, "gift": written}
        raise TableError("table/impossible", details)
    rolled, score = found
    return Rolled(rolled.numbers, rolled.colours, assumed=True), score


def _rolls(table: Table, command: Enter, last: str) -> list[Action]:
    found: list[Action] = []
    for roll in command.earlier:
        order = _order(table, roll.faces)
        found += [_rolled(table, roll.faces), Roll(order[place] for place in set(roll.keep))]
    return [*found, _rolled(table, last)]


def _score(table: Table, command: Enter, faces: str) -> Score:
    order = _order(table, faces)
    return Score(order[place] for place in set(command.score or ()))


def _rolled(table: Table, text: str) -> Rolled:
    """The roll as the game knows it: numbers by die, or faces where nobody knows the dice."""
    faces = _faces(text)
    if not _dice_known(table):
        return Rolled.of(faces)
    order = _order(table, text)
    by_die = dict(zip(order, faces, strict=True))
    return Rolled(by_die[die].number for die in range(DICE))


def _order(table: Table, text: str) -> list[int]:
    """On which die each of the faces lies; in the order in which they were written, if unknown."""
    if not _dice_known(table):
        return list(range(DICE))
    faces = _faces(text)
    order = [_die_of(table.setup.dice, face) for face in faces]
    for place, die in enumerate(order):
        if die in order[:place]:
            one, other = faces[order.index(die)], faces[place]
            raise TableError("table/same-die", {"one": one, "other": other})
    return order


def _die_of(dice: DiceSet, face: Face) -> int:
    return next(
        die for die, colours in enumerate(dice.colours) if colours[face.number - 1] is face.colour
    )


def _dice_known(table: Table) -> bool:
    source = table.setup.source
    return source.kind == "entered" and source.dice


def _faces(text: str) -> list[Face]:
    return [Face.parse(word) for word in text.split()]


def _texts(actions: tuple[Action, ...]) -> list[str]:
    return [str(action) for action in actions]
