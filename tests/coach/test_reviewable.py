"""The coach judges a game only if every roll is known, on known dice."""

import pytest

from charidice.coach import reviewable
from charidice.records import EnteredSource, Record
from charidice.rules import DiceSet, Face, Pass, Rolled, Score

OWN = DiceSet.parse("YRGBPK RYBGKP GBPKYR BGKPRY PKYRGB KPRYBG")
PLAYED = (Rolled([1, 2, 3, 4, 5, 6]), Pass(), Score([0]))


def with_roll(roll: Rolled) -> Record:
    """A record of which only the second roll is another."""
    return Record(("Lena", "Marko"), (*PLAYED, roll, Pass(), Score([0])))


@pytest.mark.parametrize("source", [None, EnteredSource(), EnteredSource(dice=True)])
def test_rolls_of_known_dice_can_be_judged(source: EnteredSource | None) -> None:
    assert reviewable(Record(("Lena", "Marko"), PLAYED, dice=OWN, source=source))
    assert reviewable(Record(("Lena", "Marko")))


def test_a_roll_with_its_own_colours_cannot_be_judged() -> None:
    faces = [Face.parse(text) for text in ["1R", "1Y", "1G", "1B", "1P", "1K"]]
    assert not reviewable(with_roll(Rolled.of(faces)))


def test_a_roll_that_nobody_wrote_down_cannot_be_judged() -> None:
    assert reviewable(with_roll(Rolled([1] * 6)))
    assert not reviewable(with_roll(Rolled([1] * 6, assumed=True)))
