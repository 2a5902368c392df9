"""Names of people at a table: in one form, and none that could be taken for another.

What looks alike follows Unicode Technical Standard #39, by its table in `confusables.txt`.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Final

from charidice.bots.names import all_bot_names
from charidice.records.emoji import COLOURED, JOINER, KEYCAP, REGIONAL, TAGS, without_emoji
from charidice.records.names import LONGEST_NAME, bad_name, check_name

# A syllable of Burmese may have four marks that take no room of their own; no name needs more.
MOST_MARKS: Final = 4
# Longer texts are not even looked at: to bring them into one form may take long.
MOST_GIVEN_CHARACTERS: Final = 4 * LONGEST_NAME
# Flags may be shown as their letters, and emoji without what joins or colours them.
_SEEN_OF_EMOJI: Final = {
    **{letter: chr(ord("a") + place) for place, letter in enumerate(REGIONAL)},
    **dict.fromkeys((ord(JOINER), ord(COLOURED), ord(KEYCAP), *TAGS)),
}


def clean_name(given: str) -> str:
    """A name as it is written down: in one form, without needless spaces, or refused."""
    if len(given) > MOST_GIVEN_CHARACTERS:
        raise bad_name()
    name = re.sub(" +", " ", unicodedata.normalize("NFC", given).strip(" "))
    check_name(name)
    if COLOURED in without_emoji(name):
        raise bad_name()
    stacks = groupby(name, lambda character: unicodedata.category(character) in ("Mn", "Me"))
    if any(marks and len([*stack]) > MOST_MARKS for marks, stack in stacks):
        raise bad_name()
    return name


def alike(name: str, other: str) -> bool:
    """Whether one name could be taken for the other, in small or in large letters."""
    return not _looks(name).isdisjoint(_looks(other))


def reserved(names: Iterable[str]) -> frozenset[str]:
    """What nobody may look like, to be handed to `is_reserved`."""
    return frozenset(_unmarked(look) for name in names for look in _looks(name))


def is_reserved(name: str, kept: Collection[str]) -> bool:
    """Whether a name could be taken for a reserved one; marks on letters make no difference."""
    return any(_unmarked(look) in kept for look in _looks(name))


@cache
def english_bots() -> frozenset[str]:
    """The names of bots in records, reserved."""
    return reserved(all_bot_names())


def skeleton(text: str) -> str:
    """What a text looks like: the same for all texts that look alike (UTS #39)."""
    apart = unicodedata.normalize("NFD", text).translate(_prototypes())
    return unicodedata.normalize("NFD", apart)


@cache
def _prototypes() -> dict[int, str]:
    """By character, what it looks like."""
    table: dict[int, str] = {}
    lines = files(__package__).joinpath("confusables.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if not line.startswith("#"):
            look, characters = line.split(";")
            seen = "".join(chr(int(point, 16)) for point in look.split())
            table |= {int(point, 16): seen for point in characters.split()}
    return table


def _looks(name: str) -> frozenset[str]:
    """What a name looks like in small letters, in large ones, and in large ones by its looks.

    Letters that look alike as large ones may not do so as small ones: a Greek name has to be known
    again in small letters, and a Latin one also where it is written in Greek capitals.
    """
    bare = name.translate(_SEEN_OF_EMOJI)
    plain = "".join(filter(_is_seen, unicodedata.normalize("NFKC", bare))) or bare
    written = (plain, skeleton(plain.upper()), skeleton(skeleton(plain).upper()))
    return frozenset(_folded(skeleton(text.casefold())) for text in written)


def _is_seen(character: str) -> bool:
    """Whether a character makes another name: spaces, points and brackets do not."""
    if unicodedata.category(character) == "Lo":  # a letter is one, also if it looks like a point
        return True
    return unicodedata.category(skeleton(character)[:1] or " ")[0] not in "PZ"


def _folded(look: str) -> str:
    """Without what makes no other name: the dot of a Turkish i."""
    return look.replace("i\u0307", "i")


def _unmarked(look: str) -> str:
    return "".join(filter(lambda character: unicodedata.category(character) != "Mn", look))
