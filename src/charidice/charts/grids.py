"""A grid of shares: the larger, the darker, and each with its figure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from charidice.charts.svg import HUES, PAPER, WIDTH, drawing, element, words

_LEFT, _HEAD, _ROW = 70, 24, 30
_HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class Cell:
    """A share from 0 to 1, and how it is written."""

    value: float
    shown: str


def grid(title: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[Cell]]]) -> str:
    """A row for every label, a column for every head."""
    wide = (WIDTH - _LEFT) / len(heads)
    drawn = [
        words(_LEFT + (place + 0.5) * wide, 16, head, "middle") for place, head in enumerate(heads)
    ]
    for number, (label, cells) in enumerate(rows):
        top = _HEAD + number * _ROW
        drawn.append(words(0, top + 19, label))
        for place, cell in enumerate(cells):
            drawn += _cell(cell, _LEFT + place * wide, top, wide)
    return drawing(title, _HEAD + len(rows) * _ROW + 2, *drawn)


def _cell(cell: Cell, left: float, top: float, wide: float) -> tuple[str, str]:
    frame = {"x": left + 1, "y": top + 1, "width": wide - 2, "height": _ROW - 2, "rx": 5}
    # Nothing is half dark: neither dark nor light figures could be read on it.
    dark = cell.value > _HALF
    shade = 0.56 + 0.44 * cell.value if dark else 0.08 + 0.72 * cell.value
    look = {"fill": HUES[0], "fill-opacity": f"{shade:.2f}", "class": "cell"}
    box = element("rect", {**frame, **look})
    light = {"fill": PAPER, "class": "on-cell"} if dark else {}
    return box, words(left + wide / 2, top + 19, cell.shown, "middle", **light)
