"""The score sheets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from charidice.rules import Game, Sheet, charity_bonuses
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


@dataclass(frozen=True, slots=True)
class SheetView:
    """One sheet."""

    seat: int
    name: str
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


def sheets_view(look: Look) -> SheetsView | None:
    """The sheets at a table; none before the game begins."""
    table = look.table
    game = table.game
    if game is None:
        return None
    previews = game.active in look.mine and table.playing and not table.seats[game.active].away
    return sheets_of(game, look.names, _order(look.mine, game), previews=previews)


def sheets_of(
    game: Game, names: Sequence[str], order: Iterable[int], *, previews: bool = False
) -> SheetsView:
    """The sheets in a position, in this order."""
    rules, charity = game.rules, charity_bonuses(game)
    return SheetsView(
        tuple(_sheet(game, seat, names[seat], charity[seat], previews=previews) for seat in order),
        rules.charity_bonus,
        rules.charity_bonus_high,
        rules.charity_high_above,
    )


def _sheet(game: Game, seat: int, name: str, charity: int, *, previews: bool) -> SheetView:
    sheet = game.sheets[seat]
    is_active = seat == game.active and not game.over
    return SheetView(
        seat,
        name,
        sheet.subtotal + charity,
        is_active,
        tuple(_rows(sheet, game.round if is_active else None, previews=previews)),
        sheet.points,
        sheet.bonus,
        sheet.received,
        sheet.given,
        _box(game, sheet),
        charity,
    )


def _rows(sheet: Sheet, current: int | None, *, previews: bool) -> Iterable[RowView]:
    for number, row in enumerate(sheet.rows):
        cells = (row.points, row.bonus, row.received, row.given)
        points, bonus, received, given = ("" if cell is None else cell for cell in cells)
        is_now = number == current
        yield RowView(points, bonus, received, given, is_now, is_now and previews)


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
