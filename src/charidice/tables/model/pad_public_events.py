"""What everybody may know of what happens at a pad for real dice."""

from dataclasses import dataclass
from typing import Literal

from charidice.tables.model.event_parts import OfPerson, OfSeat


@dataclass(frozen=True, kw_only=True)
class EnteredEvent(OfPerson):
    """A turn of real dice was written down, or one that stood there was corrected (`corrected`).

    `actions` are those of this turn without passes; after a correction everything follows anew.
    """

    kind: Literal["entered"] = "entered"
    turn: int
    actions: list[str]
    corrected: bool
    restored: bool
    id: str | None


@dataclass(frozen=True, kw_only=True)
class PadAskedEvent(OfPerson):
    """At a pad the biggest gift was asked for in this turn, or no longer."""

    kind: Literal["padasked"] = "padasked"
    asked: bool
    id: str | None


@dataclass(frozen=True, kw_only=True)
class ClaimedEvent(OfSeat):
    """At a pad somebody with a device of their own writes for this seat."""

    kind: Literal["claimed"] = "claimed"
    sitting: int
