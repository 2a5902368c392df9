"""How long bots wait: for newcomers, for whoever reads or takes back, and for nobody else."""

import re
from collections.abc import Callable
from itertools import count
from typing import Final
from urllib.parse import parse_qs

from playwright.sync_api import Page, Request, expect
from tests.browser.support import PHONE, People, button, dice, roll_button, score_button
from tests.browser.test_newcomers import hurry_bots
from tests.web.support import until

# Dice of which a bot's first roll would leave much, or little; if that ever changes, the next are
# tried.
MUCH_IS_LEFT: Final = 3
LITTLE_IS_LEFT: Final = 0


def asks_to_wait(seconds: int | None) -> Callable[[Request], bool]:
    """Whether a page asks bots to wait for so long; None: as long as they can."""
    expected = None if seconds is None else [str(seconds)]

    def is_asked(request: Request) -> bool:
        sent = parse_qs(request.post_data or "")
        return (sent.get("do"), sent.get("seconds")) == (["wait"], expected)

    return is_asked


def test_in_a_first_game_bots_leave_time_to_read_to_take_back_and_to_ask(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["random"], settings={"ask_seconds": 3})
    seat.do("begin", first=0)
    page = people.at(seat, size=PHONE, touch=True, newcomer=True)
    bots_dice, ring = page.locator("form[data-hurry] .dice"), page.locator(".ask .ring")
    for undo, ask in ((8, None), (5, 4)):  # there is more to read in the first turn
        roll_button(page).tap()
        page.locator("#tray label.die").first.tap()
        with page.expect_request(asks_to_wait(undo)):
            score_button(page).tap()
        page.wait_for_timeout(2400)  # longer than somebody has who knows the game
        expect(button(page, "Undo scoring")).to_be_visible()
        with page.expect_request(asks_to_wait(ask)):
            bots_dice.tap()
        expect(ring).to_be_visible()
        is_large = page.locator(".asking[data-invites]").count()
        expect(page.locator(".ring.countdown")).to_have_count(0 if is_large or not ask else 1)
        rolled = page.locator("#tray [data-roll]").get_attribute("data-position")
        page.wait_for_timeout(2000)
        expect(page.locator(f"#tray [data-position='{rolled}']")).to_have_count(1)
        hurry_bots(page)


def test_bots_wait_for_whoever_aims_at_undo(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["random"])
    seat.do("begin", first=0)
    page = people.at(seat)
    roll_button(page).click()
    page.locator("#tray label.die").first.click()
    score_button(page).click()
    undo = button(page, "Undo scoring")
    with page.expect_request(asks_to_wait(5)):
        undo.hover()
    page.wait_for_timeout(3500)  # longer than bots wait else
    undo.click()
    expect(score_button(page)).to_be_visible()


def test_bots_wait_for_whoever_reads_the_rules(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["random"], settings={"ask_seconds": 1})
    seat.do("begin", first=0)
    page = people.at(seat)
    roll_button(page).click()
    page.locator("#tray label.die").first.click()
    score_button(page).click()
    expect(button(page, "Undo scoring")).to_be_visible()
    with page.expect_request(asks_to_wait(None)):
        page.keyboard.press("?")
    expect(page.locator("dialog.over")).to_be_visible()
    before = seat.state()["position"]
    page.wait_for_timeout(7000)  # they are asked again
    assert seat.state()["position"] == before
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    until(lambda: seat.state()["position"] != before)


def test_who_knows_the_game_is_not_waited_for(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["random"], settings={"ask_seconds": 3})
    seat.do("begin", first=0)
    page = people.at(seat)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    roll_button(page).click()
    page.locator("#tray label.die").first.click()
    score_button(page).click()
    expect(page.locator(".ask .ring.countdown")).to_be_visible()
    expect(roll_button(page)).to_be_visible()
    assert not [body for body in sent if "wait" in body]


