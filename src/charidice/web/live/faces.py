"""The faces of seats: people have a letter or an emoji, bots are one of the six shapes."""

from dataclasses import dataclass

from charidice.records.names import initial
from charidice.tables import Seat


@dataclass(frozen=True, slots=True)
class FaceView:
    """A face: a bot has its level, somebody else the first sign of their name and a colour."""

    seat: int
    letter: str
    bot: str | None = None


def face_of(seat: Seat, number: int) -> FaceView:
    """The face of a seat; forgotten people have its number."""
    return FaceView(number + 1, initial(seat.name or str(number + 1)), seat.bot)
