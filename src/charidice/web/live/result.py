"""The result of a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from charidice.locale import gettext as _
from charidice.locale import sentences
from charidice.rules import Game, Standing, standings, winners
from charidice.tables.model.playing import take_back_until
from charidice.web.live.viewer import Look


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One line of the tally: what it adds up, and how much each player has of it."""

    title: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TallyView:
    """How the totals come about, the best player first."""

    names: tuple[str, ...]
    won: tuple[bool, ...]
    rows: tuple[TallyRow, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    """The end of a game: who has won, if it was played to its end."""

    path: str
    position: int
    victory: str | None
    charity: str | None
    tally: TallyView
    rematch: str | None  # where it is
    can_rematch: bool
    take_back_until: float | None


def result_view(look: Look, game: Game) -> ResultView:
    """The result at a table whose game is over, at its end or before."""
    table, over = look.table, game.over
    return ResultView(
        look.viewer.path,
        table.position,
        sentences.victory(game, look.names) if over else None,
        sentences.charity(game, look.names) if over else None,
        tally_of(game, look.titles),
        None if table.rematch is None else f"/t/{table.rematch}",
        table.rematch is None and bool(look.mine),
        take_back_until(table, look.viewer.holder),
    )


def tally_of(game: Game, titles: Sequence[str]) -> TallyView:
    """The tally of a position; before the end without the charity bonus."""
    places, won = standings(game), winners(game)
    rows = [
        _row(_("Dice"), places, "points"),
        _row(_("Bonus"), places, "bonus"),
        _row(_("Received"), places, "received"),
    ]
    if game.over:
        rows.append(_row(_("Charity bonus"), places, "charity"))
    return TallyView(
        tuple(titles[place.seat] for place in places),
        tuple(place.seat in won for place in places),
        tuple(rows),
        tuple(place.total for place in places),
    )


def _row(title: str, places: Sequence[Standing], what: str) -> TallyRow:
    return TallyRow(title, tuple(getattr(place, what) for place in places))
