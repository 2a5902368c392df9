"""The faces of seats: people have a letter or an emoji, bots are one of the six shapes."""

from collections.abc import Sequence
from dataclasses import dataclass

from charidice.records.names import initial
from charidice.tables import Seat


@dataclass(frozen=True, slots=True)
class FaceView:
    """A face: a bot has its level, somebody else the first sign of their name and a colour."""

    seat: int
    letter: str
    bot: str | None = None
    is_pair: bool = False  # of signs, since somebody else begins with the same letter


def faces_of(seats: Sequence[Seat]) -> tuple[FaceView, ...]:
    """The faces of all seats; forgotten people have the number of theirs.

    Who begins with the same letter has two, and who begins with the same two the own number.
    """
    numbered = list(enumerate(seats, start=1))
    names = [seat.name or str(number) for number, seat in numbered]
    people = [name for name, seat in zip(names, seats, strict=True) if seat.bot is None]
    return tuple(
        _face(name, number, seat.bot, people)
        for name, (number, seat) in zip(names, numbered, strict=True)
    )


def _face(name: str, number: int, bot: str | None, people: Sequence[str]) -> FaceView:
    first, two = initial(name), _two(name)
    if bot is not None or sum(initial(other) == first for other in people) < 2:
        return FaceView(number, first, bot)
    letters = two if sum(_two(other) == two for other in people) < 2 else f"{first}{number}"
    return FaceView(number, letters, bot, is_pair=letters != first)


def _two(name: str) -> str:
    """The first two letters of a name, if it has two."""
    second = name[1:2]
    return initial(name) + second.lower() if second.isalpha() else initial(name)
