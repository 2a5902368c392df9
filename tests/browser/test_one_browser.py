"""One device for everybody, and pages without scripts."""

import re
from typing import Final

from playwright.sync_api import Locator, Page, expect
from tests.browser.support import (
    People,
    button,
    dice,
    faces,
    keep,
    reroll_button,
    roll,
    roll_button,
    score,
    score_button,
    tick,
)

# The second of two taps in the same place counts after so many milliseconds.
DOUBLE_TAP: Final = 500


def one_device(people: People, *names: str) -> Page:
    page = people.come()
    page.goto("/")
    page.locator("#device summary").click()
    for number, name in enumerate(names, 1):
        page.get_by_label(re.compile(f"^Player {number}")).and_(page.get_by_role("textbox")).fill(
            name
        )
    page.get_by_role("radio", name="Player 1, whose birthday comes next").check()
    page.locator("form[action='/one-device'] button").click()
    expect(page.locator("#say")).to_contain_text(f"{names[0]}, it is your turn.")
    return page


def asking(page: Page, name: str) -> Locator:
    """What somebody at the same device taps to ask for the biggest gift."""
    return page.locator("details.ask summary", has_text=f"{name}: double this gift")


def test_on_one_device_the_next_choice_means_that_nobody_asks(people: People) -> None:
    page = one_device(people, "Lena", "Marko")
    roll(page)
    expect(asking(page, "Marko")).to_be_visible()
    keep(page, 0)
    reroll_button(page).click()
    expect(page.locator("#say")).to_contain_text("Lena, roll 2 of 3")
    tick(page, 0)
    score_button(page).click()
    expect(page.locator("#say")).to_contain_text("Marko, it is your turn.")
    expect(page.locator(".seat", has_text="Marko").locator(".coin")).not_to_have_class(
        re.compile("used")
    )


