"""Several browsers at one table."""

import re
from pathlib import Path

from playwright.sync_api import APIResponse, Browser, Page, Route, expect
from tests.browser.support import (
    REFUSED,
    People,
    Server,
    ask,
    button,
    dice,
    faces,
    older_limit,
    open_room,
    play_turns,
    reroll_button,
    roll,
    roll_button,
    score,
    score_button,
    serving,
    text,
    tick,
)


def say(page: Page) -> str:
    return page.locator("#say").inner_text()


def gift_shown(page: Page) -> int:
    """What the button says the receiver would get."""
    found = re.search(r"gets (\d+)", score_button(page).inner_text())
    assert found is not None
    return int(found[1])


def test_marko_joins_by_link_and_asks_for_the_biggest_gift(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path / "tables.db", host="0.0.0.0") as server:  # noqa: S104
        people = People(browser, server)
        lena = people.come()
        lena.goto("/")
        lena.locator("#friends summary").click()
        lena.locator("#name-friends").fill("Lena")
        button(lena, "Open a table").click()
        link = lena.get_by_label("Link to this table").input_value()
        people.hosts.add(link.split("/")[2].split(":")[0])

        marko = people.come()
        marko.goto(link)
        marko.get_by_label("Your name").fill("Marko")
        button(marko, "Take a seat").click()
        expect(lena.locator(".chairs")).to_contain_text("Marko")
        expect(marko.get_by_text("The host starts the game.")).to_be_visible()

        open_room(lena)
        lena.locator("#ask_seconds").select_option("0")
        lena.get_by_role("radio", name="Lena").check()
        button(lena, "Start the game").click()

        roll(lena)
        expect(lena.locator("#say")).to_contain_text("Click the dice you keep")
        expect(reroll_button(lena)).to_be_enabled()
        expect(marko.locator("#say")).to_contain_text("What is not scored comes to you.")
        assert faces(marko) == faces(lena)
        tick(lena, 0)
        before = gift_shown(lena)
        ask(marko)

        expect(lena.locator("#say")).to_contain_text("Marko used the 2×: double gift")
        expect(lena.locator(".log")).to_contain_text("Marko uses the 2×")
        expect(marko.locator("#say")).to_contain_text("You used the 2×: double gift")
        expect(marko.locator(".log")).to_contain_text("You use your 2×")
        for page in (lena, marko):
            marked = page.locator(".seat", has_text="Marko").locator(".coin")
            expect(marked).to_have_class(re.compile("used"))
            sheet = page.locator(".sheet", has=page.get_by_role("heading", name="Marko"))
            expect(sheet.locator(".coin")).to_have_class(re.compile("used"))
            expect(sheet).to_contain_text("2× used up")
        expect(dice(lena).nth(0)).to_be_checked()
        assert gift_shown(lena) == 2 * before
        score_button(lena).click()
        for page, name in ((lena, "Marko"), (marko, "you")):
            latest = page.locator(".log li").first
            expect(latest).to_contain_text(re.compile(f"for {name}.* = {2 * before}$"))
        expect(roll_button(marko)).to_be_visible()
        people.leave()


