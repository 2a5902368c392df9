"""Curves over one axis, each with dashes of its own: nobody needs colours to tell them apart."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from charidice.charts.svg import (
    DASHES,
    HUES,
    PAPER,
    SOFT,
    WIDTH,
    Attributes,
    drawing,
    element,
    words,
)

_LEFT, _TOP, _TALL, _BELOW, _LEGEND = 44, 12, 180, 28, 20
_RIGHT: Final = 8
_DISC: Final = 9.0
_LINES: Final = 4  # at most so many steps of the scale


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points; without a name it is the only one."""

    points: tuple[tuple[float, float], ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on a curve with a sign in a disc; what is not good has another shape."""

    x: float
    y: float
    sign: str
    is_good: bool = True


@dataclass(frozen=True, slots=True)
class Extras:
    """What a chart may have besides curves: marks, a height up to which the scale goes at least,
    and one from which the first curve is filled."""

    marks: tuple[Mark, ...] = ()
    top: float = 0.0
    base: float | None = None


def curves(
    title: str,
    drawn: Sequence[Curve],
    ticks: Sequence[tuple[float, str]],
    shown: Callable[[float], str] = "{:g}".format,
    extras: Extras = Extras(),  # noqa: B008  # a frozen value
) -> str:
    """Curves from zero up; `ticks` are the places below, `shown` writes a height."""
    xs = [x for curve in drawn for x, _y in curve.points]
    low, high = min(xs), max(xs)
    top = max(extras.top, *(y for curve in drawn for _x, y in curve.points))
    step = _step(top)
    most = step * max(1, ceil(top / step - 1e-9))

    def across(x: float) -> float:
        return _LEFT + (x - low) / ((high - low) or 1) * (WIDTH - _LEFT - _RIGHT)

    def up(y: float) -> float:
        return _TOP + (1 - y / most) * _TALL

    def placed(curve: Curve) -> list[tuple[float, float]]:
        return [(across(x), up(y)) for x, y in curve.points]

    scale = [k * step for k in range(round(most / step) + 1)]
    named = [curve.name for curve in drawn if curve.name]
    return drawing(
        title,
        _TOP + _TALL + _BELOW + _LEGEND * len(named),
        *(line for y in scale for line in _line(up(y), shown(y))),
        *(words(across(x), _TOP + _TALL + 18, text, "middle") for x, text in ticks),
        *([] if extras.base is None else [_area(placed(drawn[0]), up(extras.base))]),
        *(_curve(number, placed(curve)) for number, curve in enumerate(drawn)),
        *(part for mark in extras.marks for part in _mark(mark, across(mark.x), up(mark.y))),
        *(part for number, name in enumerate(named) for part in _name(number, name)),
    )


def _step(top: float) -> float:
    """A round step that leads to the top in few lines."""
    if not top:
        return 1.0
    rough = top / _LINES
    power: float = 10.0 ** floor(log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def _line(y: float, text: str) -> Iterator[str]:
    path = f"M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"
    yield element("path", {"d": path, "stroke": SOFT, "stroke-width": "0.5", "class": "axis"})
    yield words(_LEFT - 6, y + 4, text, "end", **{"font-size": "11"})


def _curve(number: int, points: Sequence[tuple[float, float]]) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return element("polyline", {"points": path, "fill": "none", **_pen(number)})


def _area(points: Sequence[tuple[float, float]], base: float) -> str:
    line = " ".join(f"L{x:.1f} {y:.1f}" for x, y in points)
    path = f"M{points[0][0]:.1f} {base:.1f} {line} L{points[-1][0]:.1f} {base:.1f}Z"
    return element("path", {"d": path, "fill": HUES[0], "fill-opacity": "0.14", "class": "area"})


def _mark(mark: Mark, x: float, y: float) -> Iterator[str]:
    """A disc, or a square on its corner, so that nobody needs colours to tell them apart."""
    look = {"stroke": PAPER, "stroke-width": "2"}
    if mark.is_good:
        disc: Attributes = {"cx": x, "cy": y, "r": _DISC, "fill": HUES[2], "class": "mark good"}
        yield element("circle", {**disc, **look})
    else:
        reach = _DISC * 1.35
        path = f"M{x:.1f} {y - reach:.1f}l{reach} {reach}l-{reach} {reach}l-{reach} -{reach}Z"
        yield element("path", {"d": path, "fill": HUES[1], "class": "mark bad", **look})
    light = {"fill": PAPER, "class": "on-mark", "font-weight": "800", "font-size": "12"}
    yield words(x, y + 4.5, mark.sign, "middle", **light)


def _pen(number: int) -> dict[str, str]:
    return {
        "stroke": HUES[number],
        "stroke-width": "3",
        "stroke-linejoin": "round",
        "stroke-dasharray": DASHES[number] or "none",
        "class": f"curve-{number + 1}",
    }


def _name(number: int, name: str) -> Iterator[str]:
    y = _TOP + _TALL + _BELOW + _LEGEND * number + 10
    yield element("path", {"d": f"M{_LEFT} {y - 4}h30", **_pen(number)})
    yield words(_LEFT + 38, y, name)
