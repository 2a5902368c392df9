"""What was scored last: it stays on the table until the next roll."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from charidice.locale import gettext as _
from charidice.rules import Game, Selection
from charidice.web.live.dice import DieView, dice_view
from charidice.web.live.recap import Recap, card_of, latest_recap, moment_score
from charidice.web.live.viewer import Look

_GREAT_BONUS: Final = 40
_GREATEST_BONUS: Final = 60
_GREAT_GIFT: Final = 20  # from here on the biggest gift has its confetti


@dataclass(frozen=True, slots=True)
class Banner:
    """What is announced: a bonus by its name, or the biggest gift."""

    text: str
    points: int
    is_gift: bool
    is_great: bool
    has_confetti: bool


@dataclass(frozen=True, slots=True)
class ScoredView:
    """All six dice as they lay, of which the scored ones are kept; `card` is the bonus reached."""

    recap: Recap
    dice: tuple[DieView, ...]
    card: str
    banners: tuple[Banner, ...]  # one after the other


def scored_view(look: Look) -> ScoredView | None:
    """The latest score, until the next roll."""
    recap, last = latest_recap(look), look.table.latest_action
    if recap is None or last is None:
        return None
    game, chosen = moment_score(last)
    dice = () if recap.is_assumed else dice_view(game.faces, kept=chosen.dice, game=game)
    return ScoredView(
        recap,
        dice,
        card_of(game.faces, chosen),
        tuple(_banners(game, chosen, recap.gift)),
    )


def _banners(game: Game, chosen: Selection, gift: int) -> Iterator[Banner]:
    if chosen.bonus:
        yield Banner(
            _announced(game, chosen),
            chosen.bonus,
            is_gift=False,
            is_great=chosen.bonus >= _GREAT_BONUS,
            has_confetti=chosen.bonus >= _GREATEST_BONUS,
        )
    if game.turn.asked and gift:
        yield Banner(
            _("Doubled gift!"),
            gift,
            is_gift=True,
            is_great=True,
            has_confetti=gift >= _GREAT_GIFT,
        )


def _announced(game: Game, chosen: Selection) -> str:
    """The name of a bonus, as it is called out."""
    count, number = len(chosen.dice), game.faces[chosen.dice[0]].number
    match card_of(game.faces, chosen)[:-1]:
        case "same":
            return _("{count} times {number}!").format(count=count, number=number)
        case "run":
            return _("A run of {count}!").format(count=count)
        case _other:
            return _("{count} of one colour!").format(count=count)
