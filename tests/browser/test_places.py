"""What is said, opened and waited for has a place where it hides and moves nothing."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from tests.browser.support import LANGUAGES, PHONE, People, play_turns, speak

PHONES: Final = ((360, 740), (390, 664), (390, 844), (412, 915))
DESKS: Final = (
    (1024, 768),
    (1280, 720),
    (1280, 800),
    (1366, 768),
    (1440, 900),
    (1600, 900),
    (1920, 1080),
)
# On a phone what a card means is said below it for a moment; so is a hint where there is room.
BELOW_CARDS: Final = r"(notice|hint-card) and \.(brings|charity-line|helps button)"
# Pairs of boxes that lie over one another; what the bar of actions hides on a phone does not count.
OVERLAPS: Final = """
() => {
  const floating = ['.guide', '.hint-card', '.notice'];
  const lying = ['.brings:not(:empty)', '.charity-line', '.helps button', '.bonus', '#hint',
    '.dice .die:not(.blank)', '.acts button', '.ask-box'];
  const bar = document.querySelector('.acts');
  const top = getComputedStyle(bar).position === 'fixed' ? bar.getBoundingClientRect().top : 1e9;
  const boxes = [...floating, ...lying].flatMap((name) => [...document.querySelectorAll(name)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => ({ name, over: floating.includes(name), box: each.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.bottom > 0 && box.top < innerHeight)
    .filter(({ name, box }) => /^.a[cs]/.test(name) || box.top < top));
  const found = boxes.flatMap((one, place) => boxes.slice(place + 1).map((two) => {
    const wide = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
    const bottoms = Math.min(one.box.bottom, two.box.bottom, one.name === two.name ? 1e9
      : /^.a[cs]/.test(two.name) && !one.over ? top : 1e9);
    const high = bottoms - Math.max(one.box.top, two.box.top);
    return wide > 1 && high > 1 ? `${one.name} and ${two.name}: ${Math.round(high)}` : '';
  })).filter(Boolean);
  const below = boxes.filter(({ over, box }) => over && innerWidth > 999
    && box.bottom > innerHeight + 1).map(({ name }) => `${name} needs scrolling`);
  return [...new Set([...found, ...below])];
}
"""


# Scripts have heard of a new size when two frames were drawn.
SETTLED: Final = """
() => {
  scrollTo(0, 0);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
"""


def newcomer(people: People, touch: bool, locale: str, bots: list[str]) -> Page:
    """Somebody who is guided, with the chances switched on, before the first roll."""
    seat = people.server.api.create("Lena", bots=bots, begin=True, first=0)
    size = {"width": 390, "height": 844} if touch else {"width": 1280, "height": 800}
    page = people.come(seat, size=size, touch=touch, newcomer=True, locale=locale)
    page.add_init_script("localStorage['charidice-odds'] = 'on'")
    page.goto(seat.link)
    return page


def overlaps(page: Page, sizes: tuple[tuple[int, int], ...], state: str) -> list[str]:
    """What lies over something else in one state of the table, on each of the screens."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        found += [f"{state}, {width}x{height}: {text}" for text in page.evaluate(OVERLAPS)]
        reached = page.locator(".acts button:visible").last.bounding_box()
        if reached and reached["y"] + reached["height"] > height:
            found.append(f"{state}, {width}x{height}: the buttons need scrolling")
    return found


@pytest.mark.parametrize(
    ("sizes", "locale", "bots"),
    [
        (PHONES, "en", ["casual"]),
        (PHONES, "de", ["casual", "greedy", "generous"]),
        (DESKS, "en", ["casual"]),
        (DESKS, "el", ["casual", "greedy"]),
        (DESKS, "de", ["casual", "greedy", "generous"]),
    ],
    ids=["phones-2", "phones-4", "desks-2", "desks-3", "desks-4"],
)
def test_nothing_that_is_said_lies_over_dice_bonuses_or_buttons(
    people: People, sizes: tuple[tuple[int, int], ...], locale: str, bots: list[str]
) -> None:
    page = newcomer(people, sizes == PHONES, locale, bots)
    guide = page.locator(".guide")
    expect(guide).to_be_visible()
    found = overlaps(page, sizes, "before the roll")
    page.locator("[value=roll]").click()
    expect(page.locator("#tray label.die")).to_have_count(6)
    page.locator("#tray label.die").first.click()
    expect(guide.locator("[data-step=score]")).to_be_visible()
    expect(page.locator(".brings")).not_to_be_empty()
    found += overlaps(page, sizes, "a die is ticked")
    page.locator(".bonus").first.click()
    expect(page.locator("#notice")).to_be_visible()
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.locator(".bonus").first.click()
        found += overlaps(page, (size,), "a notice is shown")
    page.locator("[value=hint]").click()
    expect(page.locator(".hint-card")).to_be_visible()
    expect(guide).to_be_hidden()
    found += overlaps(page, sizes, "a hint is shown")
    found = [text for text in found if sizes == DESKS or not re.search(BELOW_CARDS, text)]
    assert not found, "\n".join(found)


def test_on_a_phone_of_middle_height_the_guide_has_room_below_the_cards(people: People) -> None:
    page = newcomer(people, True, "el", ["casual"])
    page.set_viewport_size({"width": 844, "height": 390})  # and then it is turned
    page.locator("[value=roll]").click()
    page.locator("#tray label.die").first.click()
    page.locator("[data-chances]").click()
    expect(page.locator("html")).not_to_have_class(re.compile("with-chances"))
    expect(page.locator(".guide [data-step=score]")).to_be_visible()
    found = overlaps(page, ((360, 740), (360, 780), (375, 812)), "a die is ticked")
    covered = [text for text in found if ".charity-line" not in text]
    assert not covered, "\n".join(covered)
    guide, seats = page.locator(".guide").bounding_box(), page.locator(".seats").bounding_box()
    assert guide is not None
    assert seats is not None
    assert guide["y"] > seats["y"] + seats["height"]


@pytest.mark.parametrize("locale", ["en", "de", "fr", "el"])
def test_on_a_phone_on_its_side_the_guide_covers_no_dice_and_no_words(
    people: People, locale: str
) -> None:
    page = newcomer(people, True, locale, ["casual"])
    page.set_viewport_size({"width": 844, "height": 390})
    page.locator("[value=roll]").click()
    page.locator("#tray label.die").first.click()
    expect(page.locator(".guide")).to_be_visible()
    guide = page.locator(".guide").bounding_box()
    assert guide is not None
    for below in (".say", ".dice", ".bonuses"):
        box = page.locator(below).bounding_box()
        assert box is not None
        assert guide["y"] + guide["height"] <= box["y"] + 1, below
    bell = page.locator("#sound").bounding_box()
    assert bell is not None
    assert guide["x"] + guide["width"] <= bell["x"]


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900)])
def test_on_a_desk_hint_and_chances_have_room_in_every_language(
    people: People, size: tuple[int, int]
) -> None:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
    page = people.come(seat, size={"width": size[0], "height": size[1]})
    for language in LANGUAGES:
        page.goto("/")
        speak(page, language)
        page.goto(seat.link)
        helps, tray, score = (
            page.locator(part).bounding_box()
            for part in (".helps button >> nth=1", ".tray", ".acts")
        )
        assert helps is not None
        assert tray is not None
        assert score is not None
        assert helps["x"] + helps["width"] <= tray["x"] + tray["width"] + 0.5, language
        assert score["y"] + score["height"] <= size[1], language


