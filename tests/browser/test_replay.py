"""The replay: a slider, turns, keys, and no reload for a step."""

from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect
from tests.browser.support import LOST, PHONE, People, Seat, Server

from charidice.records import parse
from charidice.rules import Action, Ask, Rolled, Score


@pytest.fixture(scope="module")
def played(server: Server) -> Seat:
    """Lena's seat at a game of two that is over."""
    return server.api.finished("Lena", "Marko")[0]


def replay(people: People, seat: Seat, step: int | None = 0, **how: Any) -> Page:
    page = people.come(seat, **how)
    page.goto(f"{seat.link}/replay" + ("" if step is None else f"?step={step}"))
    return page


def shows(page: Page, step: int) -> None:
    """Everything on the page is that of this step."""
    last = page.locator("#slider").get_attribute("max")
    expect(page.locator("#step")).to_have_text(f"Step {step} of {last}")
    expect(page.locator("#slider")).to_have_js_property("value", str(step))


def documents(page: Page) -> list[str]:
    """The pages that are loaded from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        if request.is_navigation_request():
            found.append(request.url)

    page.on("request", note)
    return found


def steps_of(seat: Seat) -> list[Action]:
    """What there is to see of a game, from its record: who passes shows nothing."""
    actions = parse(seat.record()).actions
    return [action for action in actions if isinstance(action, (Rolled, Ask, Score))]


def first_step_of_turns(seat: Seat) -> list[int]:
    """The steps of all first rolls, reckoned from the record."""
    found = []
    begins = True
    for number, action in enumerate(steps_of(seat), 1):
        if isinstance(action, Rolled) and begins:
            found.append(number)
            begins = False
        begins = begins or isinstance(action, Score)
    return found


def test_links_keys_and_slider_step_without_loading_a_page(people: People, played: Seat) -> None:
    page = replay(people, played)
    shows(page, 0)
    loaded, last = documents(page), int(page.locator("#slider").get_attribute("max") or 0)
    page.get_by_role("link", name="Next").click()
    shows(page, 1)
    page.get_by_role("link", name="Next").click()
    shows(page, 2)
    page.get_by_role("link", name="Back").click()
    shows(page, 1)
    page.keyboard.press("ArrowRight")
    shows(page, 2)
    page.keyboard.press("ArrowLeft")
    shows(page, 1)
    page.keyboard.press("End")
    shows(page, last)
    page.keyboard.press("ArrowRight")
    shows(page, last)
    page.keyboard.press("Home")
    shows(page, 0)
    page.locator("#slider").fill("7")
    shows(page, 7)
    assert loaded == []
    assert page.url.endswith("/replay?step=7")  # a link to this step
    page.reload()
    shows(page, 7)


def test_turns_are_chosen_and_turned_over(people: People, played: Seat) -> None:
    page, turns = replay(people, played), first_step_of_turns(played)
    loaded = documents(page)
    options = page.locator("#turn option")
    assert [int(option.get_attribute("value") or 0) for option in options.all()] == [0, *turns]
    expect(options.nth(4)).to_have_text("Round 2: Marko")
    page.get_by_label("Turn").select_option(label="Round 3: Lena")
    shows(page, turns[4])
    page.locator("#told").click()
    page.locator("body").press("PageDown")
    shows(page, turns[5])
    expect(page.locator("#turn")).to_have_value(str(turns[5]))
    page.keyboard.press("PageUp")
    shows(page, turns[4])
    assert loaded == []


def test_a_step_shows_dice_words_and_sheets_of_its_moment(people: People, played: Seat) -> None:
    page, actions = replay(people, played), steps_of(played)
    expect(page.locator("#told")).to_contain_text("The game begins.")
    expect(page.locator("#dice .die.blank")).to_have_count(6)
    score = next(number for number, each in enumerate(actions, 1) if isinstance(each, Score))
    for _ in range(score):
        page.keyboard.press("ArrowRight")
    shows(page, score)
    expect(page.locator("#dice .die.kept")).to_have_count(1)
    expect(page.locator("#dice .die.given")).to_have_count(5)
    expect(page.locator("#told .mini .die")).to_have_count(6)
    expect(page.locator("#sheets td.c1.fresh")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    shows(page, score - 1)
    expect(page.locator(".tray.scored")).to_have_count(0)
    expect(page.locator("#sheets td.c1.fresh")).to_have_count(0)


def test_a_game_plays_by_itself_until_somebody_steps_or_it_is_over(
    people: People, played: Seat
) -> None:
    page, last = replay(people, played), len(steps_of(played))
    play = page.get_by_role("button", name="Play the game by itself")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    shows(page, 3)
    page.keyboard.press("ArrowLeft")
    expect(play).to_have_attribute("aria-pressed", "false")
    step = int(page.locator("#slider").input_value())
    page.wait_for_timeout(2500)  # longer than any step is shown
    shows(page, step)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    shows(page, last - 1)
    play.click()
    shows(page, last)
    expect(play).to_have_attribute("aria-pressed", "false")
    play.click()  # from the start again
    shows(page, 0)


def test_quick_keys_end_at_the_last_one(people: People, played: Seat) -> None:
    page = replay(people, played)
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    shows(page, 8)
    expect(page).to_have_title(
        "Step 8 of " + (page.locator("#slider").get_attribute("max") or "") + " · Charidice"
    )


def test_unfolded_sheets_stay_unfolded(people: People, played: Seat) -> None:
    page = replay(people, played, step=9, size=PHONE, touch=True)
    fold = page.locator(".sheet .fold").first
    fold.tap()
    rows = page.locator(".sheet").first.locator("tbody tr:visible")
    expect(rows).to_have_count(7)
    page.get_by_role("link", name="Next").tap()
    shows(page, 10)
    expect(rows).to_have_count(7)


def test_what_is_pressed_is_always_at_the_thumb(people: People, played: Seat) -> None:
    page = replay(people, played, step=5, size=PHONE, touch=True)
    for name in ("Back", "Next"):
        expect(page.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
    expect(page.locator("#slider")).to_be_in_viewport(ratio=1)
    box = page.locator("#slider").bounding_box()
    assert box is not None
    assert box["height"] >= 44


def test_the_replay_works_without_scripts(people: People, played: Seat) -> None:
    page = replay(people, played, scripts=False)
    expect(page.locator("#step")).to_contain_text("Step 0 of")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#step")).to_contain_text("Step 1 of")
    page.locator("#slider").fill("6")
    page.get_by_role("button", name="Go there").click()
    expect(page.locator("#step")).to_contain_text("Step 6 of")
    expect(page.locator("#turn")).to_be_hidden()  # it would do nothing
    page.get_by_role("link", name="Back").click()
    expect(page.locator("#step")).to_contain_text("Step 5 of")


def test_a_step_that_cannot_be_fetched_is_loaded_as_a_page(people: People, played: Seat) -> None:
    people.allowed.append(LOST)
    page = replay(people, played)
    failing = [True]
    page.route(
        "**/replay?step=*",
        lambda route: route.abort() if failing and failing.pop() else route.continue_(),
    )
    page.get_by_role("link", name="Next").click()
    shows(page, 1)


def test_the_keyboard_stays_on_the_link_that_was_pressed(people: People, played: Seat) -> None:
    page = replay(people, played)
    page.evaluate("() => { window.told = document.getElementById('told'); }")
    following = page.get_by_role("link", name="Next")
    following.focus()
    for step in (1, 2, 3):
        page.keyboard.press("Enter")
        shows(page, step)
        expect(following).to_be_focused()
    assert page.evaluate("() => window.told.isConnected")  # a new one might not be read out
    page.keyboard.press("End")
    shows(page, int(page.locator("#slider").get_attribute("max") or 0))
    expect(page.locator("#links a.go")).to_be_focused()


def test_who_comes_to_watch_sees_it_begin_and_the_whole_sum_at_the_end(
    people: People, played: Seat
) -> None:
    page = people.at(played, motion="no-preference")
    page.get_by_role("link", name="Watch the game again").click()
    expect(page.locator("#by-itself")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#dice .die:not(.blank)")).to_have_count(6)
    page.keyboard.press("End")
    shows(page, int(page.locator("#slider").get_attribute("max") or 0))
    for seat in range(2):
        total = page.locator(f"[data-sum='{seat}:sheet']").inner_text()
        expect(page.locator(f"[data-sum='{seat}:total']")).to_have_text(total)
    calm = replay(people, played)
    calm.goto(f"{played.link}/replay?step=0#play")
    expect(calm.locator("#by-itself")).to_have_attribute("aria-pressed", "false")
