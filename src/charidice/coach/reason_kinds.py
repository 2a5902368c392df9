"""The facts that a choice can be explained with, each as a value."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

LEAST_POINTS: Final = 0.25
"""Smaller differences are not worth a sentence."""
LEAST_WORTH: Final = 0.5
"""What is worth less is no reason."""
Cause: TypeAlias = Literal["box", "charity"]


@dataclass(frozen=True)
class Held:
    """This bonus, at least, is safe; `count` is how many of the kept dice it takes, if not all."""

    bonus: int
    count: int = 0


@dataclass(frozen=True)
class Stays:
    """What is kept beside a safe bonus: rolled again, it would give so many points more."""

    gift: float


@dataclass(frozen=True)
class Gives:
    """What is kept beside a safe bonus: it gives so many points more than if it is rolled again."""

    gift: float


@dataclass(frozen=True)
class Aim:
    """The chance that the turn ends with a bonus of this family with at least so many dice.

    `number` is what all kept dice show, if they show the same; `alone` is the chance for whoever
    plays for this bonus and nothing else, as the bonus cards show it.
    """

    family: str
    size: int
    bonus: int
    chance: float
    number: int | None = None
    alone: float | None = None


@dataclass(frozen=True)
class Open:
    """Several kinds of bonus are possible; the chance that the turn ends with one of them."""

    chance: float


@dataclass(frozen=True)
class Average:
    """What the turn then brings and gives on average."""

    points: float
    gift: float


@dataclass(frozen=True)
class ScoreNow:
    """What scoring at once would bring and give at best, where rolling on is better."""

    points: int
    gift: int


@dataclass(frozen=True)
class RollAgain:
    """What rolling on would bring and give on average, where scoring is better."""

    points: float
    gift: float


@dataclass(frozen=True)
class Brings:
    """What scoring brings and gives; a bonus is part of the points."""

    points: int
    gift: int
    bonus: int


@dataclass(frozen=True)
class Most:
    """No other selection of these dice brings more points."""


@dataclass(frozen=True)
class Generous:
    """More is given for fewer points than the most, and what that is worth for charity."""

    points: int
    gift: int
    worth: float


@dataclass(frozen=True)
class Deny:
    """Less is given for fewer points than the most."""

    points: int
    gift: int


@dataclass(frozen=True)
class Spares:
    """Something else brings so many points more on average, but gives so many more away."""

    points: int
    gift: int


@dataclass(frozen=True)
class GivingPays:
    """With so many points, giving this much is better than giving nothing."""


@dataclass(frozen=True)
class WinsMore:
    """It wins more often, though another choice brings so many points more on average.

    `style` says how: "safe" where winning is likely and less is left to chance, "bold" where
    losing is likely and more is left to chance, and otherwise nothing.
    """

    points: float
    style: str


@dataclass(frozen=True)
class Gift:
    """The gift to expect, with an ask and without."""

    asked: float
    plain: float


@dataclass(frozen=True)
class LastChance:
    """There is no later turn to ask in."""


@dataclass(frozen=True)
class NextRoll:
    """The 2x can still be used after the next roll of the last gift, when more is known."""


@dataclass(frozen=True)
class KeepBox:
    """The 2x is gone then, which is worth so many points later."""

    worth: float


@dataclass(frozen=True)
class GivesLess:
    """Whoever is asked gives less, so that asking does not bring more."""


@dataclass(frozen=True)
class HelpsGiver:
    """What is asked for counts for the charity bonus of who gives it: so many points."""

    worth: float


@dataclass(frozen=True)
class ScoresLess:
    """Whoever is asked scores so many points less."""

    points: float


@dataclass(frozen=True)
class Decided:
    """The game is as good as won or lost."""


@dataclass(frozen=True)
class Lowers:
    """Asking lowers the chance of winning by so much, and what the cause of it is.

    "box" where the 2x is worth more later, "charity" where the doubled gift helps its giver.
    """

    cost: float
    cause: Cause


Reason: TypeAlias = (
    Held | Aim | Open | Average | ScoreNow | RollAgain | Brings | Most | Generous | Deny
    | Spares | GivingPays | WinsMore | Gift | LastChance | KeepBox | GivesLess | HelpsGiver
    | ScoresLess | Decided | Lowers | Stays | Gives | NextRoll
)  # fmt: skip
