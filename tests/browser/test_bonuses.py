"""Bonuses: the cards, the hints and the announcement, for every selection of dice."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

import pytest
from playwright.sync_api import Route, expect
from tests.browser.support import (
    DESK,
    PHONE,
    People,
    keep,
    keep_for_a_bonus,
    rolled,
    score_button,
    tick,
    with_a_bonus,
)

from charidice.coach.odds import bonus_chances
from charidice.locale.formats import whole_percent
from charidice.rules import STANDARD, Face, selections
from charidice.rules.dice import Colour

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
      spoils: boxes.flatMap((box, place) => box.closest('.spoils') ? [place] : []),
      counted: Object.fromEntries([...document.querySelectorAll('.bonus')]
        .map((card) => [card.dataset.kind, card.querySelectorAll('.on').length])),
      title: button.querySelector('.title').textContent,
      able: !button.disabled,
      calm: button.classList.contains('calm'),
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

# The cards as they are heard.
SAME = "Same number (one number, different colours): 4 dice +15, 5 dice +30, 6 dice +60"
RUN = "Run in a colour (numbers in a row, one colour): 4 dice +25, 5 dice +40, 6 dice +50"


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
    bonus, fewer = bonus_of(ticked), better_with_fewer(ticked, table)
    if fewer:
        more = bonus_of(fewer[0])
        return {
            f"Without the {colour(out[0])} {out[0].number}: +{more} bonus"
            if len(out) == 1
            else f"Without the marked dice: +{more} bonus"
            for out in (without(ticked, some) for some in fewer)
        }
    rest = [face for face in table if face not in ticked]
    here = best_additions(ticked, rest)
    one = max(map(worth, here.values()), default=0)
    whole = bonus_of([*ticked, *rest])
    if ticked and len(rest) > 2 and whole > bonus:
        return {f"All six dice: +{whole} bonus"}
    both = max((bonus_of([*ticked, *two]) for two in combinations(rest, 2)), default=0)
    if ticked and both > max(one, bonus):
        pairs = [two for two in combinations(rest, 2) if bonus_of([*ticked, *two]) == both]
        kinds = {reached([*ticked, *two])[:-1] for two in pairs}
        first = ticked[0]
        what = {f"{first.number}s" if kind == "same" else f"{colour(first)} dice" for kind in kinds}
        return {f"Add two {each}: +{both} bonus" for each in what}
    if one > bonus:
        return {
            f"Add the {colour(face)} {face.number}: +{worth(here[face])} bonus" for face in here
        }
    if bonus:
        return {f"{NAMES[reached(ticked)[:-1]]}: +{bonus} bonus"}
    return wished_for(ticked)


def wished_for(ticked: list[Face]) -> set[str]:
    """What is said when no die on the table brings a bonus."""
    wished = best_additions(ticked, [face for face in EVERY_FACE if face not in ticked])
    runs = sorted(face.number for face, step in wished.items() if step.startswith("run"))
    if wished:
        return {one_more(face, step, runs) for face, step in wished.items()}
    return two_more(ticked) or refusals(ticked) or {what_now(ticked)}


def two_more(ticked: list[Face]) -> set[str]:
    """What is said about a pair."""
    if len(ticked) != 2:
        return set()
    one, two = ticked
    if one.colour == two.colour:
        return {f"Two more {colour(one)}: +15 bonus"}
    return {f"Two more {one.number}s: +15 bonus"} if one.number == two.number else set()


def refusals(ticked: list[Face]) -> set[str]:
    """Why dice cannot be scored together."""
    if not ticked or goes_together(ticked):
        return set()
    often = Counter(map(colour, ticked))
    twice = [name for name, times in often.items() if times == 2]
    if max(often.values()) > 2 or len(twice) > 1:
        return {"All different colours, or at least 4 of one colour"}
    return {f"Only one {twice[0]} die, or at least 4 of one colour"}


def what_now(ticked: list[Face]) -> str:
    if not ticked or len(ticked) == 6:
        return "Click the dice you keep"
    return "The others: reroll them or give them away"


def without(faces: list[Face], some: Sequence[Face]) -> list[Face]:
    """The faces that are left when some of them are taken away."""
    return [*(Counter(faces) - Counter(some)).elements()]


def better_with_fewer(ticked: list[Face], table: list[Face]) -> list[list[Face]]:
    """The ways to leave out dice for the largest bonus, if adding some brings no such bonus."""
    rest = [face for face in table if face not in ticked]
    more = [
        [*ticked, *some] for count in range(len(rest) + 1) for some in combinations(rest, count)
    ]
    fewer = [list(some) for count in range(4, len(ticked)) for some in combinations(ticked, count)]
    best = max(map(bonus_of, fewer), default=0)
    if best <= max(map(bonus_of, more)):
        return []
    ways = [some for some in fewer if bonus_of(some) == best]
    points = max(sum(face.number for face in some) for some in ways)
    return [some for some in ways if sum(face.number for face in some) == points]


def spoilers(ticked: list[Face], table: list[Face], *, more: bool) -> list[list[Face]]:
    """The dice that may be marked, by the words of the rulebook; more: there is another roll."""
    if fewer := better_with_fewer(ticked, table):
        return [without(ticked, some) for some in fewer]
    often = Counter(face.colour for face in ticked)
    if not ticked or goes_together(ticked) or len(often) == 1:
        return [[]]
    most = max(often.values())
    if more:
        return [[]]
    wrong = [c for c, times in often.items() if (times == 2 if most == 2 else times < most)]
    return [[face for face in ticked if face.colour in wrong]]


def counted(ticked: list[Face]) -> dict[str, int]:
    """How many of these dice go together for each kind of bonus, up to what a card shows."""
    some = [list(each) for size in range(1, 7) for each in combinations(ticked, size)]

    def most(fits: Callable[[list[int], int], bool]) -> int:
        """The size of the largest part whose numbers and count of colours fit."""
        fitting = (
            len(part)
            for part in some
            if fits(sorted(face.number for face in part), len({face.colour for face in part}))
        )
        return max(fitting, default=0)

    return {
        "same": most(lambda numbers, colours: len({*numbers}) == 1 and colours == len(numbers)),
        "colour": min(4, most(lambda _, colours: colours == 1)),
        "run": most(
            lambda numbers, colours: (
                colours == 1 and numbers == [*range(numbers[0], numbers[0] + len(numbers))]
            )
        ),
    }


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
            hints = hints_for(ticked, faces)
            assert shown["hint"] in hints, (ticked, shown)
            marked = sorted(faces[place] for place in shown["spoils"])
            assert marked in [sorted(each) for each in spoilers(ticked, faces, more=True)], (
                ticked,
                shown,
            )
            assert shown["counted"] == counted(ticked), (ticked, shown)
            assert shown["got"] == ([reached(ticked)] if reached(ticked) else []), (ticked, shown)
            if legal is not None:
                plus = f" + {legal.bonus}" if legal.bonus else ""
                lost = (
                    " without bonus" if better_with_fewer(ticked, faces) and not legal.bonus else ""
                )
                assert shown["title"] == f"Score {legal.points}{plus}{lost}"
                more = any(each[:3] in ("Add", "Two") for each in hints)
                less = bool(better_with_fewer(ticked, faces))
                assert shown["calm"] == (not legal.bonus or more or less), (ticked, shown)
            seen_near = seen_near or bool(shown["near"])
        page.context.close()
        people.contexts.remove(page.context)
        if seen_near and count >= ROLLS - 1:
            return
    raise AssertionError("no roll came near a bonus")


def test_on_the_last_roll_dice_that_keep_others_from_being_scored_are_marked(
    people: People,
) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    one.play("roll")
    one.play("keep 0")
    one.play("keep 0")
    page, faces = people.at(one), rolled(one)
    marks = 0
    for mask, shown in enumerate(page.evaluate(ALL_SELECTIONS)):
        ticked = [faces[place] for place in range(6) if mask >> place & 1]
        marked = sorted(faces[place] for place in shown["spoils"])
        assert marked in [sorted(each) for each in spoilers(ticked, faces, more=False)], (
            ticked,
            shown,
        )
        marks += len(marked)
        more = shown["hint"][:3] in ("Add", "Two", "Wit")
        assert shown["calm"] == more  # there is nothing else to do
    assert marks


def test_a_die_that_completes_a_bonus_lights_the_card_on_the_last_roll_too(people: People) -> None:
    seats, chosen = with_a_bonus(people.server.api, "Lena", "Marko")
    page = people.at(seats[0])
    while page.locator(".pips i:not(.on)").count():
        left = page.locator(".pips i:not(.on)").count()
        seats[0].play(f"keep {' '.join(map(str, chosen.dice))}")
        expect(page.locator(".pips i:not(.on)")).to_have_count(left - 1)
    for place in range(6):
        tick(page, place, place in chosen.dice[1:])
    expect(page.locator("#hint")).to_contain_text("Add the ")
    expect(page.locator(".step.near")).to_contain_text(f"+{chosen.bonus}")


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
    expect(four).to_have_text(whole_percent(bonus_chances(STANDARD, numbers, (), 2)["same4"]))
    tick(page, 0)
    tick(page, 3)
    expect(four).to_have_text(whole_percent(bonus_chances(STANDARD, numbers, (0, 3), 2)["same4"]))
    page.reload()  # it is remembered
    expect(four).to_have_text(whole_percent(bonus_chances(STANDARD, numbers, (0, 3), 2)["same4"]))


def test_chances_are_heard_with_what_they_are_for(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
    seat.play("roll")
    page = people.at(seat)
    cards, plain = page.locator(".bonuses"), RUN
    assert "- emphasis" not in cards.aria_snapshot()
    run = page.locator(".bonus[data-kind=run] > p")
    expect(run).to_have_text(plain)
    switch = page.get_by_role("button", name="Chances")
    switch.click()
    found = bonus_chances(STANDARD, [face.number for face in rolled(seat)], (), 2)
    each = [f"{count} dice: {whole_percent(found[f'run{count}'])}" for count in (4, 5, 6)]
    expect(run).to_have_text(f"{plain}; chance: {', '.join(each)}")
    expect(page.locator("#live")).to_contain_text(f"Run in a colour; chance: {', '.join(each)}")
    assert "- emphasis" not in cards.aria_snapshot()  # no number alone
    switch.click()
    expect(run).to_have_text(plain)


def test_where_there_is_no_room_it_is_said_once_what_the_chances_mean(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
    seat.play("roll")
    page = people.at(seat, size={"width": 360, "height": 740})
    switch, said = page.get_by_role("button", name="Chances"), page.locator("#notice")
    switch.click()
    expect(said).to_have_text("%: with the ticked dice, for that bonus alone")
    page.reload()
    expect(said).to_be_hidden()
    switch.click()
    page.set_viewport_size({"width": 390, "height": 844})
    switch.click()
    note, helps = page.locator(".brings small"), page.locator(".helps")
    expect(note).to_be_visible()
    expect(said).to_be_hidden()
    for width, height in ((1280, 800), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        expect(note).to_be_visible()
        above, below = note.bounding_box(), helps.bounding_box()
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"]


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
    assert f'- paragraph: "{SAME}"' in heard
    assert '- paragraph: "One colour (exactly four of one colour): 4 dice +15"' in heard
    assert f'- paragraph: "{RUN}"' in heard
    assert "- heading" not in heard
    assert "- text: " not in heard  # no fragments
    page.locator("[value=roll]").click()
    page.locator("#tray label.die").first.click()
    same = page.locator(".bonus[data-kind=same] > p")
    expect(same).to_have_text(f"{SAME}; you have 1")
    page.locator("#tray label.die").first.click()
    expect(same).to_have_text(SAME)
    assert page.locator(".bonuses [aria-live], .bonuses [role=status]").count() == 0


def test_whoever_follows_a_hint_to_reroll_is_not_told_of_dice_it_leaves_out(people: People) -> None:
    while True:
        seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
        seat.play("roll")
        found = [each for each in selections(rolled(seat)) if each.bonus == 15]
        if found:
            break
    kept = found[0].dice[1:]
    meant = f'data-dice="{" ".join(map(str, kept))}"'

    def these_dice(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'data-dice="[^"]*"', meant, answer.text()))

    page = people.at(seat)
    page.route("**/hint*", these_dice)
    keep(page, *kept)
    line = page.locator("#hint")
    expect(line).to_contain_text("Add the ")
    page.keyboard.press("h")
    expect(page.locator(".hint-card")).to_be_visible()
    expect(line).not_to_contain_text("Add the ")
