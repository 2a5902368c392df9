"""What can happen at a pad for real dice, beside what happens at any table."""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Entered:
    """A turn of real dice was written down, or one that stands there already was corrected.

    `actions` are what was written down: rolls, an ask, the score. That nobody asked is not among
    them, as it follows from the turns before.
    """

    kind: Literal["entered"] = field(default="entered", kw_only=True)
    at: float
    holder: int
    turn: int
    actions: list[str]
    restored: bool = False
    id: str | None = None


@dataclass(frozen=True)
class PadAsked:
    """At a pad the biggest gift was asked for in the turn that is being played, or no longer."""

    kind: Literal["padasked"] = field(default="padasked", kw_only=True)
    at: float
    holder: int
    asked: bool
    id: str | None = None


@dataclass(frozen=True)
class Claimed:
    """At a pad somebody with a device of their own writes for this seat from now on."""

    kind: Literal["claimed"] = field(default="claimed", kw_only=True)
    at: float
    holder: int
    seat: int
    id: str | None = None
