"""What somebody would do at first sight, without reckoning."""

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from charidice.rules import (
    Action,
    Ask,
    Face,
    Game,
    Pass,
    Phase,
    Roll,
    Score,
    best_first,
    selections,
)

TEMPTING_GIFT: Final = 18
"""A gift on the table that looks worth asking for."""


def first_sight(game: Game) -> Action:
    """Collect what there is most of, stop at a bonus, score the most points.

    Whoever receives asks where the gift on the table is large, or in the last round.
    """
    most = best_first(selections(game.faces, game.rules))[0]
    if game.turn.phase is Phase.ASKING:
        last = game.round == game.rules.rounds - 1
        return Ask() if most.gift >= TEMPTING_GIFT or last else Pass()
    keep = largest_group(game.faces)
    if game.rolls_left and not most.bonus and len(keep) < len(game.faces):
        return Roll(keep)
    return Score(most.dice)


def largest_group(faces: Sequence[Face]) -> list[int]:
    """The most dice with one number or one colour; of equally many those with larger numbers."""

    def groups(key: Callable[[Face], Hashable]) -> list[list[int]]:
        return [[d for d, f in enumerate(faces) if key(f) == key(face)] for face in faces]

    by_number, by_colour = groups(lambda f: f.number), groups(lambda f: f.colour)
    return max(
        by_number + by_colour, key=lambda dice: (len(dice), sum(faces[d].number for d in dice))
    )
