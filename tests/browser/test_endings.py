"""The end of a game on all screens, and where a guided game leads to."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from tests.browser.support import People, Seat, button
from tests.browser.test_looks import SMALL, both_schemes
from tests.web.support import until

LARGE: Final = ((1280, 800), (1440, 900), (1920, 1080))
PHONES: Final = ((360, 740), (390, 844))
# Whether what is seen first is covered by the bar of actions, or begins below the window.
IN_FIRST_SCREEN: Final = """
(names) => names.filter((name) => {
  const bar = document.querySelector('.acts');
  const fixed = getComputedStyle(bar).position === 'fixed' && !bar.querySelector(name);
  const end = fixed ? bar.getBoundingClientRect().top : innerHeight;
  const part = document.querySelector(name).getBoundingClientRect();
  return part.height === 0 || part.top < 0 || part.bottom > end + 0.5;
})
"""

# How near the faces on the podium come to the words above it, at any moment.
CLOSEST: Final = """
() => {
  const moving = document.getAnimations();
  const words = document.querySelector('.ending > :not(.counting):is(p)');
  const gap = (moment) => {
    for (const each of moving) each.currentTime = moment;
    return Math.min(...[...document.querySelectorAll('.podium .face')]
      .map((face) => face.getBoundingClientRect().top)) - words.getBoundingClientRect().bottom;
  };
  return Math.min(...[...Array(80).keys()].map((moment) => gap(moment * 40)));
}
"""


def played_alone(people: People, rounds: int) -> Seat:
    """Somebody who has played against a bot until their last score is missing."""
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0, rounds=rounds)
    for number in range(rounds):
        until(lambda: is_on_turn(seat))
        seat.play("roll")
        until(lambda: is_on_turn(seat))  # the bot says at once whether it asks
        if number < rounds - 1:
            seat.play("score 0")
    return seat


def is_on_turn(seat: Seat) -> bool:
    state = seat.state()
    return bool(state["to_act"] == state["game"]["active"] == 0)


def ended(people: People, rounds: int, newcomer: bool, size: tuple[int, int]) -> Page:
    """The result of a game against a bot, which somebody has seen ending."""
    seat = played_alone(people, rounds)
    width, height = size
    page = people.come(seat, size={"width": width, "height": height}, newcomer=newcomer)
    page.goto(f"{seat.link}{'#guide' if newcomer else ''}")
    expect(page.locator("#tray label.die")).to_have_count(6)
    seat.play("score 0")
    expect(page.locator(".result")).to_be_visible()
    return page


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_a_guided_game_ends_with_a_farewell_that_leads_to_a_whole_game(
    people: People, size: tuple[int, int]
) -> None:
    page = ended(people, 3, True, size)
    for _ in ("as it ended", "after a reload"):
        expect(page.locator(".farewell")).to_contain_text("Now you know how it works.")
        expect(page.locator(".farewell")).to_contain_text("A whole game has 7 rounds.")
        expect(page.locator(".acts .go:visible")).to_have_count(1)
        expect(button(page, re.compile("^Play a whole game"))).to_be_in_viewport(ratio=1)
        expect(page.locator(".farewell")).to_be_in_viewport(ratio=1)
        assert not both_schemes(page) + page.evaluate(SMALL)
        page.reload()
    button(page, re.compile("^Play a whole game")).click()
    expect(page.locator(".round")).to_contain_text("1 of 7")
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator(".seat", has_text="Casual")).to_have_count(1)
    expect(page.locator(".seat", has_text="Lena")).to_have_count(1)


def test_a_guided_game_leads_to_friends_too(people: People) -> None:
    page = ended(people, 3, True, (390, 844))
    button(page, "With friends").click()
    expect(page.locator(".lobby")).to_be_visible()
    expect(page.locator(".chairs")).to_contain_text("Lena")


def test_who_knows_the_game_or_has_played_a_whole_one_plays_again(people: People) -> None:
    for rounds, newcomer in ((3, False), (7, True)):
        page = ended(people, rounds, newcomer, (390, 844))
        expect(page.locator(".farewell:visible")).to_have_count(0)
        expect(button(page, re.compile("^Play again"))).to_be_visible()
        expect(page.locator(".acts .go:visible")).to_have_count(1)


def test_who_has_played_a_first_whole_game_can_keep_the_time_for_the_2x(people: People) -> None:
    seat = played_alone(people, 7)
    page = people.come(seat, size={"width": 390, "height": 844})
    page.goto(seat.link)
    page.evaluate("() => { localStorage['charidice-calm'] = 'new'; }")
    page.reload()
    expect(page.locator("#tray label.die")).to_have_count(6)
    seat.play("score 0")
    offer, faster = page.locator("#offer [data-pace=on]"), page.locator("#offer [data-pace=off]")
    expect(offer).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#live")).to_contain_text("Keep the extra time")
    page.goto("/")
    page.goto(seat.link)  # it is still there for whoever comes back
    expect(offer).to_be_visible()
    assert not both_schemes(page) + page.evaluate(SMALL)
    offer.click()
    expect(offer).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("() => localStorage['charidice-calm']") == "on"
    faster.click()
    expect(offer).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("() => localStorage['charidice-calm']") == "off"
    page = ended(people, 7, False, (390, 844))  # somebody who knows the game
    expect(page.locator("#offer")).to_be_hidden()


def test_the_end_is_heard_with_its_sums_and_has_the_focus(people: People) -> None:
    page = ended(people, 1, False, (1280, 800))
    told = page.locator("#live")
    expect(told).to_contain_text(re.compile(r"wins?\b.* charity bonus.* 1\. .*\d+\. Given: \d+\."))
    expect(page.locator("#result")).to_be_focused()


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_large_screen_shows_the_whole_end_at_once(people: People, locale: str) -> None:
    for names in (("Lena", "Marko"), ("Lena", "Maximilian", "Zoë", "Alexandra Konstantina")):
        seat = people.server.api.finished(*names)[0]
        page = people.come(seat, locale=locale)
        for width, height in LARGE:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(seat.link)
            parts = [".podium", ".adds", ".acts .go", ".nexts.first", ".sheet"]
            assert page.evaluate(IN_FIRST_SCREEN, parts) == [], (width, names)
            podium, sheet = (
                page.locator(part).first.bounding_box() for part in (".podium", ".sheet")
            )
            assert podium is not None
            assert sheet is not None
            assert sheet["x"] >= podium["x"] + podium["width"]  # the sheets lie beside it
            assert sheet["x"] + sheet["width"] > width - 450 or width > 1500
            rows = page.locator(".sheet tbody tr:visible")
            expect(rows).to_have_count(7 * len(names))  # the full sheets


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_phone_shows_podium_next_step_sharing_and_the_sum_at_once(
    people: People, locale: str
) -> None:
    seat = people.server.api.finished("Lena", "Marko")[0]
    page = people.come(seat, locale=locale, touch=True)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(seat.link)
        parts = [".podium", ".acts .go", "[data-picture]", ".tally tfoot"]
        assert page.evaluate(IN_FIRST_SCREEN, parts) == [], width


def test_without_motion_the_result_is_told_at_once_and_nothing_lies_over_it(people: People) -> None:
    page = ended(people, 1, False, (390, 844))
    expect(page.locator(".fresh-result h2").first).to_be_visible()
    expect(page.locator(".counting")).to_be_hidden()


@pytest.mark.parametrize("names", [("Lena", "Marko"), ("Lena", "Marko", "Zoë", "Mia")])
def test_on_a_low_desk_what_comes_next_is_above_the_buttons(
    people: People, names: tuple[str, ...]
) -> None:
    seat = people.server.api.finished(*names)[0]
    page = people.at(seat, size={"width": 960, "height": 600}, locale="el")
    nexts, bar = (page.locator(part).bounding_box() for part in (".nexts.first", ".acts"))
    assert nexts is not None
    assert bar is not None
    assert nexts["y"] + nexts["height"] <= bar["y"]


@pytest.mark.parametrize(("width", "height"), [(960, 600), (390, 844), (360, 640)])
def test_where_the_sums_lie_below_they_are_seen_while_they_count(
    people: People, width: int, height: int
) -> None:
    seat = played_alone(people, 1)
    low = {"width": width, "height": height}
    page = people.come(seat, size=low, motion="no-preference", locale="el")
    page.goto(seat.link)
    expect(page.locator("#tray label.die")).to_have_count(6)
    seat.play("score 0")
    expect(page.locator(".fresh-result")).to_be_visible()
    assert page.evaluate(IN_FIRST_SCREEN, [".counting", ".adds"]) == []
    words, counted = (page.locator(part).bounding_box() for part in (".counting", ".adds"))
    assert words is not None
    assert counted is not None
    assert words["y"] + words["height"] <= counted["y"]
    for size in (low, {"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert page.evaluate(CLOSEST) >= 0
