from collections import Counter
from itertools import chain, combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import EXAMPLE_1, OTHER_DICE

from charidice.rules import STANDARD, Colour, Face, Kind, Rules, RulesError, Selection, selections

ALL_FACES = [Face(number, colour) for number in range(1, 7) for colour in Colour]
six_faces = st.permutations(ALL_FACES).map(lambda faces: tuple(faces[:6]))


def of(text: str) -> dict[str, Selection]:
    """The selections of six written faces, by their own faces as text."""
    faces = [Face.parse(word) for word in text.split()]
    return {" ".join(str(faces[die]) for die in s.dice): s for s in selections(faces)}


def test_all_rolls_of_the_standard_set_have_the_known_number_of_selections() -> None:
    counts = Counter(
        (s.kind, len(s.dice), s.bonus)
        for numbers in product(range(1, 7), repeat=6)
        for s in selections(STANDARD.faces(numbers))
    )
    assert sum(counts.values()) == 1_606_038
    a, b = Kind.ONE_COLOUR, Kind.DIFFERENT_COLOURS
    with_bonus = {key: count for key, count in counts.items() if key[0] is a or key[2]}
    assert with_bonus == {
        (a, 4, 15): 2_592,
        (a, 4, 25): 648,
        (a, 5, 0): 144,
        (a, 5, 40): 72,
        (a, 6, 50): 6,
        (b, 4, 15): 3_240,
        (b, 5, 30): 216,
        (b, 6, 60): 6,
    }


def by_the_book(faces: tuple[Face, ...]) -> set[tuple[object, ...]]:
    """Every legal selection, read slowly and literally off the rulebook."""
    found: set[tuple[object, ...]] = set()
    every = chain.from_iterable(combinations(range(6), size) for size in range(1, 7))
    for dice in every:
        chosen = [faces[die] for die in dice]
        numbers = sorted(face.number for face in chosen)
        colours = {face.colour for face in chosen}
        bonus = 0
        if len(colours) == 1 and len(chosen) >= 4:
            kind = "one-colour"
            in_a_row = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
            if in_a_row:
                bonus = {4: 25, 5: 40, 6: 50}[len(chosen)]
            elif len(chosen) == 4:
                bonus = 15
        elif len(colours) == len(chosen):
            kind = "different-colours"
            if len(set(numbers)) == 1:
                bonus = {4: 15, 5: 30, 6: 60}.get(len(chosen), 0)
        else:
            continue
        gift = 0
        for die in range(6):
            if die not in dice:
                gift += faces[die].number * (2 if faces[die].number in (5, 6) else 1)
        found.add((dice, kind, sum(numbers), bonus, gift))
    return found


@given(six_faces)
def test_selections_are_those_of_the_rulebook_for_any_six_faces_of_a_box(
    faces: tuple[Face, ...],
) -> None:
    found = [(s.dice, str(s.kind), s.points, s.bonus, s.gift) for s in selections(faces)]
    assert len(set(found)) == len(found)
    assert set(found) == by_the_book(faces)


@given(st.tuples(*[st.integers(1, 6)] * 6))
def test_selections_are_those_of_the_rulebook_for_other_dice(numbers: tuple[int, ...]) -> None:
    faces = OTHER_DICE.faces(numbers)
    assert {(*s[:1], str(s.kind), *s[2:]) for s in selections(faces)} == by_the_book(faces)


def test_three_dice_of_one_colour_cannot_be_scored() -> None:
    found = of("1R 2R 3R 1Y 2Y 3Y")
    assert "1R 2R 3R" not in found
    assert "1R 2R" not in found


def test_four_dice_of_one_colour_with_a_gap_bring_15() -> None:
    assert of("1R 2R 3R 5R 1Y 1G")["1R 2R 3R 5R"].bonus == 15