def test_who_has_learnt_the_game_has_more_time_to_ask_until_they_want_it_faster(
    people: People,
) -> None:
    seat = people.server.api.create("Lena", bots=["random"], settings={"ask_seconds": 3})
    seat.do("begin", first=0)
    page = people.at(seat)
    state = "() => localStorage['charidice-calm']"
    page.evaluate(f"{state} = 'new'")
    page.reload()
    roll_button(page).click()
    page.locator("#tray label.die").first.click()
    score_button(page).click()
    with page.expect_request(asks_to_wait(4)):
        page.keyboard.press("w")
    expect(page.locator("#ask-open")).to_be_visible()
    over = people.server.api.finished("Lena", "Marko")[0]
    page.goto(over.link)
    expect(page.locator("#offer")).to_have_count(0)  # no bot was there
    assert page.evaluate(state) == "new"  # nobody is hurried without having said so


def test_only_where_a_bot_sits_it_can_be_told_to_wait(people: People) -> None:
    lobby = people.server.api.table("Lena", "Marko", begin=False)[0]
    page = people.at(lobby)
    page.locator("#menu summary").click()
    expect(page.locator("#calm")).to_be_visible()  # a bot may still come
    lobby.do("begin", first=0)
    expect(page.locator(".seats")).to_be_visible()
    expect(page.locator("#calm")).to_be_hidden()
    page.reload()
    expect(page.locator("#hear")).to_be_attached()
    expect(page.locator("#calm")).to_have_count(0)


def test_bots_wait_for_an_answer_as_long_as_it_takes_where_that_is_wanted(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["random"], settings={"ask_seconds": 3})
    seat.do("begin", first=0)
    page = people.at(seat)
    switch = page.locator("#calm")
    page.locator("#menu summary").click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.reload()
    roll_button(page).click()
    page.locator("#tray label.die").first.click()
    score_button(page).click()
    with page.expect_request(asks_to_wait(None)):
        page.keyboard.press("w")
    expect(page.locator(".ask .ring:not(.countdown)")).to_be_visible()
    with page.expect_request(asks_to_wait(None), timeout=10_000):
        page.wait_for_timeout(3500)  # longer than the rest has
    expect(page.locator(".ask")).to_be_visible()
    page.locator("#menu summary").click()
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")


def bot_rolled(people: People, *, much: bool, seconds: int = 20, calm: str = "") -> Page:
    """A table at which a bot has rolled, and would leave much or not."""
    settings = {"ask_seconds": seconds, "pace": 50}
    numbers = count(MUCH_IS_LEFT if much else LITTLE_IS_LEFT)
    while True:
        people.server.test.write_text(f"dice {next(numbers)}")
        seat = people.server.api.create(
            "Lena", bots=["random"], begin=True, first=1, settings=settings
        )
        page = people.come(seat)
        page.add_init_script(f"localStorage['charidice-calm'] ??= '{calm}'" if calm else "0")
        page.goto(seat.link)
        expect(page.locator(".ask")).to_be_visible()
        if bool(page.locator(".asking[data-invites]").count()) == much:
            return page
        page.context.close()


def test_no_clock_hurries_newcomers_where_much_would_be_left(people: People) -> None:
    page = bot_rolled(people, much=True, seconds=1, calm="new")
    expect(page.locator("#ask-open")).to_contain_text("Double the gift")
    expect(page.locator(".ask .ring.countdown")).to_have_count(0)
    expect(page.locator(".no-hurry")).to_have_text("Bots wait for you.")
    expect(page.locator(".asking .ring svg")).to_be_hidden()  # nothing looks like a clock
    before = page.locator("form.tray").get_attribute("data-position")
    page.wait_for_timeout(7000)  # they are asked again to wait
    expect(page.locator(f"form.tray[data-position='{before}']")).to_have_count(1)


