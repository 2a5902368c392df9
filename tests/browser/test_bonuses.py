"""Bonuses: the cards, the hints and the announcement, for every selection of dice."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import pytest
from playwright.sync_api import expect
from tests.browser.support import (
    DESK,
    PHONE,
    People,
    keep_for_a_bonus,
    rolled,
    score_button,
    tick,
    with_a_bonus,
)

from charidice.coach.odds import bonus_chances
from charidice.rules import STANDARD, Face, selections
from charidice.rules.dice import Colour
from charidice.web.pages.odds import shown as written

# For every selection of dice: the lit steps, the near ones, the hint, and the button.
ALL_SELECTIONS: Final = """
() => {
  const boxes = [...document.querySelectorAll('input[name=die]')];
  const steps = (name) => [...document.querySelectorAll(`.step.${name}`)]
    .map((step) => step.closest('.bonus').dataset.kind + step.dataset.count).sort();
  return [...Array(64).keys()].map((mask) => {
    boxes.forEach((box, place) => { box.checked = !!(mask & (1 << place)); });
    boxes[0].dispatchEvent(new Event('change', { bubbles: true }));
    const button = document.querySelector('[value=score]');
    return {
      got: steps('got'),
      near: steps('near'),
      hint: document.getElementById('hint').textContent,
      title: button.querySelector('.title').textContent,
      able: !button.disabled,
    };
  });
}
"""
LIT: Final = """
() => {
  const steps = (name) => [...document.querySelectorAll(`.step.${name}`)]
    .map((step) => step.closest('.bonus').dataset.kind + step.dataset.count).sort();
  const cards = [...document.querySelectorAll('.bonus')];
  const counted = cards.map((card) => [card.dataset.kind, card.querySelectorAll('.on').length]);
  return { got: steps('got'), near: steps('near'), counted: Object.fromEntries(counted) };
}
"""
EVERY_FACE: Final = [Face(number, colour) for number in range(1, 7) for colour in Colour]
STEPS: Final = {
    "same": {4: 15, 5: 30, 6: 60},
    "colour": {4: 15},
    "run": {4: 25, 5: 40, 6: 50},
}


def reached(faces: list[Face]) -> str:
    """The bonus of exactly these dice, by the words of the rulebook."""
    numbers, colours = sorted(face.number for face in faces), {face.colour for face in faces}
    count = len(faces)
    if len(set(numbers)) == 1 and len(colours) == count and count in STEPS["same"]:
        return f"same{count}"
    if len(colours) == 1 and count in STEPS["run"]:
        if numbers == list(range(numbers[0], numbers[0] + count)):
            return f"run{count}"
        return f"colour{count}" if count in STEPS["colour"] else ""
    return ""


def one_away(faces: list[Face]) -> set[str]:
    """The bonuses that one more die would reach."""
    more = (face for face in EVERY_FACE if face not in faces)
    return {reached([*faces, face]) for face in more} - {""} if faces else set()


def worth(step: str) -> int:
    return STEPS[step[:-1]][int(step[-1])]


ROLLS: Final = 3
NAMES: Final = {
    "same": "Same number",
    "run": "A run in one colour",
    "colour": "Four of one colour",
}


def bonus_of(faces: Sequence[Face]) -> int:
    return worth(reached(list(faces))) if reached(list(faces)) else 0


def hints_for(ticked: list[Face], table: list[Face]) -> set[str]:
    """What may stand below the headline: several texts only where several dice bring the same."""
    bonus = bonus_of(ticked)
    with_one_less = max((bonus_of([*set(ticked) - {face}]) for face in ticked), default=0)
    if bonus and bonus >= with_one_less:
        return {f"{NAMES[reached(ticked)[:-1]]}: +{bonus} bonus"}
    if with_one_less:
        return {f"One die less: +{with_one_less} bonus"}
    more = [face for face in table if face not in ticked]
    here = best_additions(ticked, more)
    both = max((bonus_of([*ticked, *two]) for two in combinations(more, 2)), default=0)
    if ticked and both > max(map(worth, here.values()), default=0):
        return {f"2 more of these dice: +{both} bonus"}
    if here:
        return {
            f"Add the {colour(face)} {face.number}: +{worth(here[face])} bonus" for face in here
        }
    return wished_for(ticked)


def wished_for(ticked: list[Face]) -> set[str]:
    """What is said when no die on the table brings a bonus."""
    wished = best_additions(ticked, [face for face in EVERY_FACE if face not in ticked])
    runs = sorted(face.number for face, step in wished.items() if step.startswith("run"))
    if wished:
        return {one_more(face, step, runs) for face, step in wished.items()}
    if ticked and not goes_together(ticked):
        return {"All different colours, or at least 4 of one colour"}
    return {"Click the dice you keep"}


def goes_together(faces: list[Face]) -> bool:
    colours = {face.colour for face in faces}
    return len(colours) == len(faces) or (len(colours) == 1 and len(faces) >= 4)


def best_additions(ticked: list[Face], more: list[Face]) -> dict[Face, str]:
    """The dice that bring the largest bonus, each with its step."""
    steps = {face: reached([*ticked, face]) for face in more if ticked}
    best = max((worth(step) for step in steps.values() if step), default=0)
    return {face: step for face, step in steps.items() if step and worth(step) == best}


def colour(face: Face) -> str:
    return face.colour.name.lower()


def one_more(face: Face, step: str, numbers: list[int]) -> str:
    """“Roll a red 1 or 5: +25 bonus”: the numbers stand where only they will do."""
    if step.startswith("same"):
        return f"One more {face.number}: +{worth(step)} bonus"
    if numbers:
        return f"Roll a {colour(face)} {' or '.join(map(str, numbers))}: +{worth(step)} bonus"
    return f"One more {colour(face)}: +{worth(step)} bonus"


def test_bonus_cards_light_for_every_selection_as_the_rules_say(people: People) -> None:
    seen_near = False
    for count in range(20):
        one, _two = people.server.api.table("Lena", "Marko")
        one.play("roll")
        page, faces = people.at(one), rolled(one)
        worths = {each.dice: each for each in selections(faces)}
        for mask, shown in enumerate(page.evaluate(ALL_SELECTIONS)):
            places = tuple(place for place in range(6) if mask >> place & 1)
            ticked = [faces[place] for place in places]
            legal = worths.get(places)
            assert shown["able"] is (legal is not None), (ticked, shown)
            assert shown["near"] == sorted(one_away(ticked)), (ticked, shown)
            assert shown["hint"] in hints_for(ticked, faces), (ticked, shown)
            assert shown["got"] == ([reached(ticked)] if reached(ticked) else []), (ticked, shown)
            if legal is not None:
                plus = f" + {legal.bonus}" if legal.bonus else ""
                assert shown["title"] == f"Score {legal.points}{plus}"
            seen_near = seen_near or bool(shown["near"])
        page.context.close()
        people.contexts.remove(page.context)
        if seen_near and count >= ROLLS - 1:
            return
    raise AssertionError("no roll came near a bonus")


def test_a_bonus_is_named_before_it_is_scored_and_announced_after(people: People) -> None:
    seats, chosen = with_a_bonus(people.server.api, "Lena", "Marko")
    lena, marko = (people.at(seat, motion="no-preference") for seat in seats)
    table = rolled(seats[0])
    faces = [table[place] for place in chosen.dice]
    for place in range(6):
        tick(lena, place, place in chosen.dice)
    expect(score_button(lena)).to_contain_text(f"Score {chosen.points} + {chosen.bonus}")
    expect(score_button(lena)).to_contain_text(f"Marko gets {chosen.gift}")
    expect(lena.locator("#hint")).to_have_text(hints_for(faces, table).pop())
    expect(lena.locator(".bonus .step.got")).to_contain_text(f"+{chosen.bonus}")
    score_button(lena).click()
    count = len(faces)
    names = {
        "same": f"{count} times {faces[0].number}!",
        "run": f"A run of {count}!",
        "colour": f"{count} of one colour!",
    }
    for page in (lena, marko):
        banner = page.locator(".banner.shown")
        expect(banner).to_contain_text(names[reached(faces)[:-1]])
        expect(banner).to_contain_text(f"+{chosen.bonus}")
    for page in (lena, marko):
        expect(page.locator(".banner.shown")).to_have_count(0)  # it goes when it was read
        expect(page.locator("#say")).to_contain_text(f"{chosen.points} + {chosen.bonus}")


def test_bonus_cards_light_for_those_who_look_on_by_what_was_kept(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(two)
    one.play("roll")
    expect(page.locator("#tray .dice .die:not(.blank)")).to_have_count(6)
    expect(page.locator(".bonus .way .on")).to_have_count(0)
    for left in (1, 0):
        kept = keep_for_a_bonus(rolled(one))
        faces = [rolled(one)[place] for place in kept]
        one.play("keep " + " ".join(map(str, kept)))
        expect(page.locator("#tray .dice .kept")).to_have_count(len(kept))
        lit = page.evaluate(LIT)
        assert lit["got"] == ([reached(faces)] if reached(faces) else [])
        assert lit["near"] == (sorted(one_away(faces)) if left else [])
        kind = "same" if len({face.number for face in faces}) == 1 else "colour"
        assert lit["counted"][kind] == len(faces)


def test_who_plays_alone_sees_the_chance_of_every_bonus_as_dice_are_ticked(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
    seat.play("roll")
    page = people.at(seat)
    four = page.locator(".bonus[data-kind=same] .step[data-count='4'] .chance")
    switch = page.get_by_role("button", name="Chances")
    expect(four).to_be_hidden()
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    numbers = [face.number for face in rolled(seat)]
    expect(four).to_have_text(written(bonus_chances(STANDARD, numbers, (), 2)["same4"]))
    tick(page, 0)
    tick(page, 3)
    expect(four).to_have_text(written(bonus_chances(STANDARD, numbers, (0, 3), 2)["same4"]))
    page.reload()  # it is remembered
    expect(four).to_have_text(written(bonus_chances(STANDARD, numbers, (), 2)["same4"]))


def test_chances_are_not_shown_where_others_play(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    expect(page.locator(".bonuses")).to_be_visible()
    expect(page.get_by_role("button", name="Chances")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_bonus_card_is_heard_as_one_sentence(people: People, size: dict[str, int]) -> None:
    seat = people.server.api.table("Lena", "Marko")[0]
    page = people.at(seat, size=size)
    cards = page.locator(".bonuses")
    heard = cards.aria_snapshot()
    assert '- paragraph: "Same number: 4 dice +15, 5 dice +30, 6 dice +60"' in heard
    assert '- paragraph: "One colour: 4 dice +15"' in heard
    assert '- paragraph: "Run in a colour: 4 dice +25, 5 dice +40, 6 dice +50"' in heard
    assert "- heading" not in heard
    assert "- text: " not in heard  # no fragments
    page.locator("[value=roll]").click()
    page.locator("#tray label.die").first.click()
    same = page.locator(".bonus[data-kind=same] > p")
    expect(same).to_have_text("Same number: 4 dice +15, 5 dice +30, 6 dice +60; you have 1")
    page.locator("#tray label.die").first.click()
    expect(same).to_have_text("Same number: 4 dice +15, 5 dice +30, 6 dice +60")
    assert page.locator(".bonuses [aria-live], .bonuses [role=status]").count() == 0
