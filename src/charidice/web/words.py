"""How the pages name dice, bots and moments, in the language of the viewer."""

from collections.abc import Iterable, Sequence
from typing import Final

from charidice.bots.names import number_of
from charidice.locale import gettext as _
from charidice.locale import sentences
from charidice.rules import Colour, Face
from charidice.tables import Moment, Seat

LANGUAGES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "el": "Ελληνικά",
    "tr": "Türkçe",
    "cs": "Čeština",
}


def level(name: str) -> str:
    """What a level of bots is called."""
    return {
        "random": _("Random"),
        "casual": _("Casual"),
        "greedy": _("Greedy"),
        "generous": _("Generous"),
        "expert": _("Expert"),
        "perfect": _("Perfect"),
    }[name]


def level_note(name: str) -> str:
    """How a level plays, in a few words."""
    return {
        "random": _("does anything"),
        "casual": _("a friendly beginner"),
        "greedy": _("most points now"),
        "generous": _("gives to win the bonus"),
        "expert": _("hard to beat"),
        "perfect": _("for two players: knows perfect play"),
    }[name]


def seat_title(seat: Seat, number: int) -> str:
    """What a seat is called where a sign shows who is a bot."""
    if seat.bot is not None:
        count = number_of(seat.name or "")
        return level(seat.bot) if count == 1 else f"{level(seat.bot)} {count}"
    return seat.name or _("Player {number}").format(number=number + 1)


def seat_name(seat: Seat, number: int) -> str:
    """What a seat is called in sentences."""
    title = seat_title(seat, number)
    # Translators: how a bot is called, so that nobody takes it for a person.
    return title if seat.bot is None else _("{name} (bot)").format(name=title)


def record_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The names for a record; whoever wished to be forgotten has none."""
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
    return {
        "away": _("{name} took too long: a bot plays on for now."),
        "left": _("{name} has left: a bot plays on."),
        "removed": _("The host has removed {name}: a bot plays on."),
        "returned": _("{name} is back."),
        "taken-back": _("{name} takes the score back."),
        "end-wished": _("{name} would like to end the game here."),
    }[happened.kind].format(name=name)
