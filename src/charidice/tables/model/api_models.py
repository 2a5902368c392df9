"""What programs send to a server and what it answers; server and client share these models.

Commands, settings and public events are described in modules of their own.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from charidice.records import RollSource
from charidice.records.names import MOST_NAME_CODE_POINTS
from charidice.tables.model.commands import Level, SeatNumber
from charidice.tables.model.game_setup import FULL_GAME, HIGHEST_LIMIT, SHORT_GAME, Dice
from charidice.tables.model.settings import Settings
from charidice.tables.model.table import MOST_SEATS

Name = Annotated[str, Field(min_length=1, max_length=MOST_NAME_CODE_POINTS, examples=["Lena"])]
SecretId = Annotated[
    str,
    Field(
        pattern="^[!-~]{16,64}$",
        description="A text of your own that nobody can guess: with it a retry gets the same.",
    ),
]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(_Model):
    """Why something was refused: a stable code, a sentence, and what the sentence is about."""

    code: str = Field(examples=["table/stale-position"])
    message: str
    details: dict[str, Any] = Field(examples=[{"setting": "pace", "least": 1, "most": 50}])


class Creation(_Model):
    """A new table: who creates it sits first and is its host."""

    name: Name
    bots: list[Level] = Field(default_factory=list, max_length=3)
    settings: Settings = Settings()
    rounds: int = Field(
        default=FULL_GAME, ge=1, le=FULL_GAME, description=f"A short game has {SHORT_GAME}."
    )
    coach_limit: int = Field(
        default=0,
        ge=0,
        le=HIGHEST_LIMIT,
        description="Training: the percentage points of the chance of winning that a decision may "
        "cost before the coach objects; 0 is no training.",
    )
    begin: bool = Field(default=False, description="Begin at once; needs at least one bot.")
    first: SeatNumber | None = Field(default=None, description="Who begins; drawn if null.")
    pad: bool = Field(
        default=False,
        description="A pad for real dice: it begins at once, without bots, and you hold all seats.",
    )
    others: list[Name] = Field(
        default_factory=list, max_length=MOST_SEATS - 1, description="Who else plays at a pad."
    )
    dice: Dice | None = Field(
        default=None, description="How the faces of the real dice are arranged, if it is known."
    )
    id: SecretId | None = None

    @model_validator(mode="after")
    def _check_pad(self) -> "Creation":
        if self.pad and self.bots:
            raise ValueError("no bot plays at a pad")
        if not self.pad and (self.others or self.dice is not None):
            raise ValueError("names of others and dice are those of a pad")
        return self


class SeatToken(_Model):
    """A seat at a table. The token is a secret: whoever has it plays for you."""

    table: str
    token: str
    sitting: int = Field(description="Who you are at this table; `sitting` in seats and events.")


class Joining(_Model):
    """Sit down."""

    name: Name
    id: SecretId | None = None


class Done(_Model):
    """The command is done and on disk: where the table stands now."""

    version: int
    position: int


class SeatModel(_Model):
    """A seat: `key` is its number for good, `name` is null when the person was forgotten."""

    key: int
    name: str | None
    bot: str | None
    away: bool
    host: bool
    sitting: int | None
    hint: bool = Field(default=False, description="Took a hint in the turn being played.")


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
    closed: bool = Field(description="The game is over for good, and its stream has closed.")
    version: int
    position: int
    settings: Settings
    rounds: int
    coach_limit: int = Field(default=0, description="Training: see the creation of a table.")
    source: RollSource = Field(discriminator="kind", description="Where the rolls come from.")
    seats: list[SeatModel]
    to_act: int | None = Field(description="The seat that everybody waits for.")
    may_ask: int | None = Field(description="The seat that may ask for the biggest gift now.")
    hold_until: float | None = Field(
        description="Until when the choice of the active player is held for that."
    )
    until: float | None = Field(description="When the clock acts, in seconds since 1970.")
    take_back_until: float | None
    game: GameModel | None
    result: ResultModel | None
    rematch: str | None
