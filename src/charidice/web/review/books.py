"""How the result of two players came about: everything added up, in points and in chance."""

from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Final

from charidice.coach import Verdict
from charidice.coach.review import Entry
from charidice.locale import gettext as _
from charidice.locale.formats import number, signed
from charidice.web.review.people import Person

_DIGITS: Final = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class BookRow:
    """One line: points of margin and percentage points of chance, for whose book it is."""

    title: str
    points: str
    chance: str


@dataclass(frozen=True, slots=True)
class BooksView:
    """All lines from the start to the end; the last is the sum of those before."""

    rows: tuple[BookRow, ...]
    last: BookRow


def books_view(judged: Verdict, people: tuple[Person, ...], seat: int) -> BooksView | None:
    """The books of one of two players; None where the game is not solved.

    Figures are shown with two digits, and what these do not say stands in the line of rounding: so
    the lines add up to the last as they are shown.
    """
    if judged.win_start is None:
        return None
    me, other = judged.players[seat], judged.players[1 - seat]
    names = people[seat].name, people[1 - seat].name
    sign = 1 if seat == 0 else -1
    chance = judged.win_start if seat == 0 else 1 - judged.win_start
    lines = [(_("At the start"), sign * judged.start, 100 * chance)]
    lines += _lines(names[0], me.points, me.win, 1)
    lines += _lines(names[1], other.points, other.win, -1)
    end = (me.margin, 100 * (judged.curve[-1][seat] or 0.0))
    ends = [_rounded(value) for value in end]
    columns = [points for _t, points, _c in lines], [share for _t, _p, share in lines]
    sums = [sum(map(_rounded, column), Decimal(0)) for column in columns]
    rows = [BookRow(title, _shown(points), _shown(share)) for title, points, share in lines]
    rows[0] = replace(rows[0], chance=_plain(100 * chance))
    rows.append(BookRow(_("Rounding"), *(_shown(e - s) for e, s in zip(ends, sums, strict=True))))
    return BooksView(tuple(rows), BookRow(_("At the end"), _shown(ends[0]), _plain(ends[1])))


def _lines(name: str, points: Entry, win: Entry, sign: int) -> list[tuple[str, float, float]]:
    """What one player's rolls and choices brought whose book it is."""
    lines = [
        (_("Luck of {name}"), points.luck, win.luck),
        (_("Errors of {name}"), -points.error, -win.error),
    ]
    if points.missed or win.missed:
        lines.append((_("Chances for the 2× that {name} let pass"), -points.missed, -win.missed))
    return [(t.format(name=name), sign * value, 100 * sign * share) for t, value, share in lines]


def _rounded(value: float | Decimal) -> Decimal:
    return Decimal(value).quantize(_DIGITS, ROUND_HALF_EVEN)


def _plain(value: float | Decimal) -> str:
    return number(float(_rounded(value)), 2)


def _shown(value: float | Decimal) -> str:
    return signed(float(_rounded(value)), 2)
