"""Score sheets on paper: empty ones to fill in, and those of a game that was played."""

from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from charidice.rules import RULEBOOK, Game, Row, Rules, Sheet, charity_bonuses
from charidice.tables import TableError
from charidice.web.live import words
from charidice.web.live.recap import BonusCard, bonus_cards
from charidice.web.pages.browser_seats import table_and_viewer
from charidice.web.pages.elsewhere import elsewhere_view
from charidice.web.pages.layout import page

router = APIRouter(include_in_schema=False)

PAPERS: Final = ("a4", "letter")
COUNTS: Final = (1, 2, 3, 4)
_USUAL: Final = 2
_EMPTY: Final = ("", "", "", "")


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One sheet as it is printed; what nobody has written yet is empty."""

    name: str
    rows: tuple[tuple[str, ...], ...]
    sums: tuple[str, ...]
    subtotal: str
    charity: str
    total: str
    is_box_used: bool


@dataclass(frozen=True, slots=True)
class PaperView:
    """The sheets of one page, and what is printed on each of them."""

    paper: str
    sheets: tuple[PaperSheet, ...]
    bonuses: tuple[BonusCard, ...]
    rules: Rules


@router.get("/sheets")
async def sheets_page(request: Request) -> Response:
    """Which sheets to print: the paper, and how many to a page."""
    return page(request, "paper/choose.html", {"counts": COUNTS, "usual": _USUAL})


@router.get("/sheets/print")
async def print_page(request: Request, paper: str = "", count: str = "") -> Response:
    """Empty sheets on one page."""
    wanted = next((each for each in COUNTS if str(each) == count), _USUAL)
    view = PaperView(
        _paper(paper), (empty_sheet(RULEBOOK),) * wanted, bonus_cards(RULEBOOK), RULEBOOK
    )
    return page(request, "paper/empty.html", {"view": view, "count": wanted})


@router.get("/t/{name}/sheets")
async def played_page(request: Request, name: str, paper: str = "") -> Response:
    """The sheets of all players of a game that is over, on one page."""
    cached, viewer = await table_and_viewer(request, name)
    table = cached.table
    if table.game is None or not table.is_over:
        raise TableError("table/not-over")
    names = [words.seat_name(seat, number) for number, seat in enumerate(table.seats)]
    sheets = tuple(played_sheet(table.game, seat, name) for seat, name in enumerate(names))
    view = PaperView(_paper(paper), sheets, bonus_cards(table.game.rules), table.game.rules)
    values = {
        "view": view,
        "path": viewer.path,
        "elsewhere": await elsewhere_view(request, viewer, cached.table),
    }
    return page(request, "paper/played.html", values)


def empty_sheet(rules: Rules) -> PaperSheet:
    """A sheet to write on."""
    return PaperSheet("", (_EMPTY,) * rules.rounds, _EMPTY, "", "", "", is_box_used=False)


def played_sheet(game: Game, seat: int, name: str) -> PaperSheet:
    """The sheet of a player; the charity bonus and the total are written after the end alone."""
    sheet: Sheet = game.sheets[seat]
    charity = charity_bonuses(game)[seat]
    return PaperSheet(
        name,
        tuple(map(_written, sheet.rows)),
        tuple(map(str, (sheet.points, sheet.bonus, sheet.received, sheet.given))),
        str(sheet.subtotal),
        str(charity) if game.over else "",
        str(sheet.subtotal + charity) if game.over else "",
        is_box_used=not sheet.box,
    )


def _written(row: Row) -> tuple[str, ...]:
    return tuple("" if cell is None else str(cell) for cell in row)


def _paper(wanted: str) -> str:
    return wanted if wanted in PAPERS else PAPERS[0]
