"""What somebody may want of a table."""

from dataclasses import dataclass
from typing import TypeAlias

from charidice.rules import Action
from charidice.tables.state import Settings


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat under a name; the id is a secret of whoever asks."""

    name: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class AddBot:
    """The host gives a seat to a bot."""

    level: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """The host takes somebody's seat away; before the game, as the seats were at a version."""

    seat: int
    version: int | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Configure:
    """The host changes the settings."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Begin:
    """The host starts the game; without a seat it is drawn who begins."""

    first: int | None = None
    version: int | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A decision of the game, made for a position; None is the first roll of a turn."""

    action: Action | None
    position: int
    id: str | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the score just made."""

    position: int
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Mute:
    """Be asked about the biggest gift no more for this "turn", this "game", or again ("never")."""

    until: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up."""


@dataclass(frozen=True, slots=True)
class Return:
    """Play again after having been away."""


@dataclass(frozen=True, slots=True)
class WishEnd:
    """Wish to end the game early, or take that back."""

    wish: bool = True


@dataclass(frozen=True, slots=True)
class Rematch:
    """Say at which table the same people play again."""

    table: str


@dataclass(frozen=True, slots=True)
class Forget:
    """Have the name deleted, and leave."""


Command: TypeAlias = (
    Sit | AddBot | Remove | Configure | Begin | Play | TakeBack | Mute | Leave | Return | WishEnd
    | Rematch | Forget
)  # fmt: skip
