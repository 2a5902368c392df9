"""How much room text takes in a terminal: colour takes none, some characters take two columns."""

import re
import unicodedata
from typing import Final

from charidice.records.emoji import signs

_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")


def columns(text: str) -> int:
    """How many columns the text takes."""
    return sum(map(_columns_of, signs(_COLOUR.sub("", text))))


def _columns_of(sign: str) -> int:
    if len(sign) > 1:  # an emoji of several characters
        return 2
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def fitted(text: str, width: int) -> str:
    """The text in exactly so many columns: padded, or shortened with an ellipsis."""
    if columns(text) > width:
        kept = signs(text)
        while kept and columns("".join(kept)) > width - 1:
            kept.pop()
        text = "".join(kept) + ("…" if width > 0 else "")
    return text + " " * (width - columns(text))


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """The text in lines that fit, broken at its spaces; lines after the first are indented."""
    lines = [""]
    for word in text.split(" "):
        line = f"{lines[-1]} {word}" if lines[-1].strip() else lines[-1] + word
        if columns(line) > width and lines[-1].strip():
            lines.append(indent + word)
        else:
            lines[-1] = line
    return lines
