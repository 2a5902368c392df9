"""The round, in the bar above the table."""

from dataclasses import dataclass

from charidice.web.live.viewer import Look


@dataclass(frozen=True, slots=True)
class RoundView:
    """Which round of how many; `round` is None when all are played."""

    round: int | None
    rounds: int
    is_training: bool = False


def round_view(look: Look) -> RoundView | None:
    """The round of a game; none before it begins."""
    game = look.table.game
    if game is None:
        return None
    training = look.table.setup.coach_limit > 0
    return RoundView(None if game.over else game.round + 1, game.rules.rounds, training)
