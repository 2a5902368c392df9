"""What is opened and waited for has a place where it hides and moves nothing."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect
from tests.browser.support import PHONE, People, play_turns
from tests.browser.test_helps_places import DESKS, PHONES, SETTLED


def test_the_log_shows_whole_lines(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko", "Zoë")
    page = people.at(seats[0], size={"width": 1024, "height": 768}, locale="de")
    seats[0].play("roll")  # a line for the ear alone, which takes no place
    expect(page.locator("#tray label.die")).to_have_count(6)
    first, place = (page.locator(part).bounding_box() for part in (".log p", ".log"))
    assert first
    assert place
    assert first["y"] + first["height"] <= place["y"] + place["height"]
    seats[0].play("score 0")
    play_turns(seats, 6)
    page.reload()
    log = page.locator(".log ul").bounding_box()
    assert log
    lines = [line.bounding_box() for line in page.locator(".log li").all()]
    seen = [line for line in lines if line and line["x"] < log["x"] + log["width"]]
    assert seen
    assert all(line["y"] + line["height"] <= log["y"] + log["height"] for line in seen)


def test_the_log_below_four_sheets_shows_the_last_turns_whatever_the_ear_gets_besides(
    people: People,
) -> None:
    seats = people.server.api.table("Lena", "Marko", "Zoë", "Mia")
    play_turns(seats, 3)
    page = people.at(seats[3], size={"width": 1920, "height": 1080})
    seats[3].play("roll")
    expect(page.locator("#tray label.die")).to_have_count(6)
    expect(page.locator(".log li.unseen")).not_to_have_count(0)
    for name, line in zip(
        ("Zoë", "Marko"), page.locator(".log li:not(.unseen)").all(), strict=False
    ):
        expect(line).to_contain_text(name)
        expect(line).to_be_in_viewport(ratio=1)


def test_the_dot_at_a_face_leaves_the_points_of_three_free(people: People) -> None:
    seat = people.server.api.table("Lena", "Marko", "Zoë")[0]
    page = people.at(seat, size={"width": 390, "height": 844}, touch=True)
    expect(page.locator(".seat .face.here")).to_have_count(1)
    gap = page.locator(".seat:has(.here)").evaluate(
        """seat => {
            const face = seat.querySelector('.face');
            const { left, width } = getComputedStyle(face, '::after');
            return seat.querySelector('.points').getBoundingClientRect().left
                - face.getBoundingClientRect().left - parseFloat(left) - parseFloat(width);
        }"""
    )
    assert gap >= 3


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900)])
def test_the_sheets_of_three_others_fit_on_a_desk(people: People, size: tuple[int, int]) -> None:
    seats = people.server.api.table("Lena", "Marko", "Zoë", "Mia")
    page = people.at(seats[0], size={"width": size[0], "height": size[1]})
    expect(page.locator(".sheet").last).to_be_in_viewport(ratio=1)
    page.locator(".sheet").nth(1).locator(".fold").click()
    expect(page.locator(".sheet").nth(1).locator("tfoot")).to_be_visible()


@pytest.mark.parametrize("locale", ["en", "de", "el"])
def test_on_a_phone_on_its_side_the_question_is_seen_whole(people: People, locale: str) -> None:
    slow = {"ask_seconds": 20, "pace": 10}
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0, settings=slow)
    page = people.come(seat, size={"width": 844, "height": 390}, touch=True, locale=locale)
    page.goto(seat.link)
    seat.play("roll")
    expect(page.locator("#tray label.die")).to_have_count(6)
    seat.play("score 0")
    page.locator(".ask summary").evaluate("part => part.click()")  # which scrolls nowhere
    expect(page.locator(".ask-box [value=ask]")).to_be_visible()
    for answer in ("ask", "pass"):
        box = page.locator(f".ask-box [value={answer}]").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 390


@pytest.mark.parametrize("size", [(844, 390), (667, 375)])
def test_on_a_phone_on_its_side_a_host_sees_who_has_come_and_how_to_begin(
    people: People, size: tuple[int, int]
) -> None:
    seats = people.server.api.table("Anna", "Ben", begin=False)
    page = people.at(seats[0], size={"width": size[0], "height": size[1]}, touch=True, locale="de")
    for part in ("#seat-1", "#invite-link", "[value=begin]"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def places(page: Page) -> list[tuple[float, float, float]]:
    """Where the tiles of the start page stand, and how high they are."""
    boxes: list[tuple[float, float, float]] = page.locator(".tiles summary").evaluate_all(
        """tiles => tiles.map((tile) => tile.getBoundingClientRect())
            .map((box) => [box.left, box.top + scrollY, box.height].map(Math.round))"""
    )
    return [(left, top, height) for left, top, height in boxes]


@pytest.mark.parametrize("width", [800, 1024, 1280])
def test_the_tiles_of_the_start_page_keep_their_places(people: People, width: int) -> None:
    page = people.come(size={"width": width, "height": 900})
    page.goto("/")
    before = places(page)
    for tile in ("bots", "friends", "device", "real-dice"):
        page.locator(f"#{tile} summary").click()
        expect(page.locator(f"#{tile} form")).to_be_visible()
        for (left, top, _), (was_left, was_top, _) in zip(places(page), before, strict=True):
            assert abs(left - was_left) <= 1  # its border is thicker
            assert abs(top - was_top) <= 1
    for top in {top for _, top, _ in before}:
        row = {height for _, where, height in before if where == top}
        assert max(row) - min(row) <= 1, row


@pytest.mark.parametrize("size", [(960, 600), (844, 390), (820, 1180)])
def test_where_its_tile_is_not_beside_it_an_open_form_says_what_it_is_for(
    people: People, size: tuple[int, int]
) -> None:
    page = people.come(size={"width": size[0], "height": size[1]}, locale="de")
    page.goto("/")
    page.locator("#bots summary").click()
    expect(page.locator("#bots .of-tile")).to_be_in_viewport(ratio=1)


def test_a_guest_reads_first_that_there_is_a_seat_and_unfolds_the_code(people: People) -> None:
    guest = people.server.api.table("Anna", "Ben", begin=False)[1]
    page = people.at(guest, size=PHONE, touch=True)
    first = page.locator(".lobby > :first-child")
    expect(first).to_have_text("You have a seat. The host starts the game.")
    expect(page.locator(".qr")).to_be_hidden()
    page.locator(".code summary").tap()
    expect(page.locator(".qr")).to_be_visible()


def test_skipping_the_wait_stands_in_the_middle(people: People) -> None:
    seat = people.server.api.create(
        "Lena", bots=["casual", "greedy"], begin=True, first=1, settings={"pace": 50}
    )
    page = people.at(seat, size=PHONE, touch=True)
    box = page.locator("[value=hurry]").bounding_box()
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - PHONE["width"] / 2) <= 1


def test_the_links_into_the_rules_do_not_touch_each_other(people: People) -> None:
    page = people.come(size=PHONE)
    page.goto("/rules")
    gap = page.locator(".jumps").evaluate("links => parseFloat(getComputedStyle(links).columnGap)")
    assert gap >= 8


@pytest.mark.parametrize("names", [("Lena", "Marko", "Zoë"), ("Lena", "Marko", "Zoë", "Mia")])
@pytest.mark.parametrize("size", [(360, 740), (844, 390), (1280, 800)])
def test_the_dice_stay_where_they_are_when_somebody_gives_the_most(
    people: People, size: tuple[int, int], names: tuple[str, ...]
) -> None:
    first = people.server.api.table(*names)[0]
    page = people.at(first, size={"width": size[0], "height": size[1]}, touch=size[0] < 1000)
    before = page.locator(".bonuses").bounding_box()
    first.play("roll")
    first.play("score 0")
    expect(page.locator(".gave.most")).to_have_count(1)
    assert page.locator(".bonuses").bounding_box() == before


@pytest.mark.parametrize("names", [("Lena", "Marko"), ("Lena", "Marko", "Zoë", "Παναγιώτης")])
@pytest.mark.parametrize("locale", ["en", "el"])
def test_a_laptop_at_150_percent_shows_dice_bonuses_and_buttons_at_once(
    people: People, names: tuple[str, ...], locale: str
) -> None:
    first = people.server.api.table(*names)[0]
    page = people.come(first, size={"width": 960, "height": 600}, locale=locale)
    page.goto(first.link)
    first.play("roll")
    expect(page.locator("#tray label.die")).to_have_count(6)
    acts = page.locator(".acts").bounding_box()
    assert acts is not None
    for part in ("#tray label.die", ".bonus", ".helps button"):
        for box in page.locator(part).evaluate_all(
            "all => all.map(e => e.getBoundingClientRect())"
        ):
            assert box["bottom"] <= acts["y"], part


@pytest.mark.parametrize("height", [390, 340])
@pytest.mark.parametrize("bots", [["casual"], ["casual", "greedy", "generous"]])
def test_on_a_phone_on_its_side_chances_move_nothing_and_all_is_in_sight(
    people: People, height: int, bots: list[str]
) -> None:
    seat = people.server.api.create("Lena", bots=bots, begin=True, first=0)
    page = people.come(seat, size={"width": 844, "height": height}, touch=True, locale="de")
    page.goto(seat.link)
    seat.play("roll")
    expect(page.locator("#tray label.die")).to_have_count(6)
    page.evaluate("() => document.fonts.ready.then(() => true)")
    parts = [page.locator(part) for part in (".bonuses", ".helps", ".acts")]
    for part in parts:
        expect(part).to_be_visible()
    page.wait_for_timeout(400)  # the bot has said that it does not ask
    before = [part.bounding_box() for part in parts]
    page.locator("[data-chances]").click()
    expect(page.locator(".chance").first).not_to_be_empty()
    page.locator("[data-chances]").click()
    expect(page.locator(".chance").first).to_be_hidden()  # its place stays
    page.evaluate("() => scrollTo(0, 0)")
    assert [part.bounding_box() for part in parts] == before
    acts = page.locator(".acts button").last.bounding_box()
    assert acts is not None
    assert acts["y"] + acts["height"] <= height


def test_long_names_fit_the_headline_of_a_tablet_on_its_side(people: People) -> None:
    names = ("Anna-Katharina", "Marie Antoinette")
    seats = people.server.api.table(*names)
    page = people.at(seats[1], size={"width": 1024, "height": 768}, locale="de")
    seats[0].play("roll")
    say = page.locator("#say")
    expect(say).to_contain_text(names[0])
    assert say.evaluate("say => say.scrollHeight <= say.clientHeight + 1")
    assert say.evaluate("say => say.scrollWidth <= say.clientWidth + 1")


def test_in_forced_colours_it_is_marked_who_gives_most_and_who_has_won(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko")
    play_turns(seats, 4)
    page = people.at(seats[0])
    page.emulate_media(forced_colors="active")
    outline = "part => getComputedStyle(part).outlineStyle"
    assert page.locator(".gave.most").first.evaluate(outline) == "solid"
    assert page.locator(".gave:not(.most)").first.evaluate(outline) == "none"
    assert page.locator(".sheet tbody tr:not(.now) td").first.evaluate(outline) == "solid"
    play_turns(seats, 10)
    edge = "part => getComputedStyle(part).borderLeftWidth"
    first, second = (page.locator(f".place-{place} .block").first for place in (1, 2))
    assert first.evaluate(edge) == "4px"
    assert second.evaluate(edge) != "4px"


# Where everything lies, with the clock of a decision hidden or shown.
PLACES: Final = """
(shown) => {
  document.querySelectorAll('.acts .countdown').forEach((each) => { each.hidden = !shown; });
  return [...document.querySelectorAll('.seat, .die, .acts button, .bonus, .helps button, .sheet')]
    .map((each) => each.getBoundingClientRect()).map(({ x, y }) => `${x} ${y}`);
}
"""
BAR: Final = """
() => {
  const clock = document.querySelector('.acts > .countdown');
  clock.hidden = false;
  return clock.querySelector('.bar-left').offsetHeight;
}
"""


def test_the_clock_of_a_decision_moves_nothing_when_it_appears(people: People) -> None:
    lena, marko = people.server.api.table("Lena", "Marko", turn_seconds=300)
    lena.play("roll")
    for seat in (lena, marko):
        page = people.at(seat, locale="el")
        expect(page.locator(".acts .countdown[data-last]")).to_be_attached()
        for width, height in (*PHONES, (844, 390), (640, 360), (820, 1180), *DESKS):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            assert page.evaluate(PLACES, False) == page.evaluate(PLACES, True), (width, height)
            assert page.evaluate(BAR)


@pytest.mark.parametrize("hints", [False, True])
@pytest.mark.parametrize("names", [("Lena", "Marko", "Zoë"), ("Lena", "Marko", "Zoë", "Ada")])
def test_what_others_scored_stands_on_a_tablet_between_the_cards_and_the_sheet(
    people: People, names: tuple[str, ...], hints: bool
) -> None:
    seats = people.server.api.table(*names, hints=hints)
    play_turns(seats, 2 * len(names))
    page = people.at(seats[seats[0].state()["to_act"]], touch=True)
    for width, height in ((820, 1180), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        lines, cards = page.locator(".recaps li:visible"), page.locator(".bonus")
        expect(cards.first).to_be_visible()
        assert lines.count() >= len(names) - 2
        first, last = lines.first.bounding_box(), lines.last.bounding_box()
        card, sheet = cards.first.bounding_box(), page.locator(".sheet").first.bounding_box()
        assert first
        assert last
        assert card
        assert sheet
        assert card["y"] + card["height"] <= first["y"]
        assert last["y"] + last["height"] <= sheet["y"]
