"""Draw the icons of the app and what chats show of a link, one picture for each language.

uv run python -m tools.app_pictures
"""

import base64
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright
from tools.browser import chromium

from charidice.locale import gettext as _
from charidice.locale import languages, use
from charidice.web.edge.static_files import STATIC
from charidice.web.pages.preview import SIZE, home_preview

SYMBOLS: Final = sorted((STATIC.parent / "templates").glob("symbols*.svg"))
ICONS: Final = {"icon-192": 192, "icon-512": 512, "maskable-512": 512, "apple-touch": 180}
_DICE: Final = (
    ("red", "circle", 5),
    ("yellow", "triangle", 5),
    ("green", "square", 5),
    ("blue", "diamond", 5),
    ("purple", "star", 6),
    ("black", "cross", 6),
)
_FLAGS: Final = ["--no-sandbox", "--force-color-profile=srgb"]
_LOOK: Final = """
.sprite { position: absolute; }
body { margin: 0; width: 1200px; height: 630px; overflow: hidden; display: grid;
  grid-template-columns: 1fr 328px; align-items: center; gap: 48px; padding: 0 76px 0 72px;
  box-sizing: border-box; background: var(--felt); color: var(--on-felt);
  font: 500 33px/1.35 Geologica; }
h1 { margin: 34px 0 24px; font-size: 78px; line-height: 1.06; font-weight: 800;
  letter-spacing: -.02em; text-wrap: balance; }
p { margin: 0; color: var(--soft-on-felt); text-wrap: pretty; }
.name { display: flex; align-items: center; gap: 18px; font-weight: 850; font-size: 46px;
  letter-spacing: -.03em; }
.name svg { width: 76px; height: 76px; }
.lot { display: grid; grid-template-columns: 1fr 1fr; gap: 24px; }
.lot div { position: relative; }
.lot .die { width: 152px; height: 152px; box-shadow: 0 7px 0 #0000004d; background-image: none; }
.bow { position: absolute; right: -26px; top: -22px; width: 92px; height: 66px; rotate: 12deg; }
"""


def main() -> None:
    """Draw them all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=_FLAGS)
        for name, size in ICONS.items():
            _write(STATIC / "icons" / f"{name}.png", _icon(browser, name, size))
        for language in languages():
            _write(STATIC / "previews" / f"{language}.png", _preview(browser, language))
        browser.close()


def _write(path: Path, picture: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(smaller(picture))
    print(f"{path.relative_to(STATIC)}: {path.stat().st_size:,} bytes")


def _icon(browser: Browser, name: str, size: int) -> bytes:
    """The icon in a size; where systems cut their own shape the ground fills the whole square."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    if name in ("maskable-512", "apple-touch"):
        svg = svg.replace(' rx="15"', "", 1)
    if name == "maskable-512":  # what matters lies in a circle of four fifths
        svg = svg.replace("translate(9.5 8.5) scale(.703)", "translate(13.5 13) scale(.578)")
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(
        "<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>" + svg
    )
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def _preview(browser: Browser, language: str) -> bytes:
    use(language)
    page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
    page.set_content(_html(language))
    page.evaluate("() => document.fonts.ready")
    picture = page.screenshot()
    page.close()
    return picture


def _html(language: str) -> str:
    """The picture as a page: our letters, our dice, the headline of the start page."""
    styles = [(STATIC / "css" / f"{name}.css").read_text("utf-8") for name in ("tokens", "dice")]
    dice = "".join(
        f'<div><span class="die {colour}"><svg><use href="#{symbol}"/></svg><i>{number}</i></span>'
        + ('<svg class="bow"><use href="#bigbow"/></svg>' if number == 6 else "")
        + "</div>"
        for colour, symbol, number in _DICE
    )
    _title, text = home_preview()
    return (
        f'<!doctype html><html lang="{language}"><style>{_fonts()}{"".join(styles)}{_LOOK}</style>'
        f"<body>{''.join(each.read_text(encoding='utf-8') for each in SYMBOLS)}"
        f'<div><div class="name"><svg><use href="#logo"/></svg>Charidice</div>'
        f"<h1>{_('Give well, win well.')}</h1><p>{text}</p></div>"
        f'<div class="lot">{dice}</div></body></html>'
    )


def _fonts() -> str:
    """The letters inside the page, which has no address of its own."""
    sheet = (STATIC / "css" / "fonts.css").read_text(encoding="utf-8")
    for file in sorted((STATIC / "fonts").glob("*.woff2")):
        data = base64.b64encode(file.read_bytes()).decode()
        sheet = sheet.replace(f"../fonts/{file.name}", f"data:font/woff2;base64,{data}")
    return sheet


# --- smaller files: few colours, and as tightly packed as PNG allows ------------------------------


_AREA: Final = 500  # pixels of one colour
_STEP: Final = 17


def smaller(png: bytes) -> bytes:
    """The same picture with at most 256 colours: those of areas, and steps at their edges."""
    width, height, pixels = _pixels(png)
    counts = Counter(pixels)
    areas = {colour for colour, count in counts.items() if count >= _AREA}
    steps: Counter[bytes] = Counter()
    for colour, count in counts.items():
        if colour not in areas:
            steps[bytes(min(255, (part + _STEP // 2) // _STEP * _STEP) for part in colour)] += count
    palette = [*areas, *(colour for colour, _count in steps.most_common(256 - len(areas)))]
    known = {
        colour: min(range(len(palette)), key=lambda at: _distance(colour, palette[at]))
        for colour in counts
    }
    rows = b"".join(
        b"\0" + bytes(known[pixel] for pixel in pixels[row * width : (row + 1) * width])
        for row in range(height)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [(b"IHDR", head), (b"PLTE", b"".join(colour[:3] for colour in palette))]
    if any(colour[3] < 255 for colour in palette):
        parts.append((b"tRNS", bytes(colour[3] for colour in palette)))
    parts += [(b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in parts)


def _distance(one: bytes, other: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += length + 12


def _pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and pixels (red, green, blue, opacity) of a picture that Chromium took."""
    chunks = list(_chunks(png))
    width, height, _depth, kind = struct.unpack(">IIBB", chunks[0][1][:10])
    channels = {2: 3, 6: 4}[kind]
    data = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    length, before, pixels = width * channels, bytes(width * channels), list[bytes]()
    for row in range(height):
        start = row * (length + 1)
        line = _unfiltered(data[start], data[start + 1 : start + 1 + length], before, channels)
        full = b"" if channels == 4 else b"\xff"
        pixels += [line[at : at + channels] + full for at in range(0, length, channels)]
        before = line
    return width, height, pixels


def _unfiltered(kind: int, line: bytes, above: bytes, channels: int) -> bytes:
    """A row of bytes as they were before PNG wrote only differences to their neighbours."""
    done = bytearray(line)
    for at, value in enumerate(line):
        left = done[at - channels] if at >= channels else 0
        corner = above[at - channels] if at >= channels else 0
        done[at] = (value + _guess(kind, left, above[at], corner)) & 255
    return bytes(done)


def _guess(kind: int, left: int, above: int, corner: int) -> int:
    if kind < 4:
        return (0, left, above, (left + above) // 2)[kind]
    wanted = left + above - corner
    return min((left, above, corner), key=lambda each: abs(wanted - each))


if __name__ == "__main__":
    main()
