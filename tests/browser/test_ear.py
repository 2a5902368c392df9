"""What is told to those who listen, beside what test_alone.py plays through."""

import re

from playwright.sync_api import Locator, Page, expect
from tests.browser.support import (
    PHONE,
    People,
    button,
    play_turns,
    reroll_button,
    roll_button,
    score,
    tick,
)


def told(page: Page) -> Locator:
    return page.locator("#live")


def test_the_end_of_one_s_time_is_told(people: People) -> None:
    seat = people.server.api.table("Lena", "Marko", turn_seconds=15)[0]
    page = people.at(seat)
    expect(told(page)).to_contain_text("A bot plays for you when this time is over.")


def test_a_replay_tells_the_dice(people: People) -> None:
    seat = people.server.api.finished("Lena", "Marko")[0]
    page = people.come(seat)
    page.goto(f"{seat.link}/replay?step=0")
    page.keyboard.press("ArrowRight")
    said = page.locator("#told")
    expect(said).to_contain_text(re.compile(r"[1-6], (red|yellow|green|blue|purple|black)"))
    assert said.get_attribute("aria-live") == "polite"


def test_keys_are_told_to_whoever_has_some(people: People) -> None:
    heard = []
    for touch in (False, True):
        seat = people.server.api.create("Lena", bots=["random"], begin=True, first=0)
        page = people.come(seat, touch=touch, size=PHONE)
        page.add_init_script("localStorage['charidice-calm'] = 'new'")
        page.goto(seat.link)
        page.evaluate(
            """() => { window.said = ''; new MutationObserver((all) => all.forEach((each) =>
                each.addedNodes.forEach((node) => { window.said += node.textContent; })))
                .observe(document.getElementById('live'), { childList: true }); }"""
        )
        roll_button(page).click()
        score(page, 0)
        page.wait_for_function("() => window.said.includes('You can double this gift')")
        heard.append("G doubles it" in page.evaluate("() => window.said"))
    assert heard == [True, False]


def test_the_last_gift_is_named_at_the_2x(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko")
    play_turns(seats, 12)
    page = people.at(seats[1])
    seats[0].play("roll")
    expect(page.locator("#ask-open")).to_contain_text("For your last gift.")


def test_undoing_keeps_its_place_a_moment_after_its_time(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko", grace_seconds=3)
    page = people.at(seats[0], size=PHONE, touch=True)
    seats[0].play("roll")
    tick(page, 0)
    page.locator("[value=score]").tap()
    undo = page.locator(".undo")
    expect(undo).to_be_visible()
    before = undo.bounding_box()
    expect(undo).to_have_class(re.compile("gone"))
    assert undo.bounding_box() == before
    expect(undo).to_be_hidden()


def test_the_die_that_does_not_fit_is_named(people: People) -> None:
    seat = people.server.api.table("Lena", "Marko")[0]
    page = people.at(seat)
    roll_button(page).click()
    for number in (2, 3):
        button(page, "Reroll 6 dice").click()
        expect(page.locator("#say")).to_contain_text(f"Your roll {number} of 3")
        page.wait_for_timeout(500)  # a second click at once would not count
    colours = page.locator("#tray label.die").evaluate_all(
        "(dice) => dice.map((die) => die.querySelector('input').ariaLabel.split(' ')[1])"
    )
    twice = next((c for c in colours if colours.count(c) > 1), None)
    if twice is None or len(set(colours)) == 1:
        return  # all can be scored; nearly always there is a pair
    pair = [place for place, colour in enumerate(colours) if colour == twice][:2]
    other = next(place for place, colour in enumerate(colours) if colour != twice)
    for place in (*pair, other):
        tick(page, place)
    expect(told(page)).to_contain_text(re.compile(rf"Does not fit: \d, {twice}"))


def test_what_kept_dice_bring_is_told_with_the_roll(people: People) -> None:
    seat = people.server.api.table("Lena", "Marko")[0]
    page = people.at(seat)
    roll_button(page).click()
    tick(page, 0)
    expect(told(page)).to_contain_text(re.compile("Score"))
    told(page).evaluate("(log) => log.replaceChildren()")
    reroll_button(page).click()
    expect(told(page)).to_contain_text(
        re.compile(r"Your roll 2 of 3\. .* Score \d+\. Marko gets \d+\.")
    )
    tick(page, 1)
    expect(told(page)).to_contain_text(re.compile("Score .* Score"))
    assert told(page).inner_text().count("Your roll 2 of 3") == 1


def test_how_a_score_is_taken_back_is_told_once_and_when_it_is_too_late(people: People) -> None:
    seat = people.server.api.table("Lena", "Marko")[0]
    page = people.at(seat)
    page.keyboard.press("u")
    expect(page.get_by_role("alert")).to_have_text("There is nothing to take back now.")
    page.keyboard.press("h")
    expect(page.get_by_role("alert")).to_contain_text("the host can allow them")
    roll_button(page).click()
    score(page, 0)
    expect(told(page)).to_contain_text("U takes it back.")
    page.wait_for_timeout(600)
    page.keyboard.press("u")
    expect(told(page)).to_contain_text(
        re.compile(r"take the score back\..* Score \d+\. Marko gets")
    )
    page.wait_for_timeout(600)
    page.keyboard.press("s")
    expect(page.locator(".undo")).to_be_visible()
    page.wait_for_timeout(600)
    assert told(page).inner_text().count("U takes it back.") == 1


def test_the_focus_is_not_lost_with_the_button_that_takes_back(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko", grace_seconds=1)
    page = people.at(seats[0])
    seats[0].play("roll")
    tick(page, 0)
    page.keyboard.press("s")
    undo = page.locator(".undo")
    expect(undo).to_be_visible()
    undo.focus()
    expect(undo).to_be_hidden()
    expect(page.locator("#say")).to_be_focused()


def test_words_with_the_focus_outlast_what_others_do(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko")
    page = people.at(seats[1])
    say = page.locator("#say")
    say.evaluate("words => { words.focus(); words.isTheSame = true; }")
    for seat, action, said in (
        (0, "roll", "Lena, roll 1 of 3"),
        (0, "keep 0", "Lena, roll 2 of 3"),
        (0, "score 0", "You get"),
        (1, "roll", "Your roll 1 of 3"),
    ):
        seats[seat].play(action)
        expect(say).to_contain_text(said)
        expect(say).to_be_focused()
        assert say.evaluate("words => words.isTheSame")
    expect(page.locator("#tray #say")).to_have_count(1)
    expect(page.locator("#tray .dice")).to_have_count(1)


def test_bots_wait_where_the_focus_rests_on_not_now(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["random"], settings={"ask_seconds": 1})
    seat.do("begin", first=0)
    page = people.come(seat)
    page.add_init_script("localStorage['charidice-calm'] = 'new'")
    page.add_init_script("localStorage['charidice-guide'] = 'done'")
    page.goto(seat.link)
    roll_button(page).click()
    tick(page, 0)
    page.keyboard.press("s")
    expect(page.locator("#ask-open")).to_be_visible()
    page.keyboard.press("Tab")  # so that it is the keyboard
    page.locator(".asking > [value=hurry]").focus()
    before = seat.state()["position"]
    page.wait_for_timeout(12_000)  # longer than newcomers have, and than bots can be asked at once
    assert seat.state()["position"] == before
