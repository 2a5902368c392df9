"""How totals are spread, drawn as a picture."""

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT, _LEFT, _BELOW = 720, 360, 40, 60
_BIN: Final = 10
_COLOURS: Final = ("#1d4f86", "#8f2f22", "#1b6238", "#6d5200")
_DASHES: Final = ("", "8 4", "2 4", "10 4 2 4")  # distinguishable without colour


def histogram(totals: Sequence[tuple[str, Sequence[int]]]) -> str:
    """An SVG with one line for each bot: the share of games by total, in steps of ten points."""
    low = min(min(values) for _name, values in totals) // _BIN
    high = max(max(values) for _name, values in totals) // _BIN + 1
    ownership = [(name, _ownership(values, low, high)) for name, values in totals]
    top = max(max(row) for _name, row in ownership)
    across = (_WIDTH - 2 * _LEFT) / max(1, high - low)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}">',
        '<g font-family="system-ui,sans-serif" font-size="14">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fffdf6"/>',
        f'<path d="M{_LEFT} {_HEIGHT - _BELOW}H{_WIDTH - _LEFT}" stroke="#5b6661"/>',
    ]
    for total in range(low, high + 1):
        if total % 5 == 0:
            x = _LEFT + (total - low) * across
            lines.append(
                f'<text x="{x:.1f}" y="{_HEIGHT - _BELOW + 20}" text-anchor="middle">'
                f"{total * _BIN}</text>"
            )
    for number, (name, row) in enumerate(ownership):
        points = " ".join(
            f"{_LEFT + (k + 0.5) * across:.1f},"
            f"{_HEIGHT - _BELOW - share / top * (_HEIGHT - _BELOW - 20):.1f}"
            for k, share in enumerate(row)
        )
        ink = f'stroke="{_COLOURS[number]}" stroke-width="3" stroke-dasharray="{_DASHES[number]}"'
        x = _LEFT + number * 165
        lines += [
            f'<polyline points="{points}" fill="none" {ink}/>',
            f'<path d="M{x} {_HEIGHT - 16}h30" {ink}/>',
            f'<text x="{x + 38}" y="{_HEIGHT - 11}">{escape(name)}</text>',
        ]
    return "\n".join([*lines, "</g></svg>"]) + "\n"


def _ownership(values: Sequence[int], low: int, high: int) -> list[float]:
    counts = [0] * (high - low)
    for value in values:
        counts[value // _BIN - low] += 1
    return [count / len(values) for count in counts]
