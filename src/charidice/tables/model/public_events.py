"""What everybody may know of what happens at a table.

Streams, the API and viewers get these and never a line of the log: `public_event` is the only way
from one to the other. Every event says how the table stands after it.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from pydantic import Field, TypeAdapter

from charidice.records import RollSource
from charidice.rules import Rules, standings, winners
from charidice.tables.model import events as log
from charidice.tables.model import pad_events
from charidice.tables.model.event_parts import (
    AnyEvent,
    OfPerson,
    OfSeat,
    of_person,
    of_seat,
    standing,
)
from charidice.tables.model.events import ActedBy, Event, MuteUntil
from charidice.tables.model.game_setup import Dice, public_source
from charidice.tables.model.pad_public_events import ClaimedEvent, EnteredEvent, PadAskedEvent
from charidice.tables.model.settings import Settings
from charidice.tables.model.table import Table


@dataclass(frozen=True, kw_only=True)
class CreatedEvent(AnyEvent):
    """The table was set up: what is played here, and where the rolls come from."""

    kind: Literal["created"] = "created"
    format: Annotated[int, Field(description="Which version of this server set up the table.")]
    settings: Settings
    rules: Rules
    dice: Dice
    source: Annotated[RollSource, Field(discriminator="kind")]
    came_from: Annotated[str | None, Field(description="The table whose rematch this is.")]
    host: Annotated[int | None, Field(description="The sitting of the host; null: who sits first.")]
    coach_limit: Annotated[
        int, Field(description="Training: what a decision may cost before the coach objects.")
    ] = 0


@dataclass(frozen=True, kw_only=True)
class SatEvent(OfSeat):
    """A person sat down; the name is null once the person wished to be forgotten."""

    kind: Literal["sat"] = "sat"
    sitting: int
    name: str | None


@dataclass(frozen=True, kw_only=True)
class BotSatEvent(OfSeat):
    """A bot was given a seat."""

    kind: Literal["botsat"] = "botsat"
    level: str
    name: str


@dataclass(frozen=True, kw_only=True)
class RemovedEvent(OfSeat):
    """The host took a seat away: before the game it is free, in the game a bot plays on."""

    kind: Literal["removed"] = "removed"


@dataclass(frozen=True, kw_only=True)
class ConfiguredEvent(AnyEvent):
    """The host changed the settings."""

    kind: Literal["configured"] = "configured"
    settings: Settings


@dataclass(frozen=True, kw_only=True)
class BegunEvent(AnyEvent):
    """The game began. The seats have turned so that `first` is seat 0; `keys` are in that order."""

    kind: Literal["begun"] = "begun"
    first: int
    keys: list[int]


@dataclass(frozen=True, kw_only=True)
class ActedEvent(OfSeat):
    """A decision of a seat with all that followed from it, as texts of actions."""

    kind: Literal["acted"] = "acted"
    actions: list[str]
    by: ActedBy
    id: str | None


@dataclass(frozen=True, kw_only=True)
class TakenBackEvent(OfSeat):
    """A score was taken back, and with it the implied pass of the same event."""

    kind: Literal["takenback"] = "takenback"
    undone: Annotated[int, Field(description="How many actions of the game are undone.")]
    id: str | None


@dataclass(frozen=True, kw_only=True)
class MutedEvent(OfSeat):
    """A receiver passes after every roll of a turn or of the game, or no longer ("never")."""

    kind: Literal["muted"] = "muted"
    until: MuteUntil


@dataclass(frozen=True, kw_only=True)
class HintTakenEvent(OfSeat):
    """A player took a hint of the coach for the decision in this position."""

    kind: Literal["hinttaken"] = "hinttaken"


@dataclass(frozen=True, kw_only=True)
class AwayEvent(OfSeat):
    """A player let the time pass: a bot plays until the player comes back."""

    kind: Literal["away"] = "away"


@dataclass(frozen=True, kw_only=True)
class LeftEvent(OfPerson):
    """A person got up from these seats: before the game they are free, then bots play on."""

    kind: Literal["left"] = "left"


@dataclass(frozen=True, kw_only=True)
class ReturnedEvent(OfPerson):
    """A person who was away plays again."""

    kind: Literal["returned"] = "returned"


@dataclass(frozen=True, kw_only=True)
class EndWishedEvent(OfPerson):
    """A person wishes to end the game early, or no longer does."""

    kind: Literal["endwished"] = "endwished"
    wish: bool


@dataclass(frozen=True, kw_only=True)
class EndedEvent(AnyEvent):
    """All agreed to end the game early. The stream closes."""

    kind: Literal["ended"] = "ended"


@dataclass(frozen=True, kw_only=True)
class FinishedEvent(AnyEvent):
    """The game was played to its end, for good. The stream closes."""

    kind: Literal["finished"] = "finished"
    totals: list[int]
    charity: list[int]
    winners: list[int]


@dataclass(frozen=True, kw_only=True)
class RematchedEvent(AnyEvent):
    """The same people play again at another table."""

    kind: Literal["rematched"] = "rematched"
    table: str


@dataclass(frozen=True, kw_only=True)
class ForgottenEvent(OfPerson):
    """A person wished to be forgotten: the name is gone, here and in earlier events."""

    kind: Literal["forgotten"] = "forgotten"


PublicEvent: TypeAlias = Annotated[
    CreatedEvent | SatEvent | BotSatEvent | RemovedEvent | ConfiguredEvent | BegunEvent
    | ActedEvent | TakenBackEvent | MutedEvent | AwayEvent | LeftEvent | ReturnedEvent
    | HintTakenEvent | EndWishedEvent | EndedEvent | FinishedEvent | RematchedEvent
    | ForgottenEvent | EnteredEvent | PadAskedEvent | ClaimedEvent,
    Field(discriminator="kind"),
]  # fmt: skip

# Writing is quicker where the kind is known.
_ADAPTERS: Final[dict[type[Any], TypeAdapter[Any]]] = {
    kind: TypeAdapter(kind) for kind in get_args(get_args(PublicEvent)[0])
}
PUBLIC_EVENT: Final[TypeAdapter[PublicEvent]] = TypeAdapter(PublicEvent)


def public_event(event: Event, before: Table, after: Table) -> PublicEvent:  # noqa: PLR0911, PLR0912  # one line per kind
    """What everybody may know of an event, given the table before and after it."""
    stands = standing(event, after)
    match event:
        case log.Acted(seat=seat, actions=actions, by=by, id=id_):
            return ActedEvent(**stands, **of_seat(after, seat), actions=actions, by=by, id=id_)
        case log.Created(settings=settings, came_from=came_from, game=game, host=host):
            return CreatedEvent(
                **stands,
                format=event.format,
                settings=settings,
                rules=game.rules,
                dice=game.dice,
                source=public_source(game.source),
                came_from=came_from,
                host=host,
                coach_limit=game.coach_limit,
            )
        case log.Sat(holder=holder, name=name):
            return SatEvent(**stands, **of_seat(after, -1), sitting=holder, name=name)
        case log.BotSat(level=level, name=name):
            return BotSatEvent(**stands, **of_seat(after, -1), level=level, name=name)
        case log.Removed(seat=seat):
            return RemovedEvent(**stands, **of_seat(before, seat))
        case log.Configured(settings=settings):
            return ConfiguredEvent(**stands, settings=settings)
        case log.Begun(first=first):
            return BegunEvent(**stands, first=first, keys=[seat.key for seat in after.seats])
        case log.TakenBack(seat=seat, id=id_):
            undone = len(before.actions) - len(after.actions)
            return TakenBackEvent(**stands, **of_seat(after, seat), undone=undone, id=id_)
        case log.Muted(seat=seat, until=until):
            return MutedEvent(**stands, **of_seat(after, seat), until=until)
        case log.HintTaken(seat=seat):
            return HintTakenEvent(**stands, **of_seat(after, seat))
        case log.Away(seat=seat):
            return AwayEvent(**stands, **of_seat(after, seat))
        case log.Left(holder=holder):
            return LeftEvent(**stands, **of_person(before, holder))
        case log.Returned(holder=holder):
            return ReturnedEvent(**stands, **of_person(after, holder))
        case log.EndWished(holder=holder, wish=wish):
            return EndWishedEvent(**stands, **of_person(after, holder), wish=wish)
        case log.Ended():
            return EndedEvent(**stands)
        case log.Finished():
            return FinishedEvent(**stands, **_result(after))
        case log.Rematched(table=table):
            return RematchedEvent(**stands, table=table)
        case log.Forgotten(holder=holder):
            seats = [n for n, s in enumerate(before.seats) if holder in (s.holder, s.former)]
            return ForgottenEvent(**stands, sitting=holder, seats=seats)
        case pad_events.Entered(
            holder=holder, turn=turn, actions=actions, restored=restored, id=id_
        ):
            about = {**stands, **of_person(after, holder)}
            corrected = turn < len(before.pad_turns)
            return EnteredEvent(
                **about,
                turn=turn,
                actions=actions,
                corrected=corrected,
                restored=restored,
                id=id_,
            )
        case pad_events.PadAsked(holder=holder, asked=asked, id=id_):
            return PadAskedEvent(**stands, **of_person(after, holder), asked=asked, id=id_)
        case pad_events.Claimed(holder=holder, seat=seat):
            return ClaimedEvent(**stands, **of_seat(after, seat), sitting=holder)


def encode_public(event: PublicEvent) -> str:
    """The event as a line of JSON."""
    line: bytes = _ADAPTERS[type(event)].dump_json(event)
    return line.decode()


def _result(table: Table) -> dict[str, Any]:
    if table.game is None:
        raise ValueError("a game that was not begun cannot be finished")
    places = sorted(standings(table.game), key=lambda place: place.seat)
    return {
        "totals": [place.total for place in places],
        "charity": [place.charity for place in places],
        "winners": list(winners(table.game)),
    }
