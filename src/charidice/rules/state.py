"""A position of the game: frozen values, nothing that acts.

They are named tuples, since the engine does little else than build them and a frozen dataclass
takes three times as long to build.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from charidice.rules.dice import Colour, DiceSet, Face
from charidice.rules.parameters import Rules


class Chance(Enum):
    """The type of CHANCE, so that it can never be mistaken for a seat."""

    CHANCE = "chance"


CHANCE: Final = Chance.CHANCE


class Phase(Enum):
    """What the game waits for."""

    ROLLING = "rolling"  # chance: the dice are in the air
    ASKING = "asking"  # the receiver: ask for the biggest gift, or pass
    CHOOSING = "choosing"  # the active player: reroll or score
    OVER = "over"


class Row(NamedTuple):
    """One round on a sheet, its four columns from left to right; None is not written yet."""

    points: int | None = None
    bonus: int | None = None
    received: int | None = None
    given: int | None = None


class Sheet(NamedTuple):
    """One player's score sheet: a row for each round, and the 2x box until it is used."""

    rows: tuple[Row, ...]
    box: bool = True

    @property
    def points(self) -> int:
        """The sum of column 1."""
        return sum(row.points or 0 for row in self.rows)

    @property
    def bonus(self) -> int:
        """The sum of column 2."""
        return sum(row.bonus or 0 for row in self.rows)

    @property
    def received(self) -> int:
        """The sum of column 3."""
        return sum(row.received or 0 for row in self.rows)

    @property
    def given(self) -> int:
        """The sum of column 4, which only decides the charity bonus."""
        return sum(row.given or 0 for row in self.rows)

    @property
    def subtotal(self) -> int:
        """Columns 1 to 3: the total without the charity bonus."""
        return self.points + self.bonus + self.received


class Turn(NamedTuple):
    """The turn that is being played.

    `numbers` are what the dice show by die, empty before the first roll of the turn; while dice
    are in the air they still show the roll before, and `kept` are those that stay. `colours` are
    there only if the roll had its own: then the dice of the game do not say them.
    """

    phase: Phase = Phase.ROLLING
    rolls: int = 0
    numbers: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    asked: bool = False
    colours: tuple[Colour, ...] = ()


class Game(NamedTuple):
    """A position: the sheets, how many turns were played, and the turn being played."""

    rules: Rules
    dice: DiceSet
    sheets: tuple[Sheet, ...]
    turns_played: int
    turn: Turn

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.sheets)

    @property
    def active(self) -> int:
        """The seat whose turn it is (after the end: who would be next)."""
        return self.turns_played % len(self.sheets)

    @property
    def receiver(self) -> int:
        """The seat to the left of the active player, who gets the gift."""
        return (self.turns_played + 1) % len(self.sheets)

    @property
    def round(self) -> int:
        """The round being played, from 0 (after the end: the number of rounds)."""
        return self.turns_played // len(self.sheets)

    @property
    def over(self) -> bool:
        """Whether all turns have been played."""
        return self.turn.phase is Phase.OVER

    @property
    def rolls_left(self) -> int:
        """How often the active player may still roll in this turn."""
        return self.rules.rolls - self.turn.rolls

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces that lie on the table by die; empty before the first roll of a turn."""
        turn = self.turn
        if turn.colours:
            return tuple(map(Face, turn.numbers, turn.colours))
        return self.dice.faces(turn.numbers) if turn.numbers else ()

    @property
    def colours(self) -> Sequence[Colour]:
        """The colours that lie up, by die."""
        return self.turn.colours or self.dice.colours_up(self.turn.numbers)
