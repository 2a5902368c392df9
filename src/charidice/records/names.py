"""Names of players, as far as they can be shown."""

import unicodedata
from typing import Final

from charidice.records.emoji import COLOURED, room, signs, without_emoji
from charidice.records.errors import RecordError

LONGEST_NAME: Final = 30
# An emoji may be many characters, of which most take no room; a name has no more in all.
MOST_NAME_CODE_POINTS: Final = 4 * LONGEST_NAME
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
    if len(name) > MOST_NAME_CODE_POINTS or not 0 < room(name) <= LONGEST_NAME:
        raise bad_name()
    plain = without_emoji(name)
    if name != name.strip() or not plain.isprintable() or _BLANK.intersection(_settled(plain)):
        raise bad_name()


def bad_name() -> RecordError:
    """The refusal of a name."""
    return RecordError("records/name", {"most": LONGEST_NAME})


def shortened(text: str) -> str:
    """The beginning of a text, as long as a name may be; no emoji is cut."""
    kept = ""
    for sign in signs(text[:MOST_NAME_CODE_POINTS]):
        if room(kept + sign) > LONGEST_NAME:
            break
        kept += sign
    return kept


def initial(name: str) -> str:
    """What a name begins with: a large letter, or an emoji."""
    return signs(name)[0].upper() if name else ""


def is_one_line(text: str, longest: int) -> bool:
    """Whether a text can be seen as it is, on one line that is not too long."""
    return 0 < len(text) <= longest and text.isprintable() and text == text.strip()


def _settled(text: str) -> str:
    """Without signs for colour on symbols that are no emoji: old records have such names."""
    return "".join(
        character
        for before, character in zip(" " + text, text, strict=False)
        if character != COLOURED or unicodedata.category(before) not in ("So", "Sm")
    )
