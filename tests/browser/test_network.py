"""A pressed button answers at once; slow and lost networks are said calmly and heal."""

import re
from typing import Final

from playwright.sync_api import Page, Route, expect
from tests.browser.support import (
    LOST,
    REFUSED,
    People,
    button,
    dice,
    reroll_button,
    roll,
    roll_button,
    score_button,
    tick,
)

SOON: Final = 3000  # milliseconds within which people are told
# Presses a button and looks at it one frame later.
PRESS: Final = """
selector => new Promise((done) => {
  const button = document.querySelector(selector);
  button.click();
  requestAnimationFrame(() => done([
    button.getAttribute('aria-busy'), getComputedStyle(button).transform !== 'none',
  ]));
})
"""


def hold_commands(page: Page) -> list[Route]:
    """Keep every command back until the test lets it go on."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route("**/do", keep)
    return held


def test_a_pressed_button_is_busy_within_a_frame(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    expect(roll_button(page)).to_be_visible()
    held = hold_commands(page)
    busy, sunk = page.evaluate(PRESS, "[value=roll]")
    assert busy == "true"
    assert sunk
    expect(page.locator("[value=roll][aria-busy=true]")).to_be_visible()
    held[0].continue_()
    expect(dice(page)).to_have_count(6)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def test_a_slow_network_is_said_calmly_and_heals(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.come(one)
    page.clock.install()  # a busy machine is late with its timers, not the page
    page.goto(one.link)
    expect(roll_button(page)).to_be_visible()
    held = hold_commands(page)
    roll_button(page).click()
    notice = page.locator("#notice")
    expect(page.locator("[value=roll][aria-busy=true]")).to_be_visible()
    page.clock.run_for(SOON)
    expect(notice).to_have_text("The network is slow. Still trying…")
    expect(notice).to_have_class(re.compile("calm"))
    held[0].continue_()
    expect(dice(page)).to_have_count(6)
    expect(notice).to_be_hidden()


def test_a_quick_answer_is_never_called_slow(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    roll(page)
    page.wait_for_timeout(SOON)
    expect(page.locator("#notice")).to_be_hidden()


def test_a_lost_network_is_said_calmly_and_heals_by_itself(people: People) -> None:
    people.allowed.append(LOST)
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(two)
    expect(page.locator("#say")).to_contain_text("Lena begins.")
    page.context.set_offline(True)
    notice = page.locator("#notice")
    expect(notice).to_have_text("The connection is lost. Trying again…", timeout=SOON)
    expect(notice).to_have_class(re.compile("calm"))
    one.play("roll")
    page.context.set_offline(False)
    expect(page.locator("#say")).to_contain_text("Lena, roll 1 of 3")
    expect(notice).to_be_hidden()


def test_no_refusal_stays_during_ones_own_turn_after_a_lost_network(people: People) -> None:
    people.allowed += [LOST, REFUSED]
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    roll(page)
    tick(page, 0)
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        score_button(page).click()
    expect(page.locator("#notice")).to_contain_text("The connection is lost", timeout=SOON)
    # Meanwhile Lena scores at another device, and Marko plays his turn.
    one.play("score 1")
    two.play("roll")
    two.play("score 0")
    page.context.set_offline(False)
    expect(roll_button(page)).to_be_visible()
    # Whatever is said about the lost choice goes by itself, though nothing happens at the table.
    expect(page.locator("#notice:not(.calm)")).to_be_visible()
    expect(page.locator("#notice:not(.calm)")).to_be_hidden(timeout=10_000)
    roll(page)
    expect(page.locator("#say")).to_contain_text("Your roll 1 of 3")


def test_an_ask_that_was_made_offline_arrives(people: People) -> None:
    people.allowed.append(LOST)
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = people.at(one), people.at(two)
    roll(lena)
    marko.locator("details.ask summary").click()
    marko.context.set_offline(True)
    with marko.expect_event("requestfailed"):
        button(marko, "Yes, double it").click()
    expect(marko.locator("#notice")).to_contain_text("The connection is lost", timeout=SOON)
    marko.context.set_offline(False)
    expect(lena.locator("#say")).to_contain_text("Marko used the 2×: double gift")
    expect(marko.locator("#say")).to_contain_text("You used the 2×: double gift")
    expect(marko.locator("#notice")).to_be_hidden()
    assert one.state()["game"]["asked"] is True


def test_an_ask_that_comes_too_late_is_said_to_be(people: People) -> None:
    people.allowed += [LOST, REFUSED]
    one, two = people.server.api.table("Lena", "Marko")
    marko = people.at(two)
    one.play("roll")
    marko.locator("details.ask summary").click()
    marko.context.set_offline(True)
    with marko.expect_event("requestfailed"):
        button(marko, "Yes, double it").click()
    one.play("keep 0")
    marko.context.set_offline(False)
    notice = marko.locator("#notice")
    expect(notice).to_contain_text(re.compile("too late|just before|already", re.IGNORECASE))
    expect(marko.locator("#say")).to_contain_text("Lena, roll 2 of 3")
    assert one.state()["game"]["sheets"][1]["box"] is True  # nothing is used up
    expect(marko.locator("details.ask")).to_be_visible()
    marko.wait_for_timeout(2000)
    one.play("keep 0 1")
    expect(notice).to_be_hidden()


def test_a_button_goes_on_working_after_a_lost_network(people: People) -> None:
    people.allowed.append(LOST)
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    roll(page)
    tick(page, 2)
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        reroll_button(page).click()
    page.context.set_offline(False)
    expect(page.locator("#say")).to_contain_text("Your roll 2 of 3")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(dice(page).nth(2)).to_be_checked()
    reroll_button(page).click()
    expect(page.locator("#say")).to_contain_text("Your roll 3 of 3")
