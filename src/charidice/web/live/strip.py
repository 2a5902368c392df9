"""The seats above the dice: who plays, and how they stand."""

from dataclasses import dataclass

from charidice.rules import Game
from charidice.tables.model.hinting import hinted_seats
from charidice.web.live.faces import FaceView
from charidice.web.live.recap import Recap, latest_recap
from charidice.web.live.viewer import Look


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
    most = max(sheet.given for sheet in game.sheets)
    hinted = hinted_seats(look.table)
    return StripView(
        tuple(
            PlayerView(
                seat=number,
                title=look.titles[number],
                face=look.faces[number],
                by_bot=seat.played_by_bot,
                is_me=look.mine == (number,),
                is_active=number == game.active,
                receives=number == game.receiver,
                points=sheet.subtotal,
                given=sheet.given,
                gave_most=bool(most) and sheet.given == most,
                has_box=sheet.box,
                gift=recap.gift if recap and recap.receiver == number else None,
                took_hint=number in hinted,
            )
            for number, (seat, sheet) in enumerate(zip(look.table.seats, game.sheets, strict=True))
        )
    )
