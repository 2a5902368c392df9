"""What can happen at a table. A table is the list of its events; each is one line of JSON."""

import json
from dataclasses import dataclass, fields
from typing import Final, TypeAlias, cast

from charidice.tables.state import Settings


@dataclass(frozen=True)
class Created:
    """The table was set up; a rematch names the table it came from."""

    at: float
    settings: Settings
    came_from: str | None = None


@dataclass(frozen=True)
class Sat:
    """A person sat down; the name is None once the person wished to be forgotten.

    `id` is only the hash of the command's: whoever knows that one gets the seat again.
    """

    at: float
    sitting: int
    name: str | None
    id: str | None = None


@dataclass(frozen=True)
class BotSat:
    """A bot was given a seat."""

    at: float
    level: str
    name: str
    id: str | None = None


@dataclass(frozen=True)
class Removed:
    """The host took a seat away: before the game it is free, in the game a bot plays on."""

    at: float
    seat: int
    id: str | None = None


@dataclass(frozen=True)
class Configured:
    """The host changed the settings."""

    at: float
    settings: Settings


@dataclass(frozen=True)
class Begun:
    """The game began; the seats turn so that this one is first."""

    at: float
    first: int
    id: str | None = None


@dataclass(frozen=True)
class Acted:
    """A decision of a seat with all that followed from it, as texts of actions.

    `by` is "player", "bot" or "clock"; a retry of the same command has the same id.
    """

    at: float
    seat: int
    actions: list[str]
    by: str = "player"
    id: str | None = None


@dataclass(frozen=True)
class TakenBack:
    """A score was taken back."""

    at: float
    seat: int
    id: str | None = None


@dataclass(frozen=True)
class Muted:
    """A receiver wants no question for a "turn", for the "game", or again each time ("never")."""

    at: float
    seat: int
    until: str


@dataclass(frozen=True)
class Away:
    """A player let the time pass: a bot plays until the player comes back."""

    at: float
    seat: int


@dataclass(frozen=True)
class Left:
    """A person got up: before the game the seat is free, in the game a bot plays on."""

    at: float
    sitting: int


@dataclass(frozen=True)
class Returned:
    """A person who was away plays again."""

    at: float
    sitting: int


@dataclass(frozen=True)
class EndWished:
    """A person wishes to end the game early, or no longer does."""

    at: float
    sitting: int
    wish: bool


@dataclass(frozen=True)
class Ended:
    """All agreed to end the game early."""

    at: float


@dataclass(frozen=True)
class Rematched:
    """The same people play again at another table."""

    at: float
    table: str


@dataclass(frozen=True)
class Forgotten:
    """A person wished to be forgotten: the name is gone from here on."""

    at: float
    sitting: int


Event: TypeAlias = (
    Created | Sat | BotSat | Removed | Configured | Begun | Acted | TakenBack | Muted | Away | Left
    | Returned | EndWished | Ended | Rematched | Forgotten
)  # fmt: skip

KINDS: Final[dict[str, type[Event]]] = {
    kind.__name__.lower(): kind
    for kind in (
        *(Created, Sat, BotSat, Removed, Configured, Begun, Acted, TakenBack, Muted, Away, Left),
        *(Returned, EndWished, Ended, Rematched, Forgotten),
    )
}


_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(event: Event) -> str:
    """The event as a line of JSON."""
    data = {"kind": type(event).__name__.lower(), **vars(event)}
    if "settings" in data:
        settings = data["settings"]
        data["settings"] = {f.name: getattr(settings, f.name) for f in fields(settings)}
    return _JSON.encode(data)


def decode(text: str) -> Event:
    """Read what `encode` wrote."""
    data = cast("dict[str, object]", json.loads(text))
    kind = KINDS[cast(str, data.pop("kind"))]
    if "settings" in data:
        data["settings"] = Settings(**cast("dict[str, int]", data["settings"]))  # type: ignore[arg-type]
    return kind(**data)  # type: ignore[arg-type]