def test_an_answer_that_arrives_late_does_not_turn_the_page_back(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena = people.at(one)
    held: list[tuple[Route, APIResponse]] = []
    expect(roll_button(lena)).to_be_visible()
    with lena.expect_request("**/do"):
        lena.route("**/do", lambda route: held.append((route, route.fetch())))
        roll_button(lena).click()
    expect(lena.locator("#say")).to_contain_text("Click the dice you keep")  # by the stream
    two.play("ask")
    expect(lena.locator("#say")).to_contain_text("Marko used the 2×")
    route, answer = held[0]
    with lena.expect_response("**/do"):
        route.fulfill(response=answer)
    lena.unroute("**/do")
    tick(lena, 0)
    expect(lena.locator("#say")).to_contain_text("Marko used the 2×")
    expect(reroll_button(lena)).to_be_enabled(timeout=3000)


def test_three_people_read_one_table_in_three_languages(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko", "Florian")
    languages = ("en", "de", "fr")
    pages = [people.at(seat, locale=name) for seat, name in zip(seats, languages, strict=True)]
    for page, language in zip(pages, languages, strict=True):
        expect(page.locator("html")).to_have_attribute("lang", language)
    pages[0].get_by_role("button", name="Roll the dice").click()
    pages[1].locator(".ask summary").click()
    button(pages[1], text("Not now", "de")).click()
    score(pages[0], 0)
    sentences = set()
    for page, language in zip(pages, languages, strict=True):
        turn = text("Your turn.", language) if page is pages[1] else ""
        playing = text("{name} is playing.", language, name="Marko")
        expect(page.locator("#say")).to_contain_text(turn or playing)
        latest = page.locator(".log li").first
        scores = text("{name} scores:", language, name="Lena")
        gets = text("for {name}", language, name="Marko")
        expect(latest).to_contain_text(text("You score:", language) if page is pages[0] else scores)
        expect(latest).to_contain_text(text("for you", language) if page is pages[1] else gets)
        sentences.add(latest.inner_text())
        shown = page.get_by_role("group", name=text("Dice", language)).get_by_role("img")
        expect(shown.first).to_have_accessible_name(re.compile(text("scored", language)))
    assert len(sentences) == 3


def test_everybody_chooses_a_language_in_the_menu(people: People) -> None:
    (one,) = people.server.api.table("Lena", begin=False)
    page = people.at(one)
    page.locator("#menu summary").click()
    button(page, "Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url == one.link
    page.locator("#menu summary").click()
    button(page, text("Dark", "de")).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_leaver_is_replaced_by_a_bot_and_takes_the_seat_back(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = people.at(one), people.at(two)
    open_room(lena).get_by_role("button", name="Leave the table").click()
    expect(marko.locator(".log")).to_contain_text("Lena has left: a bot takes over.")
    expect(marko.locator(".seat", has_text="Lena").locator(".name .inline-icon")).to_be_visible()
    expect(marko.locator(".log")).to_contain_text("Lena rolls")
    expect(roll_button(marko)).to_be_visible()
    lena.goto("/")
    lena.get_by_role("link", name="Marko").click()
    button(lena, "Take my seat back").click()
    expect(button(lena, "Take my seat back")).to_have_count(0)
    expect(marko.locator(".log")).to_contain_text("Lena is back.")
    expect(marko.locator(".name .inline-icon")).to_have_count(0)
    roll(marko)
    expect(lena.locator(".ask")).to_be_visible()


def test_a_name_that_is_taken_is_refused_beside_its_field(people: People) -> None:
    lena = people.server.api.create("Lena")
    zoe = people.come()
    people.allowed.append(REFUSED)
    zoe.goto(lena.link)
    name = zoe.get_by_label("Your name")
    name.fill("Lena")
    button(zoe, "Take a seat").click()
    refusal = "Somebody at this table is called Lena already. Choose another name."
    expect(zoe.locator(".sit .problem")).to_have_text(refusal)
    expect(name).to_have_accessible_description(refusal)
    expect(name).to_be_focused()
    expect(zoe.locator("#notice")).to_be_hidden()
    name.fill("Zoë")
    expect(zoe.locator(".sit .problem")).to_have_count(0)
    button(zoe, "Take a seat").click()
    expect(zoe.locator(".chairs")).to_contain_text("Zoë")


def test_a_deadline_that_passes_lets_a_bot_play_until_the_player_is_back(
    own_people: People,
) -> None:
    one, two = own_people.server.api.table("Lena", "Marko", turn_seconds=15)
    own_people.server.end()
    older_limit(own_people.server.data, 8)
    own_people.server.start()
    lena, marko = own_people.at(one), own_people.at(two)
    expect(lena.locator(".countdown")).to_contain_text(
        "A bot plays for you when this time is over."
    )
    expect(marko.locator(".log")).to_contain_text("Lena took too long: a bot takes over for now.")
    button(lena, "Take my seat back").click()
    expect(marko.locator(".log")).to_contain_text("Lena is back.")
    expect(marko.locator(".seat", has_text="Lena").locator(".name .inline-icon")).to_have_count(0)


def test_the_personal_link_brings_a_seat_to_another_browser(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    lena = people.at(one)
    roll(lena)
    open_room(lena)
    link = lena.get_by_label("Your personal link").input_value()
    elsewhere = people.come()
    elsewhere.goto(link)
    expect(elsewhere.locator("main")).to_contain_text("This link belongs to Lena.")
    button(elsewhere, "Sit down here").click()
    assert faces(elsewhere) == faces(lena)
    expect(dice(elsewhere)).to_have_count(6)


def test_the_old_browser_keeps_the_seat_too(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    lena, elsewhere = people.at(one), people.come()
    elsewhere.goto(f"{one.link}/back/{one.token}")
    button(elsewhere, "Sit down here").click()
    roll(elsewhere)
    assert faces(lena) == faces(elsewhere)


def test_a_watcher_sees_the_game_and_cannot_act(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    lena, watcher = people.at(one), people.come()
    watcher.goto(one.link)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    roll(lena)
    assert faces(watcher) == faces(lena)
    expect(watcher.locator("#table button[name=do]")).to_have_count(0)
    expect(watcher.locator("#table input[name=die]")).to_have_count(0)
    watcher.locator("#menu summary").click()
    expect(watcher.locator("#hear")).to_be_visible()
    expect(watcher.locator("#notify, #calm, #to-room")).to_have_count(0)
    answer = watcher.request.post(f"{one.link}/do", form={"do": "pass", "position": "1"})
    assert answer.status == 403


def test_the_host_turns_watching_off(people: People) -> None:
    people.allowed.append(REFUSED)
    one, _two = people.server.api.table("Lena", "Marko")
    lena, watcher = people.at(one), people.come()
    watcher.goto(one.link)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    open_room(lena)
    lena.get_by_role("checkbox", name="Whoever has the link may watch").uncheck()
    # Who was watching does not see what happens now.
    expect(watcher.locator("main")).to_contain_text("does not allow spectators", timeout=8000)
    watcher.goto(one.link)
    expect(watcher.locator("main")).to_contain_text(
        "The host of this table does not allow spectators."
    )
    roll(lena)


def test_the_host_removes_a_player(people: People) -> None:
    one, two, _three = people.server.api.table("Lena", "Marko", "Florian")
    lena, marko = people.at(one), people.at(two)
    expect(marko.locator("#room-menu")).to_be_visible()
    expect(marko.get_by_role("button", name="Remove")).to_have_count(0)
    open_room(lena).get_by_role("button", name="Remove Marko").click()
    expect(lena.locator(".log")).to_contain_text("The host has removed Marko: a bot takes over.")
    expect(marko.get_by_text("You are watching.")).to_be_visible()
    expect(marko.locator("#table button[name=do]")).to_have_count(0)
    roll(lena)  # the bot on Marko's seat answers
    expect(reroll_button(lena)).to_be_enabled()


def test_the_host_removes_somebody_before_the_game(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko", begin=False)
    lena, marko = people.at(one), people.at(two)
    button(lena, "Remove Marko").click()
    expect(lena.locator(".chairs")).not_to_contain_text("Marko")
    expect(button(marko, "Take a seat")).to_be_visible()
    expect(marko.locator(".lobby")).to_contain_text("You no longer have a seat at this table.")
    stranger = people.come()
    stranger.goto(one.link)
    expect(button(stranger, "Take a seat")).to_be_visible()
    expect(stranger.locator(".lobby")).not_to_contain_text("no longer")


def test_the_game_ends_early_when_all_agree(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = people.at(one), people.at(two)
    open_room(lena).get_by_role("button", name="End the game early, if all agree").click()
    expect(marko.locator("form.tray")).to_contain_text("Lena would like to end the game here.")
    button(lena, "Go on playing after all").click()
    expect(marko.locator("form.tray")).not_to_contain_text("would like to end")
    button(lena, "End the game early, if all agree").click()
    button(marko, "I agree: end it").click()
    for page in (lena, marko):
        expect(page.get_by_role("heading", name="The game was ended early")).to_be_visible()
    expect(button(lena, re.compile("Play again"))).to_be_visible()


def test_forget_me_takes_the_name_from_everybody_s_page(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = people.at(one), people.at(two)
    roll(lena)
    score(lena, 0)
    expect(marko.locator(".log")).to_contain_text("Lena scores")
    lena.goto("/about")
    button(lena, "Delete my data").click()
    expect(lena.get_by_role("heading", name="Data deleted")).to_be_visible()
    expect(marko.locator(".seat").first).to_contain_text("Player 1")
    expect(marko.locator("#table")).not_to_contain_text("Lena")
    marko.reload()
    expect(marko.locator("#table")).not_to_contain_text("Lena")
    assert "Lena" not in two.record()
    lena.goto(one.link)
    expect(lena.get_by_text("You are watching.")).to_be_visible()


def test_forget_me_reaches_a_rematch_that_was_never_opened(people: People) -> None:
    one, two = people.server.api.finished("Lena", "Marko")
    lena, marko = people.at(one), people.at(two)
    button(marko, re.compile("Play again")).click()
    expect(marko.locator(".seats")).to_contain_text("Lena")
    lena.goto("/about")
    button(lena, "Delete my data").click()
    expect(lena.get_by_role("heading", name="Data deleted")).to_be_visible()
    expect(marko.locator("#table")).not_to_contain_text("Lena", timeout=5000)


def test_forget_me_reaches_a_seat_that_the_host_took_away(people: People) -> None:
    one, two, _three = people.server.api.table("Lena", "Marko", "Florian")
    lena, marko = people.at(one), people.at(two)
    one.do("remove", seat=1)
    expect(marko.get_by_text("You are watching.")).to_be_visible()
    marko.goto("/about")
    button(marko, "Delete my data").click()
    expect(marko.get_by_role("heading", name="Data deleted")).to_be_visible()
    expect(lena.locator("#table")).not_to_contain_text("Marko")


def test_a_rematch_takes_everybody_along(people: People) -> None:
    one, two = people.server.api.finished("Lena", "Marko")
    lena, marko = people.at(one), people.at(two)
    button(lena, re.compile("Play again")).click()
    expect(lena.locator("#say")).to_contain_text("Marko begins.")
    expect(lena.locator("#notice")).to_have_text("Marko is not here yet.")
    expect(marko.locator("#live")).to_contain_text("A rematch has begun.")
    marko.get_by_role("link", name=re.compile("Go to the rematch")).click()
    expect(lena.locator("#notice")).to_have_text("Marko is here.")
    expect(roll_button(marko)).to_be_visible()
    roll(marko)
    assert faces(lena) == faces(marko)


def test_who_still_looks_at_the_result_is_taken_to_the_rematch(people: People) -> None:
    one, two, three = people.server.api.finished("Lena", "Marko", "Florian")
    lena, marko, late = people.come(one), people.come(two), people.come(two)
    for page in (marko, lena):
        page.clock.install()
        page.goto(one.link)
        expect(page.locator(".result")).to_be_visible()
    button(people.at(three), re.compile("Play again")).click()
    for page in (marko, lena):
        expect(page.locator("[data-follow] small")).to_contain_text("You are taken there.")
        room = "link => parseFloat(getComputedStyle(link).paddingBottom)"
        for width, height in ((844, 390), (1200, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.locator("[data-follow]").evaluate(room) >= 10  # for the bar below the words
    expect(marko.locator("#live")).to_contain_text(
        "You are taken there. Tap elsewhere or press a key"
    )
    lena.locator(".podium").click()  # stays
    for page in (marko, lena):
        page.clock.run_for(9000)
    expect(marko.locator(".seats")).to_be_visible()
    expect(lena.locator("[data-follow] small")).to_have_text("the new game has begun")
    assert lena.url == one.link
    late.clock.install()
    late.goto(one.link)  # whoever comes back to the result wants to see it
    expect(late.locator("[data-follow]")).to_be_visible()
    late.clock.run_for(9000)
    assert late.url == one.link


def test_a_name_that_is_taken_is_refused_in_words(people: People) -> None:
    people.allowed.append(REFUSED)
    (one,) = people.server.api.table("Lena", begin=False)
    marko = people.come()
    marko.goto(one.link)
    marko.get_by_label("Your name").fill("LENA")
    button(marko, "Take a seat").click()
    expect(marko.get_by_role("alert")).to_contain_text("Somebody at this table is called")
    marko.get_by_label("Your name").fill("Marko")
    button(marko, "Take a seat").click()
    expect(marko.get_by_text("The host starts the game.")).to_be_visible()


def test_what_is_half_written_stays_when_somebody_else_sits_down(
    server: Server, people: People
) -> None:
    (one,) = server.api.table("Lena", begin=False)
    marko = people.come()
    marko.goto(one.link)
    marko.get_by_label("Your name").press_sequentially("Mar")
    server.api.join(one, "Florian")
    expect(marko.locator(".chairs")).to_contain_text("Florian")
    expect(marko.get_by_label("Your name")).to_be_focused()
    marko.keyboard.type("ko")
    expect(marko.get_by_label("Your name")).to_have_value("Marko")


def test_a_rematch_is_among_the_games_of_whoever_was_not_there(people: People) -> None:
    one, two = people.server.api.finished("Lena", "Marko")
    lena, marko = people.at(one), people.come(two)
    button(lena, re.compile("Play again")).click()
    expect(lena.locator(".seats")).to_be_visible()
    marko.goto("/")
    entry = marko.locator(".recent a")
    expect(entry).to_contain_text("A rematch has begun.")
    entry.click()
    expect(roll_button(marko)).to_be_visible()
    marko.goto("/")
    expect(marko.locator(".recent")).not_to_contain_text("A rematch has begun.")
    expect(entry).to_have_count(2)


def test_whoever_waits_sees_the_clock_too(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko", turn_seconds=15)
    marko = people.at(two)
    expect(marko.locator(".acts .countdown")).to_contain_text("A bot plays for Lena when")
    one.play("roll")
    expect(marko.locator(".acts .countdown .bar-left")).to_be_visible()


def test_after_a_reload_nobody_is_said_never_to_have_come(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko")
    play_turns(seats, 2)
    lena = people.at(seats[0])
    expect(lena.locator("#notice")).to_have_text("Marko is away at the moment.")
