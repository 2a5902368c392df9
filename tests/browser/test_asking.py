"""Asking for the biggest gift with two browsers, at one worker and at three."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Final

import pytest
from playwright.sync_api import Browser, expect
from tests import postgres
from tests.browser.support import (
    LOST,
    PHONE,
    REFUSED,
    People,
    Server,
    ask,
    button,
    dice,
    keep,
    reroll_button,
    roll,
    roll_button,
    score,
    serving,
    tick,
)

# Two pages of one machine have one clock.
PRESS_AT: Final = """
([selector, moment]) => {
  setTimeout(() => {
    // On a busy machine a page may be late, and show by then what the other has done.
    document.body.dataset.late = document.querySelector("[data-asked]") ? "yes" : "no";
    document.querySelector(selector).click();
  }, moment - Date.now());
}
"""
# Whoever presses at the very moment in which other dice come up.
PRESS_WHEN_ROLLED_ON: Final = """
() => new MutationObserver((_changes, observer) => {
  if (!document.querySelector(".rolled-on:not([hidden])")) return;
  observer.disconnect();
  document.querySelector(".ask [value=ask]").click();
  document.body.dataset.pressed = "yes";
}).observe(document.getElementById("table"), { subtree: true, childList: true, attributes: true })
"""


# In every frame: whether dice move, and how much of the ring has run off.
WATCH_RING: Final = """
() => {
  window.seen = [];
  const look = () => {
    const left = document.querySelector('.ring.countdown .left');
    const moving = [...document.querySelectorAll('#tray .rolling')].some(
      (die) => die.getAnimations().some((each) => each.playState === 'running'));
    if (left) window.seen.push([moving, Number(left.style.strokeDashoffset)]);
    requestAnimationFrame(look);
  };
  look();
}
"""


# Whoever presses what has come up where the answer was.
PRESS_WHAT_COMES: Final = """
() => new MutationObserver((_changes, observer) => {
  if (!document.querySelector("#tray [value=roll]")) return;
  observer.disconnect();
  setTimeout(() => {
    document.querySelector("#tray [value=roll]").click();
    document.body.dataset.pressed = "yes";
  }, 60);
}).observe(document.getElementById("table"), { subtree: true, childList: true })
"""


@pytest.fixture(scope="module")
def three_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with ThreadPoolExecutor(1) as aside:  # Playwright has the event loop of this thread
        database = aside.submit(postgres.Server).result()
    where = ("--database", database.url("ready"), "--workers", "3")
    with closing(database):
        server = tmp_path_factory.mktemp("workers") / "server"
        with serving(server, where=where) as started:
            yield started


@pytest.fixture(params=["server", "three_workers"])
def askers(request: pytest.FixtureRequest, browser: Browser) -> Iterator[People]:
    """People at a server of one worker, or of three."""
    visitors = People(browser, request.getfixturevalue(request.param))
    yield visitors
    visitors.leave()


def test_nobody_is_interrupted_by_the_biggest_gift(askers: People) -> None:
    one, two = askers.server.api.table("Lena", "Marko")
    lena, marko = askers.at(one), askers.at(two)
    roll(lena)
    expect(marko.locator(".ask")).to_be_visible()
    expect(button(marko, "Yes, double it")).to_have_count(0)  # until it is opened
    reroll_button(lena).click()
    expect(lena.locator("#say")).to_contain_text("Your roll 2 of 3")
    expect(marko.locator("#say")).to_contain_text("Lena, roll 2 of 3")
    expect(marko.locator(".ask")).to_be_visible()
    expect(marko.locator(".seat", has_text="Marko").locator(".coin.used")).to_have_count(0)
    score(lena, 0)
    expect(roll_button(marko)).to_be_visible()


def test_a_quick_choice_waits_for_the_receiver_and_is_then_made(askers: People) -> None:
    one, two = askers.server.api.table("Lena", "Marko", ask_seconds=7)
    lena, marko = askers.at(one), askers.at(two)
    roll(lena)
    expect(marko.locator(".ask .ring.countdown[data-until]")).to_be_visible()
    tick(lena, 1)
    reroll_button(lena).click()
    expect(lena.locator("#notice")).to_contain_text("Marko has a moment to use")
    expect(lena.locator("#say")).to_contain_text("Your roll 1 of 3")
    expect(lena.locator("#say")).to_contain_text("Your roll 2 of 3", timeout=10_000)
    expect(lena.locator("#notice")).to_be_hidden()


def test_who_opens_the_question_has_time_to_read_it(askers: People) -> None:
    one, two = askers.server.api.table("Lena", "Marko", ask_seconds=1)
    lena, marko = askers.at(one), askers.at(two)
    roll(lena)
    with marko.expect_request(lambda request: "do=wait" in (request.post_data or "")):
        marko.locator(".ask summary").click()
    lena.wait_for_timeout(1200)  # longer than the choice is held else
    tick(lena, 1)
    reroll_button(lena).click()
    expect(lena.locator("#notice")).to_contain_text("Marko has a moment to use")
    button(marko, "Not now").click()
    expect(lena.locator("#say")).to_contain_text("Your roll 2 of 3")


def test_who_says_not_now_lets_the_other_go_on_at_once(askers: People) -> None:
    one, two = askers.server.api.table("Lena", "Marko", ask_seconds=20)
    lena, marko = askers.at(one), askers.at(two)
    roll(lena)
    marko.locator(".ask summary").click()
    button(marko, "Not now").click()
    expect(marko.locator(".ask")).to_have_count(0)
    reroll_button(lena).click()
    expect(lena.locator("#say")).to_contain_text("Your roll 2 of 3")


def test_nobody_waits_for_a_receiver_without_a_page(askers: People) -> None:
    one, _two = askers.server.api.table("Lena", "Marko", ask_seconds=20)
    lena = askers.at(one)
    roll(lena)
    reroll_button(lena).click()
    expect(lena.locator("#say")).to_contain_text("Your roll 2 of 3")


def test_who_asks_first_is_heard_and_the_choice_stays_ticked(askers: People) -> None:
    askers.allowed.append(REFUSED)
    one, two = askers.server.api.table("Lena", "Marko", ask_seconds=3)
    lena, marko = askers.at(one), askers.at(two)
    roll(lena)
    tick(lena, 1)
    tick(lena, 4)
    reroll_button(lena).click()
    expect(lena.locator("#notice")).to_contain_text("Marko has a moment to use")
    ask(marko)
    expect(lena.locator("#notice")).to_contain_text("The 2× was used just before")
    expect(lena.locator("#say")).to_contain_text("Your roll 1 of 3")
    checked = [dice(lena).nth(place).is_checked() for place in range(6)]
    assert checked == [False, True, False, False, True, False]


def test_a_choice_that_waits_blames_no_network_and_is_told_of_the_2x_at_once(
    people: People,
) -> None:
    people.allowed.append(REFUSED)
    one, two = people.server.api.table("Lena", "Marko", ask_seconds=20)
    lena, marko = people.at(one), people.at(two)
    roll(lena)
    tick(lena, 1)
    marko.locator(".ask summary").click()
    expect(marko.locator(".ask-box .bar-left")).to_be_visible()  # how long that is
    reroll_button(lena).click()
    lena.wait_for_timeout(3500)  # by then a slow network would have been told
    expect(lena.locator("#notice")).to_have_text("Marko has a moment to use the 2×…")
    button(marko, "Yes, double it").click()
    expect(lena.locator("#notice")).to_contain_text("The 2× was used just before", timeout=5000)


def test_both_at_the_same_moment_end_as_the_log_says(askers: People) -> None:
    askers.allowed.append(REFUSED)
    one, two = askers.server.api.table("Lena", "Marko")
    lena, marko = askers.at(one), askers.at(two)
    roll(lena)
    tick(lena, 2)
    marko.locator(".ask summary").click()
    expect(button(marko, "Yes, double it")).to_be_visible()
    moment = lena.evaluate("() => Date.now()") + 400
    for page, what in ((lena, "reroll"), (marko, "ask")):
        page.evaluate(PRESS_AT, [f"[value={what}]", moment])
    expect(marko.locator("#say")).to_contain_text(re.compile("roll 2 of 3|You used"))
    if one.state()["game"]["sheets"][1]["box"]:  # the choice came first
        expect(marko.locator("#notice")).to_contain_text("had already gone on")
        expect(lena.locator("#say")).to_contain_text("Your roll 2 of 3")
        used = 0
    elif lena.locator("body").get_attribute("data-late") == "yes":
        expect(lena.locator("#say")).to_contain_text("Your roll 2 of 3")  # she knew of it
        used = 1
    else:
        expect(lena.locator("#notice")).to_contain_text("The 2× was used just before")
        expect(lena.locator("#say")).to_contain_text("Your roll 1 of 3")
        expect(dice(lena).nth(2)).to_be_checked()
        used = 1
    for page in (lena, marko):
        expect(page.locator("#seat-1 .coin.used")).to_have_count(used)


def test_an_asked_gift_survives_a_lost_network(askers: People) -> None:
    askers.allowed.append(LOST)
    one, two = askers.server.api.table("Lena", "Marko")
    lena, marko = askers.at(one), askers.at(two)
    roll(lena)
    marko.locator(".ask summary").click()
    expect(button(marko, "Yes, double it")).to_be_visible()
    marko.context.set_offline(True)
    button(marko, "Yes, double it").click()
    expect(marko.locator("#notice")).to_be_visible()
    marko.context.set_offline(False)
    expect(marko.locator("#say")).to_contain_text("You used the 2×")
    expect(lena.locator("#say")).to_contain_text("Marko used the 2×")
    assert not two.state()["game"]["sheets"][1]["box"]


def test_what_dice_give_is_doubled_at_once_also_while_they_still_roll(people: People) -> None:
    lena, marko = people.server.api.table("Lena", "Marko", ask_seconds=0)
    lena.play("roll")
    page = people.at(lena)
    keep(page, 0)
    tags = page.locator("#tray .dice .tag")
    before = [int(text) for text in tags.all_text_contents()]
    page.locator("#tray .dice label.die").first.evaluate("die => die.classList.add('rolling')")
    marko.play("ask")
    expect(page.locator("#tray form.tray[data-asked]")).to_be_visible()
    assert [int(text) for text in tags.all_text_contents()] == [2 * each for each in before]


def test_who_still_reads_the_question_when_dice_are_scored_is_told(people: People) -> None:
    lena, marko = people.server.api.table("Lena", "Marko", ask_seconds=0)
    lena.play("roll")
    page = people.at(marko)
    page.locator(".ask summary").click()
    expect(button(page, "Yes, double it")).to_be_visible()
    lena.play("score 0")
    expect(page.locator("#notice")).to_contain_text("Your 2× stays")
    assert marko.state()["game"]["sheets"][1]["box"]


def test_who_has_said_not_now_is_not_told_that_it_is_too_late(people: People) -> None:
    lena, marko = people.server.api.table("Lena", "Marko", ask_seconds=0)
    lena.play("roll")
    page = people.at(marko)
    page.locator(".ask summary").click()
    page.route("**/do", lambda _route: None)  # the answer is on its way for long
    button(page, "Not now").click()
    busy = page.locator(".ask [aria-busy]")
    expect(busy).to_have_count(1)
    busy.evaluate("each => each.removeAttribute('aria-busy')")  # as when the table is drawn again
    lena.play("score 0")
    expect(page.locator(".ask")).to_have_count(0)
    page.wait_for_timeout(300)
    assert "Too late" not in page.locator("#notice").inner_text()  # nor in a moment


def test_a_question_stays_open_when_dice_are_rolled_again_and_says_so(people: People) -> None:
    lena, marko = people.server.api.table("Lena", "Marko", ask_seconds=0)
    lena.play("roll")
    page = people.at(marko)
    page.locator(".ask summary").click()
    told = page.locator(".ask-box .rolled-on")
    expect(button(page, "Yes, double it")).to_be_visible()
    expect(told).to_be_hidden()
    page.evaluate(PRESS_WHEN_ROLLED_ON)
    lena.play("keep 0")
    expect(page.locator("#say")).to_contain_text("roll 2 of 3")
    expect(told).to_contain_text("the dice were rolled again")
    expect(page.locator("body[data-pressed]")).to_be_visible()
    page.wait_for_timeout(800)
    assert marko.state()["game"]["sheets"][1]["box"]  # what was meant for the dice before
    button(page, "Yes, double it").click()
    expect(page.locator("#say")).to_contain_text("You used the 2×")
    assert not marko.state()["game"]["sheets"][1]["box"]


def test_the_ring_of_the_question_is_whole_as_long_as_asking_is_possible(people: People) -> None:
    lena, marko = people.server.api.table("Lena", "Marko", ask_seconds=1)
    page = people.at(marko)
    lena.play("roll")
    ring = page.locator(".ask .ring.over circle.left")
    expect(ring).to_be_visible()
    assert ring.evaluate("each => each.style.strokeDashoffset") == "0"
    expect(page.locator("#ask-open .then")).to_have_text("You can still ask.")
    expect(page.locator("#ask-open .then")).to_be_visible()
    expect(page.locator("#ask-open .first")).to_be_hidden()
    ask(page)
    expect(page.locator("#say")).to_contain_text("You used the 2×")


def test_the_ring_runs_when_the_dice_lie_still(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko", ask_seconds=6)
    page = people.at(two, motion="no-preference")
    expect(page.locator("#seat-1 .face.here")).to_have_count(1)
    page.evaluate(WATCH_RING)
    one.play("roll")
    page.wait_for_function("() => window.seen.some(([moving, gone]) => !moving && gone > 20)")
    expect(page.locator("#ask-open .then")).to_be_hidden()
    seen = page.evaluate("() => window.seen")
    assert {gone for moving, gone in seen if moving} == {0}
    first = next(gone for moving, gone in seen if not moving and gone)
    assert first < 15  # from its whole on


def test_who_waits_for_a_person_reads_what_they_do_and_nothing_moves(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, page = people.at(one), people.at(two, size=PHONE, touch=True)
    expect(lena.locator("#seat-1 .face.here")).to_have_count(1)
    line, cards = page.locator(".acts .aside p"), page.locator(".bonuses")
    expect(line).to_have_text("Lena is about to roll.")
    before = cards.bounding_box()
    one.play("roll")
    two.play("pass")
    expect(line).to_have_text("Lena is choosing…")
    assert cards.bounding_box() == before
    one.play("score 0")
    expect(roll_button(page)).to_be_visible()


def test_who_says_not_now_to_a_bot_still_sees_its_last_roll(people: People) -> None:
    settings = {"ask_seconds": 20, "pace": 10, "grace_seconds": 0}
    seat = people.server.api.create("Lena", bots=["greedy"], begin=True, first=1, settings=settings)
    page = people.at(seat)
    answer = page.locator(".asking:has(.ask) > [value=hurry]")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    for _round in range(7):
        for roll_number in (1, 2):
            expect(page.locator("#say")).to_contain_text(
                re.compile(f"roll {roll_number} of|You get")
            )
            if not answer.count():
                break
            page.wait_for_timeout(800)  # before that a tap would not be meant for it
            sent.clear()
            answer.click()
            expect(page.locator("#say")).not_to_contain_text(f"roll {roll_number} of")
        else:
            break  # it was asked about two rolls, and has rolled once more
        seat.play("roll")
        seat.play("score 0")
    expect(page.locator("#say")).to_contain_text(re.compile("roll 3 of 3|You get|nothing is left"))
    page.wait_for_timeout(500)
    assert len([body for body in sent if "hurry" in body]) == 1


def test_a_tap_that_meant_skipping_does_not_answer_the_2x(people: People) -> None:
    settings = {"ask_seconds": 20, "pace": 10}
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=1, settings=settings)
    page = people.come(seat)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    page.add_init_script("""addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
      const button = document.querySelector('.asking:has(.ask) > [value=hurry]');
      if (button && !window.tapped) { window.tapped = true; setTimeout(() => button.click(), 60); }
    }).observe(document.body, { childList: true, subtree: true }))""")
    page.goto(seat.link)
    page.wait_for_function("() => window.tapped")
    page.wait_for_timeout(500)
    assert not [body for body in sent if "hurry" in body]
    page.wait_for_timeout(500)
    page.locator(".asking > [value=hurry]").click()
    page.wait_for_timeout(300)
    assert [body for body in sent if "hurry" in body]  # later it counts


def test_a_tap_that_meant_yes_rolls_no_dice_when_the_giver_has_scored(people: People) -> None:
    lena, marko = people.server.api.table("Lena", "Marko")
    page = people.at(marko)
    lena.play("roll")
    page.locator("details.ask summary").click()
    expect(button(page, "Yes, double it")).to_be_visible()
    page.evaluate(PRESS_WHAT_COMES)
    lena.play("score 0")
    expect(page.locator("body[data-pressed]")).to_have_count(1)
    page.wait_for_timeout(300)
    assert marko.state()["game"]["roll"] == 0
    page.wait_for_timeout(500)
    roll_button(page).click()
    expect(dice(page)).to_have_count(6)
