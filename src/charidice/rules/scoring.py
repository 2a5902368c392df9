"""What six faces can score, and what the rest gives."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from charidice.rules.dice import DICE, Colour, Face
from charidice.rules.errors import RulesError
from charidice.rules.parameters import RULEBOOK, Rules


class Kind(StrEnum):
    """The two ways to score."""

    ONE_COLOUR = "one-colour"
    DIFFERENT_COLOURS = "different-colours"


# Reading a member off its class is slow in Python 3.11, and scoring does it all the time.
_ONE_COLOUR: Final = Kind.ONE_COLOUR
_DIFFERENT_COLOURS: Final = Kind.DIFFERENT_COLOURS


class Selection(NamedTuple):
    """Dice that may be scored together, and what that brings and gives.

    `gift` is what the receiver gets without the biggest gift.
    """

    dice: tuple[int, ...]
    kind: Kind
    points: int
    bonus: int
    gift: int

    @property
    def total(self) -> int:
        """What the scoring player gets: points and bonus."""
        return self.points + self.bonus


def selections(faces: Iterable[Face], rules: Rules = RULEBOOK) -> tuple[Selection, ...]:
    """Every legal selection from six different faces, of our dice or of any box."""
    given = tuple(faces)
    if len(given) != DICE:
        raise RulesError("rules/face-count", {"count": len(given)})
    for face in given:
        if not isinstance(face, Face):
            raise RulesError("rules/bad-face", {"text": face})
        if given.count(face) > 1:
            raise RulesError("rules/faces-repeated", {"face": face})
    numbers = [face.number for face in given]
    legal = scorable(colour_pattern([face.colour for face in given]), rules.one_colour_least)
    return tuple([_worth(numbers, dice, kind, rules) for dice, kind in legal])


def best_first(found: Iterable[Selection]) -> list[Selection]:
    """The most for the player first; of equal ones the smaller gift first."""
    return sorted(found, key=lambda s: (-s.total, s.gift, len(s.dice), s.dice))


def selection(
    numbers: Sequence[int], colours: Sequence[Colour], dice: tuple[int, ...], rules: Rules
) -> Selection:
    """The selection of these positions, refused when they cannot be scored together."""
    if not dice:
        raise RulesError("rules/selection-empty")
    kind = _kind([colours[die] for die in dice], rules.one_colour_least)
    if kind is None:
        faces = " ".join(f"{numbers[die]}{colours[die].letter}" for die in dice)
        details = {"faces": faces, "least": rules.one_colour_least}
        raise RulesError("rules/selection-not-scorable", details)
    return _worth(numbers, dice, kind, rules)


def colour_pattern(colours: Sequence[Colour]) -> tuple[int, ...]:
    """Which dice share a colour: for each die the first position that has its colour."""
    return tuple(map(colours.index, colours))


@cache
def scorable(
    pattern: tuple[int, ...], one_colour_least: int
) -> tuple[tuple[tuple[int, ...], Kind], ...]:
    """The positions that may be scored together and how, single dice first.

    Only which dice share a colour matters, so a few hundred patterns cover every roll.
    """
    found = (
        (dice, _kind([pattern[die] for die in dice], one_colour_least))
        for size in range(1, DICE + 1)
        for dice in combinations(range(DICE), size)
    )
    return tuple((dice, kind) for dice, kind in found if kind is not None)


def _kind(colours: Sequence[int], one_colour_least: int) -> Kind | None:
    different = len(set(colours))
    if different == len(colours):
        return _DIFFERENT_COLOURS
    if different == 1 and len(colours) >= one_colour_least:
        return _ONE_COLOUR
    return None


def _worth(numbers: Sequence[int], dice: tuple[int, ...], kind: Kind, rules: Rules) -> Selection:
    scored = [numbers[die] for die in dice]
    size = len(scored)
    if kind is _DIFFERENT_COLOURS:
        bonus = rules.same_number_bonus[size] if len(set(scored)) == 1 else 0
    elif max(scored) - min(scored) == size - 1:  # one colour never repeats a number
        bonus = rules.straight_bonus[size]
    else:
        bonus = rules.one_colour_bonus[size]
    value = rules.gift_values.__getitem__
    gift = sum(map(value, numbers)) - sum(map(value, scored))
    return Selection(dice, kind, sum(scored), bonus, gift)
