"""Training: the coach objects before a costly decision, and the player has the last word."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.support import PHONE, People, button, keep
from tests.browser.test_coach import advised_now, alone, card, dear_score, dice_of, marked

from charidice.records import from_json
from charidice.rules import Roll


def test_in_training_the_better_choice_is_shown_and_taken(people: People) -> None:
    seat = alone(people, coach_limit=1)
    page = people.at(seat)
    expect(page.locator(".training")).to_have_text("Training")
    before, best = seat.state()["position"], advised_now(seat).options[0].action
    keep(page, *dear_score(seat).dice)
    page.locator("#tray [value=score]").click()
    expect(card(page)).to_contain_text("The coach would choose differently")
    assert seat.state()["position"] == before  # nothing has been written or rolled
    button(page, "Show me the better one").click()
    expect(card(page).locator("#coach-more")).to_be_visible()
    assert marked(page) == [str(die) for die in dice_of(best)]
    card(page).locator("button.go").click()
    expect(card(page)).to_have_count(0)
    assert seat.state()["position"] > before
    assert str(best) in seat.record() or isinstance(best, Roll)


@pytest.mark.parametrize("again", [False, True], ids=["on the card", "by the same button"])
def test_in_training_whoever_stands_by_a_choice_makes_it(people: People, again: bool) -> None:
    seat = alone(people, coach_limit=1)
    page = people.at(seat)
    mine = dear_score(seat)
    keep(page, *mine.dice)
    page.locator("#tray [value=score]").click()
    expect(card(page)).to_contain_text(re.compile(r"lose about \d+ more games? in 100"))
    if again:
        page.wait_for_timeout(500)  # a second tap at once would be a slip
        page.locator("#tray [value=score]").click()
    else:
        button(page, "Stay with mine").click()
    expect(card(page)).to_have_count(0)
    expect(page.locator(".tray.scored, .tray:not([data-mine])").first).to_be_visible()
    assert str(mine) in [str(a) for a in from_json(seat.record()).actions]


def test_training_begins_on_the_start_page(people: People) -> None:
    page = people.come(size=PHONE)
    page.goto("/")
    page.locator("#bots summary").click()
    switch = page.get_by_role("switch", name="Training")
    expect(switch).to_be_visible()
    expect(page.locator("#training-note")).to_contain_text("You have the last word.")
    expect(page.locator("#coach-limit")).to_be_hidden()
    switch.check()
    page.locator("#coach-limit").select_option("1")
    page.locator("#bots .go").click()
    expect(page.locator(".training")).to_be_visible()