def test_on_one_device_the_receiver_asks_with_a_button(people: People) -> None:
    page = one_device(people, "Lena", "Marko")
    roll(page)
    tick(page, 0)
    found = re.search(r"gets (\d+)", score_button(page).inner_text())
    assert found is not None
    gift = 2 * int(found[1])
    asking(page, "Marko").click()
    button(page, "Yes, double it").click()
    expect(page.locator("#say")).to_contain_text("Marko used the 2×: double gift")
    expect(asking(page, "Marko")).to_have_count(0)
    expect(dice(page).nth(0)).to_be_checked()
    score_button(page).click()
    expect(page.locator(".log li").first).to_contain_text(re.compile(f"for Marko.* = {gift}$"))
    expect(page.locator("#say")).to_contain_text("Marko, it is your turn.")
    expect(page.locator(".present .doubled")).to_have_text(f"2 × {gift // 2} = {gift}")
    expect(page.locator(".banner.shown")).to_contain_text("Doubled gift!")
    page.locator(".how").evaluate("how => { how.hidden = false; }")  # as newcomers have it
    for width, height in ((844, 390), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        ribbon = page.locator(".banner").evaluate("part => part.offsetHeight")
        assert ribbon < 70  # 0 when it has gone
        for name in ("Undo scoring", "Roll the dice"):
            expect(button(page, name)).to_be_in_viewport(ratio=1)
    button(page, "Undo scoring").click()
    expect(page.locator("#say")).to_contain_text("Lena, roll 1 of 3")
    expect(page.locator(".banner.asks")).to_have_count(0)  # that was an event before


def test_a_mistapped_score_is_taken_back(people: People) -> None:
    page = one_device(people, "Lena", "Marko", "Florian")
    roll(page)
    score(page, 0)
    expect(page.locator("#say")).to_contain_text("Marko, it is your turn.")
    button(page, "Undo scoring").click()
    expect(page.locator("#say")).to_contain_text("Lena, roll 1 of 3")
    expect(page.locator(".log")).to_contain_text("Lena takes the score back.")
    score(page, 1)
    expect(page.locator("#say")).to_contain_text("Marko, it is your turn.")
    page.wait_for_timeout(DOUBLE_TAP)
    roll(page)
    expect(button(page, "Undo scoring")).to_have_count(0)


def test_a_whole_evening_on_one_device_ends_in_a_result(people: People) -> None:
    page = one_device(people, "Lena", "Marko")
    for turn in range(14):
        page.wait_for_timeout(DOUBLE_TAP)
        roll(page)
        tick(page, turn % 6)
        position = page.locator(".tray").get_attribute("data-position")
        score_button(page).click()
        expect(page.locator(f".tray[data-position='{position}']")).to_have_count(0)
    expect(page.locator(".result h2")).to_contain_text(re.compile("wins|share"))
    button(page, "Undo scoring").click()
    expect(page.locator("#say")).to_contain_text("Marko, roll")
    score(page, 0)
    expect(page.locator(".result h2")).to_contain_text(re.compile("wins|share"))


def test_several_turns_without_scripts(people: People) -> None:
    page = people.come(scripts=False)
    page.goto("/")
    page.locator("#device summary").click()
    page.locator("#player-1").fill("Lena")
    page.locator("#player-2").fill("Marko")
    page.locator("input[name=begins][value=order]").check()
    page.locator("form[action='/one-device'] button").click()
    for name in ("Lena", "Marko", "Lena", "Marko"):
        expect(page.locator("#say")).to_contain_text(f"{name}, it is your turn.")
        roll_button(page).click()
        expect(page.locator("#say")).to_contain_text(f"{name}, roll 1 of 3")
        page.locator("label.die").nth(0).click()
        page.locator("[value=reroll]").click()
        expect(page.locator("#say")).to_contain_text(f"{name}, roll 2 of 3")
        expect(page.locator("[name=die]").nth(0)).to_be_checked()
        page.locator("[value=score]").click()
    expect(page.locator(".round")).to_have_text("Round 3 of 7")
    button(page, "Undo scoring").click()
    expect(page.locator("#say")).to_contain_text("Marko, roll")


def test_without_scripts_a_game_against_a_bot_goes_on(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
    page = people.at(seat, scripts=False)
    roll_button(page).click()
    page.goto(seat.link)  # the bot has answered by now, or the choice waits for it
    page.locator("label.die").nth(0).click()
    page.locator("[value=score]").click()
    # The page looks for news by itself while the bot plays.
    expect(page.locator("meta[http-equiv=refresh]")).to_be_attached()
    expect(page.locator("#tray [data-mine], .tray[data-mine]").first).to_be_visible()


def test_without_scripts_the_page_does_not_reload_under_the_hand(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one, scripts=False)
    roll_button(page).click()
    two.play("pass")
    page.goto(one.link)
    expect(page.locator("[value=score]")).to_be_enabled()
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(0, timeout=1000)


def test_without_scripts_a_refusal_is_a_page_with_a_way_back(people: People) -> None:
    people.allowed.append(re.compile("status of 4"))
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one, scripts=False)
    roll_button(page).click()
    two.play("pass")
    page.goto(one.link)
    page.locator("[value=score]").click()  # no die is ticked
    expect(page.get_by_role("heading", name="That is not possible")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#say")).to_contain_text("Your roll 1 of 3")


def test_enter_on_a_die_ticks_it_and_rolls_nothing(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    one.play("roll")
    two.play("pass")
    page = people.at(one)
    before = faces(page)
    dice(page).first.focus()
    page.keyboard.press("Enter")
    expect(dice(page).first).to_be_checked()
    assert faces(page) == before
    assert one.state()["game"]["roll"] == 1


def test_a_double_tap_is_one_tap(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    two.do("mute", until="game")
    page = people.at(one)
    box = roll_button(page).bounding_box()
    assert box is not None
    left = (box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    page.mouse.click(*left, click_count=2, delay=0)
    expect(dice(page)).to_have_count(6)
    page.mouse.click(*left)
    assert one.state()["game"]["roll"] == 1


def test_who_taps_on_and_on_is_heard_again_after_a_moment(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    two.do("mute", until="game")
    page = people.at(one)
    roll_button(page).click()
    expect(dice(page)).to_have_count(6)
    box = reroll_button(page).bounding_box()
    assert box is not None
    for _ in range(8):  # within a second
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(120)
    expect(page.locator("#say")).to_contain_text("Your roll 3 of 3")


def test_a_tap_on_the_dice_hurries_a_bot(people: People) -> None:
    page = people.come()
    page.goto("/")
    button(page, re.compile("Play now")).click()
    page.locator("#room-menu summary").click()
    page.locator("#pace").select_option("15")
    page.locator("#grace_seconds").select_option("8")
    expect(page.locator("[data-hurry], [data-mine=turn]")).to_be_visible()
    for _ in range(12):
        if page.locator("[data-mine=turn]").count():
            break
        page.locator("#tray .dice").click()
        page.wait_for_timeout(150)
    expect(page.locator("[data-mine=turn]")).to_be_visible(timeout=3000)


def test_what_others_keep_and_score_is_seen_at_the_dice(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    two.do("mute", until="game")
    page = people.at(two)
    one.play("roll")
    one.play("keep 0 1")
    expect(page.locator(".die.kept")).to_have_count(2)
    one.play("score 0")
    expect(page.locator("#say")).to_contain_text("Lena scores:")
    expect(page.locator(".die.kept")).to_have_count(1)
    expect(page.locator(".die.given")).to_have_count(5)
