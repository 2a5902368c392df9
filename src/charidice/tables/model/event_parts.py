"""What public events have in common: how the table stands, and whom they are about."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from charidice.tables.model.events import Event
from charidice.tables.model.table import Table


@dataclass(frozen=True, kw_only=True)
class AnyEvent:
    """What every event says: its number, when it happened, and how the table stands after it."""

    kind: str
    number: int
    at: Annotated[float, Field(description="Seconds since 1970.")]
    position: Annotated[int, Field(description="The position for commands made now.")]
    status: Literal["open", "playing", "finished", "ended"]
    to_act: Annotated[int | None, Field(description="The seat that everybody waits for.")]
    may_ask: Annotated[
        int | None, Field(description="The seat that may ask for the biggest gift now.")
    ]


@dataclass(frozen=True, kw_only=True)
class OfSeat(AnyEvent):
    """Of one seat: where it stands, and its number for good."""

    seat: int
    key: int


@dataclass(frozen=True, kw_only=True)
class OfPerson(AnyEvent):
    """Of a person, and the seats this person holds.

    `sitting` is the public name of a holder's number: the API has always called it so.
    """

    sitting: int
    seats: list[int]


def standing(event: Event, after: Table) -> dict[str, Any]:
    """What every event says, of the table after it."""
    return {
        "number": after.version,
        "at": event.at,
        "position": after.position,
        "status": after.status.value,
        "to_act": after.to_act,
        "may_ask": after.may_ask,
    }


def of_seat(table: Table, seat: int) -> dict[str, Any]:
    """What an event of a seat says."""
    return {"seat": seat % len(table.seats), "key": table.seats[seat].key}


def of_person(table: Table, holder: int) -> dict[str, Any]:
    """What an event of a person says."""
    return {"sitting": holder, "seats": list(table.seats_of(holder))}
