"""What can happen at a table. A table is the list of its events; each is one line of JSON.

What is written here may hold secrets: it never leaves the server. What everybody may know of an
event is made by `public_events.py`.
"""

import json
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from pydantic import Field, TypeAdapter

from charidice.tables.model.game_setup import GameSetup
from charidice.tables.model.pad_events import Claimed, Entered, PadAsked
from charidice.tables.model.settings import Settings

# Of what is written from now on. A table of format 1 does not say what is played: the game of the
# rulebook, with the standard dice, rolled by the server.
# At tables of formats 1 and 2 a score that was taken back left behind that nobody had asked.
FORMAT: Final = 3

ActedBy: TypeAlias = Literal["player", "bot", "clock"]
MuteUntil: TypeAlias = Literal["turn", "game", "never"]


@dataclass(frozen=True)
class Created:
    """The table was set up; a rematch names the table it came from, and who is the host.

    `wins` are those of every seat in the games before it; None where nobody counted them.
    """

    kind: Literal["created"] = field(default="created", kw_only=True)
    format: int = field(default=FORMAT, kw_only=True)
    at: float
    settings: Settings
    came_from: str | None = None
    game: GameSetup = field(default_factory=GameSetup)
    host: int | None = None
    wins: list[int] | None = None


@dataclass(frozen=True)
class Sat:
    """A person sat down; the name is None once the person wished to be forgotten.

    `id` is only the hash of the command's: whoever knows that one gets the seat again.
    """

    kind: Literal["sat"] = field(default="sat", kw_only=True)
    at: float
    holder: int
    name: str | None
    id: str | None = None


@dataclass(frozen=True)
class BotSat:
    """A bot was given a seat."""

    kind: Literal["botsat"] = field(default="botsat", kw_only=True)
    at: float
    level: str
    name: str
    id: str | None = None


@dataclass(frozen=True)
class Removed:
    """The host took a seat away: before the game it is free, in the game a bot plays on."""

    kind: Literal["removed"] = field(default="removed", kw_only=True)
    at: float
    seat: int
    id: str | None = None


@dataclass(frozen=True)
class Configured:
    """The host changed the settings."""

    kind: Literal["configured"] = field(default="configured", kw_only=True)
    at: float
    settings: Settings
    id: str | None = None


@dataclass(frozen=True)
class Begun:
    """The game began; the seats turn so that this one is first."""

    kind: Literal["begun"] = field(default="begun", kw_only=True)
    at: float
    first: int
    id: str | None = None


@dataclass(frozen=True)
class Acted:
    """A decision of a seat with all that followed from it, as texts of actions.

    A retry of the same command has the same id.
    """

    kind: Literal["acted"] = field(default="acted", kw_only=True)
    at: float
    seat: int
    actions: list[str]
    by: ActedBy = "player"
    id: str | None = None


@dataclass(frozen=True)
class TakenBack:
    """A score was taken back."""

    kind: Literal["takenback"] = field(default="takenback", kw_only=True)
    at: float
    seat: int
    id: str | None = None


@dataclass(frozen=True)
class Muted:
    """A receiver wants no question for a turn, for the game, or again each time ("never")."""

    kind: Literal["muted"] = field(default="muted", kw_only=True)
    at: float
    seat: int
    until: MuteUntil
    id: str | None = None


@dataclass(frozen=True)
class HintTaken:
    """Somebody took a hint of the coach for the decision in this position, where others play."""

    kind: Literal["hinttaken"] = field(default="hinttaken", kw_only=True)
    at: float
    seat: int
    position: int
    id: str | None = None


@dataclass(frozen=True)
class Away:
    """A player let the time pass: a bot plays until the player comes back.

    The host rights of whoever goes come to the holder `heir`, if somebody has a page open.
    """

    kind: Literal["away"] = field(default="away", kw_only=True)
    at: float
    seat: int
    heir: int | None = None


@dataclass(frozen=True)
class Left:
    """A person got up: before the game the seat is free, in the game a bot plays on."""

    kind: Literal["left"] = field(default="left", kw_only=True)
    at: float
    holder: int
    id: str | None = None
    heir: int | None = None


@dataclass(frozen=True)
class Returned:
    """A person who was away plays again."""

    kind: Literal["returned"] = field(default="returned", kw_only=True)
    at: float
    holder: int
    id: str | None = None


@dataclass(frozen=True)
class EndWished:
    """A person wishes to end the game early, or no longer does."""

    kind: Literal["endwished"] = field(default="endwished", kw_only=True)
    at: float
    holder: int
    wish: bool
    id: str | None = None


@dataclass(frozen=True)
class Ended:
    """All agreed to end the game early."""

    kind: Literal["ended"] = field(default="ended", kw_only=True)
    at: float


@dataclass(frozen=True)
class Finished:
    """The game was played to its end, and the last score can no longer be taken back."""

    kind: Literal["finished"] = field(default="finished", kw_only=True)
    at: float


@dataclass(frozen=True)
class Rematched:
    """The same people play again at another table."""

    kind: Literal["rematched"] = field(default="rematched", kw_only=True)
    at: float
    table: str


@dataclass(frozen=True)
class Forgotten:
    """A person wished to be forgotten: the name is gone from here on."""

    kind: Literal["forgotten"] = field(default="forgotten", kw_only=True)
    at: float
    holder: int


Event: TypeAlias = (
    Created | Sat | BotSat | Removed | Configured | Begun | Acted | TakenBack | Muted | Away | Left
    | Returned | HintTaken | EndWished | Ended | Finished | Rematched | Forgotten | Entered
    | PadAsked | Claimed
)  # fmt: skip

_EVENT: Final[TypeAdapter[Event]] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


# Writing is quicker where the kind is known.
_ADAPTERS: Final[dict[type[Event], TypeAdapter[Any]]] = {
    kind: TypeAdapter(kind) for kind in get_args(Event)
}


def encode(event: Event) -> str:
    """The event as a line of JSON."""
    line: bytes = _ADAPTERS[type(event)].dump_json(event)
    return line.decode()


def decode(line: str) -> Event:
    """Read what `encode` wrote, in this version or an earlier one; raises ValueError."""
    first = _CREATED in line and _FORMAT not in line
    if first or _OLD_HOLDER in line or (_CONFIGURED in line and _GRACE not in line):
        line = json.dumps(_upgraded(json.loads(line)))
    return _EVENT.validate_json(line)


# --- format 1 -------------------------------------------------------------------------------------

_OLD_HOLDER: Final = '"sitting":'
_CREATED: Final = '"created"'
_FORMAT: Final = '"format":'
_CONFIGURED: Final = '"configured"'
_GRACE: Final = '"grace_seconds":'
_OLD_GRACE_SECONDS: Final = 3


def _upgraded(event: dict[str, Any]) -> dict[str, Any]:
    """An event of format 1 in the words of today: who holds a seat was called a sitting, the first
    event did not say what is played, and settings not how long bots leave to take back a score."""
    if "sitting" in event:
        event["holder"] = event.pop("sitting")
    if event["kind"] == "created":
        event["format"] = 1
    if isinstance(event.get("settings"), dict):
        event["settings"].setdefault("grace_seconds", _OLD_GRACE_SECONDS)
    return event
