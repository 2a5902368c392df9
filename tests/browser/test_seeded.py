"""Dice in these tests follow from the name of the test."""

import random
from pathlib import Path

from tests.browser.seeded import rolls_by_test

from charidice.tables.model.game_setup import GameSetup


def test_the_same_test_rolls_the_same_dice_whatever_was_rolled_before(tmp_path: Path) -> None:
    file = tmp_path / "server.test"
    rolls_of = rolls_by_test(file, random.Random(1))

    def rolled(name: str) -> list[int]:
        file.write_text(name)
        return [rolls_of(GameSetup()).number(0, 0, die) for die in range(60)]

    first, other = rolled("one"), rolled("two")
    assert rolled("one") == first != other
