"""Dice on the table that would bring a bonus, where it takes more than two of them."""

import json
import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from tests.browser.support import People, tick

from charidice.rules import Face, selections
from charidice.rules.dice import Colour

# Lay these faces on the table, and what selections of them are worth.
LAY: Final = """
([faces, worth]) => {
  document.querySelector('form.tray').dataset.worth = worth;
  document.querySelectorAll('.dice .die').forEach((die, place) => {
    [die.dataset.number, die.dataset.colourOf] = faces[place];
  });
}
"""
FIVES: Final = [Face(5, each) for each in Colour]
REDS: Final = [Face(number, Colour.RED) for number in range(1, 7)]


def laid(people: People, faces: list[Face]) -> Page:
    """A table with these faces, for whoever is to choose."""
    one, _two = people.server.api.table("Lena", "Marko")
    one.play("roll")
    page = people.at(one)
    worth = {
        sum(1 << d for d in s.dice): (s.points, s.bonus, 0, "same4") for s in selections(faces)
    }
    names = [[str(each.number), each.colour.name.lower()] for each in faces]
    page.evaluate(LAY, [names, json.dumps(worth)])
    return page


@pytest.mark.parametrize(("faces", "bonus"), [(FIVES, 60), (REDS, 50)], ids=("number", "run"))
def test_six_dice_that_all_go_together_are_named_at_once(
    people: People, faces: list[Face], bonus: int
) -> None:
    page = laid(people, faces)
    for place in range(3):
        tick(page, place)
        expect(page.locator("#hint")).to_have_text(f"All six dice: +{bonus} bonus")
    tick(page, 3)
    expect(page.locator("#hint")).to_have_text(re.compile(rf"Add two .*: \+{bonus} bonus"))


def test_a_die_that_completes_a_run_goes_before_one_that_spoils_a_smaller_bonus(
    people: People,
) -> None:
    page = laid(people, REDS)
    for place in (0, 1, 2, 4, 5):
        tick(page, place)
    expect(page.locator("#hint")).to_have_text("Add the red 4: +50 bonus")
    expect(page.locator(".spoils, .bonus.spoilt")).to_have_count(0)
