"""The rules with their worked examples: every number follows from the faces that are drawn."""

import re

import pytest
from tests.support import EXAMPLE_1, EXAMPLE_2
from tests.web.support import Page, Visitor, page_of

from charidice.rules import NUMBERS, Colour, Face, selections
from charidice.web.pages import examples as shown
from charidice.web.pages.examples import choice, doubled, end, examples, faces, trial


@pytest.fixture
def rules(visitor: Visitor) -> Page:
    return page_of(visitor.web.get("/rules"))


def plain(page: Page) -> str:
    """The texts as they are read, without tags and line breaks."""
    return " ".join(page.text.split())


def test_the_examples_are_those_of_the_rulebook() -> None:
    assert (shown.LENAS_ROLL, shown.FLORIANS_ROLL) == (EXAMPLE_1, EXAMPLE_2)


@pytest.mark.parametrize(
    ("roll", "scored", "points", "bonus", "gift"),
    [
        (EXAMPLE_1, "2R 3R 4R 6R", "2 + 3 + 4 + 6 = 15", 15, "1 + 6 × 2 = 13"),
        (EXAMPLE_1, "1R 2R 3R 4R", "1 + 2 + 3 + 4 = 10", 25, "6 × 2 + 6 × 2 = 24"),
        (EXAMPLE_2, "2R 2G 2P 6B 6K", "2 + 2 + 2 + 6 + 6 = 18", 0, "2 = 2"),
        (EXAMPLE_2, "2R 2G 2B 2P", "2 + 2 + 2 + 2 = 8", 15, "6 × 2 + 6 × 2 = 24"),
    ],
)
def test_a_choice_is_worth_what_the_rulebook_says(
    roll: tuple[int, ...], scored: str, points: str, bonus: int, gift: str
) -> None:
    view = choice(roll, scored)
    assert f"{view.points_sum} = {view.points}" == points
    assert (view.bonus, view.total) == (bonus, view.points + bonus)
    assert f"{view.gift_sum} = {view.gift}" == gift
    assert [die.gift for die in view.given] == [
        {5: 10, 6: 12}.get(die.number, die.number) for die in view.given
    ]


def test_what_nobody_may_score_is_no_example() -> None:
    with pytest.raises(ValueError, match="2G 2B 6B"):
        choice(EXAMPLE_2, "2G 2B 6B")
    assert not trial(EXAMPLE_2, "2G 2B 6B").is_legal
    assert trial(EXAMPLE_2, "2G 6B").is_legal


def test_of_the_dice_to_try_the_last_do_not_fit() -> None:
    assert [each.is_legal for each in examples().trials] == [True, True, False]


def test_the_dice_beside_a_bonus_bring_it() -> None:
    others = [Face(number, colour) for colour in Colour for number in NUMBERS]
    for (card, dice), text in zip(examples().bonuses, shown.BONUS_DICE, strict=True):
        wanted = faces(text)
        up = (*wanted, *(face for face in others if face not in wanted))[:6]
        worth = next(each.bonus for each in selections(up) if each.dice == (0, 1, 2, 3))
        assert (len(dice), worth) == card.steps[0]


def test_the_biggest_gift_doubles_once_more() -> None:
    view = doubled()
    assert f"({view.gift_sum}) × {view.factor} = {view.gift}" == "(2 + 5 × 2) × 2 = 24"
    assert [die.number for die in view.dice] == [2, 5]


def test_the_last_sum_has_the_charity_bonus() -> None:
    view = end()
    assert (view.before, view.charity, view.total) == (223, 20, 243)


def test_the_page_shows_every_sum(rules: Page) -> None:
    text = plain(rules)
    for view in (*examples().lena, *examples().florian):
        assert f"{view.points_sum} = {view.points}" in text
        assert f"{view.points} + {view.bonus} = {view.total}" in text
    for sums in ("1 + 6 × 2 = 13", "6 × 2 + 6 × 2 = 24", "(2 + 5 × 2) × 2 = 24", "223 + 20 = 243"):
        assert sums in text
    assert "Example: 30 points or 35?" in text
    assert "bring Lena 5 points more, but Marko gets 11 more" in text


def test_the_drawing_of_a_gift_says_in_words_what_it_shows(rules: Page) -> None:
    (drawing,) = (a for tag, a in rules.tags if tag == "svg" and a.get("role") == "img")
    assert "Lena gives a 1 and a 6 to Marko" in (drawing["aria-label"] or "")
    assert "13 points" in (drawing["aria-label"] or "")


def test_every_jump_leads_to_a_heading(rules: Page) -> None:
    ids = {a.get("id") for tag, a in rules.tags if tag == "h2"}
    jumps = [a["href"] for tag, a in rules.tags if tag == "a" and (a["href"] or "")[:2] == "#r"]
    assert len(jumps) == 7
    assert {(jump or "")[1:] for jump in jumps} <= ids


def test_the_short_start_comes_before_everything_else(rules: Page) -> None:
    headings = [a.get("id") for tag, a in rules.tags if tag == "h2"]
    assert headings[0] == "rules-five"
    text = rules.text
    first, second = text.index("The game in five sentences"), text.index("Each of the six dice")
    assert first < text.index("the highest total wins.") < second


def test_the_rules_lead_to_the_guide_and_to_paper(visitor: Visitor, rules: Page) -> None:
    assert "/rules/one-page" in {a.get("href") for tag, a in rules.tags if tag == "a"}
    assert rules.values("guide") == ["1"]
    fields = {name: rules.values(name)[0] for name in ("level", "rounds", "guide")}
    answer = visitor.web.post("/play", data=fields)
    assert answer.headers["location"].endswith("#guide")


def test_the_page_to_print_has_every_part_of_the_rules(visitor: Visitor) -> None:
    text = visitor.web.get("/rules/one-page").text
    headings = re.findall(r"<h2>(.*?)</h2>", text)
    assert headings == [
        *("Your turn", "Gifts", "Bonuses", "Example: 30 points or 35?"),
        *("The biggest gift (2×)", "The end", "Good to know"),
    ]
