"""Regenerate the table of emoji characters, from the latest data of Unicode.

uv run --with icu4py python -m tools.emoji

The data are those of emoji-data.txt and emoji-sequences.txt (Unicode Technical Standard #51). They
come with ICU, whose libraries are part of the package icu4py. Afterwards every emoji that Unicode
recommends is held against the grammar in charidice.records.emoji.
"""

import ctypes
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from textwrap import indent, wrap

from tools.confusables import Icu, licence

PLACE = Path(__file__).parent.parent / "src" / "charidice" / "records" / "emoji_table.py"
HEADER = """
Emoji characters, as ranges of code points in hexadecimal: all of them, skin tones, and those that
can have a skin tone; then the regions whose flags are written with tags.
Derived from the data files of Unicode {version} (UTS #51) by tools/emoji.py.
"""
BEGINS = '''"""The characters that are emoji, and parts of them."""

from typing import Final

TABLE: Final = {
'''
# The numbers of ICU for these properties of characters and of sequences.
PROPERTIES = {"emoji": 57, "modifier": 59, "modifier-base": 60}
RECOMMENDED, FLAGS_WITH_TAGS = 71, 69
TAGS = 0xE0000
LONGEST = 64  # of a sequence, in UTF-16 code units


def main() -> None:
    """Write the table, and check the grammar with it."""
    package = distribution("icu4py")
    icu = Icu(package)
    header = f"{HEADER.format(version=icu.unicode_version)}\n{licence(package)}\n"
    comment = indent(header.strip("\n"), "# ", lambda _line: True).replace("# \n", "#\n")
    table = {
        name: " ".join(_ranges(filter(icu.property(number), range(0x110000))))
        for name, number in PROPERTIES.items()
    }
    table["flags"] = " ".join(sorted(_region(text) for text in _sequences(icu, FLAGS_WITH_TAGS)))
    rows = "".join(_row(name, ranges) for name, ranges in table.items())
    PLACE.write_text(f"{comment}\n{BEGINS}{rows}}}\n", encoding="utf-8")
    print(f"{PLACE.name}: {len(table)} rows")
    _check([*_sequences(icu, RECOMMENDED)])


def _row(name: str, ranges: str) -> str:
    """A row of the table, as Python writes it."""
    *parts, last = wrap(ranges, 80)
    if not parts:
        return f'    "{name}": "{last}",\n'
    text = "".join(f'        "{part} "\n' for part in parts) + f'        "{last}"\n'
    return f'    "{name}": (\n{text}    ),\n'


def _ranges(points: Iterable[int]) -> Iterator[str]:
    found: list[list[int]] = []
    for point in points:
        if found and found[-1][-1] == point - 1:
            found[-1][-1] = point
        else:
            found.append([point, point])
    for first, last in found:
        yield f"{first:04X}" if first == last else f"{first:04X}-{last:04X}"


def _region(flag: str) -> str:
    """The region that the tags of a flag spell: “gbsct”."""
    return "".join(chr(ord(tag) - TAGS) for tag in flag[1:-1])


def _sequences(icu: Icu, number: int) -> Iterator[str]:
    """All sequences and single characters with a property."""
    status, buffer = ctypes.c_int(0), (ctypes.c_uint16 * LONGEST)()
    first, last = ctypes.c_int32(), ctypes.c_int32()
    opened = icu.function("u_getBinaryPropertySet")
    opened.restype = ctypes.c_void_p
    found = ctypes.c_void_p(opened(number, ctypes.byref(status)))
    for place in range(icu.function("uset_getItemCount")(found)):
        size = icu.function("uset_getItem")(
            *(found, place, ctypes.byref(first), ctypes.byref(last)),
            *(buffer, LONGEST, ctypes.byref(status)),
        )
        if status.value > 0:
            raise RuntimeError(f"ICU says {status.value} to item {place} of property {number}")
        if size:
            yield bytes(buffer)[: 2 * size].decode("utf-16")
        else:
            yield from map(chr, range(first.value, last.value + 1))


def _check(recommended: list[str]) -> None:
    from charidice.records.emoji import is_emoji  # noqa: PLC0415  # it reads the new table

    missing = [text for text in recommended if not is_emoji(text)]
    if missing:
        raise SystemExit(f"no emoji by our grammar: {' '.join(missing)}")
    print(f"all {len(recommended)} recommended emoji are emoji by our grammar")


if __name__ == "__main__":
    main()
