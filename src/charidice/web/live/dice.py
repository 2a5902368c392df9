"""Dice as a page shows them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from charidice.rules import Face
from charidice.web.live import words


@dataclass(frozen=True, slots=True)
class DieView:
    """One die: where it lies, what it shows, whether it was kept, and whether it is ticked."""

    place: int
    number: int
    colour: str
    symbol: str
    label: str
    is_kept: bool
    is_ticked: bool


def dice_view(
    faces: Sequence[Face], kept: Collection[int] = (), ticked: Collection[int] = ()
) -> tuple[DieView, ...]:
    """The dice on the table."""
    return tuple(
        DieView(
            place,
            face.number,
            face.colour.name.lower(),
            words.symbol(face.colour),
            words.die(face),
            place in kept,
            place in ticked,
        )
        for place, face in enumerate(faces)
    )
