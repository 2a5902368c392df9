"""Names of players, as far as they can be shown."""

import unicodedata
from typing import Final

from charidice.records.errors import RecordError

LONGEST_NAME: Final = 30
# The sign that asks for the coloured form of the symbol before it.
EMOJI_FORM: Final = "\ufe0f"
# Characters that count as printable and yet show nothing: a name made of them would be invisible.
_BLANK: Final = frozenset(
    [
        *"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0",
        *map(chr, range(0xFE00, 0xFE10)),
        *map(chr, range(0xE0100, 0xE01F0)),
    ]
)


def check_name(name: str) -> None:
    """Refuse a name that cannot be shown on one line as it is."""
    if not is_one_line(name, LONGEST_NAME) or _BLANK.intersection(_without_emoji_selectors(name)):
        raise bad_name()


def bad_name() -> RecordError:
    """The refusal of a name."""
    return RecordError("records/name", {"most": LONGEST_NAME})


def is_one_line(text: str, longest: int) -> bool:
    """Whether a text can be seen as it is, on one line that is not too long."""
    return 0 < len(text) <= longest and text.isprintable() and text == text.strip()


def _without_emoji_selectors(name: str) -> str:
    return "".join(
        character
        for before, character in zip(" " + name, name, strict=False)
        if character != EMOJI_FORM or unicodedata.category(before) not in ("So", "Sm")
    )
