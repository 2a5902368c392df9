"""People who look back on a game while the others begin the next one."""

import re

from playwright.sync_api import Locator, Page, expect
from tests.browser.support import PHONE, People, button, roll_button
from tests.browser.test_looks import checked

# What the browser says of things that move though nobody has touched them.
SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({ type: "layout-shift" });
"""
# A window that lies behind another one.
HIDDEN = """is => {
    Object.defineProperty(document, "hidden", { configurable: true, value: is });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def way_there(page: Page) -> Locator:
    return page.get_by_role("status").get_by_role("link", name=re.compile("Go to the rematch"))


def play_again(page: Page) -> None:
    button(page, re.compile("Play again")).click()


def test_whoever_looks_back_is_told_of_the_rematch_and_stays_until_they_go(people: People) -> None:
    one, two, three = people.server.api.finished("Lena", "Marko", "Florian")
    marko, florian = people.come(two, size=PHONE), people.come(three)
    marko.goto(f"{two.link}/review")
    florian.goto(f"{three.link}/replay?step=0")
    for page in (marko, florian):
        expect(page.locator("#elsewhere")).to_be_attached()
        expect(page.locator(".figures, .drive").first).to_be_visible()
        page.evaluate(SHIFTS)
    florian.evaluate(HIDDEN, True)
    play_again(people.at(one))
    expect(way_there(marko)).to_have_text(re.compile(r"^A rematch has begun. Your turn."))
    expect(way_there(florian)).to_have_text(re.compile(r"^A rematch has begun. Go to"))
    expect(florian).to_have_title(re.compile(r"^● A rematch has begun. Step 0 of"))
    florian.get_by_role("link", name="Next").click()  # the step changes the title
    expect(florian).to_have_title(re.compile(r"^● A rematch has begun. Step 1 of"))
    florian.evaluate(HIDDEN, False)
    expect(florian).to_have_title(re.compile(r"^Step 1 of"))
    assert [page.evaluate("shifts") for page in (marko, florian)] == [0, 0]
    assert checked(marko) == []
    marko.mouse.wheel(0, 1500)
    way_there(marko).focus()
    marko.keyboard.press("Enter")
    expect(roll_button(marko)).to_be_visible()


def test_the_line_is_there_already_where_the_rematch_is_and_without_scripts(
    people: People,
) -> None:
    one, two = people.server.api.finished("Lena", "Marko")
    one.player.rematch()
    plain, marko = people.come(two, scripts=False), people.come(two)
    for page in (plain, marko):
        for part in ("review?step=3", "evening"):
            page.goto(f"{two.link}/{part}")
            expect(way_there(page)).to_be_in_viewport()
    way_there(plain).click()
    expect(roll_button(plain)).to_be_visible()


def test_a_connection_that_is_refused_is_made_anew(people: People) -> None:
    people.allowed.append(re.compile("status of 503"))
    one, two = people.server.api.finished("Lena", "Marko")
    marko = people.come(two)
    marko.clock.install()
    marko.route("**/rematch/stream", lambda route: route.fulfill(status=503), times=1)
    with marko.expect_response("**/rematch/stream"):
        marko.goto(f"{two.link}/replay")
    one.player.rematch()
    marko.clock.run_for(6000)
    expect(way_there(marko)).to_be_visible()


def test_the_result_says_who_begins_in_the_rematch(people: People) -> None:
    one, two = people.server.api.finished("Lena", "Marko")
    one.player.rematch()
    for seat, words in ((one, "the new game has begun"), (two, "You begin.")):
        expect(people.at(seat).locator("[data-follow] small")).to_have_text(words)
