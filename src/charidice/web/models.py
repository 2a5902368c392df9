"""What the API is sent and what it answers, as pydantic checks and describes it."""

from typing import Annotated, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

from charidice.tables.state import LEAST_PATIENCE

Level = Literal["random", "casual", "greedy", "generous", "expert", "perfect"]
Name = Annotated[str, Field(min_length=1, max_length=30, examples=["Lena"])]
Id = Annotated[str, Field(pattern="^[!-~]{1,64}$", description="Any text without spaces.")]
TableName = Annotated[
    str, Path(pattern="^[A-Za-z0-9_-]{16}$", description="The name of the table, as in its link.")
]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(_Model):
    """Why something was refused."""

    code: str = Field(examples=["table/stale-position"])
    message: str


class SettingsModel(_Model):
    """What the host decides. Seconds of 0 mean no limit; pace is in tenths of a second."""

    ask_seconds: int = Field(default=6, ge=0, le=60)
    turn_seconds: int = Field(default=0, ge=0, le=86_400)
    pace: int = Field(default=12, ge=0, le=50)
    watch: bool = True


class NewSettings(SettingsModel):
    """What the host wishes; tables of earlier versions may still have shorter limits."""

    # The table refuses what lies between, with a sentence for people.
    turn_seconds: int = Field(
        default=0,
        ge=0,
        le=86_400,
        description=f"0, or at least {LEAST_PATIENCE}. A shorter limit counts from the next turn.",
        json_schema_extra={"anyOf": [{"const": 0}, {"minimum": LEAST_PATIENCE}]},
    )


class Creation(_Model):
    """A new table: who creates it sits first and is its host."""

    name: Name
    bots: list[Level] = Field(default_factory=list, max_length=3)
    settings: NewSettings = NewSettings()
    begin: bool = Field(default=False, description="Begin at once; needs at least one bot.")
    first: int | None = Field(default=None, ge=0, le=3, description="Who begins; drawn if null")


class SeatToken(_Model):
    """A seat at a table. The token is a secret: whoever has it plays for you."""

    table: str
    token: str
    sitting: int


class Joining(_Model):
    """Sit down. With an id of your own that nobody can guess, a retry gets the same seat."""

    name: Name
    id: Annotated[str, Field(pattern="^[!-~]{16,64}$")] | None = None


class PlayCommand(_Model):
    """A decision of the game.

    `roll` begins a turn, `keep 0 3` rerolls the other dice, `score 0 1 2` scores, `ask` and
    `pass` answer the question about the biggest gift.
    """

    kind: Literal["play"]
    action: str = Field(max_length=40, examples=["roll", "keep 0 3", "score 0 1 2 3", "pass"])
    position: int = Field(ge=0, le=1_000_000_000)
    id: Id | None = None


class TakeBackCommand(_Model):
    """Take back the score just made, until the next roll."""

    kind: Literal["take-back"]
    position: int = Field(ge=0, le=1_000_000_000)
    id: Id | None = None


class MuteCommand(_Model):
    """Be asked about the biggest gift no more for this turn or game, or again each time."""

    kind: Literal["mute"]
    until: Literal["turn", "game", "never"]


class AddBotCommand(_Model):
    """The host gives a seat to a bot."""

    kind: Literal["add-bot"]
    level: Level
    id: Id | None = None


class RemoveCommand(_Model):
    """The host takes a seat away; with `version`, only if the seats are still those."""

    kind: Literal["remove"]
    seat: int = Field(ge=0, le=3)
    version: int | None = Field(default=None, ge=0, le=1_000_000_000)
    id: Id | None = None


class BeginCommand(_Model):
    """The host starts the game; with `version`, only if the seats are still those."""

    kind: Literal["begin"]
    first: int | None = Field(default=None, ge=0, le=3)
    version: int | None = Field(default=None, ge=0, le=1_000_000_000)
    id: Id | None = None


class SettingsCommand(_Model):
    """The host changes the settings."""

    kind: Literal["settings"]
    settings: NewSettings


class PlainCommand(_Model):
    """Get up; play again after having been away; wish to end the game early, or no longer; have
    one's name deleted."""

    kind: Literal["leave", "return", "end", "go-on", "forget"]


CommandModel = Annotated[
    PlayCommand
    | TakeBackCommand
    | MuteCommand
    | AddBotCommand
    | RemoveCommand
    | BeginCommand
    | SettingsCommand
    | PlainCommand,
    Field(discriminator="kind"),
]


class Done(_Model):
    """The command is done and on disk: where the table stands now."""

    version: int
    position: int


class SeatModel(_Model):
    """A seat: `name` is null when the person wished to be forgotten."""

    name: str | None
    bot: str | None
    away: bool
    host: bool
    sitting: int | None


class SheetModel(_Model):
    """A score sheet: rows of points, bonus, received, given; null is not written yet."""

    rows: list[tuple[int | None, int | None, int | None, int | None]]
    box: bool
    total: int
    given: int


class GameModel(_Model):
    """The game: the faces by die, like 3R, and who is to act."""

    round: int
    rounds: int
    active: int
    receiver: int
    phase: Literal["rolling", "asking", "choosing", "over"]
    roll: int
    rolls_left: int
    dice: list[str]
    asked: bool
    sheets: list[SheetModel]


class ResultModel(_Model):
    """The end: totals with the charity bonus, by seat, and the seats that have won."""

    totals: list[int]
    charity: list[int]
    winners: list[int]


class StateModel(_Model):
    """Everything about a table that everybody may know."""

    table: str
    status: Literal["open", "playing", "finished", "ended"]
    version: int
    position: int
    settings: SettingsModel
    seats: list[SeatModel]
    to_act: int | None
    until: float | None = Field(description="When the clock acts, in seconds since 1970.")
    take_back_until: float | None
    game: GameModel | None
    result: ResultModel | None
    rematch: str | None
