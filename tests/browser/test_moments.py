"""What people see happen: scores, gifts, bonuses, and the end of a game."""

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.support import (
    PHONE,
    Api,
    People,
    Seat,
    button,
    dice,
    play_turns,
    roll,
    roll_button,
    score,
    score_button,
    tick,
)

from charidice.rules import Face, Selection, selections
from charidice.rules.dice import Colour

# Notes what comes onto the page and goes again before a test could look.
WATCH: Final = """
() => {
  window.seen = [];
  new MutationObserver((changes) => {
    for (const change of changes) {
      for (const node of change.addedNodes) if (node.className) window.seen.push(node.className);
    }
  }).observe(document.body, { childList: true, subtree: true });
}
"""


def appeared(page: Page, name: str) -> int:
    """How many elements of a class have come since the page is watched."""
    found: int = page.evaluate(
        "n => seen.filter(c => String(c).split(' ').includes(n)).length", name
    )
    return found


def parsed(text: str) -> Face:
    return Face(int(text[0]), Colour.from_letter(text[1]))


def rolled(seat: Seat) -> list[Face]:
    return [parsed(text) for text in seat.state()["game"]["dice"]]


def keep_for_a_bonus(faces: list[Face]) -> tuple[int, ...]:
    """The largest group of one number or of one colour."""
    places = range(len(faces))
    numbers = [[p for p in places if faces[p].number == face.number] for face in faces]
    colours = [[p for p in places if faces[p].colour == face.colour] for face in faces]
    largest = max([*numbers, *colours], key=len)
    return tuple(largest)


def with_a_bonus(api: Api, *names: str) -> tuple[list[Seat], Selection]:
    """A table where the first player, to choose after the last roll, can score a bonus."""
    for _ in range(60):
        seats = api.table(*names)
        active = seats[0]
        active.play("roll")
        for again in (True, True, False):
            faces = rolled(active)
            found = [each for each in selections(faces) if each.bonus and len(each.dice) < 6]
            if found:
                return seats, found[0]
            if again:
                kept = keep_for_a_bonus(faces)
                active.play("keep " + " ".join(map(str, kept)))
    raise AssertionError("no bonus came up")


# --- what was scored -----------------------------------------------------------------------------


