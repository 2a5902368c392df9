"""How the pages name dice, seats and moments, in the language of the viewer."""

from collections.abc import Iterable, Sequence

from charidice.bots.names import number_of
from charidice.locale import gettext as _
from charidice.locale import ngettext, sentences
from charidice.locale.levels import bot_name, bot_title
from charidice.rules import (
    DICE,
    Action,
    Ask,
    Colour,
    Face,
    Game,
    Roll,
    Rolled,
    rolled_faces,
)
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


def colour(of: Colour) -> str:
    """A colour with its shape: “red circle”."""
    shapes = (
        _("red circle"),
        _("yellow triangle"),
        _("green square"),
        _("blue diamond"),
        _("purple star"),
        _("black cross"),
    )
    return shapes[of]


def die(face: Face) -> str:
    """A die as a screen reader says it: “3, red circle”."""
    return f"{face.number}, {colour(face.colour)}"


def spoken_dice(faces: Iterable[Face]) -> str:
    """Dice in a sentence for the ear."""
    return "; ".join(map(die, faces))


def is_roll(happened: Moment) -> bool:
    """Whether dice were thrown then, which everybody sees on the table."""
    return isinstance(happened.action, (Roll, Rolled))


def moment(
    happened: Moment, names: Sequence[str], mine: Sequence[int] = (), *, at_pad: bool = False
) -> str:
    """One sentence for something that happened at a table; whoever plays alone is “you”."""
    if happened.kind is MomentKind.CORRECTED:
        return _correction(happened, names)
    by_me = tuple(mine) == (happened.seat,)
    if happened.game is not None and happened.action is not None:
        mine_text = _my_action(happened.game, happened.action) if by_me else None
        return mine_text or _their_action(happened.game, happened.action, names)
    name = names[happened.seat]
    if happened.kind is MomentKind.END_WISHED:
        return sentences.wish_to_end([name])
    texts = {
        MomentKind.AWAY: _("{name} took too long: a bot takes over for now."),
        MomentKind.LEFT: _("{name} has left: a bot takes over."),
        MomentKind.REMOVED: _("The host has removed {name}: a bot takes over."),
        MomentKind.RETURNED: _("{name} is back."),
        MomentKind.HOSTS: _("{name} is the host now."),
        MomentKind.TAKEN_BACK: _("{name} takes the score back."),
        MomentKind.HINT_TAKEN: _("{name} takes a hint."),
    }
    if at_pad:
        texts |= {
            MomentKind.LEFT: _("{name} has left. The others go on writing."),
            MomentKind.REMOVED: _("The host has removed {name}. The others go on writing."),
        }
    if by_me:
        texts |= {
            MomentKind.AWAY: _("You took too long: a bot takes over for now."),
            MomentKind.RETURNED: _("You are back."),
            MomentKind.HOSTS: _("You are the host now: the settings are in the menu."),
            MomentKind.TAKEN_BACK: _("You take the score back."),
            MomentKind.HINT_TAKEN: _("You take a hint."),
        }
    return texts[happened.kind].format(name=name)


def _correction(happened: Moment, names: Sequence[str]) -> str:
    """Who corrected what at a pad; nobody is named where several write on one device."""
    count = len(names)
    seat, row = happened.turn % count, happened.turn // count
    text = (
        _("Round {round} of {player} was corrected: {old} → {new}")
        if happened.by_any
        else _("{name} corrected round {round} of {player}: {old} → {new}")
    )
    return text.format(
        name=names[happened.seat],
        round=row + 1,
        player=names[seat],
        old=columns(happened.before, seat, row),
        new=columns(happened.game, seat, row),
    )


def columns(game: Game | None, seat: int, row: int) -> str:
    """What somebody scored and gave in a round: “15 + 15, 13 given”."""
    if game is None:
        return ""
    written = game.sheets[seat].rows[row]
    points = f"{written.points} + {written.bonus}" if written.bonus else str(written.points)
    return _("{points}, {gift} given").format(points=points, gift=written.given)


def _their_action(game: Game, action: Action, names: Sequence[str]) -> str:
    name = names[game.active]
    match action:
        case Rolled():
            return _("{name} rolls {dice}.").format(name=name, dice=_new_dice(game, action))
        case Roll(keep) if keep:
            kept = spoken_dice(game.faces[die] for die in keep)
            return _("{name} keeps {dice}.").format(name=name, dice=kept)
        case _other:
            return sentences.event(game, action, names, spoken_dice)


def _new_dice(game: Game, rolled: Rolled) -> str:
    """The dice that were thrown; what was kept is known."""
    faces = enumerate(rolled_faces(game, rolled))
    return spoken_dice(face for die, face in faces if die not in game.turn.kept)


def _my_action(game: Game, action: Action) -> str | None:
    match action:
        case Rolled():
            return _("You roll {dice}.").format(dice=_new_dice(game, action))
        case Roll(keep):
            count = DICE - len(keep)
            text = ngettext("You reroll {count} die.", "You reroll {count} dice.", count)
            return text.format(count=count)
        case Ask():
            return _("You use your 2×: this gift counts double.")
        case _other:
            return None


def reaction(code: str) -> str:
    """What somebody says."""
    return {
        "thanks": _("Thanks!"),
        "well-played": _("Well played!"),
        "what-a-roll": _("What a roll!"),
        "good-luck": _("Good luck!"),
        "oh-no": _("Oh no!"),
        "fun": _("That was fun!"),
    }[code]
