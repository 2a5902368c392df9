"""Who played a game that is looked at, at a table or in a record."""

from dataclasses import dataclass

from charidice.bots.names import level_of, number_of
from charidice.locale.levels import bot_name, bot_title
from charidice.records import Record
from charidice.records.names import initial
from charidice.rules import Game
from charidice.web.live.faces import FaceView
from charidice.web.live.strip import PlayerView, StripView
from charidice.web.live.viewer import Look


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who played: the name for sentences, the title beside a face, and the face."""

    name: str
    title: str
    face: FaceView
    is_me: bool = False


def people_at(look: Look) -> tuple[Person, ...]:
    """Those at a table, as a viewer sees them; whoever holds several seats is nobody of them."""
    return tuple(
        Person(name, title, face, look.mine == (seat,))
        for seat, (name, title, face) in enumerate(
            zip(look.names, look.titles, look.faces, strict=True)
        )
    )


def people_in(record: Record) -> tuple[Person, ...]:
    """Those whose names stand in a record."""
    return tuple(_person(name, seat) for seat, name in enumerate(record.players))


def _person(name: str, seat: int) -> Person:
    level = level_of(name)
    if level is None:
        return Person(name, name, FaceView(seat + 1, initial(name)))
    title = bot_title(level, number_of(name))
    return Person(bot_name(title), title, FaceView(seat + 1, initial(name), level))


def standing(game: Game, people: tuple[Person, ...]) -> StripView:
    """How everybody stands in a position."""
    most = max(sheet.given for sheet in game.sheets)
    return StripView(
        tuple(
            PlayerView(
                seat=seat,
                title=person.title,
                face=person.face,
                by_bot=person.face.bot is not None,
                is_me=person.is_me,
                is_active=seat == game.active,
                receives=seat == game.receiver,
                points=sheet.subtotal,
                given=sheet.given,
                gave_most=bool(most) and sheet.given == most,
                has_box=sheet.box,
                gift=None,
                took_hint=False,
            )
            for seat, (person, sheet) in enumerate(zip(people, game.sheets, strict=True))
        )
    )
