"""The worked examples of the rulebook, as they stand there."""

import pytest
from tests.support import EXAMPLE_1, EXAMPLE_2, play, roll, rolled

from charidice.rules import (
    RULEBOOK,
    STANDARD,
    Game,
    Kind,
    Phase,
    Row,
    Selection,
    Sheet,
    Turn,
    selections,
    standings,
)


def chosen(roll: tuple[int, ...], numbers: list[int]) -> list[Selection]:
    """The legal selections of a roll that show exactly these numbers."""
    faces = STANDARD.faces(roll)
    return [s for s in selections(faces) if sorted(faces[die].number for die in s.dice) == numbers]


def test_example_1_lena_scores_2_3_4_6_of_one_colour_for_30_and_gives_13() -> None:
    (selection,) = (s for s in chosen(EXAMPLE_1, [2, 3, 4, 6]) if s.kind is Kind.ONE_COLOUR)
    assert (selection.points, selection.bonus, selection.total, selection.gift) == (15, 15, 30, 13)


def test_example_1_lena_scores_the_straight_1_2_3_4_for_35_and_gives_24() -> None:
    (selection,) = chosen(EXAMPLE_1, [1, 2, 3, 4])
    assert (selection.points, selection.bonus, selection.total, selection.gift) == (10, 25, 35, 24)


def test_example_1_shows_five_dice_of_one_colour_and_a_6_of_another() -> None:
    assert " ".join(map(str, STANDARD.faces(EXAMPLE_1))) == "1R 6R 6Y 4R 3R 2R"


def test_example_2_shows_five_colours_and_one_2_shares_its_colour_with_a_6() -> None:
    faces = STANDARD.faces(EXAMPLE_2)
    assert len({face.colour for face in faces}) == 5
    (shared,) = ({a, b} for a in faces for b in faces if a < b and a.colour == b.colour)
    assert {face.number for face in shared} == {2, 6}


def test_example_2_florian_scores_2_2_2_6_6_for_18_without_bonus_and_gives_2() -> None:
    (selection,) = chosen(EXAMPLE_2, [2, 2, 2, 6, 6])
    assert (selection.points, selection.bonus, selection.gift) == (18, 0, 2)


def test_example_2_florian_scores_four_2s_for_23_and_gives_24() -> None:
    (selection,) = chosen(EXAMPLE_2, [2, 2, 2, 2])
    assert (selection.points, selection.bonus, selection.total, selection.gift) == (8, 15, 23, 24)


def test_example_3_florian_asks_for_the_biggest_gift_and_gets_2_and_5_doubled_to_24() -> None:
    # Marko is active and scores four dice of different colours; a 2 and a 5 are left.
    game = play(rolled(EXAMPLE_1, players=3), "score 0")
    game = play(game, "rolled 1 1 1 1 2 5", "ask", "score 0 1 2 3")
    assert game.sheets[1].rows[0].given == 24
    assert game.sheets[2].rows[0].received == 24
    assert not game.sheets[2].box


def test_example_4_marko_has_223_points_and_the_charity_bonus_and_ends_with_243() -> None:
    marko = Sheet((Row(126, 75, 22, 57),), box=False)
    other = Sheet((Row(100, 50, 57, 22),), box=False)
    game = Game(RULEBOOK, STANDARD, (marko, other), 14, Turn(phase=Phase.OVER))
    first, second = standings(game)
    assert (first.points, first.bonus, first.received, first.given) == (126, 75, 22, 57)
    assert (first.seat, first.charity, first.total) == (0, 20, 243)
    assert (second.charity, second.total) == (0, 207)


@pytest.mark.parametrize(
    ("numbers", "by_seat"),
    [
        (EXAMPLE_1, ("Lena", "Marko")),
        (EXAMPLE_2, ("Marko", "Florian")),
        (EXAMPLE_2, ("Florian", "Lena")),
    ],
)
def test_gifts_go_clockwise_from_lena_to_marko_to_florian_to_lena(
    numbers: tuple[int, ...], by_seat: tuple[str, str]
) -> None:
    names = ("Lena", "Marko", "Florian")
    game = rolled(numbers, players=3)
    while names[game.active] != by_seat[0]:
        game = roll(play(game, "score 0"), numbers)
    game = play(game, "score 1")
    giver, receiver = (game.sheets[names.index(name)].rows[0] for name in by_seat)
    assert giver.given == receiver.received != 0
