"""Rolls of real dice of which only the faces are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charidice.rules import (
    STANDARD,
    Colour,
    Face,
    Game,
    Pass,
    Roll,
    Rolled,
    RulesError,
    Score,
    apply,
    legal_actions,
    new_game,
    parse_action,
    rolled_faces,
)

FACES = [Face(number, colour) for number in range(1, 7) for colour in Colour]
# The rulebook's first example, with faces of which two lie on one die of the standard set.
EXAMPLE = "rolled 1P 2P 3P 4P 6P 6R"


def chosen(roll: str) -> Game:
    return apply(apply(new_game(2), parse_action(roll)), Pass())


def test_the_example_of_the_rulebook_scores_the_same_with_any_box() -> None:
    game = apply(chosen(EXAMPLE), Score((0, 1, 2, 3)))
    row = game.sheets[0].rows[0]
    assert (row.points, row.bonus, row.given) == (10, 25, 24)


@given(st.tuples(*[st.integers(1, 6)] * 6))
def test_faces_of_our_dice_are_worth_the_same_with_and_without_the_dice(
    numbers: tuple[int, ...],
) -> None:
    with_dice = apply(apply(new_game(2), Rolled(numbers)), Pass())
    faces = STANDARD.faces(numbers)
    without = apply(apply(new_game(2), Rolled.of(faces)), Pass())
    assert without.faces == faces == rolled_faces(new_game(2), Rolled.of(faces))
    assert legal_actions(without) == legal_actions(with_dice)
    for action in legal_actions(without):
        if isinstance(action, Score):
            assert apply(without, action).sheets == apply(with_dice, action).sheets


@given(st.permutations(FACES), st.sets(st.integers(0, 5), max_size=5))
def test_a_reroll_leaves_the_kept_faces(faces: list[Face], kept: set[int]) -> None:
    flying = apply(apply(apply(new_game(2), Rolled.of(faces[:6])), Pass()), Roll(kept))
    second = [faces[die] if die in kept else faces[6 + die] for die in range(6)]
    assert apply(flying, Rolled.of(second)).faces == tuple(second)
    for die in kept:
        other = [*second]
        other[die] = faces[20]
        with pytest.raises(RulesError, match="was kept"):
            apply(flying, Rolled.of(other))


def test_a_face_is_never_there_twice() -> None:
    with pytest.raises(RulesError, match="twice"):
        parse_action("rolled 1R 1R 2R 3R 4R 5R")


@pytest.mark.parametrize("text", ["rolled 1R 2R", "rolled 1R 2R 3R 4R 5R 6", "rolled 7R 1R"])
def test_what_is_no_roll_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        parse_action(text)


def test_the_dice_do_not_change_within_a_turn() -> None:
    flying = apply(chosen(EXAMPLE), Roll((0,)))
    with pytest.raises(RulesError, match="same dice"):
        apply(flying, Rolled((1, 2, 3, 4, 5, 6)))


def test_a_roll_that_is_only_assumed_says_so_in_its_text_and_is_the_same_roll() -> None:
    for text in ("rolled 1 6 6 4 3 2 assumed", "rolled 1R 6R 6Y 4P 3K 2G assumed"):
        found = parse_action(text)
        assert isinstance(found, Rolled)
        assert (str(found), found.assumed) == (text, True)
        assert found == parse_action(text.removesuffix(" assumed"))
