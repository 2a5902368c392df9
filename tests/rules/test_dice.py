import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import OTHER_DICE, random_dice_set

from charidice.rules import STANDARD, Colour, DiceSet, Face, RulesError


def test_the_six_colours_have_their_order_letters_and_symbols() -> None:
    assert [(c.name.lower(), c.letter, c.symbol) for c in Colour] == [
        ("red", "R", "●"),
        ("yellow", "Y", "▲"),
        ("green", "G", "■"),
        ("blue", "B", "◆"),
        ("purple", "P", "★"),
        ("black", "K", "✚"),
    ]


def test_a_face_is_written_as_number_and_letter_and_parses_back() -> None:
    assert str(Face(3, Colour.RED)) == "3R"
    for number in range(1, 7):
        for colour in Colour:
            face = Face(number, colour)
            assert Face.parse(str(face)) == face
    assert Face.parse("3r") == Face(3, Colour.RED)


@pytest.mark.parametrize("text", ["", "3", "R3", "7R", "0R", "3X", "3RR", "33", " 3R", "٣R"])
def test_what_is_no_face_is_refused(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        Face.parse(text)
    assert caught.value.code == "rules/bad-face"


@pytest.mark.parametrize(
    ("number", "colour"),
    [(0, Colour.RED), (7, Colour.RED), (3, 0), (1.0, Colour.RED), (True, Colour.RED)],
)
def test_a_face_outside_the_dice_cannot_be_made(number: int, colour: Colour) -> None:
    with pytest.raises(RulesError, match="is not a face"):
        Face(number, colour)


def test_the_standard_set_puts_number_n_of_die_d_on_colour_n_minus_1_plus_d() -> None:
    for die in range(6):
        for number in range(1, 7):
            numbers = [1] * 6
            numbers[die] = number
            assert STANDARD.faces(numbers)[die] == Face(number, Colour((number - 1 + die) % 6))


@pytest.mark.parametrize("dice", [STANDARD, OTHER_DICE, random_dice_set(1)])
def test_every_pair_of_number_and_colour_occurs_exactly_once(dice: DiceSet) -> None:
    faces = {face for n in range(1, 7) for face in dice.faces([n] * 6)}
    assert len(faces) == 36


@given(st.integers())
def test_a_dice_set_is_written_as_six_words_and_parses_back(seed: int) -> None:
    dice = random_dice_set(seed)
    assert DiceSet.parse(str(dice)) == dice
    assert hash(DiceSet.parse(str(dice))) == hash(dice)
    assert pickle.loads(pickle.dumps(dice)) == dice  # noqa: S301


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "rules/dice-count"),
        ("RYGBPK YGBPKR GBPKRY BPKRYG PKRYGB", "rules/dice-count"),
        ("RYGBP YGBPKR GBPKRY BPKRYG PKRYGB KRYGBP", "rules/die-face-count"),
        ("RRGBPK YGBPKR GBPKRY BPKRYG PKRYGB KRYGBP", "rules/die-colours"),
        ("RYGBPK RYGBPK GBPKRY BPKRYG PKRYGB KRYGBP", "rules/not-a-latin-square"),
        ("RYGBPX YGBPKR GBPKRY BPKRYG PKRYGB KRYGBP", "rules/bad-colour"),
    ],
)
def test_six_dice_that_are_no_latin_square_are_refused(text: str, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        DiceSet.parse(text)
    assert caught.value.code == code


@pytest.mark.parametrize("rows", [(1, 2, 3, 4, 5, 6), None, (("a",) * 6,) * 6, ((9,) * 6,) * 6])
def test_what_is_no_set_of_dice_at_all_is_refused(rows: Any) -> None:
    with pytest.raises(RulesError) as caught:
        DiceSet(rows)
    assert caught.value.code == "rules/bad-dice-set"


def test_a_set_can_be_made_from_lists_and_numbers() -> None:
    rows: Any = [[(number + die) % 6 for number in range(6)] for die in range(6)]
    assert DiceSet(rows) == STANDARD
    assert str(DiceSet(rows)) == str(STANDARD)


def test_the_refusal_of_a_dice_set_names_a_face_that_is_there_twice() -> None:
    with pytest.raises(RulesError, match="1R is on 2 of them"):
        DiceSet.parse("RYGBPK RYGBPK GBPKRY BPKRYG PKRYGB KRYGBP")


@pytest.mark.parametrize(
    "numbers", [[], [1] * 5, [1] * 7, [0, 1, 1, 1, 1, 1], [7, 1, 1, 1, 1, 1], [[1]] * 6]
)
def test_faces_of_what_is_no_roll_are_refused(numbers: Any) -> None:
    with pytest.raises(RulesError) as caught:
        STANDARD.faces(numbers)
    assert caught.value.code == "rules/bad-numbers"