@pytest.mark.parametrize("locale", ["en", "el"])
def test_on_a_tablet_held_upright_the_guide_hides_nothing_that_is_used(
    people: People, locale: str
) -> None:
    page = newcomer(people, True, locale, ["casual"])
    page.locator("[value=roll]").click()
    page.locator("#tray label.die").first.click()
    expect(page.locator(".guide [data-step=score]")).to_be_visible()
    for size, below in (((768, 1024), "#chances"), ((820, 1180), ".sheet.mine tr.now")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(SETTLED)
        guide, box = (page.locator(part).bounding_box() for part in (".guide", below))
        assert guide is not None
        assert box is not None
        assert box["y"] + box["height"] <= guide["y"], size


def test_on_a_desk_the_guide_takes_the_place_of_the_log(people: People) -> None:
    page = newcomer(people, False, "de", ["casual"])
    guide = page.locator(".guide").bounding_box()
    others = page.locator(".sheet:not(.mine)").bounding_box()
    page.locator(".guide button").click()
    log = page.locator(".log").bounding_box()
    assert (guide, others) == (log, page.locator(".sheet:not(.mine)").bounding_box())


def test_on_a_desk_a_notice_leaves_the_guide_where_it_is(people: People) -> None:
    page = newcomer(people, False, "de", ["casual"])
    for width, height in ((1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => { document.getElementById('notice').hidden = false; }")
        expect(page.locator(".guide")).to_be_visible()


def test_a_menu_lies_in_front_of_the_guide(people: People) -> None:
    page = newcomer(people, True, "el", ["casual"])
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".guide")).to_be_visible()
    page.locator("#menu summary").tap()
    expect(page.locator(".guide")).to_be_hidden()


def test_on_a_low_desk_the_guide_leaves_what_the_others_did_in_sight(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko", "Zoë", "Ada")
    play_turns(seats, 8)
    low, first = {"width": 960, "height": 600}, seats[seats[0].state()["to_act"]]
    page = people.come(first, size=low, newcomer=True, locale="el")
    page.goto(first.link)
    guide = page.locator(".guide").bounding_box()
    last = page.locator(".recaps li").last.bounding_box()
    assert guide
    assert last
    assert last["y"] + last["height"] <= guide["y"]


def test_the_log_shows_whole_lines(people: People) -> None:
    seats = people.server.api.table("Lena", "Marko", "Zoë")
    play_turns(seats, 7)
    page = people.at(seats[0], size={"width": 1024, "height": 768}, locale="de")
    log = page.locator(".log ul").bounding_box()
    assert log
    lines = [line.bounding_box() for line in page.locator(".log li").all()]
    seen = [line for line in lines if line and line["x"] < log["x"] + log["width"]]
    assert seen
    assert all(line["y"] + line["height"] <= log["y"] + log["height"] for line in seen)


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


def test_the_guide_makes_room_for_the_question_of_the_biggest_gift(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko", ask_seconds=20)
    page = people.at(two, size=PHONE, touch=True, newcomer=True)
    expect(page.locator(".guide")).to_be_visible()
    one.play("roll")
    page.locator(".ask summary").tap()
    expect(page.locator(".ask-box")).to_be_visible()
    expect(page.locator(".guide")).to_be_hidden()


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


def places(page: Page) -> list[tuple[float, float, float]]:
    """Where the tiles of the start page stand, and how high they are."""
    boxes: list[tuple[float, float, float]] = page.locator(".tiles summary").evaluate_all(
        """tiles => tiles.map((tile) => tile.getBoundingClientRect())
            .map((box) => [box.left, box.top + scrollY, box.height].map(Math.round))"""
    )
    return [(left, top, height) for left, top, height in boxes]


@pytest.mark.parametrize("width", [800, 1280])
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


@pytest.mark.parametrize("size", [(960, 600), (844, 390)])
def test_on_a_low_screen_an_open_form_says_what_it_is_for(
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


def test_with_four_seats_hint_and_chances_are_in_sight_on_any_phone(people: People) -> None:
    bots = ["casual", "greedy", "generous"]
    seat = people.server.api.create("Lena", bots=bots, begin=True, first=0)
    page = people.come(seat, size={"width": 360, "height": 740}, touch=True, locale="de")
    page.goto(seat.link)
    seat.play("roll")
    expect(page.locator("#tray label.die")).to_have_count(6)
    below = """() => [...document.querySelectorAll(".helps button")].map((button) =>
        button.getBoundingClientRect().bottom
        - document.querySelector(".acts").getBoundingClientRect().top)"""
    for width, height in ((360, 640), (360, 740), (390, 760), (360, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        overlaps = page.evaluate(below)
        assert len(overlaps) == 2
        assert max(overlaps) <= 4, (width, height)


def test_what_a_hint_says_at_length_hides_no_sheet_of_one_s_own(people: People) -> None:
    bots = ["casual", "greedy", "generous"]
    seat = people.server.api.create("Lena", bots=bots, begin=True, first=0)
    page = people.at(seat, size={"width": 1920, "height": 1080}, locale="de")
    seat.play("roll")
    expect(page.locator("#tray label.die")).to_have_count(6)
    page.keyboard.press("h")
    page.locator("#coach-more summary").click()
    card, own = (
        page.locator(".hint-card").bounding_box(),
        page.locator(".sheet").first.bounding_box(),
    )
    assert card is not None
    assert own is not None
    assert card["y"] >= own["y"] + own["height"] - 8
    assert card["y"] + card["height"] <= 1080


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


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800)])
@pytest.mark.parametrize("locale", ["de", "el"])
def test_on_small_desks_the_guide_of_four_hides_no_sheet(
    people: People, size: tuple[int, int], locale: str
) -> None:
    page = newcomer(people, touch=False, locale=locale, bots=["casual", "greedy", "generous"])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.locator("[value=roll]").click()
    expect(page.locator("#tray label.die")).to_have_count(6)
    guide = page.locator(".guide").bounding_box()
    assert guide is not None
    for sheet in page.locator(".sheet").all():
        box = sheet.bounding_box()
        assert box is not None
        assert box["y"] >= guide["y"] + guide["height"] or box["y"] + box["height"] <= guide["y"]


def test_long_names_fit_the_headline_of_a_tablet_on_its_side(people: People) -> None:
    names = ("Anna-Katharina", "Marie Antoinette")
    seats = people.server.api.table(*names)
    page = people.at(seats[1], size={"width": 1024, "height": 768}, locale="de")
    seats[0].play("roll")
    say = page.locator("#say")
    expect(say).to_contain_text(names[0])
    assert say.evaluate("say => say.scrollHeight <= say.clientHeight + 1")
    assert say.evaluate("say => say.scrollWidth <= say.clientWidth + 1")


def test_on_one_device_a_hint_does_not_cover_the_2x(people: People) -> None:
    page = people.come(size={"width": 390, "height": 844}, touch=True)
    page.goto("/")
    page.locator("#device summary").tap()
    for place, name in enumerate(("Mia", "Zoë")):
        page.locator("#device [name=player]").nth(place).fill(name)
    page.locator("form[action='/one-device'] .go").tap()
    page.locator("[value=roll]").tap()
    expect(page.locator(".ask.here")).to_be_visible()
    page.locator("[value=hint]").tap()
    card, ask = page.locator(".hint-card"), page.locator(".ask.here")
    expect(card).to_be_visible()
    above, below = card.bounding_box(), ask.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]


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
