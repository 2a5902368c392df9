"""What somebody may want of a pad for real dice."""

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from charidice.rules import DICE
from charidice.tables.model.command_parts import CommandBase, Id, Number

Faces: TypeAlias = Annotated[
    str,
    Field(
        pattern="^[1-6][RYGBPK]( [1-6][RYGBPK]){5}$",
        description="Six faces, each a number and the letter of its colour.",
        examples=["1R 6B 6Y 4P 3K 2G"],
    ),
]
Place: TypeAlias = Annotated[int, Field(ge=0, lt=DICE)]
Column: TypeAlias = Annotated[int, Field(ge=0, le=999)]


@dataclass(frozen=True)
class EarlierRoll(CommandBase):
    """A roll before the last one of a turn, and which of its dice were kept."""

    faces: Faces
    keep: list[Place]


@dataclass(frozen=True)
class Enter(CommandBase):
    """Write down a turn of real dice at a pad: the next one, or one that was wrong.

    `faces` are those of the last roll in any order and `score` the places of those that are scored.
    Without faces, `points`, `bonus` and `gift` as they stand on the sheets are enough. `earlier`
    has the rolls before, if somebody wants to write them down too: then the faces of every roll
    stand in the same order.
    """

    kind: Literal["enter"] = field(default="enter", kw_only=True)
    turn: Number
    position: Number
    faces: Faces | None = None
    score: list[Place] | None = None
    earlier: list[EarlierRoll] = field(default_factory=list)
    points: Column | None = None
    bonus: Column | None = None
    gift: Column | None = None
    asked: bool = False
    id: Id | None = None


@dataclass(frozen=True)
class PadAsk(CommandBase):
    """At a pad the receiver asks for the biggest gift in this turn, or takes it back."""

    kind: Literal["pad-ask"] = field(default="pad-ask", kw_only=True)
    asked: bool
    position: Number
    id: Id | None = None


@dataclass(frozen=True)
class Restore(CommandBase):
    """Undo the latest correction of a turn at a pad; once more, and it is there again."""

    kind: Literal["restore"] = field(default="restore", kw_only=True)
    turn: Number
    position: Number
    id: Id | None = None
