"""Colours, faces, and the six dice: a Latin square of 36 different faces."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from operator import getitem
from typing import Final, Self

from charidice.rules.errors import RulesError

DICE: Final = 6
NUMBERS: Final = (1, 2, 3, 4, 5, 6)
_LETTERS: Final = "RYGBPK"
_SYMBOLS: Final = "●▲■◆★✚"


class Colour(IntEnum):
    """The six colours, each with a letter to write and a symbol to see without colour."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3
    PURPLE = 4
    BLACK = 5

    @property
    def letter(self) -> str:
        """The capital that stands for the colour in text."""
        return _LETTERS[self]

    @property
    def symbol(self) -> str:
        """The shape that stands for the colour where colours cannot be told apart."""
        return _SYMBOLS[self]

    @classmethod
    def from_letter(cls, letter: str) -> Self:
        """The colour of a letter, capital or small."""
        index = _LETTERS.find(letter.upper()) if len(letter) == 1 else -1
        if index < 0:
            raise RulesError("rules/bad-colour", {"letter": letter})
        return cls(index)


@dataclass(frozen=True, slots=True, order=True)
class Face:
    """One side of a die: a number on a colour, written like 3R."""

    number: int
    colour: Colour

    def __post_init__(self) -> None:
        number_fits = type(self.number) is int and self.number in NUMBERS
        if not number_fits or not isinstance(self.colour, Colour):
            raise RulesError("rules/bad-face", {"text": f"{self.number} {self.colour}"})

    def __str__(self) -> str:
        return f"{self.number}{self.colour.letter}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a face: the number, then the colour's letter."""
        if len(text) != 2 or text[0] not in "123456" or text[1].upper() not in _LETTERS:
            raise RulesError("rules/bad-face", {"text": text})
        return cls(int(text[0]), Colour.from_letter(text[1]))


@dataclass(frozen=True, slots=True)
class DiceSet:
    """Six dice; `colours[die][number - 1]` is the colour under that number of that die.

    Every die shows six numbers on six colours, and no two dice share a face.
    """

    colours: tuple[tuple[Colour, ...], ...]
    _faces: tuple[dict[int, Face], ...] = field(init=False, repr=False, compare=False)
    _colours: tuple[tuple[Colour, ...], ...] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        try:
            colours = tuple(tuple(map(Colour, die)) for die in self.colours)
        except (TypeError, ValueError):
            raise RulesError("rules/bad-dice-set") from None
        _check_latin_square(colours)
        object.__setattr__(self, "colours", colours)
        faces = tuple(
            {number: Face(number, colour) for number, colour in zip(NUMBERS, die, strict=True)}
            for die in self.colours
        )
        by_number = tuple((die[0], *die) for die in self.colours)  # index 0 is never used
        object.__setattr__(self, "_faces", faces)
        object.__setattr__(self, "_colours", by_number)
        object.__setattr__(self, "_hash", hash(self.colours))

    def __hash__(self) -> int:
        return self._hash

    def faces(self, numbers: Sequence[int]) -> tuple[Face, ...]:
        """The six faces that lie up when the dice show these numbers, by die."""
        try:
            return tuple([die[n] for die, n in zip(self._faces, numbers, strict=True)])
        except (KeyError, TypeError, ValueError):
            listed = " ".join(map(str, numbers))
            raise RulesError("rules/bad-numbers", {"numbers": listed}) from None

    def colours_up(self, numbers: tuple[int, ...]) -> list[Colour]:
        """The colours that lie up under the numbers of a roll, by die: the engine's short cut."""
        return list(map(getitem, self._colours, numbers))

    def __str__(self) -> str:
        return " ".join("".join(colour.letter for colour in die) for die in self.colours)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read six words, one a die: the colour letters under the numbers 1 to 6."""
        return cls(
            tuple(tuple(Colour.from_letter(letter) for letter in word) for word in text.split())
        )


def _check_latin_square(colours: tuple[tuple[Colour, ...], ...]) -> None:
    if len(colours) != DICE:
        raise RulesError("rules/dice-count", {"count": len(colours)})
    for die, row in enumerate(colours):
        if len(row) != len(NUMBERS):
            raise RulesError("rules/die-face-count", {"die": die, "count": len(row)})
        if set(row) != set(Colour):
            raise RulesError("rules/die-colours", {"die": die})
    for number, column in zip(NUMBERS, zip(*colours, strict=True), strict=True):
        for colour in column:
            if (count := column.count(colour)) > 1:
                face = Face(number, colour)
                raise RulesError("rules/not-a-latin-square", {"face": face, "count": count})


STANDARD: Final = DiceSet(
    tuple(tuple(Colour((number - 1 + die) % DICE) for number in NUMBERS) for die in range(DICE))
)
