"""The faces of seats: people have a letter, bots are one of the six shapes."""

from dataclasses import dataclass

from charidice.tables import Seat


@dataclass(frozen=True, slots=True)
class FaceView:
    """A face: a bot has its level, somebody else a letter and the colour of their seat."""

    seat: int
    letter: str
    bot: str | None = None


def face_of(seat: Seat, number: int) -> FaceView:
    """The face of a seat; forgotten people have its number."""
    return FaceView(number + 1, (seat.name or str(number + 1))[0].upper(), seat.bot)
