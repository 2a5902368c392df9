"""At a desk and on a phone: keys and their hints, words that fit, rules and sound at the table."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.support import (
    DESK,
    PHONE,
    People,
    button,
    dice,
    keep,
    play_turns,
    roll,
    roll_button,
    score_button,
    tick,
)
from tests.web.support import until


def ticked(page: Page) -> list[bool]:
    return [dice(page).nth(place).is_checked() for place in range(6)]


def test_a_turn_with_keys(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    expect(roll_button(page)).to_be_visible()
    page.keyboard.press("r")
    expect(dice(page)).to_have_count(6)
    for key in ("2", "6", "4", "4"):
        page.keyboard.press(key)
    assert ticked(page) == [False, True, False, False, False, True]
    page.keyboard.press("Shift+R")
    expect(page.locator("#say")).to_contain_text("Your roll 2 of 3")
    assert ticked(page) == [False, True, False, False, False, True]
    page.keyboard.press("6")
    page.keyboard.press("s")
    expect(page.locator("#say")).to_contain_text("You score:")
    assert one.state()["game"]["active"] == 1


def test_g_asks_for_the_biggest_gift_when_it_is_pressed_twice(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(two)
    one.play("roll")
    expect(page.locator("details.ask")).to_be_visible()
    page.keyboard.press("g")
    expect(button(page, "Yes, double it")).to_be_visible()
    assert one.state()["game"]["asked"] is False  # not by one key alone
    page.keyboard.press("g")
    expect(page.locator("#say")).to_contain_text("You used the 2×")
    assert one.state()["game"]["asked"] is True


def test_escape_closes_what_the_question_explains_and_answers_nothing(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko", ask_seconds=20)
    page = people.at(two)
    one.play("roll")
    page.locator("details.ask summary").click()
    expect(page.locator(".ask-box")).to_be_focused()  # no key is an answer by mistake
    page.keyboard.press("Escape")
    expect(page.locator("details.ask:not([open])")).to_be_visible()
    expect(page.locator("#ask-open")).to_be_focused()
    page.keyboard.press("Enter")
    button(page, "Not now").click()
    expect(page.locator("details.ask")).to_have_count(0)
    one.play("keep 0")  # and nobody waits any more
    assert one.state()["game"]["asked"] is False


def test_keys_work_with_the_focus_on_a_switch(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one, size=PHONE)
    page.locator(".fold input").first.focus()
    page.keyboard.press("r")
    expect(page.locator("#say")).to_contain_text("Your roll 1 of 3")


def test_the_keyboard_keeps_its_place_while_others_play(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko", ask_seconds=0)
    page = people.at(two, size=DESK)
    one.play("roll")
    page.locator("#ask-open").focus()
    one.play("score 0")
    expect(roll_button(page)).to_be_visible()
    expect(page.locator("#say")).to_be_focused()  # not on a button that somebody presses by mistake


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900), (1920, 1080)])
def test_a_hint_leaves_all_sheets_where_they_are(people: People, size: tuple[int, int]) -> None:
    seat = people.server.api.create("Lena", bots=["random"] * 3, begin=True, first=0)
    page = people.at(seat, size={"width": size[0], "height": size[1]})
    roll_button(page).click()
    expect(page.locator("#tray label.die")).to_have_count(6)
    until(lambda: seat.state()["game"]["phase"] == "choosing")  # a bot has said whether it asks
    position = seat.state()["position"]
    expect(page.locator(f"form.tray[data-position='{position}'] label.die")).to_have_count(6)
    # All in one go: a region that is replaced between finding and measuring has no place.
    where = """() => [...document.querySelectorAll(".sheet")]
        .map((sheet) => JSON.stringify(sheet.getBoundingClientRect()))"""
    before = page.evaluate(where)
    page.keyboard.press("h")
    expect(page.locator(".hint-card")).to_be_visible()
    assert page.evaluate(where) == before


def test_keys_do_nothing_where_somebody_writes_or_reads(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    expect(roll_button(page)).to_be_visible()
    page.locator("#room-menu summary").click()
    page.locator("#turn_seconds").focus()
    page.keyboard.press("r")
    page.get_by_role("link", name="Rules").click()
    expect(page.locator("dialog.over")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+r")  # the browser's own key loads the page anew
    page.wait_for_load_state()
    expect(roll_button(page)).to_be_visible()
    assert one.state()["game"]["roll"] == 0


def test_keys_are_hinted_at_on_a_desk_only(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    desk, phone = people.at(one, size=DESK), people.at(one, size=PHONE, touch=True)
    hints = ".tray kbd:visible"
    expect(desk.locator(hints)).to_have_text("R")
    one.play("roll")
    expect(desk.locator(hints)).to_have_text(["1", "2", "3", "4", "5", "6", "R"])
    tick(desk, 0)
    expect(desk.locator(hints)).to_have_text(["1", "2", "3", "4", "5", "6", "R", "S"])
    expect(dice(phone)).to_have_count(6)
    expect(phone.locator(hints)).to_have_count(0)
    asked = people.at(two, size=DESK)
    asked.locator("details.ask summary").click()
    expect(asked.locator(hints)).to_have_text("G")


def test_the_2x_is_a_button_that_says_what_it_does_and_gives_the_question_the_focus(
    people: People,
) -> None:
    one, two = people.server.api.table("Lena", "Marko", ask_seconds=20)
    one.play("roll")
    page = people.at(two)
    opener = button(page, re.compile("^Double the gift to you"))
    expect(opener).to_have_attribute("aria-expanded", "false")
    opener.focus()
    page.keyboard.press("Enter")
    question = page.get_by_role("group", name=re.compile("What Lena gives you this turn counts"))
    expect(question).to_be_focused()
    page.keyboard.press("Enter")  # pressed twice by mistake: nothing is asked
    assert one.state()["game"]["phase"] == "asking"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(button(page, re.compile("^Yes, double it"))).to_be_focused()


def test_a_form_on_the_start_page_has_the_whole_width_below_the_tiles(people: People) -> None:
    page = people.come(size={"width": 1280, "height": 800})
    page.goto("/")
    for name in ("bots", "friends", "device"):
        page.locator(f"#{name} summary").click()
        form = page.locator(f"#{name} form").bounding_box()
        others = [
            page.locator(f"details#{each}")
            for each in ("bots", "friends", "device")
            if each != name
        ]
        assert form is not None
        assert form["width"] > 700
        for other in others:
            box = other.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] < form["y"]


def test_where_there_is_room_it_is_said_in_words_who_scores_and_who_gets_the_rest(
    people: People,
) -> None:
    names = ("Marie Antoinette", "Anna-Katharina", "Konstantinos")
    seats = people.server.api.table(*names)
    play_turns(seats, 1)
    for size, room in ((DESK | {"width": 1280}, True), (PHONE, False)):
        page = people.at(seats[2], size=size)
        words = page.locator("#say .where-room")
        expect(words).to_have_text(["Marie Antoinette scores:", "for Anna-Katharina"])
        boxes = [words.nth(place).bounding_box() for place in range(2)]
        assert [box is not None and box["width"] > 1 for box in boxes] == [room, room]
        lines = "lines => lines.every((line) => line.scrollWidth <= line.clientWidth)"
        assert page.locator("#say .line").evaluate_all(lines)


def test_the_words_say_tap_or_click_as_fits(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    one.play("roll")
    desk, phone = people.at(one, size=DESK), people.at(one, size=PHONE, touch=True)
    expect(desk.locator("#hint")).to_have_text("Click the dice you keep")
    expect(phone.locator("#hint")).to_have_text("Tap the dice you keep")
    one.play("keep 0")
    one.play("keep 0 1")
    for page in (desk, phone):
        expect(page.locator("#hint")).to_have_text("You give the others away")
        for place in (0, 1):
            tick(page, place, False)
    expect(desk.locator("#hint")).to_have_text("Click the dice you score")
    expect(phone.locator("#hint")).to_have_text("Tap the dice you score")
    for _twice in range(2):
        desk.keyboard.press("1")
    expect(desk.locator("#hint")).to_have_text("Pick the dice you score")


def test_after_a_key_tab_goes_on_at_the_dice(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    page.keyboard.press("r")
    expect(page.locator("#hint")).to_have_text("Pick the dice you keep")
    page.keyboard.press("Tab")
    expect(page.locator("#tray input[name=die]").first).to_be_focused()


def test_the_rules_open_over_the_table_and_ticks_stay(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one, size=PHONE, touch=True)
    roll(page)
    tick(page, 1)
    tick(page, 3)
    table = page.url
    page.get_by_role("link", name="Rules").tap()
    over = page.locator("dialog.over")
    expect(over).to_be_visible()
    expect(over).to_have_accessible_name("Rules")
    expect(over.get_by_role("heading", name="Bonuses")).to_be_attached()
    back = over.get_by_role("button", name="Back to the table")
    expect(back).to_be_in_viewport(ratio=1)
    two.play("ask")  # the game goes on beneath
    back.tap()
    expect(over).to_have_count(0)
    assert page.url == table
    expect(page.locator("#say")).to_contain_text("Marko used the 2×")
    assert ticked(page) == [False, True, False, True, False, False]
    page.get_by_role("link", name="Rules").tap()
    expect(over).to_have_count(1)
    page.keyboard.press("Escape")
    expect(over).to_have_count(0)
    expect(score_button(page)).to_be_visible()
    page.get_by_role("link", name="Rules").tap()
    expect(over).to_have_count(1)
    page.go_back()  # it closes them, as on a phone
    expect(over).to_have_count(0)
    assert page.url == table
    expect(score_button(page)).to_be_visible()


def test_two_quick_taps_open_the_rules_once(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    expect(roll_button(page)).to_be_visible()
    page.evaluate(
        "() => { for (let i = 0; i < 2; i += 1) document.querySelector('a[data-over]').click(); }"
    )
    expect(page.locator("dialog.over").first).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.locator("dialog.over")).to_have_count(1)


def test_without_scripts_the_rules_are_a_page_that_leads_back(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one, scripts=False)
    page.get_by_role("link", name="Rules").first.click()
    expect(page.get_by_role("heading", name="Bonuses")).to_be_visible()
    page.go_back()
    expect(roll_button(page)).to_be_visible()


def test_sound_is_off_until_switched_on_and_is_remembered(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    switch = button(page, "Sounds and vibration")
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(switch).to_be_in_viewport(ratio=1)
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    roll(page)  # with sounds nothing goes wrong
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


# Counts what is played and how often the device shakes.
LISTEN = """
() => {
  window.played = 0;
  window.shaken = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    window.played += 1;
    return start.apply(this, when);
  };
  Object.defineProperty(navigator, 'vibrate', { value: () => { window.shaken += 1; } });
}
"""


def test_nothing_sounds_or_shakes_until_it_is_switched_on(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(two, size=PHONE, touch=True)
    expect(page.locator("#say")).to_contain_text("Lena begins.")
    page.evaluate(LISTEN)
    one.play("roll")
    expect(page.locator("#say")).to_contain_text("Lena, roll 1 of 3")
    assert page.evaluate("() => played") == 0
    button(page, "Sounds and vibration").tap()
    before = page.evaluate("() => played")
    assert before > 0  # how it sounds is heard at once
    two.play("ask")
    one.play("score 0")
    expect(roll_button(page)).to_be_visible()
    page.wait_for_function("before => played > before", arg=before)
    assert page.evaluate("() => shaken") > 0


def test_a_click_on_a_die_says_what_the_rest_gives(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    roll(page)
    expect(page.locator("#tray .tag:visible")).to_have_count(0)
    tick(page, 0)
    tags = page.locator("#tray .tag:visible")
    expect(tags).to_have_count(5)
    gifts = sum(int(text.strip("+")) for text in tags.all_inner_texts())
    expect(score_button(page)).to_contain_text(re.compile(f"Marko gets {gifts}$"))
    preview = page.locator(".sheet.mine .now td.try")
    expect(preview.last).to_have_text(str(gifts))


def test_on_a_desk_a_bonus_says_of_how_many_dice(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    steps = page.locator(".bonus .step small")
    expect(steps).to_have_text(
        ["4 dice", "5 dice", "6 dice", "exactly 4", *(f"{n} dice" for n in (4, 5, 6))],
        use_inner_text=True,
    )


def test_the_keyboard_is_not_lost_on_a_button_that_cannot_be_pressed_any_more(
    people: People,
) -> None:
    seat = people.server.api.table("Lena", "Marko", hints=True, ask_seconds=0)[0]
    page = people.at(seat)
    seat.play("roll")
    expect(dice(page)).to_have_count(6)
    page.locator("[value=hint]").focus()
    page.keyboard.press("1")
    page.keyboard.press("s")
    expect(page.locator("#say")).to_contain_text("You score:")
    expect(page.locator("body")).not_to_be_focused()


FORBIDDEN = """() => {
  const worth = JSON.parse(document.querySelector("form.tray").dataset.worth);
  const places = [0, 1, 2, 3, 4, 5];
  const all = Array.from({ length: 63 }, (_, place) => place + 1).filter((mask) => !worth[mask]);
  return all.map((mask) => places.filter((place) => mask & (1 << place)));
}"""
COLOURS = "dice => dice.map((die) => die.dataset.colourOf)"


def test_s_says_why_dice_cannot_be_scored(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
    page = people.at(seat)
    seat.play("roll")
    expect(dice(page)).to_have_count(6)
    colours = page.locator("#tray label.die").evaluate_all(COLOURS)
    pair = next(p for p in page.evaluate(FORBIDDEN) if len(p) == 2)
    assert colours[pair[0]] == colours[pair[1]]
    for place in pair:
        page.keyboard.press(str(place + 1))
    expect(page.locator("#hint")).to_contain_text(f"Two more {colours[pair[0]]}")
    page.keyboard.press("s")
    why = "All different colours, or at least 4 of one colour"
    expect(page.locator("#live")).to_contain_text(why)
    expect(page.locator("#hint")).to_have_text(why)
    expect(page.locator("#hint")).to_have_class("shakes")
    look = "(line) => [getComputedStyle(line).backgroundColor, getComputedStyle(line).textAlign]"
    assert page.locator("#hint").evaluate(look) == ["rgba(0, 0, 0, 0)", "center"]
    assert seat.state()["game"]["active"] == 0


def test_of_two_colours_that_are_there_twice_neither_is_blamed_alone(people: People) -> None:
    while True:
        seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
        page = people.at(seat)
        seat.play("roll")
        expect(dice(page)).to_have_count(6)
        colours = page.locator("#tray label.die").evaluate_all(COLOURS)
        pairs = [colour for colour in set(colours) if colours.count(colour) == 2]
        if len(pairs) > 1:
            break
    keep(page, *(place for place, colour in enumerate(colours) if colour in pairs))
    expect(page.locator("#hint")).to_have_text("All different colours, or at least 4 of one colour")


def test_a_die_that_is_ticked_by_its_key_is_heard_wherever_the_keyboard_is(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
    page = people.at(seat)
    seat.play("roll")
    expect(dice(page)).to_have_count(6)
    dice(page).nth(0).focus()
    page.keyboard.press("3")
    third = dice(page).nth(2).get_attribute("aria-label")
    expect(page.locator("#live")).to_contain_text(f"{third}. Score")
    page.locator("#live").evaluate("(log) => log.replaceChildren()")
    page.keyboard.press(" ")  # the browser itself says this one
    first = dice(page).nth(0).get_attribute("aria-label")
    expect(page.locator("#live")).to_contain_text(re.compile("Score"))
    expect(page.locator("#live")).not_to_contain_text(f"{first}")


def test_a_ticked_die_is_not_said_to_be_given(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
    page = people.at(seat)
    seat.play("roll")
    expect(dice(page)).to_have_count(6)
    says = re.compile(r"^gives \d+$")
    expect(dice(page).first).to_have_attribute("aria-description", says)
    page.keyboard.press("1")
    expect(dice(page).first).not_to_have_attribute("aria-description", says)
    expect(dice(page).last).to_have_attribute("aria-description", says)


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1920, 1080)])
def test_the_question_of_the_2x_moves_nothing(people: People, size: tuple[int, int]) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(two, size={"width": size[0], "height": size[1]}, locale="fr")
    where = """() => ["#say", ".dice", ".bonus"].map((name) =>
      document.querySelector(`#tray ${name}`).getBoundingClientRect().top)"""
    one.play("roll")
    expect(page.locator("details.ask")).to_be_visible()
    before = page.evaluate(where)
    page.locator("details.ask summary").click()
    expect(page.locator(".ask-box")).to_be_visible()
    assert page.evaluate(where) == before
    box = page.locator(".ask-box").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] + box["height"] <= size[1]


def test_names_are_no_stop_of_the_keyboard(people: People) -> None:
    seat = people.server.api.table("Konstantinos", "Marko")[0]
    page = people.at(seat, size={"width": 960, "height": 600})
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.locator(".seats :focus").count() == 0
