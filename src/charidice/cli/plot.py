"""How totals are spread, drawn as a picture."""

from collections.abc import Sequence
from typing import Final

from charidice.charts import Curve, curves
from charidice.locale import gettext as _
from charidice.locale.formats import percent

_BIN: Final = 10
_TICK: Final = 50


def histogram(totals: Sequence[tuple[str, Sequence[int]]]) -> str:
    """An SVG with one line for each bot: the share of games by total, in steps of ten points."""
    low = min(min(values) for _name, values in totals) // _BIN
    high = max(max(values) for _name, values in totals) // _BIN + 1
    drawn = [Curve(_points(values, low, high), name) for name, values in totals]
    ticks = [(x, str(x)) for x in range(low * _BIN, high * _BIN + 1) if x % _TICK == 0]
    return curves(_("How the totals are spread"), drawn, ticks, percent) + "\n"


def _points(values: Sequence[int], low: int, high: int) -> tuple[tuple[float, float], ...]:
    """The middle of every step, and its share."""
    counts = [0] * (high - low)
    for value in values:
        counts[value // _BIN - low] += 1
    shares = (count / len(values) for count in counts)
    return tuple(((low + k + 0.5) * _BIN, share) for k, share in enumerate(shares))
