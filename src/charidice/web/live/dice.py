"""Dice as a page shows them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from charidice.rules import Face, Game
from charidice.web.live import words


@dataclass(frozen=True, slots=True)
class DieView:
    """One die: where it lies, what it shows, whether it was kept, and whether it is ticked.

    `gift` is what it gives if it is not scored.
    """

    place: int
    number: int
    colour: str
    symbol: str
    label: str
    is_kept: bool
    is_ticked: bool
    gift: int = 0


def dice_view(
    faces: Sequence[Face],
    kept: Collection[int] = (),
    ticked: Collection[int] = (),
    game: Game | None = None,
) -> tuple[DieView, ...]:
    """The dice on the table; in a game each says what it gives."""
    return tuple(
        DieView(
            place,
            face.number,
            face.colour.name.lower(),
            words.symbol(face.colour),
            words.die(face),
            place in kept,
            place in ticked,
            0 if game is None else _gift(face, game),
        )
        for place, face in enumerate(faces)
    )


def _gift(face: Face, game: Game) -> int:
    value = game.rules.gift_values[face.number]
    return value * game.rules.biggest_gift_factor if game.turn.asked else value
