"""The strip above the dice: the round, and how the players stand."""

from dataclasses import dataclass

from charidice.rules import charity_bonuses
from charidice.web.live.viewer import Look


@dataclass(frozen=True, slots=True)
class PlayerView:
    """How one player stands."""

    title: str
    by_bot: bool
    is_me: bool
    is_active: bool
    points: int
    given: int
    gave_most: bool
    has_box: bool


@dataclass(frozen=True, slots=True)
class StripView:
    """The strip; `round` is None when all are played."""

    round: int | None
    rounds: int
    players: tuple[PlayerView, ...]


def strip_view(look: Look) -> StripView | None:
    """The strip of a game; none before it begins."""
    table = look.table
    game = table.game
    if game is None:
        return None
    charity = charity_bonuses(game)
    most = max(sheet.given for sheet in game.sheets)
    players = tuple(
        PlayerView(
            title=look.titles[number],
            by_bot=seat.played_by_bot,
            is_me=look.mine == (number,),
            is_active=table.playing and number == game.active,
            points=sheet.subtotal + charity[number],
            given=sheet.given,
            gave_most=bool(most) and sheet.given == most,
            has_box=sheet.box,
        )
        for number, (seat, sheet) in enumerate(zip(table.seats, game.sheets, strict=True))
    )
    return StripView(None if game.over else game.round + 1, game.rules.rounds, players)
