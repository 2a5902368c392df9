"""Charts: every figure is where its value puts it, and text cannot break out."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charidice.charts import Bar, Cell, Curve, Extras, Mark, bars, curves, grid

SVG = "{http://www.w3.org/2000/svg}"
Figures = st.floats(0, 1e6, allow_nan=False).map(lambda figure: round(figure, 6))


def parsed(chart: str) -> ET.Element:
    root = ET.fromstring(chart)  # noqa: S314 - our own
    assert root.get("role") == "img"
    return root


def texts(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def numbers(text: str | None) -> list[float]:
    return [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", text or "")]


@given(st.lists(Figures, min_size=1, max_size=9))
def test_bars_are_as_long_as_their_values_and_stay_inside(values: list[float]) -> None:
    root = parsed(bars("Bars", [Bar(f"no. {n}", v, f"{v:.0f}") for n, v in enumerate(values)]))
    long = [float(bar.get("width") or 0) for bar in root.iter(f"{SVG}rect") if bar.get("rx")]
    assert len(long) == len(values)
    assert max(long) <= 360
    assert [x for _value, x in sorted(zip(values, long, strict=True))] == sorted(long)
    assert [f"no. {n}" for n in range(len(values))] == texts(root)[::2]


def test_a_bar_twice_as_large_is_twice_as_long_and_shows_its_error() -> None:
    root = parsed(bars("Bars", [Bar("a", 2, "2", 0.5), Bar("b", 1, "1")]))
    one, two = [float(bar.get("width") or 0) for bar in root.iter(f"{SVG}rect") if bar.get("rx")]
    assert one == pytest.approx(2 * two, abs=0.2)
    assert len([path for path in root.iter(f"{SVG}path") if path.get("class") == "error"]) == 1


@given(st.lists(st.floats(0, 1), min_size=2, max_size=6))
def test_larger_shares_are_darker_and_all_are_written(values: list[float]) -> None:
    cells = [Cell(value, f"{value:.3f}") for value in values]
    root = parsed(grid("Grid", [str(n) for n in range(len(values))], [("row", cells)]))
    boxes = [box for box in root.iter(f"{SVG}rect") if box.get("class") == "cell"]
    shades = [float(box.get("fill-opacity") or 0) for box in boxes]
    assert [shade for _value, shade in sorted(zip(values, shades, strict=True))] == sorted(shades)
    assert not [shade for shade in shades if 0.45 < shade < 0.77]  # no figure can be read on it
    assert texts(root)[-len(values) :] == [cell.shown for cell in cells]


@given(st.lists(st.tuples(st.integers(-50, 50), Figures), min_size=1, max_size=20))
def test_curves_stay_between_their_lines(points: list[tuple[int, float]]) -> None:
    chart = curves("Curves", [Curve(tuple(points))], [(points[0][0], "here")])
    root = parsed(chart)
    line = next(root.iter(f"{SVG}polyline"))
    drawn = numbers(line.get("points"))
    assert len(drawn) == 2 * len(points)
    assert all(44 <= x <= 352 for x in drawn[::2])
    assert all(12 <= y <= 192 for y in drawn[1::2])


def test_several_curves_have_names_and_differ_without_colour() -> None:
    lines = [Curve(((0, 1), (1, 2)), "Lena"), Curve(((0, 2), (1, 1)), "Marko")]
    root = parsed(curves("Curves", lines, [(0, "0"), (1, "1")], "{:g} %".format))
    assert {"Lena", "Marko", "0 %", "2 %"} <= set(texts(root))
    dashes = [line.get("stroke-dasharray") for line in root.iter(f"{SVG}polyline")]
    assert len(set(dashes)) == 2


def test_marks_lie_on_their_places_and_differ_without_colour() -> None:
    line = Curve(((0, 0.5), (10, 1)))
    marks = (Mark(0, 0.5, "1"), Mark(10, 1, "!", is_good=False))
    root = parsed(curves("Curves", [line], [(0, "0")], extras=Extras(marks)))
    drawn = numbers(next(root.iter(f"{SVG}polyline")).get("points"))
    (disc,) = root.iter(f"{SVG}circle")
    assert [float(disc.get("cx") or 0), float(disc.get("cy") or 0)] == drawn[:2]
    (square,) = [path for path in root.iter(f"{SVG}path") if path.get("class") == "mark bad"]
    assert numbers(square.get("d"))[0] == drawn[2]
    assert texts(root)[-2:] == ["1", "!"]


def test_a_scale_can_go_further_than_its_curves_and_a_curve_be_filled_from_a_height() -> None:
    line = Curve(((0, 0.25), (1, 0.5)))
    root = parsed(curves("Curves", [line], [], extras=Extras(top=1.0, base=0.5)))
    drawn = numbers(next(root.iter(f"{SVG}polyline")).get("points"))
    assert drawn[1::2] == [12 + 0.75 * 180, 12 + 0.5 * 180]
    (area,) = [path for path in root.iter(f"{SVG}path") if path.get("class") == "area"]
    figures = numbers(area.get("d"))
    assert figures == [drawn[0], 102.0, *drawn, drawn[2], 102.0]


def test_text_is_never_markup() -> None:
    evil = '"><script>alert(1)</script>'
    for chart in (
        bars(evil, [Bar(evil, 1, evil)]),
        grid(evil, [evil], [(evil, [Cell(0, evil)])]),
        curves(evil, [Curve(((0, 0),), evil)], [(0, evil)]),
    ):
        root = parsed(chart)
        assert not list(root.iter(f"{SVG}script"))
        assert root.get("aria-label") == evil
