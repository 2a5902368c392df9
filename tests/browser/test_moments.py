"""What people see happen: scores, gifts, bonuses, and the end of a game."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.support import (
    DESK,
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
    with_a_bonus,
)

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
    expect(page.locator(".banner.shown")).to_contain_text("Doubled gift!")
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
    lines = page.locator(".recaps li:not(.since)")
    expect(lines).to_have_count(2)
    last = page.locator("#say")  # with the dice of its score
    for line, name in zip([*lines.all(), last], ("Casual", "Greedy", "Generous"), strict=True):
        expect(line).to_contain_text(f"{name} (bot) scores")
        expect(line.locator(".mini .die")).to_have_count(6)
    expect(last).to_contain_text(re.compile("for you|nothing is left to give"))
    expect(roll_button(page)).to_be_in_viewport(ratio=1)


def test_the_biggest_gift_is_an_event_for_both(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = (people.at(seat, motion="no-preference") for seat in (one, two))
    roll(lena)
    expect(marko.locator("details.ask")).to_be_visible()
    for page in (lena, marko):
        page.evaluate(WATCH)
    marko.locator("details.ask summary").click()
    button(marko, "Yes, double it").click()
    expect(lena.locator(".banner.shown")).to_contain_text("Marko used the 2×: double gift")
    expect(marko.locator(".banner.shown")).to_contain_text("You used the 2×: double gift")
    expect(lena.locator(".say .coin")).to_have_css("animation-name", "toss")
    tick(lena, 0)
    expect(lena.locator(".banner")).to_have_count(0)  # what lies over the dice goes with a tap
    score_button(lena).click()
    expect(marko.locator("form.scored")).to_be_visible()
    for page in (lena, marko):
        expect(page.locator("#seat-1 .face")).to_have_css("animation-name", "hop")
        banner = page.locator(".banner.shown", has_text="Doubled gift!")
        expect(banner).to_contain_text(f"+{score_of(one)['given']}")
        assert appeared(page, "confetti") == 1
        expect(page.locator(".confetti")).to_have_count(0)


def test_a_bonus_and_the_biggest_gift_are_announced_one_after_the_other(people: People) -> None:
    seats, chosen = with_a_bonus(people.server.api, "Lena", "Marko", ask=True)
    page = people.at(seats[1], motion="no-preference")
    expect(page.locator("#tray .dice [role=img]")).to_have_count(6)
    seats[0].play("score " + " ".join(map(str, chosen.dice)))
    expect(page.locator(".banner.shown")).to_contain_text(f"+{chosen.bonus}")
    expect(page.locator(".banner.shown")).to_contain_text("Doubled gift!")
    expect(page.locator(".banner.shown")).to_have_count(0)


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
    assert max(map(int, totals)) == int(page.locator(".tally tfoot .winner").first.inner_text())
    expect(page.locator(".acts .go")).to_have_count(1)  # one clear next step


# Frame by frame: whether the podium or the victory is seen, and whether the totals are counted.
WATCH_THE_COUNT: Final = """
() => {
  window.frames_seen = [];
  const look = () => {
    requestAnimationFrame(look);
    const result = document.querySelector('.fresh-result');
    if (!result) return;
    const shown = [...result.querySelectorAll('.podium li, .ending h2')]
      .some((each) => getComputedStyle(each).opacity > 0);
    const totals = [...result.querySelectorAll('tfoot td')];
    const counted = totals.every((each) => each.textContent === each.dataset.end);
    window.frames_seen.push([shown, counted]);
  };
  look();
}
"""


def test_who_has_won_is_seen_when_all_is_counted_and_not_before(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko", "Florian")
    play_turns(seats, 20)
    page = people.at(seats[0], motion="no-preference")
    expect(page.locator("#tray .dice .die")).to_have_count(6)
    page.evaluate(WATCH_THE_COUNT)
    play_turns(seats, 1)
    page.wait_for_function("() => window.frames_seen.some(([shown]) => shown)")
    frames = page.evaluate("() => window.frames_seen")
    assert [False, False] in frames
    assert [True, False] not in frames
    names = page.locator(".tally thead th").all_inner_texts()
    assert [name.split()[-1] for name in names] == ["Lena", "Marko", "Florian"]


def test_sharing_comes_first_after_the_result(people: People) -> None:
    page = people.at(people.server.api.finished("Lena", "Marko")[0])
    texts = page.locator(".nexts > *").all_inner_texts()
    assert [text.split("\n")[0].strip() for text in texts] == [
        *(
            "Share the result",
            "The coach looks back",
            "Watch the game again",
            "Download the record",
        ),
        "Print the sheets",
    ]


def test_the_last_score_is_seen_on_its_dice_before_the_result(people: People) -> None:
    seats = before_the_last_score(people.server.api)
    page = people.at(seats[0], motion="no-preference")
    expect(page.locator("#tray .dice [role=img]")).to_have_count(6)
    page.evaluate(WATCH)
    seats[1].play("score 0")
    expect(page.locator("form.tray.scored .dice .kept")).to_have_count(1)
    expect(page.locator("form.tray.scored .dice .given")).to_have_count(5)
    expect(page.locator(".result")).to_be_visible()
    assert appeared(page, "flight") == 5
    expect(page.locator(".last-score .mini .die")).to_have_count(6)


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


def test_newcomers_on_one_device_read_before_their_first_roll_how_a_turn_goes(
    people: People,
) -> None:
    seats = ("Zoë", "Mia", "Ben")
    for newcomer in (True, False):
        page = people.come(size=DESK, newcomer=newcomer)
        page.goto("/")
        page.locator("#device summary").click()
        for number, name in enumerate(seats, 1):
            page.locator(f"#player-{number}").fill(name)
        page.locator("form[action='/one-device'] button").click()
        how = page.locator(".handover .how")
        for _ in seats:
            expect(page.locator(".handover")).to_be_visible()
            expect(how).to_be_visible() if newcomer else expect(how).to_be_hidden()
            expect(roll_button(page)).to_be_in_viewport(ratio=1)
            roll(page)
            expect(button(page, re.compile(": double this gift"))).to_be_in_viewport(ratio=1)
            tick(page, 0)
            expect(score_button(page)).to_be_in_viewport(ratio=1)
            score_button(page).click()
        expect(page.locator(".handover")).to_be_visible()
        expect(how).to_have_count(0)  # everybody has had a turn


@pytest.mark.parametrize("again", [1, 2])
def test_ticked_dice_stay_ticked_for_every_further_roll(people: People, again: int) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    roll(page)
    for number in range(again):
        tick(page, 1)
        tick(page, 4)
        button(page, "Reroll 4 dice").click()
        expect(page.locator("#say")).to_contain_text(f"Your roll {number + 2} of 3")
        checked = [dice(page).nth(place).is_checked() for place in range(6)]
        assert checked == [False, True, False, False, True, False]
        page.wait_for_timeout(500)  # no second tap of a double tap


def ticked(page: Page) -> list[int]:
    """The dice that are ticked."""
    expect(dice(page)).to_have_count(6)
    return [place for place in range(6) if dice(page).nth(place).is_checked()]


def test_ticked_dice_outlast_the_page_but_not_the_roll(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko")
    page = people.at(seats[0])
    roll_button(page).click()
    ticked = page.locator("#tray [name=die]:checked")
    for place in (1, 4):
        tick(page, place)
    page.reload()
    expect(ticked).to_have_count(2)
    assert [box.get_attribute("value") for box in ticked.all()] == ["1", "4"]
    expect(button(page, "Reroll 4 dice")).to_be_visible()
    tick(page, 1)
    seats[0].play("keep 0")  # from another device
    expect(page.locator("#say")).to_contain_text("Your roll 2 of 3")
    page.reload()
    expect(page.locator("#say")).to_contain_text("Your roll 2 of 3")
    assert "4" not in [box.get_attribute("value") for box in ticked.all()]


def test_who_takes_a_score_back_finds_its_dice_ticked(people: People) -> None:
    seats, chosen = with_a_bonus(people.server.api, "Lena", "Marko")
    page, other = people.at(seats[0]), people.at(seats[0])  # two devices of one seat
    score(page, *chosen.dice)
    expect(page.locator("form.tray.scored")).to_be_visible()
    expect(other.locator("form.tray.scored")).to_be_visible()
    said = f"Score {chosen.points} + {chosen.bonus}"
    button(page, "Undo scoring").click()
    for each in (page, other):
        assert ticked(each) == list(chosen.dice)
        expect(score_button(each)).to_contain_text(said)
    page.reload()
    assert ticked(page) == list(chosen.dice)
    tick(page, chosen.dice[0], on=False)
    seats[1].do("end")  # the table changes around the dice
    expect(page.locator("#tray")).to_contain_text("Marko would like to end")
    assert ticked(page) == list(chosen.dice[1:])
