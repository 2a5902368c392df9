"""What happens in the middle of a game: reloads, lost networks, dead servers."""

import re
import signal
import time

import pytest
from playwright.sync_api import Route, expect
from tests.browser.support import (
    LOST,
    PHONE,
    People,
    dice,
    faces,
    keep,
    play_turns,
    reroll_button,
    roll,
    roll_button,
    score,
    score_button,
)


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    roll(page)
    two.play("pass")
    keep(page, 1, 3)
    reroll_button(page).click()
    expect(page.locator("#say")).to_contain_text("Your roll 2 of 3")
    before, state = faces(page), one.state()
    page.reload()
    expect(page.locator("#say")).to_contain_text("Your roll 2 of 3")
    assert faces(page) == before
    assert one.state() == state
    assert [dice(page).nth(n).is_checked() for n in range(6)] == [n in (1, 3) for n in range(6)]


def test_a_killed_server_loses_nothing_and_the_page_goes_on_by_itself(own_people: People) -> None:
    own_people.allowed.append(LOST)
    server = own_people.server
    one, two = server.api.table("Lena", "Marko")
    lena, marko = own_people.at(one), own_people.at(two)
    roll(lena)
    two.play("pass")
    keep(lena, 2)
    before, state = faces(lena), one.state()
    server.end(signal.SIGKILL)
    server.start()
    after = one.state()
    assert {**after, "until": None} == {**state, "until": None}
    assert faces(lena) == before
    reroll_button(lena).click()
    expect(marko.locator("#say")).to_contain_text("Lena, roll 2 of 3")
    assert faces(marko) == faces(lena)
    assert faces(lena)[2] == before[2]
    two.play("pass")
    expect(reroll_button(lena)).to_be_enabled()
    score(lena, 2)
    expect(roll_button(marko)).to_be_visible()
    expect(lena.locator("#notice")).to_be_hidden()


def test_a_killed_server_lets_bots_go_on(own_people: People) -> None:
    own_people.allowed.append(LOST)
    server = own_people.server
    seat = server.api.create("Lena", bots=["casual"], begin=True, first=0, settings={"pace": 10})
    page = own_people.at(seat)
    roll(page)
    expect(reroll_button(page)).to_be_enabled()
    score(page, 0)
    expect(page.locator("#say")).to_contain_text("You score")
    server.end(signal.SIGKILL)
    server.start()
    expect(page.locator("#tray [data-mine], .tray[data-mine]").first).to_be_visible()


def test_a_click_without_network_acts_exactly_once_when_it_is_back(people: People) -> None:
    people.allowed.append(LOST)
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    expect(roll_button(page)).to_be_visible()
    before = one.state()
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        roll_button(page).click()
    expect(page.get_by_role("alert")).to_contain_text("The connection is lost. Trying again")
    assert one.state() == before
    page.context.set_offline(False)
    expect(page.locator("#tray .die:not(.blank)")).to_have_count(6)
    expect(page.locator("#notice")).to_be_hidden()
    state = one.state()
    assert state["game"]["roll"] == 1
    assert state["version"] == before["version"] + 1
    two.play("pass")
    expect(reroll_button(page)).to_be_enabled()


def test_a_click_whose_answer_is_lost_acts_exactly_once(people: People) -> None:
    people.allowed.append(LOST)
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    roll(page)
    two.play("pass")
    keep(page, 0)
    tries: list[str] = []

    def lose(route: Route) -> None:
        tries.append(route.request.post_data or "")
        answer = route.fetch()
        if len(tries) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    page.route("**/do", lose)
    before = one.state()["version"]
    with page.expect_response("**/do"):
        reroll_button(page).click()
    expect(page.locator("#say")).to_contain_text("Your roll 2 of 3")
    assert len(tries) == 2
    assert tries[0] == tries[1]
    assert one.state()["game"]["roll"] == 2
    assert one.state()["version"] == before + 1
    page.unroute("**/do")


def test_two_quick_clicks_act_once(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    roll(page)
    two.play("pass")
    keep(page, 0)
    expect(reroll_button(page)).to_be_enabled()
    page.evaluate(
        "() => { for (let i = 0; i < 3; i += 1) document.querySelector('[value=reroll]').click(); }"
    )
    expect(page.locator("#say")).to_contain_text("Your roll 2 of 3")
    two.play("pass")
    expect(reroll_button(page)).to_be_enabled()
    assert one.state()["game"]["roll"] == 2


def test_a_late_tap_does_not_lead_away_from_the_end(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    play_turns([one, two], 13)
    two.play("roll")
    one.play("pass")
    # What lies where a finger is when the end comes, and where the link home is.
    page.evaluate(
        """() => new MutationObserver(() => {
          const home = document.querySelector('.result .home-link');
          if (!home || window.hit !== undefined) return;
          requestAnimationFrame(() => {
            const { left, top, width, height } = home.getBoundingClientRect();
            const there = document.elementFromPoint(left + width / 2, top + height / 2);
            window.hit = home.contains(there);
          });
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    two.play("score 0")
    expect(page.locator(".result")).to_be_visible()
    page.wait_for_function("() => window.hit === false")  # the first moment belongs to the end
    page.locator(".result .home-link").click()
    page.wait_for_url(re.compile(r":\d+/$"))


def test_a_tap_beside_an_open_menu_presses_nothing(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one, size=PHONE, touch=True)
    page.locator("#menu summary").tap()
    roll_button(page).tap()
    expect(page.locator("#menu")).not_to_have_attribute("open", "")
    assert one.state()["game"]["roll"] == 0
    roll_button(page).tap()
    expect(dice(page)).to_have_count(6)


def test_a_button_is_not_dead_because_something_else_at_the_table_changed(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    roll(page)
    two.play("pass")
    keep(page)
    expect(score_button(page)).to_be_disabled()  # until dice are picked
    two.do("end")  # changes the page, but not the dice
    expect(page.locator(".log")).to_contain_text("Marko would like to end the game here.")
    keep(page, 0)
    expect(score_button(page)).to_be_enabled(timeout=5000)
    keep(page, *range(6))
    expect(reroll_button(page)).to_be_disabled()
    two.do("go-on")
    expect(page.get_by_text("Somebody would like to end")).to_have_count(0)
    keep(page, 0)
    expect(reroll_button(page)).to_be_enabled(timeout=5000)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_the_server_ends_at_once_though_pages_are_open(
    own_people: People, how: signal.Signals
) -> None:
    own_people.allowed.append(LOST)
    one, two = own_people.server.api.table("Lena", "Marko")
    lena = own_people.at(one)
    own_people.at(two)
    roll(lena)  # the stream is there
    begun = time.monotonic()
    code = own_people.server.end(how)
    assert time.monotonic() - begun < 2
    said = own_people.server.said
    assert not re.search("Traceback|ERROR|WARNING", said), said
    assert code == 0


def test_a_menu_closes_when_the_keyboard_leaves_it(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one)
    page.locator("#menu summary").press("Enter")
    expect(page.locator("#menu")).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    expect(page.locator("#menu")).to_have_attribute("open", "")
    for _ in range(20):
        if page.locator("#menu :focus").count():
            page.keyboard.press("Tab")
    expect(page.locator("#menu")).not_to_have_attribute("open", "")
