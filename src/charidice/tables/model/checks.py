"""What several commands ask of a table before anything happens."""

from dataclasses import dataclass, field
from random import Random

from charidice.rolls import Rolls
from charidice.rules import Game
from charidice.tables.model.errors import TableError
from charidice.tables.model.names import english_bots
from charidice.tables.model.table import Status, Table


@dataclass(frozen=True, slots=True)
class Context:
    """What a decision needs from outside: the time, the rolls of this table, and randomness.

    `reserved` is what people may not be called, as it looks: the names of bots. `present` are those
    who have a page open, None if that is not known. Until `reading_until` whoever may ask reads the
    question.
    """

    now: float
    rolls: Rolls
    randomness: Random
    reserved: frozenset[str] = field(default_factory=english_bots)
    present: frozenset[int] | None = None
    reading_until: float = 0.0


def is_repeated(table: Table, holder: int | None, id_: str | None) -> bool:
    """Whether this command was done already."""
    return id_ is not None and (holder, id_) in table.ids


def check_seated(table: Table, who: int | None) -> int:
    """Who asks, refused without a seat."""
    if who is None or not table.seats_of(who):
        raise TableError("table/no-seat")
    return who


def heir(table: Table, holder: int | None, context: Context) -> int | None:
    """Who becomes the host when this holder goes: the next one who has a page open, if known."""
    if holder != table.host or context.present is None:
        return None
    others = (seat.holder for seat in table.seats if seat.holder in table.people - {holder})
    return next((other for other in others if other in context.present), None)


def check_host(table: Table, who: int | None) -> None:
    """Refuse everybody but the host."""
    if check_seated(table, who) != table.host:
        raise TableError("table/not-host")


def check_version(table: Table, version: int | None) -> None:
    """Before the game seats may move up: what was meant for other seats is refused."""
    if version is not None and table.status is Status.OPEN and version != table.version:
        raise TableError("table/stale-position")


def check_open(table: Table) -> None:
    """Refuse what is only possible before the game."""
    if table.status is not Status.OPEN:
        raise TableError("table/begun")


def check_playing(table: Table) -> Game:
    """The game, refused when there is none."""
    if table.game is None or not table.playing:
        raise TableError("table/not-playing")
    return table.game


def check_position(table: Table, position: int) -> None:
    """Refuse what was meant for another position."""
    if position not in (table.position, table.before_pass):
        raise TableError("table/stale-position")
