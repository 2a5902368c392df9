"""Looking back at a game: one tap from its end, stepping, languages, themes, small screens."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.support import LONGEST_FIRST, PHONE, People, Seat, Server
from tests.browser.test_looks import SMALL, both_schemes, checked, unfold

from charidice.bots import bot
from charidice.coach import Verdict, verdict
from charidice.locale.formats import number, signed
from charidice.records import parse, replay
from charidice.rules import CHANCE, actor
from charidice.web.templating import render

SMALLEST = {"width": 320, "height": 640}
WIDTH = "() => document.scrollingElement.scrollWidth"


def played(server: Server, **players: str) -> list[Seat]:
    """A finished game of people who decide like bots: names and levels."""
    seats, rng = server.api.table(*players), random.Random(7)
    bots = [bot(level) for level in players.values()]
    while seats[0].state()["status"] == "playing":
        game = replay(parse(seats[0].record()))
        who = actor(game)
        if who is CHANCE:
            seats[game.active].play("roll")
        elif who is not None:
            seats[who].play(str(bots[who].choose(game, rng)))
    return seats


@pytest.fixture(scope="module")
def lena(server: Server) -> Seat:
    """Lena, who decided at random against Marko the expert."""
    server.test.write_text("review of two")
    return played(server, Lena="random", Marko="expert")[0]


@pytest.fixture(scope="module")
def three(server: Server) -> Seat:
    server.test.write_text("review of three")
    return server.api.finished("Lena", "Marko", "Florian")[0]


@pytest.fixture(scope="module")
def judged(lena: Seat) -> Verdict:
    return verdict(parse(lena.record()))


def looking_back(people: People, seat: Seat, query: str = "", **how: Any) -> Page:
    page = people.come(seat, **how)
    page.goto(f"{seat.link}/review{query}")
    expect(page.locator(".figure").first).to_be_visible()
    return page


def figures(page: Page) -> list[str]:
    return page.locator(".figure b").all_inner_texts()


def test_one_tap_leads_from_the_end_to_curve_and_figures(
    people: People, lena: Seat, judged: Verdict
) -> None:
    page = people.at(lena)
    page.get_by_role("link", name=re.compile("^The coach looks back")).click()
    expect(page.get_by_role("heading", name="Looking back")).to_be_visible()
    expect(page.locator("svg.chart polyline")).to_have_count(1)
    me, other = judged.players
    luck = me.points.luck - other.points.luck
    expect(page.locator(".figure b").first).to_have_text(number(me.grade))
    assert figures(page)[1:] == [signed(luck, 1), signed(me.fair_margin, 1)]
    expect(page.get_by_role("heading", name="One thing to try")).to_be_visible()
    page.get_by_role("link", name="Marko").click()
    expect(page.locator(".figure b").first).to_have_text("99")  # nearly perfect
    assert judged.players[0].grade + 50 < judged.players[1].grade


def waiting_page(path: str) -> str:
    """What comes while a game is being judged."""
    frame = {"language": "en", "languages": {}, "theme": "auto", "back": path, "version": "0"}
    waiting = {"path": path, "seat": "2", "pieces": 22, "elsewhere": None}
    return render("review_wait.html", {**frame, **waiting})


def test_a_review_that_is_not_ready_comes_by_itself_without_a_reload(
    people: People, server: Server
) -> None:
    seat = server.api.finished("Lena", "Marko")[0]
    page, path = people.come(seat), f"/t/{seat.table}/review"
    html = waiting_page(path)
    page.route(
        f"**{path}", lambda route: route.fulfill(body=html, content_type="text/html"), times=1
    )
    page.goto(f"{seat.link}/review")
    expect(page.locator(".figure")).to_have_count(3)
    expect(page.get_by_role("heading", name="Chance of winning: Marko")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)
    expect(page.get_by_role("button", name="Print")).to_be_visible()


def test_who_waits_for_a_review_sees_how_far_it_is(people: People, lena: Seat) -> None:
    page, path = people.come(lena), f"/t/{lena.table}/review"
    html = waiting_page(path)
    page.route(f"**{path}", lambda route: route.fulfill(body=html, content_type="text/html"))
    said = 'event: progress\ndata: {"done":5,"total":22}\n\n'
    failed = 'event: failed\ndata: {"text":"Too busy."}\n\n'
    held: list[Route] = []
    page.route(f"**{path}/stream*", lambda route: held.insert(0, route))
    page.goto(f"{lena.link}/review")
    expect(page.get_by_role("link", name="Try again")).to_be_hidden()  # nothing has failed yet
    held.pop().fulfill(body=said + failed, content_type="text/event-stream")
    expect(page.locator("progress")).to_have_js_property("value", 5)
    expect(page.get_by_role("alert")).to_have_text("Too busy.")
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    assert not checked(page)


def test_an_error_leads_to_its_position_and_keys_step_on(people: People, lena: Seat) -> None:
    page = looking_back(people, lena)
    page.locator(".to-position a").first.click()
    expect(page.get_by_role("heading", name="What the coach sees")).to_be_visible()
    expect(page.locator(".options .chosen")).to_have_count(1)
    expect(page.locator("#dice .die")).to_have_count(6)
    expect(page.locator("#by-itself")).to_be_visible()  # the scripts are there
    step = int(page.locator("#slider").input_value())
    before = page.locator("#coach").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#slider")).to_have_js_property("value", str(step + 1))
    expect(page.locator("#step")).to_contain_text(f"Step {step + 1} of")
    assert page.url.endswith(f"/review?step={step + 1}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step")).to_contain_text(f"Step {step} of")
    expect(page.locator("#coach")).to_have_text(re.compile(re.escape(before.split("\n")[0])))
    page.keyboard.press("Home")
    expect(page.locator("#step")).to_contain_text("Step 0 of")
    page.get_by_role("link", name="To the review").first.click()
    expect(page.get_by_role("heading", name="Looking back")).to_be_visible()


@pytest.mark.parametrize("locale", ["de", "el"])
def test_on_a_phone_the_verdict_on_a_step_stands_above_the_dice(
    people: People, lena: Seat, locale: str
) -> None:
    page = people.come(lena, size={"width": 360, "height": 640}, touch=True, locale=locale)
    for step in range(8):
        page.goto(f"{lena.link}/review?step={step}")
        width, height = (390, 844) if step % 2 else (360, 640)
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => document.fonts.ready")
        verdict = page.locator("#told b").bounding_box()
        tops = page.locator("#dice .die, #dice .tick").evaluate_all(
            """parts => parts.filter((part) => part.checkVisibility())
                .map((part) => part.getBoundingClientRect().top)"""
        )
        assert verdict
        assert verdict["y"] + verdict["height"] <= min(tops) + 1, step


def test_it_works_without_scripts(people: People, lena: Seat) -> None:
    page = looking_back(people, lena, scripts=False)
    page.get_by_role("link", name="Step through with the coach").click()
    # It begins with Lena's first choice, after Marko has kept his 2×.
    expect(page.locator("#step")).to_contain_text("Step 1 of")
    expect(page.locator("#told")).to_contain_text("You: ")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#step")).to_contain_text("Step 2 of")


def test_axe_finds_nothing_in_a_review(people: People, lena: Seat, three: Seat) -> None:
    wrong = []
    for seat in (lena, three):
        page = looking_back(people, seat, size=PHONE)
        unfold(page)
        wrong += both_schemes(page) + page.evaluate(SMALL)
        page.goto(f"{seat.link}/review?step=5")
        wrong += both_schemes(page) + page.evaluate(SMALL)
    assert not wrong, "\n".join(sorted(set(wrong)))


@pytest.mark.parametrize("language", LONGEST_FIRST)
def test_a_review_fits_on_the_smallest_screen_in_every_language(
    people: People, lena: Seat, three: Seat, language: str
) -> None:
    for seat in (lena, three):
        page = looking_back(people, seat, size=SMALLEST, locale=language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        unfold(page)
        assert page.evaluate(WIDTH) == 320
        everybody = page.locator(".wide:has(.everybody)")
        assert everybody.evaluate("box => box.scrollWidth - box.clientWidth") <= 0  # all is seen
        page.goto(f"{seat.link}/review?step=4")
        expect(page.locator(".options")).to_be_visible()
        assert page.evaluate(WIDTH) == 320
        coach = page.locator("#coach").bounding_box()
        table = page.locator(".options").bounding_box()
        assert coach is not None
        assert table is not None
        assert table["x"] + table["width"] <= coach["x"] + coach["width"] - 8


def test_a_printed_review_has_its_figures_and_nothing_to_press(people: People, lena: Seat) -> None:
    page = looking_back(people, lena)
    page.emulate_media(media="print")
    expect(page.locator(".figure b").first).to_be_visible()
    expect(page.locator("svg.chart")).to_be_visible()
    for pressed in page.locator(".review button, .review .button, .to-position a").all():
        expect(pressed).to_be_hidden()


PARTS = (
    "Your chance of winning",
    "Luck",
    "Other errors, the worst first",
    "Everybody in this game",
)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_on_a_phone_the_essence_fills_a_screen_and_the_rest_unfolds(
    people: People, lena: Seat, scripts: bool
) -> None:
    size = {"width": 390, "height": 844}
    page = looking_back(people, lena, size=size, touch=True, scripts=scripts)
    expect(page.locator(".figure:visible")).to_have_count(1)
    expect(page.locator(".figure:visible")).to_contain_text("accuracy out of 100")
    for name in ("One thing to try", "Your best move"):
        heading = page.get_by_role("heading", name=name)
        expect(heading).to_be_in_viewport(ratio=1)
        expect(page.locator(".moment", has=heading)).to_be_in_viewport(ratio=0.9)
    height: int = page.evaluate("() => document.scrollingElement.scrollHeight")
    assert height <= 4 * size["height"]
    for name in (*PARTS, "How the result came about"):
        part = page.locator("details.part", has=page.get_by_role("heading", name=name))
        expect(part.locator(".inside")).to_be_hidden()
        part.locator("summary").first.tap()
        expect(part.locator(".inside")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_desk_shows_all_parts_of_a_review(people: People, lena: Seat, scripts: bool) -> None:
    page = looking_back(people, lena, scripts=scripts)
    for inside in page.locator(".inside, .reason p").all():
        expect(inside).to_be_visible()
        assert inside.evaluate("part => part.checkVisibility({ contentVisibilityAuto: true })")
    box = page.locator(".curve").bounding_box()
    assert box is not None
    assert box["height"] > 300


def test_what_is_folded_away_is_printed(people: People, lena: Seat) -> None:
    page = looking_back(people, lena, size=PHONE, scripts=False)
    page.emulate_media(media="print")
    for inside in page.locator(".inside, .reason p").all():
        expect(inside).to_be_visible()
