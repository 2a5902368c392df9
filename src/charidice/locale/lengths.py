"""How long a game is, in the language of the context."""

from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.tables.model.game_setup import FULL_GAME, SHORT_GAME


def game_lengths() -> tuple[tuple[int, str], ...]:
    """The lengths that can be chosen: the number of rounds, and what it is called."""
    return (
        (FULL_GAME, _("Whole game, {rounds}").format(rounds=rounds(FULL_GAME))),
        (SHORT_GAME, _("Short game, {rounds}").format(rounds=rounds(SHORT_GAME))),
    )


def rounds(count: int) -> str:
    """A number of rounds."""
    return ngettext("{count} round", "{count} rounds", count).format(count=count)
