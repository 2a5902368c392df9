"""Guide, hints, chances and notices have places where they hide and move nothing."""

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


@pytest.mark.parametrize("locale", ["de", "el"])
def test_on_a_low_desk_a_hint_hides_no_sums_and_the_guide_cuts_no_line(
    people: People, locale: str
) -> None:
    page = newcomer(people, False, locale, ["casual", "greedy"])
    page.set_viewport_size({"width": 960, "height": 600})
    page.locator("[value=roll]").click()
    page.locator("#tray label.die").first.click()
    page.locator("[data-chances]").click()
    expect(page.locator("html")).not_to_have_class(re.compile("with-chances"))
    expect(page.locator(".guide")).to_be_visible()
    assert not [text for text in page.evaluate(OVERLAPS) if ".guide" in text]
    page.locator("[value=hint]").click()
    expect(page.locator(".charity-line")).to_be_visible()
    for width, height in ((960, 600), (999, 700), (900, 560)):
        page.set_viewport_size({"width": width, "height": height})
        card = page.locator(".hint-card").bounding_box()
        assert card
        for sums in page.locator(".seat .points, .seat .gave").all():
            box = sums.bounding_box()
            assert box
            assert card["y"] + card["height"] <= box["y"]


def test_the_guide_makes_room_for_the_question_of_the_biggest_gift(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko", ask_seconds=20)
    page = people.at(two, size=PHONE, touch=True, newcomer=True)
    expect(page.locator(".guide")).to_be_visible()
    one.play("roll")
    page.locator(".ask summary").tap()
    expect(page.locator(".ask-box")).to_be_visible()
    expect(page.locator(".guide")).to_be_hidden()


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