def test_newcomers_are_not_asked_about_little_but_have_time_for_it(people: People) -> None:
    page = bot_rolled(people, much=False, seconds=1, calm="new")
    expect(page.locator("#ask-open")).to_contain_text("Your 2×", use_inner_text=True)
    expect(page.locator(".ask .ring")).to_have_attribute("data-whole", "4")
    expect(page.locator(".ring .left")).to_be_visible()  # which is seen
    bar = page.locator("[value=hurry] .bar-left")  # … also where it can be skipped
    expect(bar).to_be_visible()
    expect(page.locator(".no-hurry")).to_be_hidden()
    before = bar.bounding_box()
    page.wait_for_timeout(600)
    after = bar.bounding_box()
    assert before
    assert after
    assert after["width"] < before["width"]


def test_nobody_is_asked_about_little_but_can_ask_and_bots_wait_for_the_pointer(
    people: People,
) -> None:
    page = bot_rolled(people, much=False)
    summary = page.locator("#ask-open")
    expect(summary).to_contain_text("Your 2×")
    expect(summary).not_to_contain_text("Double the gift", use_inner_text=True)
    expect(button(page, re.compile("^Skip the wait"))).to_be_visible()
    expect(page.locator(".ring .left")).to_be_hidden()
    page.mouse.move(5, 5)  # the first place of a pointer is no movement
    with page.expect_request(asks_to_wait(5)):
        summary.hover()
    with page.expect_request(asks_to_wait(None)):
        summary.click()
    expect(button(page, "Yes, double it")).to_be_visible()
    page.locator("#menu summary").click()
    page.locator("#calm").click()  # bots wait for the answer now: there is time to be asked
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(summary).to_contain_text("Double the gift", use_inner_text=True)
    expect(button(page, re.compile("^Not now"))).to_be_visible()


def test_bots_wait_for_whoever_has_come_to_the_2x_with_the_keyboard(people: People) -> None:
    settings = {"ask_seconds": 3}
    seat = people.server.api.create("Lena", bots=["random"], begin=True, first=0, settings=settings)
    page = people.at(seat)
    roll_button(page).click()
    page.locator("#tray label.die").first.click()
    score_button(page).click()
    expect(page.locator("#say")).to_contain_text("You score:")
    page.keyboard.press("w")
    expect(page.locator("#ask-open")).to_be_visible()
    with page.expect_request(asks_to_wait(None)):
        page.locator("#ask-open").focus()
    before = seat.state()["position"]
    page.wait_for_timeout(4500)  # longer than bots wait else
    assert seat.state()["position"] == before


def test_nobody_thanks_for_what_is_taken_back(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["random"], begin=True, first=0)
    page = people.at(seat)
    seat.play("roll")
    dice, heard = page.locator("#tray label.die"), page.locator("#live")
    expect(dice).to_have_count(6)
    numbers = dice.evaluate_all("all => all.map((die) => Number(die.dataset.number))")
    lowest = numbers.index(min(numbers))
    dice.nth(lowest).click()
    score_button(page).click()
    button(page, "Undo scoring").click()
    page.wait_for_timeout(1500)  # a gift has arrived by then
    assert "Thanks!" not in heard.inner_text()
    if not dice.nth(lowest).locator("input").is_checked():
        dice.nth(lowest).click()
    score_button(page).click()
    expect(page.locator(".bubble")).to_contain_text("Thanks!")
    expect(heard).to_contain_text("Thanks!")
    button(page, "Undo scoring").click()
    expect(page.locator(".bubble")).to_have_count(0, timeout=1000)


def test_who_listens_hears_the_2x_after_the_dice_and_once_how_to_use_it(people: People) -> None:
    settings = {"ask_seconds": 20, "pace": 1}
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=1, settings=settings)
    page = people.come(seat)
    page.add_init_script("localStorage['charidice-calm'] = 'new'")
    page.goto(seat.link)
    heard = page.locator("#live")
    expect(heard).to_contain_text("You can double this gift now, once a game. G doubles it, W goes")
    said = heard.inner_text()
    assert -1 < said.find("roll") < said.index("You can double this gift")
    page.wait_for_timeout(800)  # a key at once would have been meant for what was there before
    page.keyboard.press("w")
    expect(page.locator("#say")).to_contain_text(re.compile("roll 2 of 3|scores"))
    assert heard.inner_text().count("G doubles it") <= 1


