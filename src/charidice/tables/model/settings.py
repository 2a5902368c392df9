"""What the host of a table decides.

Each setting is described here once: the log, the API and the form of the page read this
description, and `locale/settings.py` has the words for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, ClassVar, Final, get_type_hints

from pydantic import ConfigDict, GetJsonSchemaHandler, StrictBool, StrictInt
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from charidice.tables.model.errors import TableError

# The shortest limit for a decision, and what is left at least to somebody who was alone.
LEAST_PATIENCE: Final = 15
# For how long at most a choice is held.
LONGEST_HOLD: Final = 20


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number from `least` to `most`, or 0; `offered` are the ones that the page offers."""

    least: int
    most: int
    offered: tuple[int, ...]
    description: str

    def allows(self, value: int) -> bool:
        """Whether a table may have this value."""
        return value == 0 or self.least <= value <= self.most

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """How the API describes it."""
        limits = [{"const": 0}, {"minimum": self.least, "maximum": self.most}]
        return {**handler(schema), "anyOf": limits, "description": self.description}


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host decides; each setting says what 0 means."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    ask_seconds: Annotated[
        StrictInt,
        Bounds(
            1,
            LONGEST_HOLD,
            (0, 3, 6, 10, 20),
            "Seconds after a roll in which the active player cannot go on yet, so that the "
            "receiver can ask for the biggest gift; 0: none.",
        ),
    ] = 3
    turn_seconds: Annotated[
        StrictInt,
        Bounds(
            LEAST_PATIENCE,
            86_400,
            (0, 30, 60, 120, 300, 900, 86_400),
            "Seconds for a decision; 0: no limit. A shorter limit counts from the next turn.",
        ),
    ] = 0
    pace: Annotated[
        StrictInt,
        Bounds(
            1, 50, (0, 3, 7, 15), "Tenths of a second between the actions of a bot; 0: at once."
        ),
    ] = 7
    watch: StrictBool = True
    grace_seconds: Annotated[
        StrictInt,
        Bounds(
            1,
            8,
            (0, 1, 2, 4, 8),
            "Seconds that a bot leaves a person to take back a score before it rolls. With 0 the "
            "last score of a game cannot be taken back either.",
        ),
    ] = 2
    preview_names: StrictBool = False
    hints: StrictBool = False


def _bounds() -> Mapping[str, Bounds]:
    hints = get_type_hints(Settings, include_extras=True)
    numbers = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}
    return {
        name: each for name, about in numbers.items() for each in about if isinstance(each, Bounds)
    }


BOUNDS: Final = _bounds()


def check_settings(settings: Settings, before: Settings | None = None) -> None:
    """Refuse what is out of bounds, unless it was so before: older versions had other bounds."""
    for field in fields(settings):
        bounds, value = BOUNDS.get(field.name), getattr(settings, field.name)
        if bounds is None or (before and value == getattr(before, field.name)):
            continue
        if not bounds.allows(value):
            details = {"setting": field.name, "least": bounds.least, "most": bounds.most}
            raise TableError("table/setting", details)


def with_least_patience(settings: Settings) -> Settings:
    """The settings of a table that may be from before there was a shortest limit."""
    turn = settings.turn_seconds
    return replace(settings, turn_seconds=max(turn, LEAST_PATIENCE)) if turn else settings
