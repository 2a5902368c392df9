"""What somebody may want of a table.

Each command is described here once. Forms and the API are read by `read_command`, and the API
describes itself with these types.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import (
    BeforeValidator,
    Field,
    PlainSerializer,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
)

from charidice.bots.levels import LEVELS
from charidice.errors import CodedError
from charidice.rules import Action, Roll, Score, parse_action
from charidice.tables.model.command_parts import LARGEST_NUMBER, CommandBase, Id, Number
from charidice.tables.model.pad_commands import Enter, PadAsk, Restore
from charidice.tables.model.settings import Settings
from charidice.tables.model.table import MOST_SEATS

_LONGEST_ACTION: Final = 40
_EXAMPLES: Final = ["roll", "keep 0 3", "score 0 1 2 3", "pass"]

SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST_NUMBER, examples=[0, MOST_SEATS - 1])]
Level: TypeAlias = Annotated[
    str, Field(pattern="^[a-z]{1,20}$", json_schema_extra={"enum": list(LEVELS)})
]


def read_action(text: object) -> Action | None:
    """An action in its text form; `roll` is the first roll of a turn, which is no choice."""
    if isinstance(text, (Roll, Score)):  # a form has its dice one by one
        return text
    if not isinstance(text, str) or len(text) > _LONGEST_ACTION:
        raise ValueError("not the text of an action")
    return None if text.strip() == "roll" else parse_action(text)


GameAction: TypeAlias = Annotated[
    Any,
    BeforeValidator(read_action),
    PlainSerializer(lambda action: "roll" if action is None else str(action)),
    WithJsonSchema({"type": "string", "maxLength": _LONGEST_ACTION, "examples": _EXAMPLES}),
]


@dataclass(frozen=True)
class Sit(CommandBase):
    """Take a free seat under a name; the id is a secret of whoever asks."""

    name: str
    id: str | None = None


@dataclass(frozen=True)
class AddBot(CommandBase):
    """The host gives a seat to a bot."""

    kind: Literal["add-bot"] = field(default="add-bot", kw_only=True)
    level: Level
    id: Id | None = None


@dataclass(frozen=True)
class Remove(CommandBase):
    """The host takes a seat away; with `version`, only if the seats are still those."""

    kind: Literal["remove"] = field(default="remove", kw_only=True)
    seat: SeatNumber
    version: Number | None = None
    id: Id | None = None


@dataclass(frozen=True)
class Configure(CommandBase):
    """The host changes the settings."""

    kind: Literal["settings"] = field(default="settings", kw_only=True)
    settings: Settings
    id: Id | None = None


@dataclass(frozen=True)
class Begin(CommandBase):
    """The host starts the game; with `version`, only if the seats are still those.

    Without `first` it is drawn who begins.
    """

    kind: Literal["begin"] = field(default="begin", kw_only=True)
    first: SeatNumber | None = None
    version: Number | None = None
    id: Id | None = None


@dataclass(frozen=True)
class Play(CommandBase):
    """A decision of the game, made for a position.

    `roll` begins a turn, `keep 0 3` rerolls the other dice, `score 0 1 2` scores, `ask` and `pass`
    answer the question about the biggest gift.
    """

    kind: Literal["play"] = field(default="play", kw_only=True)
    action: GameAction
    position: Number
    id: Id | None = None
    stand: Annotated[bool, Field(description="Do it although the coach objects.")] = False


@dataclass(frozen=True)
class TakeBack(CommandBase):
    """Take back the score just made, until the next roll."""

    kind: Literal["take-back"] = field(default="take-back", kw_only=True)
    position: Number
    id: Id | None = None


@dataclass(frozen=True)
class Hint(CommandBase):
    """Take a hint of the coach for a decision; where others play, everybody is told."""

    kind: Literal["hint"] = field(default="hint", kw_only=True)
    position: Number
    id: Id | None = None


@dataclass(frozen=True)
class Mute(CommandBase):
    """Obsolete: pass after every roll of this turn or game, or no longer ("never")."""

    kind: Literal["mute"] = field(default="mute", kw_only=True)
    until: Literal["turn", "game", "never"]
    id: Id | None = None


@dataclass(frozen=True)
class Leave(CommandBase):
    """Get up."""

    kind: Literal["leave"] = field(default="leave", kw_only=True)
    id: Id | None = None


@dataclass(frozen=True)
class Return(CommandBase):
    """Play again after having been away."""

    kind: Literal["return"] = field(default="return", kw_only=True)
    id: Id | None = None


@dataclass(frozen=True)
class WishEnd(CommandBase):
    """Wish to end the game early."""

    kind: Literal["end"] = field(default="end", kw_only=True)
    id: Id | None = None


@dataclass(frozen=True)
class WishNoEnd(CommandBase):
    """No longer wish to end the game early."""

    kind: Literal["go-on"] = field(default="go-on", kw_only=True)
    id: Id | None = None


@dataclass(frozen=True)
class Rematch(CommandBase):
    """Say at which table the same people play again."""

    table: str


@dataclass(frozen=True)
class Forget(CommandBase):
    """Have the name deleted, and leave."""

    kind: Literal["forget"] = field(default="forget", kw_only=True)
    id: Id | None = None


# What the API takes as a command; sitting down and a rematch have requests of their own.
SentCommand: TypeAlias = Annotated[
    Play | TakeBack | Hint | Mute | AddBot | Remove | Begin | Configure | Leave | Return | WishEnd
    | WishNoEnd | Forget | Enter | PadAsk | Restore,
    Field(discriminator="kind"),
]  # fmt: skip
Command: TypeAlias = (
    Sit | AddBot | Remove | Configure | Begin | Play | TakeBack | Hint | Mute | Leave | Return
    | WishEnd | WishNoEnd | Rematch | Forget | Enter | PadAsk | Restore
)  # fmt: skip

SENT_COMMAND: Final[TypeAdapter[SentCommand]] = TypeAdapter(SentCommand)


def read_command(sent: bytes | dict[str, object]) -> SentCommand:
    """A command from JSON, or from the values of a form.

    What makes no sense by the rules is refused in their words; for everything else pydantic's
    ValidationError says which field is wrong.
    """
    try:
        if isinstance(sent, bytes):
            return SENT_COMMAND.validate_json(sent)
        return SENT_COMMAND.validate_python(sent, strict=False)
    except ValidationError as error:
        raise _reason(error) or error from None


def _reason(error: ValidationError) -> CodedError | None:
    """The refusal of ours behind the first field that is wrong, if there is one."""
    first = error.errors(include_url=False, include_input=False)[0]
    reason = first.get("ctx", {}).get("error")
    return reason if isinstance(reason, CodedError) else None
