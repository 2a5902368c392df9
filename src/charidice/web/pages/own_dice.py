"""The arrangement of somebody's own dice, entered once: which colour lies under each number."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final, TypeAlias
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.rules import DICE, NUMBERS, Colour, DiceSet, Face, RulesError
from charidice.web.live import words
from charidice.web.live.dice import DieView, dice_view
from charidice.web.pages.layout import page

router = APIRouter(include_in_schema=False)

Draft: TypeAlias = tuple[tuple[Colour | None, ...], ...]
_SIDES: Final = len(NUMBERS)


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of a die: its number, and the colour under it if that is known."""

    number: int
    letter: str
    face: DieView | None
    is_wrong: bool


@dataclass(frozen=True, slots=True)
class DraftView:
    """What was entered so far, what is wrong with it, and what is missing.

    `text` is the arrangement in six words, once it is right.
    """

    dice: tuple[tuple[SideView, ...], ...]
    problems: tuple[str, ...]
    missing: str
    text: str
    pad_link: str


@router.get("/dice")
async def dice_page(request: Request, dice: str = "") -> Response:
    """The six dice, side by side, as far as they were entered."""
    letters = request.query_params.getlist("c") or list("".join(dice.split()))
    colours = tuple((each.letter, words.colour(each)) for each in Colour)
    values = {"view": draft_view(read_draft(letters)), "colours": colours}
    return page(request, "own_dice.html", values)


def read_draft(letters: Sequence[str]) -> Draft:
    """The colours by die and number; what is no letter of a colour is not known."""
    sides = [_colour(letter) for letter in letters[: DICE * _SIDES]]
    sides += [None] * (DICE * _SIDES - len(sides))
    return tuple(tuple(sides[die * _SIDES : (die + 1) * _SIDES]) for die in range(DICE))


def draft_view(draft: Draft) -> DraftView:
    """How the page shows a draft."""
    wrong, problems = _twice(draft)
    missing = sum(colour is None for die in draft for colour in die)
    text = "" if missing or problems else str(DiceSet(_complete(draft)))
    return DraftView(
        tuple(
            tuple(_side(number, die[number - 1], (place, number) in wrong) for number in NUMBERS)
            for place, die in enumerate(draft)
        ),
        problems,
        _missing(missing),
        text,
        f"/?dice={quote(text)}#real-dice" if text else "",
    )


def _colour(letter: str) -> Colour | None:
    try:
        return Colour.from_letter(letter)
    except RulesError:
        return None


def _complete(draft: Draft) -> tuple[tuple[Colour, ...], ...]:
    return tuple(tuple(colour for colour in die if colour is not None) for die in draft)


def _side(number: int, colour: Colour | None, is_wrong: bool) -> SideView:
    if colour is None:
        return SideView(number, "", None, is_wrong)
    (face,) = dice_view([Face(number, colour)])
    return SideView(number, colour.letter, face, is_wrong)


def _twice(draft: Draft) -> tuple[set[tuple[int, int]], tuple[str, ...]]:
    """The sides that cannot all be right, by die and number, and why in words."""
    wrong, problems = set[tuple[int, int]](), list[str]()
    for die, (one, other) in product(range(DICE), combinations(NUMBERS, 2)):
        colour = draft[die][one - 1]
        if colour is not None and colour is draft[die][other - 1]:
            wrong |= {(die, one), (die, other)}
            text = _("Die {die} has the {colour} under {one} and under {other}: look again.")
            details = {"colour": words.colour(colour), "one": one, "other": other}
            problems.append(text.format(die=die + 1, **details))
    for number, (first, second) in product(NUMBERS, combinations(range(DICE), 2)):
        colour = draft[first][number - 1]
        if colour is not None and colour is draft[second][number - 1]:
            wrong |= {(first, number), (second, number)}
            text = _("“{face}” is on die {one} and on die {other}, but every face is there once.")
            face = words.die(Face(number, colour))
            problems.append(text.format(face=face, one=first + 1, other=second + 1))
    return wrong, tuple(problems)


def _missing(count: int) -> str:
    if not count:
        return ""
    text = ngettext("{count} face is still missing.", "{count} faces are still missing.", count)
    return text.format(count=count)
