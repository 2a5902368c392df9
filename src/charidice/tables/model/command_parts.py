"""What the commands of a table are made of."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, TypeAlias

from pydantic import ConfigDict, Field

LARGEST_NUMBER: Final = 1_000_000_000

Id: TypeAlias = Annotated[
    str,
    Field(
        pattern="^[!-~]{1,64}$",
        description="Any text without spaces. A command with the same id is never done twice.",
    ),
]
Number: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]


@dataclass(frozen=True)
class CommandBase:
    """Base of all commands: strict types, no unknown fields."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)
