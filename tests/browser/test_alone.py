"""Whole games against bots: on a phone, with the keyboard alone, and by ear."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.support import (
    PHONE,
    People,
    Seat,
    button,
    dice,
    keep,
    play_turns,
    reroll_button,
    roll_button,
    score_button,
)
from tests.web.support import Player, until

from charidice.records import parse
from charidice.rules import Ask, Rolled, Score

WON = re.compile("win the game!|wins the game!|share the victory!")
# What the page wants of its player, read in one go since bots change it at any time.
WANTED = """
() => document.querySelector('.result') ? 'result'
  : document.querySelector('[data-mine=turn] [value=roll]') ? 'roll'
  : document.querySelector('[data-mine=turn] input[name=die]') ? 'dice' : null
"""


def quicken(people: People, page: Page) -> Seat:
    """Let the bots act without waiting; returns the seat of whoever looks at the page."""
    link = page.locator("#personal-link").input_value()
    table, token = re.findall(r"/t/([^/]+)/back/(.+)", link)[0]
    seat = Seat(Player(people.server.api.web, table, token))
    seat.settings(pace=0, ask_seconds=0)
    return seat


def wanted(page: Page, seat: Seat) -> tuple[str, str | None]:
    """What is to be done next, and in which position; a bot that is asked has answered then."""
    what = str(page.wait_for_function(WANTED).json_value())
    if what == "result":
        return what, None
    if what == "dice":
        until(lambda: seat.state()["game"]["phase"] != "asking")
    position = str(seat.state()["position"])
    expect(page.locator(f".tray[data-position='{position}']")).to_be_visible()
    return what, position


def moved(page: Page, position: str | None) -> None:
    """Wait until the game is somewhere else."""
    expect(page.locator(f".tray[data-position='{position}']")).to_have_count(0)


def tap_decision(page: Page, seat: Seat) -> bool:
    """Make one decision on the phone; whether the game goes on."""
    what, position = wanted(page, seat)
    if what == "result":
        return False
    if what == "roll":
        roll_button(page).tap()
    else:
        for place in (0, 1):
            if not dice(page).nth(place).is_checked():
                page.locator("#tray label.die").nth(place).tap()
        if page.locator("#say", has_text="Your roll 1 of 3").count():
            reroll_button(page).tap()
        else:
            page.locator("#tray label.die:has(:checked)").last.tap()
            score_button(page).tap()
    moved(page, position)
    return True


def test_a_whole_game_on_a_phone(people: People, tmp_path: Path) -> None:
    page = people.come(size=PHONE, touch=True)
    page.goto("/")
    page.locator("#bots summary").tap()
    page.locator("#name-bots").fill("Lena")
    page.locator("label.bot", has_text="Greedy").tap()
    button(page, "Start the game").first.tap()
    expect(page.locator(".seats")).to_contain_text("Lena")
    seat = quicken(people, page)
    while tap_decision(page, seat):
        pass
    heading = page.locator(".result h2")
    expect(heading).to_contain_text(WON)
    expect(page.locator(".tally tfoot td")).to_have_count(3)

    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").tap()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    record = parse(file.read_text("utf-8"))
    assert "Lena" in record.players
    assert sum(isinstance(action, Score) for action in record.actions) == 21

    page.get_by_role("link", name="Watch the game again").tap()
    said, step = page.locator("#told"), page.locator("#step")
    last = sum(isinstance(action, (Rolled, Ask, Score)) for action in record.actions)
    expect(said).to_contain_text("The game begins.")
    expect(step).to_have_text(f"Step 0 of {last}")
    page.get_by_role("link", name="Next").tap()
    expect(step).to_have_text(f"Step 1 of {last}")
    expect(said).to_contain_text("roll 1 of 3")
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text(f"Step 2 of {last}")
    page.keyboard.press("ArrowLeft")
    expect(step).to_have_text(f"Step 1 of {last}")
    page.keyboard.press("End")
    expect(said).to_contain_text(WON)
    page.get_by_role("link", name="Go to the table").first.tap()

    table = page.url
    button(page, re.compile("Play again")).tap()
    expect(page.locator(".round")).to_have_text("Round 1 of 7")
    assert page.url != table
    expect(page.locator(".seats .seat")).to_have_count(3)


def focused(page: Page, wanted: str) -> bool:
    found: bool = page.evaluate("selector => !!document.activeElement?.matches(selector)", wanted)
    return found


def tab_to(page: Page, wanted: str) -> int:
    """Press Tab until this has the focus; returns how often."""
    for count in range(60):
        if focused(page, wanted):
            return count
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {wanted}")


def key_decision(page: Page, seat: Seat) -> bool:
    """Make one decision with the keyboard; whether the game goes on."""
    what, position = wanted(page, seat)
    if what == "result":
        return False
    if what == "roll":
        tab_to(page, "[value=roll]")
        page.keyboard.press("Space")
    else:
        if not dice(page).first.is_checked():
            tab_to(page, "[name=die][value='0']")
            page.keyboard.press("Space")
        expect(dice(page).first).to_be_checked()
        again = page.locator("#say", has_text="Your roll 1 of 3").count() > 0
        tab_to(page, "[value=reroll]:enabled" if again else "[value=score]:enabled")
        page.keyboard.press("Enter")
    moved(page, position)
    return True


def test_a_whole_game_with_the_keyboard_alone(people: People) -> None:
    page = people.come()
    page.goto("/")
    tab_to(page, ".skip")
    page.keyboard.press("Enter")
    assert tab_to(page, ".big") <= 2
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_be_visible()
    seat = quicken(people, page)
    while key_decision(page, seat):
        pass
    tab_to(page, "[value=rematch]")
    page.keyboard.press("Enter")
    expect(page.locator(".round")).to_have_text("Round 1 of 7")


def test_the_keyboard_stays_where_the_game_is(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    tab_to(page, "[value=roll]")
    page.keyboard.press("Enter")
    expect(dice(page)).to_have_count(6)
    two.play("pass")
    expect(reroll_button(page)).to_be_enabled()
    assert focused(page, "#tray *")
    tab_to(page, "[name=die][value='0']")
    page.keyboard.press("Space")
    tab_to(page, "[value=score]:enabled")
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_contain_text("Marko is playing.")
    # One more Enter by mistake does not take the score back.
    assert not focused(page, "[value=take-back]")
    two.play("roll")
    one.play("pass")
    two.play("score 0")
    expect(roll_button(page)).to_be_visible()
    assert tab_to(page, "[value=roll]") <= 3


HEARD = """
() => {
  window.heard = [];
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => {
    window.heard.push(...[...addedNodes].map((node) => node.textContent));
  })).observe(document.getElementById("live"), { childList: true });
}
"""


def told(page: Page) -> Locator:
    return page.locator("#live")


def test_every_die_has_a_name_for_the_ear(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = people.at(one), people.at(two)
    roll_button(lena).click()
    expect(dice(lena)).to_have_count(6)
    shapes = "red circle|yellow triangle|green square|blue diamond|purple star|black cross"
    for place in range(6):
        expect(dice(lena).nth(place)).to_have_accessible_name(re.compile(rf"^[1-6], ({shapes})$"))
        expect(
            marko.get_by_role("group", name="Dice").get_by_role("img").nth(place)
        ).to_have_accessible_name(re.compile(rf"^[1-6], ({shapes})$"))
    lena.keyboard.press("Tab")
    dice(lena).first.focus()
    lena.keyboard.press("Space")
    expect(dice(lena).first).to_be_checked()


def test_rolls_gifts_and_turns_are_told_to_the_ear(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = people.at(one), people.at(two)
    expect(told(lena)).to_have_attribute("aria-live", "polite")
    roll_button(lena).click()
    expect(told(lena)).to_contain_text(re.compile("You roll [1-6]"))
    expect(told(marko)).to_contain_text(re.compile("Lena rolls [1-6]"))
    marko.locator(".ask summary").click()
    button(marko, "Yes, double it").click()
    expect(told(lena)).to_contain_text("Marko uses the 2×")
    expect(told(marko)).to_contain_text("You use your 2×")
    keep(lena, 0)
    score_button(lena).click()
    doubled = r"2 × \d+ = \d+: [1-6],"
    sentences = (f"You score [1-6]: [1-6],.* Marko gets {doubled}", f"Lena.*You get {doubled}")
    for page, sentence in zip((lena, marko), sentences, strict=True):
        expect(told(page)).to_contain_text(re.compile(sentence))
    expect(told(marko)).to_contain_text("Your turn.")
    expect(told(marko)).to_contain_text(re.compile(r"Lena \d+, Marko \d+\."))
    expect(told(lena)).to_contain_text("Marko is playing.")
    expect(told(lena)).not_to_contain_text(re.compile(r"Lena \d+, Marko"))


def test_dice_that_keys_tick_are_told_to_the_ear(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    roll_button(page).click()
    expect(dice(page)).to_have_count(6)
    two.play("pass")
    expect(reroll_button(page)).to_be_enabled()
    names = [dice(page).nth(place).get_attribute("aria-label") for place in (0, 2)]
    page.locator("#say").focus()
    page.keyboard.press("1")
    page.keyboard.press("3")
    expect(told(page)).to_contain_text(f"{names[0]}; {names[1]}.")


def test_what_passes_between_others_is_told_in_short(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko", "Zoë")
    page = people.at(seats[0])
    play_turns(seats, 2)  # Zoë has got something, and gives to Lena next
    expect(told(page)).to_contain_text(re.compile(r"Marko scores \d\. Zoë gets \d+\."))
    expect(told(page)).not_to_contain_text("Marko rolls")
    expect(told(page)).to_contain_text(re.compile(r"Marko gets \d+: [1-6],"))
    seats[2].play("roll")
    expect(told(page)).to_contain_text(re.compile(r"Zoë rolls [1-6],"))


def test_what_a_bot_gives_to_another_is_one_message(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["casual", "greedy"])
    seat.do("begin", first=0)
    page = people.at(seat)
    page.evaluate(HEARD)
    roll_button(page).click()
    keep(page, 0)
    score_button(page).click()
    expect(told(page)).to_contain_text("Greedy (bot) rolls")  # what it leaves comes to Lena
    heard = " ".join(page.evaluate("() => window.heard"))
    assert re.search(r"Casual \(bot\) scores [^:]*\.", heard)
    for passing in ("Casual (bot), roll", "Casual (bot) rolls", "is next"):
        assert passing not in heard


def test_that_a_gift_is_coming_is_told_to_the_ear(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = people.at(one), people.at(two)
    roll_button(lena).click()
    expect(told(marko)).to_contain_text("What is not scored comes to you.", timeout=5000)
    expect(marko.locator(".ask summary")).to_contain_text("Double the gift to you")


def test_the_begin_of_the_game_is_told_to_the_ear(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko", begin=False)
    marko = people.at(two)
    expect(marko.get_by_text("The host starts the game.")).to_be_visible()
    one.do("begin", first=1)
    expect(roll_button(marko)).to_be_visible()
    expect(told(marko)).to_contain_text("You begin.", timeout=5000)


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_menus_open_with_the_keyboard_and_close_with_escape(people: People, key: str) -> None:
    page = people.come()
    page.goto("/")
    tab_to(page, "#menu summary")
    page.keyboard.press(key)
    expect(button(page, "Deutsch")).to_be_visible()
    page.keyboard.press("Escape")
    expect(button(page, "Deutsch")).to_be_hidden()
    expect(page.locator("#menu summary")).to_be_focused()


def test_a_tap_on_the_dice_of_a_bot_hurries_it_and_the_own_score_is_seen(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["random"], settings={"grace_seconds": 8})
    seat.do("begin", first=0)
    page = people.at(seat, size=PHONE, touch=True)
    roll_button(page).tap()
    keep(page, 0)
    score_button(page).tap()
    scored = page.locator("form.tray.scored[data-scored]")
    expect(scored).to_be_visible()
    assert scored.get_attribute("data-gets") == "seat-1"
    seen = scored.get_attribute("data-position")
    with page.expect_request(lambda request: request.post_data == f"do=hurry&position={seen}"):
        page.locator("form[data-hurry] .dice").tap()
    expect(scored.filter(has_text="You score")).to_have_count(0)


def test_who_skips_the_wait_still_has_the_moment_to_ask_and_reads_how_to_go_on(
    people: People,
) -> None:
    settings = {"grace_seconds": 8, "ask_seconds": 20, "pace": 50}
    seat = people.server.api.create("Lena", bots=["random"], settings=settings)
    seat.do("begin", first=0)
    page = people.at(seat)
    roll_button(page).click()
    keep(page, 0)
    score_button(page).click()
    button(page, re.compile("^Skip the wait")).click()
    expect(page.locator(".ask summary")).to_be_visible()
    page.wait_for_timeout(600)  # nothing that was pressed before goes on from here
    assert seat.state()["game"]["roll"] == 1
    expect(button(page, re.compile("^(Not now|Skip the wait)"))).to_be_visible()
    page.keyboard.press("w")
    expect(page.locator("#say")).not_to_contain_text("roll 1 of 3")


def test_keys_can_be_switched_off(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
    page = people.at(seat)
    expect(page.locator("kbd").first).to_be_visible()
    page.locator("#menu summary").click()
    page.locator("#keys").click()
    expect(page.locator("#keys")).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(page.locator("kbd:visible")).to_have_count(0)
    page.keyboard.press("r")
    page.wait_for_timeout(300)
    expect(roll_button(page)).to_be_visible()
    page.locator("#menu summary").click()
    page.locator("#keys").click()
    page.keyboard.press("r")
    expect(dice(page)).to_have_count(6)


def test_the_2x_keeps_its_place_through_the_turn_of_a_bot(people: People) -> None:
    slow = {"ask_seconds": 3, "pace": 7}
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0, settings=slow)
    page = people.at(seat)
    roll_button(page).click()
    keep(page, 0)
    score_button(page).click()
    places = """() => {
      const coin = document.querySelector('.asking .coin')?.getBoundingClientRect();
      return coin && [coin.x, coin.y].map(Math.round).join();
    }"""
    found = set()
    expect(page.locator(".asking .coin")).to_be_visible()
    for _ in range(200):
        found.add(page.evaluate(places))
        page.wait_for_timeout(100)
        if roll_button(page).is_visible():
            break
    assert len(found - {None}) == 1


def test_who_rolls_further_down_sees_the_dice(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
    page = people.at(seat, touch=True, size=PHONE)
    expect(roll_button(page)).to_be_visible()
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("() => scrollY") > PHONE["height"] / 2
    roll_button(page).tap()
    expect(dice(page)).to_have_count(6)
    expect(page.locator("#tray label.die").first).to_be_in_viewport(ratio=1)
    expect(page.locator("#say")).to_be_in_viewport(ratio=1)
