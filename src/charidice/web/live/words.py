"""How the pages name dice, seats and moments, in the language of the viewer."""

from collections.abc import Iterable, Sequence

from charidice.bots.names import number_of
from charidice.locale import gettext as _
from charidice.locale import sentences
from charidice.locale.levels import bot_name, bot_title
from charidice.rules import Colour, Face
from charidice.tables import Moment, MomentKind, Seat


def seat_title(seat: Seat, number: int) -> str:
    """What a seat is called where a sign shows who is a bot."""
    if seat.bot is not None:
        return bot_title(seat.bot, number_of(seat.name or ""))
    return seat.name or _("Player {number}").format(number=number + 1)


def seat_name(seat: Seat, number: int) -> str:
    """What a seat is called in sentences."""
    title = seat_title(seat, number)
    return title if seat.bot is None else bot_name(title)


def record_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The names for a record; forgotten people have none."""
    return tuple(seat.name or f"Player {number + 1}" for number, seat in enumerate(seats))


def symbol(colour: Colour) -> str:
    """The shape on the dice of a colour, for machines."""
    return ("circle", "triangle", "square", "diamond", "star", "cross")[colour]


def die(face: Face) -> str:
    """A die as a screen reader says it: “3, red circle”."""
    shapes = (
        _("red circle"),
        _("yellow triangle"),
        _("green square"),
        _("blue diamond"),
        _("purple star"),
        _("black cross"),
    )
    return f"{face.number}, {shapes[face.colour]}"


def short_dice(faces: Iterable[Face]) -> str:
    """Dice in a sentence: the number and the symbol of each."""
    return " ".join(f"{face.number}{face.colour.symbol}" for face in faces)


def moment(happened: Moment, names: Sequence[str]) -> str:
    """One sentence for something that happened at a table."""
    if happened.game is not None and happened.action is not None:
        return sentences.event(happened.game, happened.action, names, short_dice)
    name = names[happened.seat]
    if happened.kind is MomentKind.END_WISHED:
        return sentences.wish_to_end([name])
    return {
        MomentKind.AWAY: _("{name} took too long: a bot takes over for now."),
        MomentKind.LEFT: _("{name} has left: a bot takes over."),
        MomentKind.REMOVED: _("The host has removed {name}: a bot takes over."),
        MomentKind.RETURNED: _("{name} is back."),
        MomentKind.TAKEN_BACK: _("{name} takes the score back."),
    }[happened.kind].format(name=name)
