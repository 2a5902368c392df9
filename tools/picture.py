"""Draw the picture of the terminal game that the README shows: docs/pictures/terminal.svg.

uv run python -m tools.picture
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

from pyte.screens import Char
from tools.emulator import Emulator

FILE = Path(__file__).parent.parent / "docs" / "pictures" / "terminal.svg"
ROWS, COLUMNS = 24, 80
WIDTH, HEIGHT, PADDING = 9.6, 21, 18
# The seventh turn of this seed: an empty line rolls, k keeps, s scores, dice alone select.
TYPED = (
    *("", "k 123", "k 123", "s 1234", "", "k 135", "g", "k 135", "s 2346", "", "k 125", "s 1456"),
    *("", "k 456", "k 456", "s 12456", "", "s 1235", "", "k 124", "s 1234", "", "k 245", "3456"),
)
SHOWN, PROMPT = "score 18 + 25", "Lena (h: help):"
INK, GROUND = "#e8ece9", "#12211c"


def screen() -> list[list[Char]]:
    """A game in its third round, with dice selected."""
    command = [sys.executable, "-m", "charidice", "terminal", "Lena", "Marko", "Florian"]
    with tempfile.TemporaryDirectory() as home:
        environment = {
            "HOME": home,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "PATH": os.environ["PATH"],
            "PYTHONUTF8": "1",
        }
        emulator = Emulator([*command, "--seed", "generous 36"], environment, COLUMNS, ROWS)
        try:
            emulator.type("\n".join(TYPED) + "\n")
            emulator.wait_for(SHOWN)
            emulator.wait_for(PROMPT)  # the last line of the screen
            buffer = emulator.screen.buffer
            return [[buffer[row][column] for column in range(COLUMNS)] for row in range(ROWS)]
        finally:
            emulator.close()


def svg(lines: list[list[Char]]) -> Iterator[str]:
    """The screen as text on coloured ground, every character in its own place."""
    width, height = COLUMNS * WIDTH + 2 * PADDING, len(lines) * HEIGHT + 2 * PADDING
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        'role="img" aria-label="Charidice in the terminal: three score sheets, six dice, '
        'and what the selected dice would score">'
    )
    yield f'<rect width="100%" height="100%" rx="14" fill="{GROUND}"/>'
    yield '<g font-family="ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="16">'
    for row, line in enumerate(lines):
        top = PADDING + row * HEIGHT
        yield from _grounds(line, top)
        yield from _texts(line, top + HEIGHT * 0.74)
    yield "</g></svg>"


def _grounds(line: list[Char], top: float) -> Iterator[str]:
    for ground, cells in groupby(enumerate(line), key=lambda cell: cell[1].bg):
        places = [column for column, _ in cells]
        if ground != "default":
            x, width = PADDING + places[0] * WIDTH, len(places) * WIDTH
            yield (
                f'<rect x="{x:g}" y="{top:g}" width="{width:g}" height="{HEIGHT}" '
                f'fill="#{ground}"/>'
            )


def _texts(line: list[Char], baseline: float) -> Iterator[str]:
    for (ink, bold, slanted), cells in groupby(enumerate(line), key=lambda cell: _ink(cell[1])):
        shown = [(column, char.data) for column, char in cells if char.data.strip()]
        if shown:
            places = " ".join(f"{PADDING + column * WIDTH:g}" for column, _ in shown)
            text = escape("".join(data for _, data in shown))
            fill = INK if ink == "default" else f"#{ink}"
            style = (' font-weight="700"' if bold else "") + (
                ' font-style="italic"' if slanted else ""
            )
            yield f'<text x="{places}" y="{baseline:g}" fill="{fill}"{style}>{text}</text>'


def _ink(char: Char) -> tuple[str, bool, bool]:
    return char.fg, char.bold, char.italics


def main() -> None:
    """Draw the picture."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text("\n".join(svg(screen())) + "\n", encoding="utf-8")
    print(FILE)


if __name__ == "__main__":
    main()
