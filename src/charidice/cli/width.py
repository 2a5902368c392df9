"""How much room text takes in a terminal: colour takes none, some characters take two columns."""

import re
import unicodedata
from typing import Final

_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")


def columns(text: str) -> int:
    """How many columns the text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in _COLOUR.sub("", text)
    )


def fitted(text: str, width: int) -> str:
    """The text in exactly so many columns: padded, or shortened with an ellipsis."""
    if columns(text) > width:
        while text and columns(text) > width - 1:
            text = text[:-1]
        text += "…" if width > 0 else ""
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
