"""Charts as SVG: small pure functions of figures and of texts that were already put into words."""

from charidice.charts.bars import Bar, bars
from charidice.charts.curves import Curve, Extras, Mark, curves
from charidice.charts.grids import Cell, grid

__all__ = ["Bar", "Cell", "Curve", "Extras", "Mark", "bars", "curves", "grid"]
