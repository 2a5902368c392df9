"""The worked examples of the rules, with drawn dice: every number follows from the faces."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from charidice.rules import (
    NUMBERS,
    RULEBOOK,
    STANDARD,
    Ask,
    Colour,
    Face,
    Game,
    Phase,
    Rolled,
    Row,
    Selection,
    Sheet,
    Turn,
    apply,
    gift_of,
    new_game,
    selections,
    standings,
)
from charidice.web.live.dice import DieView, dice_view
from charidice.web.live.recap import BonusCard, bonus_cards

# The rolls of the rulebook's examples, as our standard dice show them.
LENAS_ROLL: Final = (1, 6, 6, 4, 3, 2)
FLORIANS_ROLL: Final = (6, 2, 2, 2, 6, 2)
DOUBLED_ROLL: Final = (1, 1, 1, 1, 2, 5)
# The sums of the columns at the end of the rulebook's example, and of somebody who gave less.
MARKOS_SUMS: Final = Row(126, 75, 22, 57)
OTHER_SUMS: Final = Row(100, 50, 57, 22)
# Dice that reach the first step of each bonus card, in their order.
BONUS_DICE: Final = ("2R 2Y 2G 2B", "1P 2P 4P 6P", "1R 2R 3R 4R")


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One way to score a roll: the kept dice are scored, the others given; each with its sum."""

    dice: tuple[DieView, ...]
    points_sum: str
    points: int
    bonus: int
    total: int
    gift_sum: str
    gift: int

    @property
    def given(self) -> tuple[DieView, ...]:
        """The dice that are given."""
        return tuple(die for die in self.dice if not die.is_kept)


@dataclass(frozen=True, slots=True)
class TrialView:
    """Dice that somebody would like to score, and whether they may."""

    dice: tuple[DieView, ...]
    is_legal: bool


@dataclass(frozen=True, slots=True)
class EndView:
    """The sums of somebody at the end of a game."""

    points: int
    bonus: int
    received: int
    given: int
    before: int
    charity: int
    total: int


def faces(text: str) -> tuple[Face, ...]:
    """Faces written like “2R 3R”."""
    return tuple(map(Face.parse, text.split()))


def choice(roll: tuple[int, ...], scored: str) -> ChoiceView:
    """What it is worth to score these faces of a roll; its dice lie in the order of numbers."""
    up = tuple(sorted(STANDARD.faces(roll)))
    found = _legal(up, faces(scored))
    given = [face.number for place, face in enumerate(up) if place not in found.dice]
    return ChoiceView(
        dice_view(up, kept=found.dice, game=new_game(2)),
        " + ".join(str(up[die].number) for die in found.dice),
        found.points,
        found.bonus,
        found.total,
        gift_sum(given),
        found.gift,
    )


def gift_sum(numbers: Iterable[int]) -> str:
    """What given dice count, written out: “1 + 6 × 2”."""
    return " + ".join(_gift_term(number) for number in numbers)


def _gift_term(number: int) -> str:
    value = RULEBOOK.gift_values[number]
    return str(number) if value == number else f"{number} × {value // number}"


def trial(roll: tuple[int, ...], wanted: str) -> TrialView:
    """Whether these faces of a roll may be scored together."""
    shown = faces(wanted)
    return TrialView(dice_view(shown), _selection(STANDARD.faces(roll), shown) is not None)


def _legal(up: tuple[Face, ...], wanted: tuple[Face, ...]) -> Selection:
    found = _selection(up, wanted)
    if found is None:
        raise ValueError(f"nobody may score {' '.join(map(str, wanted))}")
    return found


@cache
def _selection(up: tuple[Face, ...], wanted: tuple[Face, ...]) -> Selection | None:
    found = (each for each in selections(up) if {up[die] for die in each.dice} == {*wanted})
    return next(found, None)


@dataclass(frozen=True, slots=True)
class DoubledView:
    """A gift after somebody has asked for the biggest gift."""

    dice: tuple[DieView, ...]
    gift_sum: str
    factor: int
    gift: int


def doubled() -> DoubledView:
    """The rulebook's example: a 2 and a 5 are given, and the biggest gift was asked for."""
    game = apply(apply(new_game(3), Rolled(DOUBLED_ROLL)), Ask())
    scored = _legal(game.faces, game.faces[:4])
    given = game.faces[4:]
    return DoubledView(
        dice_view(given),
        gift_sum(face.number for face in given),
        game.rules.biggest_gift_factor,
        gift_of(game, scored),
    )


def end() -> EndView:
    """The rulebook's example of a game that is over."""
    sheets = (Sheet((MARKOS_SUMS,), box=False), Sheet((OTHER_SUMS,), box=False))
    turns = RULEBOOK.rounds * len(sheets)
    marko = standings(Game(RULEBOOK, STANDARD, sheets, turns, Turn(phase=Phase.OVER)))[0]
    before = marko.total - marko.charity
    sums = (marko.points, marko.bonus, marko.received, marko.given)
    return EndView(*sums, before, marko.charity, marko.total)


@dataclass(frozen=True, slots=True)
class ExamplesView:
    """All examples of the rules, in the language of the context."""

    all_numbers: tuple[DieView, ...]
    trials: tuple[TrialView, ...]
    bonuses: tuple[tuple[BonusCard, tuple[DieView, ...]], ...]
    lena: tuple[ChoiceView, ChoiceView]
    florian: tuple[ChoiceView, ChoiceView]
    doubled: DoubledView
    end: EndView


def examples() -> ExamplesView:
    """What the pages about the rules show."""
    one_each = tuple(Face(number, Colour(number - 1)) for number in NUMBERS)
    return ExamplesView(
        dice_view(one_each, game=new_game(2)),
        (
            trial(FLORIANS_ROLL, "2R 2G 6K"),
            trial(LENAS_ROLL, "1R 3R 4R 6R"),
            trial(FLORIANS_ROLL, "2G 2B 6B"),
        ),
        tuple(
            (card, dice_view(faces(shown)))
            for card, shown in zip(bonus_cards(RULEBOOK), BONUS_DICE, strict=True)
        ),
        (choice(LENAS_ROLL, "2R 3R 4R 6R"), choice(LENAS_ROLL, "1R 2R 3R 4R")),
        (choice(FLORIANS_ROLL, "2R 2G 2P 6B 6K"), choice(FLORIANS_ROLL, "2R 2G 2B 2P")),
        doubled(),
        end(),
    )
