"""What Unicode calls an emoji (UTS #51), by the table in `emoji_table.py`.

An emoji may be several characters: a heart and the sign for colour, a hand and a skin tone, two
letters that make a flag, a digit in a keycap, or people that are joined into a family.
"""

import re
from functools import cache
from typing import Final

from charidice.records.emoji_table import TABLE

JOINER: Final = "\u200d"
# The sign that asks for the coloured form of the symbol before it.
COLOURED: Final = "\ufe0f"
KEYCAP: Final = "\u20e3"
REGIONAL: Final = range(0x1F1E6, 0x1F200)  # the letters of flags, from A to Z
TAGS: Final = range(0xE0020, 0xE0080)
_BLACK_FLAG: Final = "\U0001f3f4"
_KEYS: Final = "0123456789#*"


def is_emoji(text: str) -> bool:
    """Whether a text is exactly one emoji."""
    return _pattern().fullmatch(text) is not None


def signs(text: str) -> list[str]:
    """A text in pieces that must not be cut: emoji, and every other character by itself."""
    found: list[str] = []
    place = 0
    for match in _pattern().finditer(text):
        found += [*text[place : match.start()], match.group()]
        place = match.end()
    return [*found, *text[place:]]


def without_emoji(text: str) -> str:
    """What is left of a text without its emoji."""
    return _pattern().sub("", text)


def room(text: str) -> int:
    """How many signs a text may take on a screen: a joined emoji may be shown in its parts."""
    return sum(1 + sign.count(JOINER) if len(sign) > 1 else 1 for sign in signs(text))


@cache
def _pattern() -> re.Pattern[str]:
    """One emoji, as long as possible: a flag, a keycap, or elements that are joined."""
    table = TABLE
    tone, base = _class(table["modifier"]), _class(table["modifier-base"])
    single = f"(?![{re.escape(_KEYS)}{_escaped(REGIONAL[0])}-{_escaped(REGIONAL[-1])}])"
    element = f"(?:{base}{tone}|{single}{_class(table['emoji'])}{COLOURED}?)"
    letter = f"[{_escaped(REGIONAL[0])}-{_escaped(REGIONAL[-1])}]"
    regions = "|".join(map(_tagged, table["flags"].split()))
    return re.compile(
        f"{letter}{letter}|{_BLACK_FLAG}(?:{regions})"
        f"|[{re.escape(_KEYS)}]{COLOURED}{KEYCAP}|{element}(?:{JOINER}{element})*"
    )


def _class(ranges: str) -> str:
    """A class of characters for a pattern."""
    return (
        "["
        + "".join(
            "-".join(_escaped(int(point, 16)) for point in each.split("-"))
            for each in ranges.split()
        )
        + "]"
    )


def _escaped(point: int) -> str:
    return f"\\U{point:08x}"


def _tagged(region: str) -> str:
    """A region in tags, with the one that ends them."""
    return "".join(map(chr, (*(TAGS.start - 0x20 + ord(letter) for letter in region), TAGS[-1])))
