"""The faces of seats: people have a letter or an emoji, bots are one of the six shapes."""

from collections.abc import Sequence
from dataclasses import dataclass

from charidice.records.names import initial
from charidice.tables import Seat


@dataclass(frozen=True, slots=True)
class FaceView:
    """A face: a bot has its level, somebody else the first sign of their name and a colour."""

    colour: int  # from 1 on; the same in the lobby, in the game and in a rematch
    letter: str
    bot: str | None = None
    is_pair: bool = False  # of signs, since somebody else begins with the same letter


def faces_of(seats: Sequence[Seat]) -> tuple[FaceView, ...]:
    """The faces of all seats; forgotten people have the number of theirs.

    Who begins with the same letter has two, and who begins with the same two the own number.
    """
    names = [seat.name or str(number) for number, seat in enumerate(seats, start=1)]
    people = [name for name, seat in zip(names, seats, strict=True) if seat.bot is None]
    came = sorted(range(len(seats)), key=lambda each: _came(seats[each], names[each]))
    return tuple(
        _face(names[each], each + 1, came.index(each) + 1, seats[each].bot, people)
        for each in range(len(seats))
    )


def _came(seat: Seat, name: str) -> tuple[bool, int, str]:
    """In which order people came, which no draw of seats changes; at one device by their names."""
    return seat.bot is not None, seat.holder or 0, name


def _face(name: str, number: int, colour: int, bot: str | None, people: Sequence[str]) -> FaceView:
    first, two = initial(name), _two(name)
    if bot is not None or sum(initial(other) == first for other in people) < 2:
        return FaceView(colour, first, bot)
    letters = two if sum(_two(other) == two for other in people) < 2 else f"{first}{number}"
    return FaceView(colour, letters, bot, is_pair=letters != first)


def _two(name: str) -> str:
    """The first two letters of a name, if it has two."""
    second = name[1:2]
    return initial(name) + second.lower() if second.isalpha() else initial(name)
