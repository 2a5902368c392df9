"""The seats above the dice: who plays, and how they stand."""

from dataclasses import dataclass
from typing import Final

from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.rules import Game, standings
from charidice.tables.model.hinting import hinted_seats
from charidice.web.live.faces import FaceView
from charidice.web.live.recap import Recap, latest_recap
from charidice.web.live.viewer import Look

SHORT_NAME: Final = 7  # characters; a shorter one has room for “(you)” everywhere
LONG_NAME: Final = 10
FITTING_WORD: Final = 9  # that fits a third of a narrow phone in letters of the usual size


@dataclass(frozen=True, slots=True)
class PlayerView:
    """How one player stands; `gift` is what they have just received."""

    seat: int
    title: str
    face: FaceView
    by_bot: bool
    is_me: bool
    is_active: bool
    receives: bool
    points: int
    given: int
    gave_most: bool
    has_box: bool
    gift: int | None
    took_hint: bool  # in this turn, where others play

    @property
    def length(self) -> str:
        """How much room the name needs: a long word in it cannot be broken."""
        if max(map(len, self.title.split()), default=0) > FITTING_WORD:
            return "long solid"
        if len(self.title) > LONG_NAME:
            return "long"
        return "short" if len(self.title) < SHORT_NAME else ""

    @property
    def spoken(self) -> str:
        """The seat for the ear: “Lena, you, 34 points, 12 given away, …”."""
        points = ngettext("{points} point", "{points} points", self.points)
        parts = (
            self.title,
            _("you") if self.is_me else "",
            _("played by a bot") if self.by_bot else "",
            points.format(points=self.points),
            _("{given} given away").format(given=self.given),
            _("gave the most") if self.gave_most else "",
            _("2× still available") if self.has_box else _("2× used up"),
            _("gets what is not scored") if self.receives else "",
            _("took a hint") if self.took_hint else "",
        )
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class StripView:
    """All seats in the order of play."""

    players: tuple[PlayerView, ...]


def strip_view(look: Look) -> StripView | None:
    """The seats while a game is going on."""
    table = look.table
    game = table.game
    if game is None or not table.playing:
        return None
    return strip_of(look, game, latest_recap(look))


def strip_of(look: Look, game: Game, recap: Recap | None) -> StripView:
    """The seats in a position, after a score if there is a recap of it."""
    gift = (recap.receiver, recap.gift) if recap else None
    return StripView(tuple(_player(look, game, seat, gift) for seat in range(len(game.sheets))))


def _player(look: Look, game: Game, number: int, gift: tuple[int, int] | None) -> PlayerView:
    sheet = game.sheets[number]
    most = max(each.given for each in game.sheets)
    return PlayerView(
        seat=number,
        title=look.titles[number],
        face=look.faces[number],
        by_bot=_is_played_by_bot(look, number),
        is_me=look.mine == (number,),
        is_active=number == game.active,
        receives=number == game.receiver,
        points=_points(game, number),
        given=sheet.given,
        gave_most=bool(most) and sheet.given == most,
        has_box=sheet.box,
        gift=gift[1] if gift and gift[0] == number else None,
        took_hint=number in hinted_seats(look.table),
    )


def _points(game: Game, number: int) -> int:
    """What somebody has so far; at the end with the charity bonus."""
    if not game.over:
        return game.sheets[number].subtotal
    return next(place.total for place in standings(game) if place.seat == number)


def _is_played_by_bot(look: Look, number: int) -> bool:
    """Whether a bot acts for a seat; at a pad the others write for whoever has left."""
    return look.table.seats[number].played_by_bot and not look.table.is_pad
