"""The charity bonus while a game is going on: what it is, and who would get it."""

from dataclasses import dataclass

from charidice.locale import gettext as _
from charidice.rules import Game
from charidice.web.live.faces import FaceView
from charidice.web.live.viewer import Look


@dataclass(frozen=True, slots=True)
class CharityLine:
    """What the bonus is worth, and who has given the most so far; nobody if nothing was given."""

    rule: str
    leaders: tuple[tuple[FaceView, str], ...]
    given: int


def charity_line(game: Game, look: Look) -> CharityLine:
    """The line beside the bonus cards."""
    rules = game.rules
    most = max(sheet.given for sheet in game.sheets)
    leaders = (
        (look.faces[seat], look.titles[seat])
        for seat, sheet in enumerate(game.sheets)
        if most and sheet.given == most
    )
    text = _("Charity bonus for the most given: +{bonus}, over {above}: +{high}")
    return CharityLine(
        text.format(
            bonus=rules.charity_bonus, above=rules.charity_high_above, high=rules.charity_bonus_high
        ),
        tuple(leaders),
        most,
    )