def test_what_was_scored_stays_visible_until_the_next_roll(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = people.at(one), people.at(two)
    roll(lena)
    score(lena, 0)
    expect(button(lena, "Undo scoring")).to_be_visible()
    gift = score_of(one)["given"]
    for page in (lena, marko):
        expect(page.locator("#tray .dice .kept")).to_have_count(1)
        expect(page.locator("#tray .dice .given")).to_have_count(5)
        expect(page.locator("#seat-1 .plus")).to_have_text(f"+{gift}")
        expect(page.locator("#say .mini .die")).to_have_count(6)
    first = marko.locator("#tray .dice .die").first
    expect(first).to_have_accessible_name(re.compile(", scored$"))
    expect(marko.locator("#tray .dice .die").last).to_have_accessible_name(re.compile(", given$"))
    expect(button(lena, "Undo scoring")).to_be_visible()
    expect(roll_button(marko)).to_be_visible()
    marko.wait_for_timeout(500)
    roll(marko)
    for page in (lena, marko):
        expect(page.locator("#seat-1 .plus")).to_have_count(0)
        expect(page.locator("#tray .dice .given")).to_have_count(0)
    expect(button(lena, "Undo scoring")).to_have_count(0)


def score_of(seat: Seat) -> dict[str, Any]:
    """The last row that the first player has written."""
    rows = seat.state()["game"]["sheets"][0]["rows"]
    points, bonus, received, given = [row for row in rows if row[0] is not None][-1]
    return {"points": points, "bonus": bonus, "received": received, "given": given}


def test_the_numbers_of_a_score_are_marked_in_the_sheets(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(two)
    one.play("roll")
    one.play("score 0")
    wrote = score_of(one)
    sheets = {name: sheet_of(page, name) for name in ("Lena", "Marko")}
    expect(sheets["Lena"].locator("td.c1.fresh")).to_have_text(str(wrote["points"]))
    expect(sheets["Lena"].locator("td.c4.fresh")).to_have_text(str(wrote["given"]))
    expect(sheets["Marko"].locator("td.c3.fresh")).to_have_text(str(wrote["given"]))


# Notes every number that stands as somebody's total.
WATCH_TOTALS: Final = """
() => {
  window.totals = {};
  const note = () => {
    for (const sum of document.querySelectorAll('.seat [data-sum]')) {
      const all = window.totals[sum.dataset.sum] ??= [];
      if (all.at(-1) !== Number(sum.textContent)) all.push(Number(sum.textContent));
    }
  };
  note();
  new MutationObserver(note).observe(
    document.body, { childList: true, subtree: true, characterData: true });
}
"""


def test_totals_count_up_with_what_is_scored_and_received(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko")
    play_turns(seats, 2)
    page = people.at(seats[1], motion="no-preference")
    before = [sheet["total"] for sheet in seats[0].state()["game"]["sheets"]]
    page.evaluate(WATCH_TOTALS)
    seats[0].play("roll")
    seats[0].play("score 0")
    after = [sheet["total"] for sheet in seats[0].state()["game"]["sheets"]]
    for seat in (0, 1):
        total = page.locator(f"#seat-{seat} [data-sum]")
        expect(total).to_have_text(str(after[seat]))
        seen = page.evaluate(f"totals['{seat}:total']")
        assert seen[0] == before[seat]
        assert seen == sorted(seen)  # it never shows the sum before it has arrived
    assert len(page.evaluate("totals['1:total']")) > 2


def sheet_of(page: Page, name: str) -> Locator:
    return page.locator(".sheet", has=page.get_by_role("heading", name=name))


def test_given_dice_travel_to_the_receiver(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = (people.at(seat, motion="no-preference") for seat in (one, two))
    roll(lena)
    for page in (lena, marko):
        page.evaluate(WATCH)
    tick(lena, 0)
    score_button(lena).click()
    for page in (lena, marko):
        expect(page.locator("#seat-1 .plus")).to_be_visible()
        assert appeared(page, "flight") == 5
        expect(page.locator(".flight")).to_have_count(0)  # they have landed
        expect(page.locator("#tray .dice .given")).to_have_count(5)
    numbers = sheet_of(marko, "Marko").locator("td.c3.fresh")
    expect(numbers).to_have_text(str(score_of(one)["given"]))


def test_a_tap_ends_every_motion(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(two, motion="no-preference")
    one.play("roll")
    page.evaluate(WATCH)
    expect(page.locator("#tray .die.kept, #tray .dice [role=img]")).to_have_count(6)
    one.play("score 0")
    page.wait_for_function("() => document.querySelector('.flight')")
    page.locator(".bar .round").click()
    expect(page.locator(".flight")).to_have_count(0, timeout=400)
    assert appeared(page, "flight") == 5


def test_nothing_travels_for_who_wants_no_motion(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(two, motion="reduce")
    one.play("roll")
    expect(page.locator("#tray .dice [role=img]")).to_have_count(6)
    page.evaluate(WATCH)
    two.play("ask")
    one.play("score 0")
    expect(page.locator("#seat-1 .plus")).to_be_visible()
    expect(page.locator(".banner.shown")).to_contain_text("The biggest gift!")
    assert appeared(page, "flight") == 0
    assert appeared(page, "confetti") == 0
    assert page.evaluate("() => document.getAnimations().length") == 0


def test_three_bots_each_have_their_line(people: People) -> None:
    bots = ["casual", "greedy", "generous"]
    seat = people.server.api.create(
        "Lena", bots=bots, begin=True, first=0, settings={"grace_seconds": 0}
    )
    page = people.at(seat)
    roll(page)
    score(page, 0)
    lines = page.locator(".recaps li")
    expect(lines).to_have_count(3)
    for line, name in zip(lines.all(), ("Casual", "Greedy", "Generous"), strict=True):
        expect(line).to_contain_text(f"{name} (bot) scores:")
        expect(line.locator(".mini .die")).to_have_count(6)
    expect(lines.last).to_contain_text(re.compile("for you|nothing is left to give"))
    expect(roll_button(page)).to_be_in_viewport(ratio=1)


# --- bonuses -------------------------------------------------------------------------------------


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
        return {one_more(face, step, [face.number]) for face, step in here.items()}
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


def one_more(face: Face, step: str, numbers: list[int]) -> str:
    """“One more red: +25 bonus (1, 5)”: the numbers stand where only they will do."""
    if step.startswith("same"):
        return f"One more {face.number}: +{worth(step)} bonus"
    text = f"One more {face.colour.name.lower()}: +{worth(step)} bonus"
    return f"{text} ({', '.join(map(str, numbers))})" if numbers else text


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


def test_the_biggest_gift_is_an_event_for_both(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = (people.at(seat, motion="no-preference") for seat in (one, two))
    roll(lena)
    expect(marko.locator("details.ask")).to_be_visible()
    for page in (lena, marko):
        page.evaluate(WATCH)
    marko.locator("details.ask summary").click()
    button(marko, "Yes, ask").click()
    expect(lena.locator(".banner.shown")).to_contain_text("Marko asked: the gift counts double")
    expect(marko.locator(".banner.shown")).to_contain_text("You asked: this gift counts double")
    tick(lena, 0)
    score_button(lena).click()
    expect(marko.locator("form.scored")).to_be_visible()
    for page in (lena, marko):
        banner = page.locator(".banner.shown", has_text="The biggest gift!")
        expect(banner).to_contain_text(f"+{score_of(one)['given']}")
        assert appeared(page, "confetti") == 1
        expect(page.locator(".confetti")).to_have_count(0)


# --- the end -------------------------------------------------------------------------------------


def before_the_last_score(api: Api) -> list[Seat]:
    seats = api.table("Lena", "Marko")
    play_turns(seats, 13)
    seats[1].play("roll")
    return seats


def test_the_end_has_a_podium_and_a_staged_sum_that_a_tap_skips(people: People) -> None:
    seats = before_the_last_score(people.server.api)
    page = people.at(seats[0], motion="no-preference")
    expect(page.locator("#tray .dice [role=img]")).to_have_count(6)
    page.evaluate(WATCH)
    seats[1].play("score 0")
    expect(page.locator(".fresh-result")).to_be_attached()
    last = "() => Number(getComputedStyle(document.querySelector('.tally tfoot tr')).opacity)"
    assert page.evaluate(last) < 1  # not told yet
    page.locator(".bar .round").click()
    expect(page.locator(".fresh-result")).to_have_count(0)
    assert page.evaluate(last) == 1
    expect(page.locator(".confetti")).to_have_count(1)  # when the winner is known
    result = seats[0].state()["result"]
    names = [seats[0].state()["seats"][seat]["name"] for seat in result["winners"]]
    expected = "You win the game!" if names == ["Lena"] else "Marko wins the game!"
    expected = "share the victory!" if len(names) == 2 else expected
    expect(page.locator(".result h2")).to_contain_text(expected)
    expect(page.locator(".podium li")).to_have_count(2)
    totals = page.locator(".tally tfoot td").all_inner_texts()
    assert [int(text) for text in totals] == sorted(map(int, totals), reverse=True)
    expect(page.locator(".acts .go")).to_have_count(1)  # one clear next step


def test_the_result_stands_at_once_for_who_wants_no_motion_or_comes_later(people: People) -> None:
    seats = before_the_last_score(people.server.api)
    calm, late = people.at(seats[0]), people.come(seats[1], motion="no-preference")
    expect(calm.locator("#tray .dice [role=img]")).to_have_count(6)
    calm.evaluate(WATCH)
    seats[1].play("score 0")
    expect(calm.locator(".result")).to_be_visible()
    assert calm.evaluate("() => document.getAnimations().length") == 0
    assert appeared(calm, "confetti") == 0
    late.goto(seats[1].link)
    expect(late.locator(".result")).to_be_visible()
    expect(late.locator(".fresh-result")).to_have_count(0)
    assert late.evaluate("() => document.getAnimations().length") == 0


# --- one device ----------------------------------------------------------------------------------


def test_the_device_is_handed_over_with_the_gift(people: People) -> None:
    page = people.come(size=PHONE, touch=True)
    page.goto("/")
    page.locator("#device summary").click()
    page.locator("#player-1").fill("Zoë")
    page.locator("#player-2").fill("Mia")
    page.locator("input[name=begins][value=order]").check()
    page.locator("form[action='/one-device'] button").tap()
    card = page.locator(".handover")
    expect(card).to_contain_text("Zoë, it is your turn.")
    expect(card).not_to_contain_text("gave you")
    roll(page)
    expect(card).to_have_count(0)
    tick(page, 0)
    found = re.search(r"gets (\d+)", score_button(page).inner_text())
    assert found is not None
    score_button(page).tap()
    expect(card).to_contain_text("Mia, it is your turn.")
    expect(card.locator(".present")).to_contain_text("Zoë gave you")
    expect(card.locator(".present b")).to_have_text(found[1])
    expect(card.locator(".present .die")).to_have_count(5)
    expect(card.locator(".line .die")).to_have_count(1)
    expect(roll_button(page)).to_be_in_viewport(ratio=1)
    expect(button(page, "Undo scoring")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("again", [1, 2])
def test_ticked_dice_stay_ticked_for_every_further_roll(people: People, again: int) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    roll(page)
    for number in range(again):
        tick(page, 1)
        tick(page, 4)
        button(page, "Reroll 4").click()
        expect(page.locator("#say")).to_contain_text(f"Your roll {number + 2} of 3")
        checked = [dice(page).nth(place).is_checked() for place in range(6)]
        assert checked == [False, True, False, False, True, False]
        page.wait_for_timeout(500)  # no second tap of a double tap
