"""Sheets and tallies in every language: whole words where they fit, three letters where not."""

from collections.abc import Iterator

import pytest

from charidice.cli.console import Console
from charidice.cli.drawing import Painter, sheet_lines, tally_lines
from charidice.locale import gettext, languages, use
from charidice.rules import Game, new_game


@pytest.fixture(params=languages())
def _language(request: pytest.FixtureRequest) -> Iterator[None]:
    use(request.param)
    yield
    use("en")


@pytest.fixture
def painter() -> Painter:
    return Painter(Console.of_process({"NO_COLOR": "1"}))


def heads(game: Game, painter: Painter, width: int) -> list[str]:
    names = ("Lena", "Marko", "Florian", "Ayşe")[: game.seats]
    return sheet_lines(game, names, painter, width)[1].split()


@pytest.mark.usefixtures("_language")
def test_two_sheets_side_by_side_have_whole_words_as_heads(painter: Painter) -> None:
    words = [gettext(word) for word in ("Dice", "Bonus", "Received", "Given")]
    assert heads(new_game(2), painter, 80) == words * 2


@pytest.mark.usefixtures("_language")
def test_four_sheets_side_by_side_have_short_heads(painter: Painter) -> None:
    words = [gettext(word) for word in ("Dic", "Bon", "Got", "Giv")]
    assert heads(new_game(4), painter, 80) == words * 4


def test_of_three_sheets_side_by_side_each_head_is_as_long_as_it_may_be(painter: Painter) -> None:
    assert heads(new_game(3), painter, 80) == ["Dice", "Bonus", "Got", "Given"] * 3


@pytest.mark.usefixtures("_language")
def test_the_tally_has_whole_words_as_heads(painter: Painter) -> None:
    words = [gettext(word) for word in ("Dice", "Bonus", "Received", "Charity", "Total")]
    assert tally_lines(new_game(2), ("Lena", "Marko"), painter)[0].split() == words
