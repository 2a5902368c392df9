"""The first minute: dice to try, a guided game, and time to read."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.support import (
    PHONE,
    REFUSED,
    People,
    button,
    play_turns,
    roll_button,
    rolled,
    score_button,
    tick,
    with_a_bonus,
)

GUIDE = ".guide"


def told(page: Page) -> str:
    return page.locator(f"{GUIDE} [data-step].now").inner_text()


def step(page: Page, name: str) -> None:
    expect(page.locator(f"{GUIDE} [data-step={name}]")).to_be_visible()
    expect(page.locator(f"{GUIDE} [data-step].now")).to_have_count(1)


def begun(people: People) -> Page:
    """Somebody with an empty browser who wants to be shown how it goes."""
    page = people.come(size=PHONE, touch=True, newcomer=True)
    page.goto("/")
    button(page, "Play a guided game").tap()
    step(page, "roll")
    return page


def score(page: Page) -> None:
    """Score, and stay with it if the coach would do otherwise."""
    score_button(page).tap()
    stay = page.locator(".hint-card").get_by_role("button", name="Stay with mine")
    scored = page.locator(".tray.scored")
    expect(stay.or_(scored).first).to_be_visible()
    if stay.is_visible():
        stay.tap()
    expect(scored.or_(page.locator(".asking")).first).to_be_visible()


def hurry_bots(page: Page) -> None:
    """Tap the dice of bots until they have played."""
    table = page.locator("form[data-hurry] .dice")
    for _ in range(60):
        if roll_button(page).is_visible():
            return
        if table.is_visible():
            table.tap()
        page.wait_for_timeout(500)
    raise AssertionError("the bots have not played")


def test_a_first_turn_is_guided_from_the_start_page_to_the_gift(people: People) -> None:
    page = begun(people)
    assert "roll all six dice" in told(page)
    roll_button(page).tap()
    step(page, "keep")
    page.locator("#tray label.die").first.tap()
    step(page, "score")
    assert "a 5 or 6 double" in told(page)
    score(page)
    expect(page.locator(GUIDE)).to_contain_text(re.compile("travel to your neighbour|2× doubles"))
    hurry_bots(page)
    expect(page).to_have_url(re.compile("^[^#]+$"))
    for said in ("roll", "gift", "coin"):
        expect(page.locator(f"{GUIDE} [data-step={said}]")).to_be_hidden()
    page.goto("/")
    button(page, "Play now").tap()
    expect(page.locator("#table")).to_be_visible()
    for said in ("watch", "roll"):
        expect(page.locator(f"{GUIDE} [data-step={said}]")).to_be_hidden()  # never again


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (390, 844), (1280, 800)])
def test_who_is_new_finds_the_guided_game_in_the_first_screen(
    people: People, size: tuple[int, int]
) -> None:
    page = people.come(size={"width": size[0], "height": size[1]}, newcomer=True)
    page.goto("/")
    learn = button(page, "New here? Learn the game in 3 short rounds")
    expect(learn).to_be_in_viewport(ratio=1)
    learn.click()
    step(page, "roll")
    expect(page.locator(".round")).to_contain_text("1 of 3")
    page.goto("/")
    expect(page.locator(".recent li")).to_have_count(1)
    expect(learn).to_have_count(0)  # not new any more


def test_on_a_short_phone_the_guide_leaves_the_dice_free(people: People) -> None:
    page = people.come(size={"width": 320, "height": 568}, touch=True, newcomer=True)
    page.goto("/")
    button(page, "Play a guided game").tap()
    roll_button(page).tap()
    expect(page.locator("#tray label.die")).to_have_count(6)
    guide = page.locator(GUIDE).bounding_box()
    dice = page.locator("#tray .dice").bounding_box()
    assert guide is not None
    assert dice is not None
    assert guide["y"] + guide["height"] <= dice["y"]


def test_the_guide_says_why_dice_do_not_go_together(people: People) -> None:
    for _ in range(20):
        page = begun(people)
        roll_button(page).tap()
        step(page, "keep")
        colours = page.locator("#tray label.die").evaluate_all(
            "dice => dice.map((die) => die.dataset.colourOf)"
        )
        twice = next((each for each in colours if colours.count(each) == 2), None)
        if twice is None:
            continue
        pair = [place for place in range(6) if colours[place] == twice]
        for place in range(6):
            tick(page, place)
        if not page.locator(".bonus.spoilt").count():
            step(page, "bad")  # there are no others to reroll
        for place in range(6):
            tick(page, place, place in pair)
        step(page, "keeping")  # which is fine as long as one may roll
        assert "different colours" in told(page)
        page.locator("#tray label.die").nth(colours.index(twice)).tap()
        step(page, "score")
        page.locator("#tray label.die").nth(colours.index(twice)).tap()
        for left in (1, 0):
            page.wait_for_timeout(500)  # a second tap at once would not be meant
            page.locator("[value=reroll]").tap()
            expect(page.locator(".pips i:not(.on)")).to_have_count(left)
        if page.locator("#hint[data-better]").count():  # others on the table make a bonus of them
            step(page, "last")
            continue
        step(page, "bad")
        return
    raise AssertionError("no colour came twice")


def test_the_guide_says_that_a_bonus_needs_exactly_its_dice(people: People) -> None:
    seats, chosen = with_a_bonus(people.server.api, "Lena", "Marko")
    page = people.at(seats[0], size=PHONE, touch=True, newcomer=True)
    for place in range(6):
        tick(page, place, place in chosen.dice)
    spoilt = page.locator(".bonus.spoilt")
    expect(spoilt).to_have_count(0)
    for place in {*range(6)} - {*chosen.dice}:
        tick(page, place)
        if spoilt.count():
            break
        tick(page, place, False)
    step(page, "spoilt")
    assert "no other die" in told(page)
    expect(page.locator(".die.spoils")).not_to_have_count(0)


def test_later_the_guide_speaks_once_about_each_thing_that_is_new(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko")
    page = people.at(seats[0], size=PHONE, touch=True, newcomer=True)
    seats[0].play("roll")
    step(page, "keep")
    seats[0].play("score 0")
    step(page, "gift")
    play_turns(seats, 1)
    step(page, "given")
    page.reload()
    expect(page.locator("#tray .dice .given")).to_have_count(5)
    expect(page.locator(GUIDE)).to_be_hidden()  # what was said stays said
    play_turns(seats, 10)
    expect(roll_button(page)).to_be_visible()
    expect(page.locator(".round")).to_contain_text("7 of 7")
    step(page, "charity")
    assert "given the most" in told(page)
    play_turns(seats, 1)
    seats[1].play("roll")
    step(page, "unused")
    assert "last gift you get" in told(page)
    seats[1].play("score 0")
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(GUIDE)).to_have_count(0)


def test_the_guide_goes_on_after_a_reload_and_away_when_it_is_skipped(people: People) -> None:
    page = begun(people)
    roll_button(page).tap()
    step(page, "keep")
    page.reload()
    step(page, "keep")
    button(page, "Skip").tap()
    expect(page.locator("#say")).to_be_focused()  # and not lost with the button
    expect(page.locator(GUIDE)).to_have_count(0)
    page.reload()
    expect(page.locator("#tray label.die")).to_have_count(6)
    expect(page.locator(GUIDE)).to_have_count(0)
    page.goto("/")
    button(page, "Play a guided game").tap()  # who wants it again gets it
    step(page, "roll")


def test_nobody_is_welcomed_again_after_a_reload(people: People) -> None:
    page = begun(people)
    step(page, "roll")
    assert "Welcome" in told(page)
    page.reload()
    step(page, "turn")
    assert "Welcome" not in told(page)


def test_in_a_later_round_a_reload_does_not_begin_the_guide_anew(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko")
    page = people.at(seats[0], newcomer=True)
    step(page, "roll")
    page.goto("/")
    play_turns(seats, 2)
    page.goto(seats[0].link)
    step(page, "given")


def test_a_newcomer_among_friends_is_guided_and_nobody_waits_for_that(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko", begin=False)
    lena, marko = people.at(one), people.at(two, newcomer=True, size=PHONE, touch=True)
    sent: list[str] = []
    marko.on("request", lambda request: sent.append(request.post_data or ""))
    expect(marko.locator(".chairs")).to_be_visible()
    expect(marko.locator(GUIDE)).to_be_hidden()  # nothing to say before the game
    one.do("begin", first=1)
    step(marko, "roll")
    expect(lena.locator(GUIDE)).to_have_count(0)
    two.play("roll")
    step(marko, "keep")
    two.play("score 0")
    step(marko, "gift")
    one.play("roll")
    step(marko, "coin")
    assert not [body for body in sent if "wait" in body]
    one.play("score 0")
    step(marko, "given")


def test_those_who_share_a_device_are_not_guided(people: People) -> None:
    page = people.come(newcomer=True)
    page.goto("/")
    page.locator("#device summary").click()
    page.locator("#player-1").fill("Zoë")
    page.locator("#player-2").fill("Mia")
    page.locator("#device button.go").click()
    expect(roll_button(page)).to_be_visible()
    expect(page.locator(GUIDE)).to_have_count(0)


def test_dice_roll_on_the_start_page_at_once(people: People) -> None:
    page = people.come(size=PHONE, touch=True)
    page.goto("/")
    seen = {page.locator("#tossed").inner_text()}
    visited = page.url
    for _ in range(8):
        with page.expect_response("**/toss"):
            page.locator("#toss").tap()
        expect(page.locator("#tossed .die")).to_have_count(6)
        seen.add(page.locator("#tossed").inner_text())
    assert len(seen) > 3
    assert page.url == visited
    expect(page.locator("#tossed")).to_contain_text(re.compile("points?"))


def test_without_scripts_the_dice_roll_with_the_page(people: People) -> None:
    page = people.come(scripts=False)
    page.goto("/")
    expect(page.locator("#tossed .die")).to_have_count(6)
    page.locator("#toss").click()
    expect(page.locator("#tossed .die")).to_have_count(6)


def test_the_names_of_one_device_are_kept_as_typed_and_remembered(people: People) -> None:
    people.allowed.append(REFUSED)
    page = people.come()
    page.goto("/")
    page.locator("#device summary").click()
    for number, name in enumerate(("Zoë", "zoë", "Mia"), 1):
        page.locator(f"#player-{number}").fill(name)
    page.locator("#device button.go").click()
    expect(page.locator("#player-2")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#player-problem-2")).to_contain_text("zoë")
    expect(page.locator("#player-3")).to_have_value("Mia")
    page.locator("#player-2").fill("Ben")
    page.locator("#device button.go").click()
    expect(page.locator(".seat")).to_have_count(3)
    page.goto("/")
    page.locator("#device summary").click()
    for number, name in enumerate(("Zoë", "Ben", "Mia"), 1):
        expect(page.locator(f"#player-{number}")).to_have_value(name)
    page.goto("/about")
    button(page, "Delete my data").click()
    expect(page.get_by_role("heading", name="Data deleted")).to_be_visible()
    page.goto("/")
    expect(page.locator("#player-2")).to_have_value("")


def test_who_listens_hears_the_guide_what_is_ticked_and_that_the_gift_can_be_doubled(
    people: People,
) -> None:
    seats = people.server.api.table("Lena", "Marko", ask_seconds=20)
    page = people.at(seats[0], newcomer=True)
    heard = page.locator("#live")
    expect(heard).to_contain_text("Welcome! Begin your turn")
    seats[0].play("roll")
    expect(heard).to_contain_text("Pick the dice you like")
    page.keyboard.press("1")
    expect(heard).to_contain_text(re.compile(r"Score \d+\. Marko gets \d+\. .+\."))
    seats[1].play("pass")
    number = rolled(seats[0])[0].number
    seats[0].play("score 0")
    given = seats[0].state()["game"]["sheets"][0]["given"]
    expect(heard).to_contain_text(re.compile(rf"You score {number}: {number}, \w+"))
    expect(heard).to_contain_text(re.compile(rf"Marko gets {given}: \d, \w+"))
    seats[1].play("roll")
    expect(heard).to_contain_text("You can double this gift now")
    assert heard.inner_text().count("You can double this gift now") == 1


def test_the_guide_says_what_it_means_that_somebody_asked(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko")
    page = people.at(seats[0], size=PHONE, touch=True, newcomer=True)
    seats[0].play("roll")
    step(page, "keep")
    seats[1].play("ask")
    step(page, "asked")
    assert "counts double" in told(page)


def test_who_watches_first_learns_of_the_2x_when_it_is_there(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko", ask_seconds=20)
    page = people.at(seats[1], size=PHONE, touch=True, newcomer=True)
    step(page, "watch")
    seats[0].play("roll")
    step(page, "coin")
    seats[1].play("pass")
    expect(page.locator(GUIDE)).to_be_hidden()
    seats[0].play("score 0")
    step(page, "turn")


def test_nobody_is_welcomed_to_a_game_that_is_going_on(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko")
    play_turns(seats, 1)
    page = people.at(seats[0], newcomer=True)
    expect(page.locator("#say")).to_be_visible()
    expect(page.locator(".guide")).to_be_hidden()


def test_who_does_not_begin_is_told_to_watch(people: People) -> None:
    seat = people.server.api.create(
        "Lena", bots=["casual"], begin=True, first=1, settings={"pace": 50}
    )
    page = people.at(seat, size=PHONE, touch=True, newcomer=True)
    step(page, "watch")
    assert "just watch" in told(page)


def test_a_tap_says_what_something_is(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one, size=PHONE, touch=True)
    page.locator("#seat-0 .coin").tap()
    expect(page.locator("#notice")).to_contain_text("counts double")
    page.locator("#seat-1 .gave").tap()
    expect(page.locator("#notice")).to_contain_text("charity bonus")
    page.locator(".bonus[data-kind=run]").tap()
    expect(page.locator("#notice")).to_contain_text("numbers in a row")


def test_the_charity_bonus_and_who_leads_stand_at_the_dice(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one, size=PHONE, touch=True)
    line = page.locator(".charity-line")
    expect(line).to_contain_text("Charity bonus for the most given: +20, over 60: +30")
    one.play("roll")
    one.play("score 0")
    given = one.state()["game"]["sheets"][0]["given"]
    expect(line).to_contain_text(f"Lena {given}")


def test_a_chosen_bot_is_heard_by_its_name_alone(people: People) -> None:
    page = people.come()
    page.goto("/")
    page.locator("#bots summary").click()
    chosen = page.locator("#level-casual")
    expect(chosen).to_be_checked()
    heard = page.locator(".bot:has(:checked)").aria_snapshot()
    assert "[checked]" in heard
    assert "✓" not in heard


def test_no_more_than_three_bots_can_be_chosen(people: People) -> None:
    page = people.come()
    page.goto("/")
    page.locator("#bots summary").click()
    for level in ("greedy", "generous"):
        page.locator(f"#level-{level}").check(force=True)
    expect(page.locator("#level-expert")).to_be_disabled()
    page.locator("#level-greedy").uncheck(force=True)
    expect(page.locator("#level-expert")).to_be_enabled()


def test_the_list_of_games_stays_true_while_it_is_looked_at(people: People) -> None:
    lena, marko = people.server.api.table("Lena", "Marko")
    page = people.at(lena)
    page.goto("/")
    games = page.locator(".recent")
    expect(games).to_contain_text("your turn")
    lena.play("roll")
    lena.play("score 0")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(games).to_contain_text("Marko’s turn")
    marko.play("roll")
