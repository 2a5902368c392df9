"""Bars with their labels above them, which leaves room for long words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from charidice.charts.svg import HUES, INK, WIDTH, drawing, element, words

_ROW, _THICK, _ROOM = 40, 16, 64  # a bar with its label, the bar alone, what is left for the figure
_LEAST: Final = 2


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: `shown` is its figure in words, `error` how far it may be off."""

    label: str
    value: float
    shown: str
    error: float = 0.0


def bars(title: str, rows: Sequence[Bar]) -> str:
    """One bar below the other, from nothing to the longest."""
    most = max(row.value + row.error for row in rows)
    scale = (WIDTH - _ROOM) / most if most else 0.0
    drawn = (part for place, row in enumerate(rows) for part in _row(row, place * _ROW, scale))
    return drawing(title, len(rows) * _ROW + 4, *drawn)


def _row(row: Bar, top: float, scale: float) -> Iterator[str]:
    long = max(_LEAST, row.value * scale)
    yield words(0, top + 14, row.label)
    place = {"x": 0, "y": top + 19, "width": long, "height": _THICK, "rx": 4}
    yield element("rect", {**place, "fill": HUES[0], "class": "bar"})
    end = long
    if row.error:
        low, high = (row.value - row.error) * scale, (row.value + row.error) * scale
        line = f"M{low:.1f} {top + 27}H{high:.1f}M{high:.1f} {top + 23}v8"
        yield element("path", {"d": line, "stroke": INK, "class": "error"})
        end = max(long, high)
    yield words(end + 6, top + 32, row.shown, **{"font-weight": "700"})
