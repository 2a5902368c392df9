"""`charidice serve` whose dice follow from the test that runs: luck never makes one red.

    python -m tests.browser.seeded FILE serve ...

The file holds the name of the test. When it changes, the dice begin anew.
"""

import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from charidice.cli import main
from charidice.rolls import Rolls
from charidice.tables import Host
from charidice.tables.hosting.rolls import RollFactory
from charidice.tables.model.game_setup import GameSetup
from charidice.web import server


def rolls_by_test(file: Path, chance: random.Random) -> Callable[[GameSetup], Rolls]:
    """Rolls from a source that begins anew with each test."""
    factory, last = RollFactory(chance), [""]

    def rolls_of(setup: GameSetup) -> Rolls:
        name = file.read_text() if file.exists() else ""
        if name != last[0]:
            last[0] = name
            chance.seed(name)
        return factory.rolls_of(setup)

    return rolls_of


if __name__ == "__main__":
    chance = random.Random("before the first test")
    rolls = rolls_by_test(Path(sys.argv.pop(1)), chance)
    server.Host = partial(Host, randomness=chance, rolls=rolls)  # type: ignore[attr-defined, assignment]
    sys.exit(main())
