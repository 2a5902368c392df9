"""What can happen in a game: four choices of players and one of chance.

Actions are values with a text form that parses back: `keep 0 3`, `rolled 1 6 6 4 3 2`, `ask`,
`pass` (or `pass implied`), `score 0 3 4 5`. Dice are named by position, 0 to 5. A roll of real dice
whose arrangement nobody knows has the faces themselves: `rolled 1R 6B 6Y 4P 3K 2G`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import index
from typing import Final, TypeAlias

from charidice.rules.dice import DICE, NUMBERS, Colour, Face
from charidice.rules.errors import RulesError

_NUMBERS: Final = bytes(NUMBERS)
_ASSUMED: Final = "assumed"


def _positions(dice: Iterable[int]) -> tuple[int, ...]:
    """The positions in ascending order, refused when one is unknown or named twice."""
    found: list[int] = []
    for die in dice:
        try:
            position = index(die)
        except TypeError:
            position = DICE
        if not 0 <= position < DICE:
            raise RulesError("rules/no-such-die", {"die": die})
        if position in found:
            raise RulesError("rules/die-repeated", {"die": die})
        found.append(position)
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Roll:
    """The active player rerolls all dice but these."""

    keep: tuple[int, ...] = ()

    def __init__(self, keep: Iterable[int] = ()) -> None:
        object.__setattr__(self, "keep", _positions(keep))

    def __str__(self) -> str:
        return "keep " + (" ".join(map(str, self.keep)) or "none")


@dataclass(frozen=True, slots=True)
class Rolled:
    """Chance: the numbers that all six dice show now, by die, kept ones included.

    `colours` are those of dice that are not the ones of the game, by die, and otherwise empty. It
    is `assumed` where nobody wrote down the roll, only what it scored: in the rules that makes no
    difference, so both are equal.
    """

    numbers: tuple[int, ...]
    colours: tuple[Colour, ...] = ()
    assumed: bool = field(default=False, compare=False, repr=False)

    def __init__(
        self, numbers: Iterable[int], colours: Iterable[Colour] = (), *, assumed: bool = False
    ) -> None:
        given = tuple(numbers)
        try:
            small = bytes(given)  # makes plain numbers of any kind of whole numbers, and is quick
        except (TypeError, ValueError):
            small = b""
        if len(small) != DICE or small.strip(_NUMBERS):
            raise RulesError("rules/bad-numbers", {"numbers": " ".join(map(str, given))})
        object.__setattr__(self, "numbers", tuple(small))
        object.__setattr__(self, "colours", tuple(colours))
        object.__setattr__(self, "assumed", assumed)
        if self.colours:
            _check_faces(self.faces)

    @classmethod
    def of(cls, faces: Iterable[Face]) -> "Rolled":
        """A roll of dice of which only the faces are known."""
        given = tuple(faces)
        return cls([face.number for face in given], [face.colour for face in given])

    def __repr__(self) -> str:
        colours = f", colours={self.colours}" if self.colours else ""
        return f"Rolled(numbers={self.numbers}{colours})"

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces, where the roll itself has their colours."""
        return tuple(map(Face, self.numbers, self.colours))

    def __str__(self) -> str:
        return "rolled " + " ".join(map(str, (*(self.faces or self.numbers), *self._mark)))

    @property
    def _mark(self) -> tuple[str, ...]:
        return (_ASSUMED,) if self.assumed else ()


@dataclass(frozen=True, slots=True)
class Ask:
    """The receiver asks for the biggest gift and crosses out the 2x box."""

    def __str__(self) -> str:
        return "ask"


@dataclass(frozen=True, slots=True)
class Pass:
    """The receiver does not ask now.

    It is `implied` where nobody said so: the active player has gone on. In the rules that makes no
    difference, so both are equal.
    """

    implied: bool = field(default=False, compare=False, repr=False)

    def __str__(self) -> str:
        return "pass implied" if self.implied else "pass"


@dataclass(frozen=True, slots=True)
class Score:
    """The active player scores these dice and gives the rest."""

    dice: tuple[int, ...]

    def __init__(self, dice: Iterable[int]) -> None:
        object.__setattr__(self, "dice", _positions(dice))

    def __str__(self) -> str:
        return "score " + (" ".join(map(str, self.dice)) or "none")


Action: TypeAlias = Roll | Rolled | Ask | Pass | Score


def parse_action(text: str) -> Action:
    """Read an action from its text form."""
    match text.split():
        case ["ask"]:
            return Ask()
        case ["pass"]:
            return Pass()
        case ["pass", "implied"]:
            return Pass(implied=True)
        case ["keep", *words]:
            return Roll(_dice(words, text))
        case ["score", *words]:
            return Score(_dice(words, text))
        case ["rolled", *words]:
            return _rolled(words, text)
        case _:
            raise RulesError("rules/bad-action", {"text": text})


def _check_faces(faces: tuple[Face, ...]) -> None:
    if len(faces) != DICE:
        raise RulesError("rules/face-count", {"count": len(faces)})
    for face in faces:
        if faces.count(face) > 1:
            raise RulesError("rules/faces-repeated", {"face": face})


def _rolled(words: list[str], text: str) -> Rolled:
    assumed = words[-1:] == [_ASSUMED]
    words = words[:-1] if assumed else words
    if any(len(word) > 1 for word in words):
        faces = [Face.parse(word) for word in words]
        numbers, colours = [face.number for face in faces], [face.colour for face in faces]
        return Rolled(numbers, colours, assumed=assumed)
    return Rolled(_digits(words, text), assumed=assumed)


def _dice(words: list[str], text: str) -> list[int]:
    if not words:
        raise RulesError("rules/bad-action", {"text": text})
    return [] if words == ["none"] else _digits(words, text)


def _digits(words: list[str], text: str) -> list[int]:
    if not all(len(word) == 1 and word in "0123456789" for word in words):
        raise RulesError("rules/bad-action", {"text": text})
    return [int(word) for word in words]
