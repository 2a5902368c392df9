"""The score sheets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from charidice.rules import Game, Row, Score, Sheet, charity_bonuses
from charidice.web.live.faces import FaceView
from charidice.web.live.viewer import Look


class BoxState(Enum):
    """What became of somebody's 2× box."""

    USED = "used"
    OPEN = "open"
    UNUSED = "unused"  # and the game is over


@dataclass(frozen=True, slots=True)
class RowView:
    """One round of a sheet; what is not written yet is empty."""

    points: int | str
    bonus: int | str
    received: int | str
    given: int | str
    is_now: bool
    has_preview: bool
    fresh: frozenset[str]  # the columns that were written by the latest score
    change: str | None = None  # where this turn of a pad can be corrected


@dataclass(frozen=True, slots=True)
class SheetView:
    """One sheet."""

    seat: int
    name: str
    face: FaceView
    total: int
    is_active: bool
    rows: tuple[RowView, ...]
    points: int
    bonus: int
    received: int
    given: int
    box: BoxState
    charity: int


@dataclass(frozen=True, slots=True)
class SheetsView:
    """All sheets, and what the charity bonus is."""

    sheets: tuple[SheetView, ...]
    charity_bonus: int
    charity_bonus_high: int
    charity_high_above: int


class Players(Protocol):
    """Who plays: what the sheets say at their heads."""

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats."""
        ...

    @property
    def faces(self) -> Sequence[FaceView]:
        """The faces of the seats."""
        ...


def sheets_view(look: Look) -> SheetsView | None:
    """The sheets at a table; none before the game begins."""
    table = look.table
    game = table.game
    if game is None:
        return None
    previews = game.active in look.mine and table.playing and not table.seats[game.active].away
    last = table.latest_action
    scored = last is not None and isinstance(last.action, Score) and not game.faces
    before = last.game if scored and last is not None else None
    view = sheets_of(game, look, _order(look.mine, game), before=before, previews=previews)
    return _changeable(view, look, game) if table.is_pad else view


def _changeable(view: SheetsView, look: Look, game: Game) -> SheetsView:
    """The sheets of a pad: what was written down can be changed."""
    return replace(
        view,
        sheets=tuple(
            replace(
                sheet,
                rows=tuple(
                    replace(row, change=_change(look, sheet.seat + number * game.seats))
                    for number, row in enumerate(sheet.rows)
                ),
            )
            for sheet in view.sheets
        ),
    )


def sheets_of(
    game: Game,
    players: Players,
    order: Iterable[int],
    *,
    before: Game | None = None,
    previews: bool = False,
) -> SheetsView:
    """The sheets in a position, in this order; what was not there `before` is fresh."""
    rules, charity = game.rules, charity_bonuses(game)
    return SheetsView(
        tuple(
            _sheet(game, before or game, players, seat, charity[seat], previews=previews)
            for seat in order
        ),
        rules.charity_bonus,
        rules.charity_bonus_high,
        rules.charity_high_above,
    )


def _sheet(  # noqa: PLR0913  # one place, which knows the position before and after
    game: Game, before: Game, players: Players, seat: int, charity: int, *, previews: bool
) -> SheetView:
    sheet = game.sheets[seat]
    is_active = seat == game.active and not game.over
    now = min(game.round, game.rules.rounds - 1)
    rows = zip(sheet.rows, before.sheets[seat].rows, strict=True)
    return SheetView(
        seat,
        players.names[seat],
        players.faces[seat],
        sheet.subtotal + charity,
        is_active,
        tuple(
            _row(
                row, old, is_now=number == now, has_preview=number == now and is_active and previews
            )
            for number, (row, old) in enumerate(rows)
        ),
        sheet.points,
        sheet.bonus,
        sheet.received,
        sheet.given,
        _box(game, sheet),
        charity,
    )


def _row(row: Row, old: Row, *, is_now: bool, has_preview: bool) -> RowView:
    points, bonus, received, given = ("" if cell is None else cell for cell in row)
    columns = zip(Row._fields, row, old, strict=True)
    fresh = frozenset(name for name, cell, before in columns if cell != before)
    return RowView(points, bonus, received, given, is_now, has_preview, fresh)


def _change(look: Look, turn: int) -> str | None:
    """Where somebody with a seat at a pad corrects a turn that was written down."""
    table = look.table
    open_pad = table.is_pad and not table.closed and table.rematch is None
    written = bool(look.mine) and turn < len(table.pad_turns)
    return f"{look.viewer.path}/turn/{turn}" if open_pad and written else None


def _box(game: Game, sheet: Sheet) -> BoxState:
    if not sheet.box:
        return BoxState.USED
    return BoxState.UNUSED if game.over else BoxState.OPEN


def _order(mine: tuple[int, ...], game: Game) -> list[int]:
    """One's own sheet first, on one device the active one; whoever watches sees them in order."""
    first = 0
    if mine:
        first = mine[0] if len(mine) == 1 else game.active % game.seats
    return [(first + offset) % game.seats for offset in range(game.seats)]
