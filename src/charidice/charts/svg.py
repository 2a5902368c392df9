"""The parts that all charts are drawn with.

Colours stand as attributes, so that a file of its own looks right; on a page the style sheet has
the last word, by the classes.
"""

from collections.abc import Mapping
from typing import Final
from xml.sax.saxutils import escape, quoteattr

WIDTH: Final = 360  # as wide as a phone, where a unit is then a pixel
FONT: Final = 13
INK: Final = "#17211c"
SOFT: Final = "#5b6661"
PAPER: Final = "#fffdf6"
HUES: Final = ("#1d4f86", "#8f2f22", "#1b6238", "#6d5200")
DASHES: Final = ("", "8 4", "2 4", "10 4 2 4")  # distinguishable without colour

Attributes = Mapping[str, str | float]


def element(name: str, attributes: Attributes, *inside: str) -> str:
    """An element of SVG; figures are rounded to a tenth."""
    written = " ".join(f"{key}={quoteattr(_plain(value))}" for key, value in attributes.items())
    return f"<{name} {written}>{''.join(inside)}</{name}>" if inside else f"<{name} {written}/>"


def _plain(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")


def words(x: float, y: float, text: str, anchor: str = "start", **more: str) -> str:
    """A line of text."""
    where: Attributes = {"x": x, "y": y, "text-anchor": anchor, "fill": INK, "class": "ink", **more}
    return element("text", where, escape(text))


def drawing(title: str, height: float, *inside: str) -> str:
    """A whole chart; whoever cannot see it hears its title, and finds the figures beside it."""
    paper: Attributes = {"width": WIDTH, "height": height, "fill": PAPER, "class": "paper"}
    font: Attributes = {"font-family": "system-ui,sans-serif", "font-size": FONT}
    return element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {_plain(height)}",
            "class": "chart",
            "role": "img",
            "aria-label": title,
        },
        element("rect", paper),
        element("g", font, *inside),
    )
