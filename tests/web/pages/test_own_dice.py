"""One's own dice: entered side by side, checked to be a Latin square, written as six words."""

from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.support import Visitor, page_of

from charidice.rules import STANDARD, Colour, DiceSet, RulesError
from charidice.web.pages.own_dice import draft_view, read_draft

OWN = "YGBPKR RYGBPK KRYGBP PKRYGB BPKRYG GBPKRY"
LETTERS = [*OWN.replace(" ", "")]


def changed(*sides: tuple[int, int, str]) -> list[str]:
    """The letters with other ones, by die and number from 1."""
    letters = [*LETTERS]
    for die, number, letter in sides:
        letters[(die - 1) * 6 + number - 1] = letter
    return letters


def test_six_right_dice_are_written_as_six_words() -> None:
    view = draft_view(read_draft(LETTERS))
    assert (view.text, view.problems, view.missing) == (OWN, (), "")
    assert view.pad_link == f"/?dice={OWN.replace(' ', '%20')}#real-dice"
    assert str(DiceSet.parse(view.text)) == OWN
    assert draft_view(read_draft([*str(STANDARD).replace(" ", "").lower()])).text == str(STANDARD)


def test_what_is_missing_is_counted() -> None:
    assert draft_view(read_draft([])).missing == "36 faces are still missing."
    view = draft_view(read_draft(changed((2, 3, ""))))
    assert (view.missing, view.text, view.pad_link) == ("1 face is still missing.", "", "")
    assert [side.letter for side in view.dice[1]] == ["R", "Y", "", "B", "P", "K"]


def test_a_face_that_is_there_twice_is_named_with_its_dice() -> None:
    view = draft_view(read_draft(changed((1, 1, "R"), (1, 6, "Y"))))
    assert view.problems == (
        "“1, red circle” is on die 1 and on die 2, but every face is there once.",
        "“6, yellow triangle” is on die 1 and on die 6, but every face is there once.",
    )
    wrong = [(d + 1, s.number) for d, die in enumerate(view.dice) for s in die if s.is_wrong]
    assert wrong == [(1, 1), (1, 6), (2, 1), (6, 6)]
    assert view.text == ""


def test_a_colour_that_a_die_has_twice_is_named_with_its_numbers() -> None:
    view = draft_view(read_draft(changed((1, 1, ""), (1, 4, "R"), (3, 4, ""), (4, 4, ""))))
    assert "Die 1 has the red circle under 4 and under 6: look again." in view.problems


@given(st.lists(st.sampled_from(["R", "Y", "G", "B", "P", "K"]), min_size=36, max_size=36))
def test_dice_are_right_if_and_only_if_the_rules_take_them(letters: list[str]) -> None:
    view = draft_view(read_draft(letters))
    rows = ["".join(letters[start : start + 6]) for start in range(0, 36, 6)]
    try:
        expected = str(DiceSet.parse(" ".join(rows)))
    except RulesError:
        expected = ""
    assert view.text == expected
    assert bool(view.problems) == (not expected)


@given(st.permutations(range(6)), st.permutations(range(6)), st.permutations(list(Colour)))
def test_every_latin_square_of_this_kind_is_taken(
    dice: list[int], numbers: list[int], colours: list[Colour]
) -> None:
    letters = [colours[(die + number) % 6].letter for die in dice for number in numbers]
    view = draft_view(read_draft(letters))
    assert view.text.replace(" ", "") == "".join(letters)
    assert not view.problems


@pytest.mark.parametrize("letters", [["x"] * 36, ["RR"], ["é", "\0", " "], ["R"] * 500, []])
def test_anything_can_be_sent(visitor: Visitor, letters: list[str]) -> None:
    page = page_of(visitor.web.get("/dice?" + urlencode([("c", each) for each in letters])))
    assert sum(tag == "select" for tag, _attributes in page.tags) == 36


def test_the_form_works_without_scripts(visitor: Visitor) -> None:
    page = page_of(visitor.web.get("/dice?" + urlencode([("c", each) for each in LETTERS])))
    fields = [attributes for tag, attributes in page.tags if tag == "input"]
    assert OWN in [each.get("value") for each in fields]
    chosen = [a["value"] for tag, a in page.tags if tag == "option" and "selected" in a]
    assert chosen == LETTERS
    links = [attributes.get("href") for tag, attributes in page.tags if tag == "a"]
    assert f"/?dice={OWN.replace(' ', '%20')}#real-dice" in links


def test_dice_in_six_words_fill_the_form(visitor: Visitor) -> None:
    page = page_of(visitor.web.get("/dice", params={"dice": OWN}))
    chosen = [a["value"] for tag, a in page.tags if tag == "option" and "selected" in a]
    assert chosen == LETTERS
