"""Score sheets to print, and the page for one's own dice: on paper and on any screen."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.support import DESK, LANGUAGES, PHONE, People, Seat
from tests.browser.test_looks import both_schemes, too_wide
from tests.web.support import Player

from charidice.web.pages.paper import COUNTS, PAPERS

# The labels that stand on every sheet, in reading order.
LABELS: Final = (
    ".owner > span, th, small, dt, caption, .gift-box b, .twice, .set-table b, .gift-note"
)
ON_EVERY_SHEET: Final = 40
# What is cut off or sticks out of its sheet or of its own box.
MISFITS: Final = """
labels => [...document.querySelectorAll('.score-sheet')].flatMap((sheet) => {
  const paper = sheet.closest('.paper-page').getBoundingClientRect();
  const edge = sheet.getBoundingClientRect();
  const inside = (box, around) => box.left >= around.left - 0.5 && box.top >= around.top - 0.5
    && box.right <= around.right + 0.5 && box.bottom <= around.bottom + 0.5;
  const cut = (e) => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1;
  return [...sheet.querySelectorAll(labels)]
    .filter((e) => !inside(e.getBoundingClientRect(), edge) || !inside(edge, paper) || cut(e))
    .map((e) => e.outerHTML.slice(0, 100));
})
"""
OVERLAPS: Final = """
() => [...document.querySelectorAll('.score-sheet')].filter((sheet) => {
  const [owner, rows, beside] = [...sheet.children].map((e) => e.getBoundingClientRect());
  const apart = (a, b) => a.bottom <= b.top + 0.5 || a.right <= b.left + 0.5;
  return !apart(owner, rows) || !apart(owner, beside) || !apart(rows, beside);
}).length
"""


def printed(page: Page) -> tuple[int, set[str]]:
    """How many pages the browser prints, and how large they are, in points."""
    pdf = page.pdf(prefer_css_page_size=True)
    sizes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    rounded = {f"{float(width):.0f} x {float(height):.0f}" for width, height in sizes}
    return len(re.findall(rb"/Type\s*/Page\b", pdf)), rounded


def misfits(page: Page) -> list[str]:
    """Labels of the sheets that do not fit."""
    wrong: list[str] = page.evaluate(MISFITS, LABELS)
    return [*wrong, *["parts overlap"] * page.evaluate(OVERLAPS)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_empty_sheets_fill_one_page_with_every_label_on_it(people: People, language: str) -> None:
    page = people.come(locale=language)
    for paper in PAPERS:
        for count in COUNTS:
            page.goto(f"/sheets/print?paper={paper}&count={count}")
            size = {"a4": "595 x 842", "letter": "612 x 792"}[paper]
            assert printed(page) == (1, {size})
            page.emulate_media(media="print")
            labels = page.locator(".score-sheet").locator(LABELS)
            expect(labels).to_have_count(ON_EVERY_SHEET * count)
            assert all(label.strip() for label in labels.all_inner_texts())
            assert misfits(page) == []
            expect(page.locator(".not-printed")).to_be_hidden()
            page.emulate_media(media="null")


def test_a_label_that_does_not_fit_would_be_noticed(people: People) -> None:
    page = people.come()
    page.goto("/sheets/print?count=4")
    page.emulate_media(media="print")
    page.evaluate("() => { document.querySelector('.c3').textContent = 'x'.repeat(40); }")
    assert misfits(page)
    page.goto("/sheets/print?count=3")
    page.evaluate("() => { document.querySelector('.gift-note').style.paddingTop = '200px'; }")
    assert misfits(page)


def test_a_page_too_much_would_be_noticed(people: People) -> None:
    page = people.come()
    page.goto("/sheets/print")
    page.evaluate(
        "() => { const p = document.querySelector('.paper-page'); p.after(p.cloneNode()); }"
    )
    assert printed(page)[0] == 2


@pytest.mark.parametrize("names", [("Lena", "Marko"), ("M" * 30, "Anna-Lena", "Ζωή", "Çağla")])
def test_the_sheets_of_a_game_fill_one_page(people: People, names: tuple[str, ...]) -> None:
    seats = people.server.api.finished(*names)
    page = people.at(seats[0])
    page.get_by_role("link", name="Print the sheets").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The sheets of this game")
    assert printed(page) == (1, {"595 x 842"})
    page.get_by_role("link", name="Letter").click()
    assert printed(page) == (1, {"612 x 792"})
    page.emulate_media(media="print")
    assert misfits(page) == []
    for seat, name in enumerate(names):
        sheet = page.get_by_role("region", name=name, exact=True)
        total = seats[0].state()["result"]["totals"][seat]
        expect(sheet.locator(".in-all dd")).to_have_text(str(total))
        expect(sheet.locator(".score-rows td")).to_have_count(32)
        assert all(sheet.locator(".score-rows td").all_inner_texts())


def test_sheets_are_chosen_and_printed_with_the_keyboard_alone(people: People) -> None:
    page = people.come(size=PHONE)
    page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1; };")
    page.goto("/sheets")
    page.locator("[name=paper][value=a4]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("paper=letter&count=3"))
    page.get_by_role("button", name="Print").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("window.printed") == 1


def test_the_pages_about_sheets_have_no_barriers(people: People) -> None:
    link = people.server.api.finished("Lena", "Marko")[0].link
    for size in (PHONE, DESK):
        page, wrong = people.come(size=size), []
        for path in ("/sheets", "/sheets/print?count=4", f"{link}/sheets"):
            page.goto(path)
            wrong += both_schemes(page)
            wrong += too_wide(page, 320)
        assert not wrong, "\n".join(wrong)


OWN: Final = "YGBPKR RYGBPK KRYGBP PKRYGB BPKRYG GBPKRY"
STORED: Final = "localStorage['charidice-dice']"


def enter(page: Page, words: str) -> None:
    """Choose the colours of the dice one after the other."""
    for place, letter in enumerate(words.replace(" ", "")):
        page.locator("#own-dice select").nth(place).select_option(letter)


def test_own_dice_are_checked_at_once_and_kept_in_the_browser(people: People) -> None:
    page = people.come(size=PHONE)
    page.goto("/dice")
    state = page.get_by_role("status")
    expect(state).to_have_text("36 faces are still missing.")
    enter(page, OWN[:20])
    expect(state).to_have_text("18 faces are still missing.")
    second = page.get_by_role("group", name="Die 2").get_by_label("Under the 1")
    second.focus()
    second.select_option("Y")
    expect(state).to_contain_text("“1, yellow triangle” is on die 1 and on die 2")
    expect(second).to_have_attribute("aria-invalid", "true")
    expect(second).to_be_focused()
    enter(page, OWN)
    expect(state.get_by_role("textbox")).to_have_value(OWN)
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    assert page.evaluate(STORED) == OWN
    link = state.get_by_role("link", name="Start a pad with these dice")
    expect(link).to_have_attribute("href", f"/?dice={OWN.replace(' ', '%20')}#real-dice")
    page.goto("/dice")
    expect(state.get_by_role("textbox")).to_have_value(OWN)
    expect(page.locator("#own-dice select").first).to_have_value("Y")
    page.get_by_role("link", name="Start over").click()
    expect(state).to_have_text("36 faces are still missing.")
    assert page.evaluate(STORED) is None


def test_own_dice_are_entered_with_the_keyboard_alone(people: People) -> None:
    page = people.come()
    page.goto("/dice")
    page.locator("#own-dice select").first.focus()
    names = {"R": "red", "Y": "yel", "G": "gre", "B": "blu", "P": "pur", "K": "bla"}
    for letter in OWN.replace(" ", ""):
        page.keyboard.type(names[letter])
        page.keyboard.press("Tab")
    expect(page.get_by_role("status").get_by_role("textbox")).to_have_value(OWN)


def test_own_dice_need_no_scripts(people: People) -> None:
    page = people.come(scripts=False, size=PHONE)
    page.goto("/dice")
    enter(page, OWN)
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("#dice-text")).to_have_value(OWN)


@pytest.mark.parametrize("language", ["en", "de", "el"])
def test_the_page_of_own_dice_has_no_barriers(people: People, language: str) -> None:
    page, wrong = people.come(locale=language, size=PHONE), []
    for words in ("", OWN, OWN.replace("Y", "R")):
        page.goto(f"/dice?dice={words}")
        wrong += both_schemes(page)
        wrong += too_wide(page, 320)
    assert not wrong, "\n".join(wrong)


def test_the_faces_of_own_dice_are_large_enough_to_tap(people: People) -> None:
    page = people.come(size=PHONE)
    page.goto(f"/dice?dice={OWN}")
    for select in page.locator("#own-dice select").all():
        box = select.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        face = select.locator("xpath=..").locator(".die").bounding_box()
        assert face is not None
        assert face["x"] < at["x"] < face["x"] + face["width"]
        assert face["y"] < at["y"] < face["y"] + face["height"]


# The heads of a table that do not stand above their columns.
ASTRAY: Final = """
() => [...document.querySelectorAll('table')].flatMap((table) =>
  [...table.tHead.rows[0].cells].filter((head, place) => {
    const [above, below] = [head, table.tBodies[0].rows[0].cells[place]]
      .map((cell) => cell.getBoundingClientRect());
    return above.left !== below.left || above.width !== below.width || above.top >= below.top;
  }).map((head) => head.textContent))
