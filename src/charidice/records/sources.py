"""Where the rolls of a game came from: one frozen value for each kind of source.

Later kinds belong here too, each a class of its own in `RollSource`:

- `committed`: a hash was published before the game, its seed is revealed at the end, and the
  players have added nonces of their own.
- `scripted`: a lesson says what is rolled.
- `dealt`: many games get the same rolls by address.

The classes are plain dataclasses that `kind` tells apart, so that other layers can read and write
them as a discriminated union.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from charidice.records.errors import RecordError
from charidice.records.names import is_one_line

LONGEST_SEED: Final = 200


@dataclass(frozen=True, slots=True)
class ServerSource:
    """A server drew the rolls one by one."""

    kind: Literal["server"] = field(default="server", kw_only=True)


@dataclass(frozen=True, slots=True)
class SeededSource:
    """The rolls follow from a seed, as `rolls/seeded.py` says."""

    kind: Literal["seeded"] = field(default="seeded", kw_only=True)
    seed: str

    def __post_init__(self) -> None:
        if not is_one_line(self.seed, LONGEST_SEED):
            raise RecordError("records/seed", {"most": LONGEST_SEED})


@dataclass(frozen=True, slots=True)
class EnteredSource:
    """People wrote down what real dice showed.

    With `dice` the arrangement of their faces was known: then rolls are numbers by die as in any
    record; otherwise they have their faces.
    """

    kind: Literal["entered"] = field(default="entered", kw_only=True)
    dice: bool = False


RollSource: TypeAlias = ServerSource | SeededSource | EnteredSource


def read_source(members: Mapping[str, object]) -> RollSource:
    """The source that has these members; a refusal names the member that is wrong."""
    match _text(members, "kind"):
        case "server":
            _only(members, "kind")
            return ServerSource()
        case "seeded":
            _only(members, "kind", "seed")
            return SeededSource(_text(members, "seed"))
        case "entered":
            _only(members, "kind", "dice")
            return EnteredSource(_flag(members, "dice"))
        case _:
            raise RecordError("records/field-value", {"field": "kind"})


def _flag(members: Mapping[str, object], name: str) -> bool:
    value = members.get(name, False)
    if not isinstance(value, bool):
        raise RecordError("records/field-value", {"field": name})
    return value


def _text(members: Mapping[str, object], name: str) -> str:
    if name not in members:
        raise RecordError("records/field-missing", {"field": name})
    value = members[name]
    if not isinstance(value, str):
        raise RecordError("records/field-value", {"field": name})
    return value


def _only(members: Mapping[str, object], *known: str) -> None:
    for name in members:
        if name not in known:
            raise RecordError("records/field-unknown", {"field": name})
