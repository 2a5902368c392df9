"""Draw the 36 faces for the documents: docs/pictures/dice/3R.svg and so on.

uv run python -m tools.dice_pictures
"""

from pathlib import Path

from charidice.rules import NUMBERS, Colour, Face

FOLDER = Path(__file__).parent.parent / "docs" / "pictures" / "dice"

GROUND = {
    Colour.RED: "#c5352c",
    Colour.YELLOW: "#efb91f",
    Colour.GREEN: "#2b9452",
    Colour.BLUE: "#2a6ab6",
    Colour.PURPLE: "#8a49ad",
    Colour.BLACK: "#2c3135",
}
SHAPE = {
    Colour.RED: '<circle cx="50" cy="50" r="39"/>',
    Colour.YELLOW: '<path d="M50 8 92 84H8Z"/>',
    Colour.GREEN: '<rect x="15" y="15" width="70" height="70" rx="5"/>',
    Colour.BLUE: '<path d="M50 6 94 50 50 94 6 50Z"/>',
    Colour.PURPLE: '<path d="M50 5 63 36 97 39 71 61 79 95 50 77 21 95 29 61 3 39 37 36Z"/>',
    Colour.BLACK: '<path d="M33 8H67V33H92V67H67V92H33V67H8V33H33Z"/>',
}
PAPER, INK = "#fffdf6", "#1d2623"


def svg(face: Face) -> str:
    """One die from above: its colour, the shape that stands for it, the number in the shape."""
    # Yellow is too light for a white shape, so there shape and number change places.
    shape, number = (INK, "#ffe9a8") if face.colour is Colour.YELLOW else (PAPER, INK)
    baseline = 76 if face.colour is Colour.YELLOW else 64
    size = 34 if face.colour is Colour.YELLOW else 40
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="44" viewBox="-8 -8 116 116">\n'
        f'<rect x="-8" y="-8" width="116" height="116" rx="24" fill="{GROUND[face.colour]}"/>\n'
        f'<g fill="{shape}">{SHAPE[face.colour]}</g>\n'
        f'<text x="50" y="{baseline}" text-anchor="middle" font-family="system-ui,sans-serif" '
        f'font-size="{size}" font-weight="800" fill="{number}">{face.number}</text>\n'
        "</svg>\n"
    )


def pictures() -> dict[Path, str]:
    """Every file with what it should contain."""
    faces = (Face(number, colour) for number in NUMBERS for colour in Colour)
    return {FOLDER / f"{face}.svg": svg(face) for face in faces}


def main() -> None:
    """Draw them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, text in pictures().items():
        path.write_text(text, encoding="utf-8")
    print(FOLDER)


if __name__ == "__main__":
    main()
