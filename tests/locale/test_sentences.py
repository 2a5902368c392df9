"""Sentences about one and about several people."""

from collections.abc import Iterator

import pytest

from charidice.locale import use
from charidice.locale.sentences import charity, victory, wish_to_end
from charidice.rules import Game, Pass, Rolled, Rules, Score, apply, new_game

NAMES = ("Lena", "Marko", "Ida")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    use("en")


@pytest.mark.parametrize(
    ("language", "one", "more"),
    [
        ("en", "Lena would like", "Lena and Marko would like"),
        ("de", "Lena möchte ", "Lena und Marko möchten "),
        ("fr", "Lena souhaite ", "Lena et Marko souhaitent "),
        ("el", "Lena θα ήθελε ", "Lena και Marko θα ήθελαν "),
        ("tr", "Lena oyunu", "Lena ve Marko oyunu"),
        ("cs", "Lena navrhuje ", "Lena a Marko navrhují "),
    ],
)
def test_the_verb_fits_one_and_several_who_would_end_the_game(
    language: str, one: str, more: str
) -> None:
    use(language)
    assert wish_to_end(["Lena"]).startswith(one)
    assert wish_to_end(["Lena", "Marko"]).startswith(more)


def ended(*scored: tuple[int, ...]) -> Game:
    """A game of one round in which everybody rolls six 1s and scores these of them."""
    game = new_game(len(scored), rules=Rules(rounds=1))
    for dice in scored:
        for action in (Rolled((1,) * 6), Pass(), Score(dice)):
            game = apply(game, action)
    return game


ONE, TWO = (0,), (0, 1)


@pytest.mark.parametrize(
    ("game", "reader", "start"),
    [
        (ended(ONE, TWO), 0, "You gave the most, 5 points, and get the charity bonus"),
        (ended(ONE, TWO), 1, "Lena gave the most, 5 points, and gets"),
        (ended(ONE, TWO), None, "Lena gave the most, 5 points, and gets"),
        (ended(ONE, ONE), 1, "You gave the most together with Lena, 5 points each, and each of"),
        (ended(ONE, ONE, TWO), 2, "Lena and Marko gave the most, 5 points each, and each gets"),
        (ended(ONE, ONE, ONE), 0, "You gave the most together with Marko and Ida, 5 points"),
    ],
)
def test_the_reader_is_never_a_third_person_who_gave_the_most(
    game: Game, reader: int | None, start: str
) -> None:
    assert charity(game, NAMES, reader).startswith(start)


def test_whoever_gave_a_little_less_than_the_most_reads_how_close_it_was() -> None:
    close = "So close: you gave only {} less."
    assert charity(ended(ONE, TWO), NAMES, 1).endswith(close.format("1 point"))
    assert charity(ended(ONE, (0, 1, 2, 3)), NAMES, 1).endswith(close.format("3 points"))
    assert "close" not in charity(ended(ONE, (0, 1, 2, 3, 4)), NAMES, 1)
    for reader in (0, None):
        assert "close" not in charity(ended(ONE, TWO), NAMES, reader)


@pytest.mark.parametrize(
    ("game", "reader", "text"),
    [
        (ended(ONE, TWO), 0, "You win the game!"),
        (ended(ONE, TWO), 1, "Lena wins the game!"),
        (ended(ONE, ONE), 1, "It is a tie: you share the victory with Lena!"),
        (ended(ONE, ONE, ONE), 0, "It is a tie: you share the victory with Marko and Ida!"),
        (ended(ONE, ONE), None, "It is a tie: Lena and Marko share the victory!"),
    ],
)
def test_the_reader_is_never_a_third_person_who_has_won(
    game: Game, reader: int | None, text: str
) -> None:
    assert victory(game, NAMES, reader) == text