def test_who_plays_without_a_pointer_has_more_time_to_ask(people: People) -> None:
    settings = {"ask_seconds": 3}
    seat = people.server.api.create("Lena", bots=["random"], begin=True, first=0, settings=settings)
    page = people.at(seat, touch=True)
    roll_button(page).press("Enter")  # as a screen reader presses it, too
    dice(page).first.press("Space")
    score_button(page).press("Enter")
    with page.expect_request(asks_to_wait(20)):
        expect(page.locator(".ask .ring")).to_have_attribute("data-whole", "20")
    hurry_bots(page)
    roll_button(page).click()
    page.locator("#tray label.die").first.click()
    score_button(page).click()
    expect(page.locator(".ask .ring.countdown")).to_be_visible()
    assert page.locator(".ask .ring").get_attribute("data-whole") != "20"


def with_the_question(people: People, rounds: int) -> Page:
    """Somebody who has time is asked for the 2× by the page, on a roll of a bot."""
    settings = {"ask_seconds": 3}
    seat = people.server.api.create("Lena", bots=["random"], rounds=rounds, settings=settings)
    seat.do("begin", first=0)
    page = people.come(seat)
    page.add_init_script("localStorage['charidice-calm'] = 'new'")
    page.add_init_script("localStorage['charidice-guide'] = 'done'")
    page.goto(seat.link)
    roll_button(page).click()
    page.locator("#tray label.die").first.click()
    score_button(page).click()
    expect(page.locator("#ask-open")).to_be_visible()
    return page


def test_bots_wait_for_the_last_2x_of_whoever_has_time(people: People) -> None:
    page = with_the_question(people, rounds=1)
    expect(page.locator(".ask .ring.countdown")).to_have_count(0)
    before = page.locator("form.tray").get_attribute("data-position")
    page.wait_for_timeout(9000)  # longer than in other rounds
    assert page.locator("form.tray").get_attribute("data-position") == before


def test_the_open_question_is_declined_by_its_key(people: People) -> None:
    page = with_the_question(people, rounds=1)
    page.wait_for_timeout(800)  # a key at once would have been meant for what was there before
    before = page.locator("form.tray").get_attribute("data-position")
    page.keyboard.press("g")
    expect(page.locator(".ask-box")).to_be_visible()
    page.keyboard.press("w")
    expect(page.locator(f"form.tray[data-position='{before}']")).to_have_count(0)
    expect(page.locator("[data-asked]")).to_have_count(0)


def test_whoever_has_chosen_to_play_faster_does_so_from_button_to_button_too(
    people: People,
) -> None:
    settings = {"ask_seconds": 20}
    seat = people.server.api.create("Lena", bots=["random"], begin=True, first=0, settings=settings)
    page = people.come(seat)
    page.add_init_script("localStorage['charidice-calm'] = 'off'")
    page.goto(seat.link)
    roll_button(page).press("Enter")
    dice(page).first.press("Space")
    score_button(page).press("Enter")
    expect(page.locator(".ask .ring.countdown")).to_be_visible()
    assert float(page.locator(".ask .ring").get_attribute("data-whole") or 0) < 20


def test_who_listens_hears_that_it_is_the_last_chance(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko", ask_seconds=20)
    marko = people.at(two)
    heard = marko.locator("#live")
    one.play("roll")
    expect(heard).to_contain_text("You can double this gift now, once a game.")
    assert "Last chance" not in heard.inner_text()
    two.play("pass")
    one.play("keep 0")
    expect(heard).to_contain_text("now, once a game. Last chance in this turn.")