def test_a_straight_of_four_five_or_six_of_one_colour_brings_25_40_or_50() -> None:
    found = of("1R 2R 3R 4R 5R 6R")
    assert found["1R 2R 3R 4R"].bonus == 25
    assert found["2R 3R 4R 5R 6R"].bonus == 40
    assert found["1R 2R 3R 4R 5R 6R"].bonus == 50


def test_five_dice_of_one_colour_with_a_gap_are_legal_and_bring_no_bonus() -> None:
    selection = of("1R 2R 3R 4R 6R 6Y")["1R 2R 3R 4R 6R"]
    assert (selection.kind, selection.points, selection.bonus) == (Kind.ONE_COLOUR, 16, 0)


def test_dice_of_the_scored_colour_may_be_left_out_and_are_given() -> None:
    assert of("1R 2R 3R 4R 6R 6Y")["1R 2R 3R 4R"].gift == 24


def test_four_five_or_six_equal_numbers_bring_15_30_or_60() -> None:
    found = of("2R 2Y 2G 2B 2P 2K")
    assert found["2R 2Y 2G"].bonus == 0
    assert found["2R 2Y 2G 2B"].bonus == 15
    assert found["2R 2Y 2G 2B 2P"].bonus == 30
    assert found["2R 2Y 2G 2B 2P 2K"].bonus == 60


def test_one_other_die_in_the_selection_spoils_the_bonus() -> None:
    found = of("2R 2Y 2G 2B 3P 3K")
    assert found["2R 2Y 2G 2B"].bonus == 15
    assert found["2R 2Y 2G 2B 3P"].bonus == 0


def test_all_different_colours_take_one_to_six_dice() -> None:
    found = of("1R 2Y 3G 4B 5P 6K")
    assert {len(s.dice) for s in found.values()} == {1, 2, 3, 4, 5, 6}
    assert len(found) == 63
    assert found["1R 2Y 3G 4B 5P 6K"].points == 21
    assert found["1R 2Y 3G 4B 5P 6K"].gift == 0


def test_two_dice_of_one_colour_are_not_scored_together() -> None:
    assert "6R 6Y" in of("1R 2R 3R 4R 6R 6Y")
    assert "4R 6R" not in of("1R 2R 3R 4R 6R 6Y")


def test_given_fives_and_sixes_count_double() -> None:
    found = of("1R 2R 3R 4R 5Y 6Y")
    assert found["1R"].gift == 2 + 3 + 4 + 10 + 12
    assert found["5Y"].gift == 1 + 2 + 3 + 4 + 12


def test_other_rules_change_what_a_selection_is_worth() -> None:
    rules = Rules(one_colour_least=3, one_colour_bonus=(0, 0, 0, 7, 15, 0, 0), gift_values=(0,) * 7)
    faces = [Face.parse(word) for word in ["1R", "2R", "4R", "1Y", "2Y", "4G"]]
    (chosen,) = (s for s in selections(faces, rules) if s.kind is Kind.ONE_COLOUR)
    assert (chosen.dice, chosen.bonus, chosen.gift) == ((0, 1, 2), 7, 0)


@pytest.mark.parametrize("count", [0, 5, 7])
def test_a_roll_has_six_faces(count: int) -> None:
    with pytest.raises(RulesError) as caught:
        selections(ALL_FACES[:count])
    assert caught.value.code == "rules/face-count"


def test_what_is_no_face_is_refused() -> None:
    with pytest.raises(RulesError) as caught:
        selections([1, 2, 3, 4, 5, 6])  # type: ignore[list-item]
    assert caught.value.code == "rules/bad-face"


def test_the_same_face_twice_is_refused_even_from_a_box() -> None:
    with pytest.raises(RulesError, match="1R is there twice"):
        of("1R 1R 2Y 3G 4B 5P")


def test_selections_come_without_repeats_and_single_dice_first() -> None:
    dice = [s.dice for s in selections(STANDARD.faces(EXAMPLE_1))]
    assert dice == sorted(set(dice), key=lambda d: (len(d), d))