"""


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_an_evening_is_a_table_with_its_heads_above_the_columns(
    people: People, size: ViewportSize
) -> None:
    seats = people.server.api.finished("Lena", "M" * 30)
    page = people.at(seats[0], size=size)
    page.goto(f"{seats[0].link}/evening")
    expect(page.get_by_role("columnheader", name="Wins")).to_be_visible()
    assert page.evaluate(ASTRAY) == []
    name = page.get_by_role("rowheader", name="Lena").last.bounding_box()
    assert name is not None
    assert name["height"] < 60  # on one line


def test_an_evening_has_no_barriers(people: People) -> None:
    seats = people.server.api.finished("Lena", "M" * 30)
    page = people.at(seats[0], size=PHONE)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: seats[0].table not in url)
    page.goto(f"{seats[0].link}/evening")
    expect(page.get_by_role("heading", name="This evening")).to_be_visible()
    wrong = both_schemes(page) + too_wide(page, 320)
    assert not wrong, "\n".join(wrong)


def test_the_wins_of_an_evening_stand_with_the_result_of_a_pad_without_barriers(
    people: People,
) -> None:
    pad = people.server.api.create("Lena", pad=True, others=["M" * 30], first=0, rounds=1)
    for game in range(2):
        if game:
            again = pad.player.rematch().json()
            pad = Seat(Player(pad.player.web, again["table"], again["token"]))
        for turn, score in enumerate(([0, 1, 2, 3], [0])):
            faces, position = "1P 2P 3P 4P 6P 6R", pad.state()["position"]
            pad.do("enter", turn=turn, position=position, faces=faces, score=score)
    page = people.at(pad, size=PHONE)
    wins = page.get_by_role("region", name="This evening")
    expect(wins.get_by_role("listitem")).to_have_text([re.compile("1 win"), re.compile("1 win")])
    expect(wins.get_by_role("link")).to_have_count(2)
    wrong = both_schemes(page) + too_wide(page, 320)
    assert not wrong, "\n".join(wrong)
