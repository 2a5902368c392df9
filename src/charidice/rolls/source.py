"""The protocol of a source of rolls, and the roll that it gives in a position."""

from typing import Protocol

from charidice.rules import DICE, Game, Rolled


class Rolls(Protocol):
    """A source of numbers from 1 to 6, one for each address."""

    def number(self, turn: int, roll: int, die: int) -> int:
        """What this die shows after this roll of this turn, all counted from 0."""
        ...


def throw(game: Game, rolls: Rolls) -> Rolled:
    """What CHANCE does now: kept dice stay, the others show the source's numbers."""
    turn = game.turn
    return Rolled(
        turn.numbers[die] if die in turn.kept else rolls.number(game.turns_played, turn.rolls, die)
        for die in range(DICE)
    )
