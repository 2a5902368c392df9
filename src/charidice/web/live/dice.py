"""Dice as a page shows them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from charidice.rules import Action, Ask, Face, Game, Pass, Roll, Score
from charidice.tables import Table
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


def kept_dice(actions: Sequence[Action]) -> tuple[int, ...]:
    """The dice that the active player kept for the roll that lies on the table."""
    for action in reversed(actions):
        if isinstance(action, Roll):
            return action.keep
        if isinstance(action, Score):
            return ()
    return ()


def ticked_dice(table: Table) -> tuple[int, ...]:
    """The dice that are ticked for the active player: those kept, or those of an undone score."""
    for moment in reversed(table.moments):
        if isinstance(moment.undone, Score):
            return moment.undone.dice
        if moment.action is not None and not isinstance(moment.action, (Ask, Pass)):
            break
    return kept_dice(table.actions)


def _gift(face: Face, game: Game) -> int:
    value = game.rules.gift_values[face.number]
    return value * game.rules.biggest_gift_factor if game.turn.asked else value
