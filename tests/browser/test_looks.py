"""What the pages look like: for everybody, on every screen, in every language."""

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect
from tests.browser.support import (
    DESK,
    LANGUAGES,
    LONGEST_FIRST,
    PHONE,
    REFUSED,
    People,
    Seat,
    Server,
    button,
    hold,
    open_room,
    play_turns,
    roll,
    roll_button,
    score,
)

AXE: Final = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LONG: Final = (
    "Wolfeschlegelsteinhausenberger",
    "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMM",
    "Anna-Lena Maria von Hohenstauf",
    "Παπαδοπουλοπούλου-Κωνσταντίνου",
)

# The contrast of a text with every colour that may lie behind it: backgrounds of its ancestors
# are laid over one another, and of a gradient every stop counts.
CONTRAST: Final = """
(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, under) => [0, 1, 2]
    .map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const light = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, two) => {
    const [a, b] = [light(one), light(two)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const grounds = (element) => {
    const line = [];
    for (let e = element; e; e = e.parentElement) line.unshift(e);
    let found = [[255, 255, 255, 1]];
    for (const e of line) {
      const style = getComputedStyle(e);
      found = found.map((under) => over(rgba(style.backgroundColor), under));
      const stops = style.backgroundImage.match(/(rgba?|color|oklch|hsla?)\\([^()]*\\)/gi);
      if (stops) found = stops.map(rgba).flatMap((stop) => found.map((under) => over(stop, under)));
    }
    return found;
  };
  const text = (element) => {
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const least = Math.min(...grounds(element).map((g) => ratio(over(rgba(style.color), g), g)));
    return { least, enough: large ? 3 : 4.5 };
  };
  window.charidiceContrast = { rgba, ratio, over, grounds, text };
})()
"""


def checked(page: Page, *rules: str) -> list[str]:
    """Everything that axe finds on a page, or only by these rules.

    What it leaves open about contrast is reckoned here; nothing else may stay open.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
        page.evaluate(CONTRAST)
    options = {
        "runOnly": {"type": "rule" if rules else "tag", "values": rules or TAGS},
        "resultTypes": ["violations", "incomplete"],
    }
    found = page.evaluate("options => axe.run(document, options)", options)
    wrong = [
        f"{page.url}: {rule['id']}: {node['target']}: {node.get('failureSummary', '')}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
    for rule in found["incomplete"]:
        for node in rule["nodes"]:
            complaint = _resolved(page, rule["id"], node)
            if complaint:
                wrong.append(f"{page.url}: {rule['id']} is open: {node['target']}: {complaint}")
    return wrong


def _resolved(page: Page, rule: str, node: dict[str, Any]) -> str:
    """What is wrong with a result that axe left open; empty if nothing is."""
    target = node["target"][-1]
    if rule != "color-contrast":
        return json.dumps(node.get("any") or node.get("all"))[:300]
    if page.evaluate("t => document.querySelector(t).matches('.die i, .cell i')", target):
        return ""  # the number on a symbol: test_dice_can_be_read reckons it
    found = page.evaluate("t => charidiceContrast.text(document.querySelector(t))", target)
    if found["least"] >= found["enough"]:
        return ""
    return f"contrast {found['least']:.2f}, needed {found['enough']}"


Opened = Callable[[Page], object]


class Gallery:
    """Every kind of page, each with what makes it stand there."""

    def __init__(self, server: Server, names: tuple[str, ...] = ("Lena", "Marko")) -> None:
        api = server.api
        self.base = server.url
        self.lobby = api.table(*names[:3], begin=False)[0]
        self.rolling = api.table(*names)[0]
        self.choosing, receiver = api.table(*names)[:2]
        self.choosing.play("roll")
        receiver.play("pass")
        seats = api.table(*names, ask_seconds=20)
        seats[0].play("roll")
        self.waiting, self.asked = seats[0], seats[1]
        seats = api.table(*names, turn_seconds=86_400)
        seats[0].play("roll")
        seats[1].play("ask")
        seats[0].do("leave")
        seats[0].do("return")
        self.doubled = seats[0]
        seats = api.table(*names)
        play_turns(seats, 1)
        self.scored = seats[1]
        self.result = api.finished(*names)[0]
        ended = api.table(*names)
        for seat in ended:
            seat.do("end")
        self.ended = ended[0]
        self.closed = api.table(*names, watch=False)[0]

    def seats(self) -> list[Seat]:
        return [
            *(self.lobby, self.rolling, self.choosing, self.waiting, self.asked, self.doubled),
            *(self.scored, self.result, self.ended),
        ]

    def table_pages(self) -> dict[str, str]:
        return {
            "lobby": self.lobby.link,
            "rolling": self.rolling.link,
            "choosing": self.choosing.link,
            "waiting for an answer": self.waiting.link,
            "doubled": self.doubled.link,
            "scored": self.scored.link,
            "result": self.result.link,
            "ended": self.ended.link,
            "replay": f"{self.result.link}/replay?step=1",
            "replay at the end": f"{self.result.link}/replay",
        }

    def other_pages(self) -> dict[str, str]:
        return {
            "home": f"{self.base}/",
            "rules": f"{self.base}/rules",
            "rules on one page": f"{self.base}/rules/one-page",
            "about": f"{self.base}/about",
            "science": f"{self.base}/science",
            "back": f"{self.rolling.link}/back/{self.rolling.token}",
            "no such page": f"{self.base}/nowhere",
            "no such table": f"{self.base}/t/AAAAAAAAAAAAAAAA",
            "no onlookers": self.closed.link,
        }

    def visitor(self, people: People, **how: Any) -> Page:
        """Somebody who holds a seat on all of these pages; the question has a page of its own."""
        people.allowed.append(REFUSED)
        return people.come(*(seat for seat in self.seats() if seat is not self.asked), **how)


@pytest.fixture(scope="module")
def gallery(server: Server) -> Gallery:
    return Gallery(server)


@pytest.fixture(scope="module")
def crowd(server: Server) -> Gallery:
    """Four people with long names."""
    return Gallery(server, LONG)


def both_schemes(page: Page) -> list[str]:
    """All rules in light; in dark only the colours are others."""
    page.emulate_media(color_scheme="light")
    wrong = checked(page)
    page.emulate_media(color_scheme="dark")
    wrong += [f"dark: {text}" for text in checked(page, "color-contrast", "link-in-text-block")]
    page.emulate_media(color_scheme="light")
    return wrong


def unfold(page: Page) -> None:
    """Open what is folded away."""
    page.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true; })")


def test_axe_finds_nothing_at_a_table(people: People, gallery: Gallery) -> None:
    page, wrong = gallery.visitor(people), []
    for link in gallery.table_pages().values():
        page.goto(link)
        if page.locator("details.room").count():
            open_room(page)
        wrong += both_schemes(page)
    page = people.at(gallery.asked)
    page.locator(".ask summary").click()
    wrong += both_schemes(page)
    assert not wrong, "\n".join(sorted(set(wrong)))


def test_axe_finds_nothing_over_the_table(people: People, gallery: Gallery) -> None:
    page = gallery.visitor(people, size=PHONE)
    page.goto(gallery.choosing.link)
    page.get_by_role("link", name="Rules").click()
    expect(page.locator("dialog.over")).to_be_visible()
    wrong = both_schemes(page)
    wrong += [text for text in page.evaluate(SMALL) if "closing" in text or "go" in text]
    assert not wrong, "\n".join(sorted(set(wrong)))


def test_axe_finds_nothing_on_a_handed_over_device(people: People) -> None:
    page = people.come(size=PHONE, touch=True)
    page.goto("/")
    page.locator("#device summary").click()
    page.locator("#player-1").fill("Lena")
    page.locator("#player-2").fill("Marko")
    page.locator("form[action='/one-device'] button").click()
    expect(page.locator(".handover")).to_be_visible()
    wrong = both_schemes(page)
    roll(page)
    wrong += both_schemes(page)
    page.locator("details.ask summary").click()
    wrong += both_schemes(page) + page.evaluate(SMALL)
    button(page, "Not now").click()
    score(page, 0)
    expect(page.locator(".handover .present")).to_be_visible()
    wrong += both_schemes(page) + page.evaluate(SMALL)
    assert not wrong, "\n".join(sorted(set(wrong)))


def test_axe_finds_nothing_on_other_pages(people: People, gallery: Gallery) -> None:
    page, wrong = gallery.visitor(people), []
    for link in gallery.other_pages().values():
        page.goto(link)
        wrong += both_schemes(page)
    page.locator("#menu summary").click()
    wrong += both_schemes(page)
    page = people.come()
    page.goto("/about")
    page.get_by_role("button", name="Delete my data").click()
    expect(page.get_by_role("heading", name="Data deleted")).to_be_visible()
    wrong += both_schemes(page)
    assert not wrong, "\n".join(sorted(set(wrong)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_in_any_language(people: People, gallery: Gallery, language: str) -> None:
    page, wrong = gallery.visitor(people, locale=language, size=PHONE), []
    for link in (f"{gallery.base}/", gallery.choosing.link):
        page.goto(link)
        expect(page.locator("html")).to_have_attribute("lang", language)
        wrong += checked(page)
    assert not wrong, "\n".join(wrong)


DICE: Final = """
() => [...document.querySelectorAll('.die:not(.blank)')].map((die) => {
  const { rgba, ratio } = charidiceContrast;
  const ground = rgba(getComputedStyle(die).backgroundColor);
  const symbol = rgba(getComputedStyle(die.querySelector('svg')).fill);
  const rim = rgba(getComputedStyle(die.querySelector('svg')).stroke);
  const number = rgba(getComputedStyle(die.querySelector('i')).color);
  // The symbol stands out by itself, or by its rim.
  const edge = Math.max(ratio(symbol, ground), Math.min(ratio(rim, ground), ratio(rim, symbol)));
  return [die.className, edge, ratio(number, symbol), ground[3], symbol[3]];
})
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dice_can_be_read(people: People, gallery: Gallery, scheme: str) -> None:
    page = gallery.visitor(people)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    seen = set()
    for link in (f"{gallery.base}/", gallery.choosing.link, f"{gallery.base}/rules"):
        page.goto(link)
        page.evaluate(CONTRAST)
        for name, symbol, number, *opaque in page.evaluate(DICE):
            assert symbol >= 3, f"{name}: the symbol has {symbol:.2f}"
            assert number >= 4.5, f"{name}: the number has {number:.2f}"
            assert opaque == [1, 1]
            seen.add(name.split()[1])
    assert seen == {"red", "yellow", "green", "blue", "purple", "black"}


WIDTH: Final = "() => document.scrollingElement.scrollWidth"
# What sticks out of the screen, so that a failure says what to look at.
STICKING_OUT: Final = """
() => [...document.querySelectorAll('main *, header *, footer *')]
  .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5
    && !e.closest('.wide'))
  .slice(0, 5).map((e) => e.outerHTML.slice(0, 120))
"""


def too_wide(page: Page, width: int) -> list[str]:
    page.set_viewport_size({"width": width, "height": 740})
    found: int = page.evaluate(WIDTH)
    out = page.evaluate(STICKING_OUT)
    return [f"{width}: {page.url} is {found} wide: {out}"] if found > width else []


@pytest.mark.parametrize("language", LONGEST_FIRST)
def test_no_page_is_wider_than_the_screen(people: People, crowd: Gallery, language: str) -> None:
    page, wrong = crowd.visitor(people, locale=language, size=PHONE), []
    for link in (*crowd.table_pages().values(), *crowd.other_pages().values()):
        page.goto(link)
        unfold(page)
        wrong += too_wide(page, 360) + too_wide(page, 320)
    page = people.at(crowd.asked, locale=language, size=PHONE)
    wrong += too_wide(page, 360) + too_wide(page, 320)
    assert not wrong, "\n".join(wrong)


# Whatever can be touched; links inside a sentence are exempt, boxes count with their labels.
SMALL: Final = """
() => {
  const inSentence = (e) => e.matches('a') && getComputedStyle(e).display === 'inline'
    && [...e.parentElement.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  return [...document.querySelectorAll('a, button, input, select, summary, label')]
    .map((e) => (e.matches('[type=checkbox], [type=radio]') ? e.closest('label') ?? e : e))
    .filter((e) => !e.matches('[type=hidden], .skip') && !inSentence(e)
      && (!e.matches('label') || e.querySelector('input')) && e.checkVisibility())
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([e, box]) => box.width < 43.9 || box.height < 43.9)
    .map(([e, box]) => [Math.round(box.width), Math.round(box.height), e.outerHTML.slice(0, 90)])
    .map((parts) => parts.join(' '));
}
"""


def test_everything_to_touch_is_large_enough_on_a_phone(people: People, gallery: Gallery) -> None:
    page, wrong = gallery.visitor(people, size=PHONE, touch=True), []
    for link in (*gallery.table_pages().values(), *gallery.other_pages().values()):
        page.goto(link)
        unfold(page)
        wrong += [f"{page.url}: {text}" for text in page.evaluate(SMALL)]
    page = people.at(gallery.asked, size=PHONE, touch=True)
    wrong += [f"question: {text}" for text in page.evaluate(SMALL)]
    assert not wrong, "\n".join(wrong)


ANIMATED: Final = "die => getComputedStyle(die).animationName"


def test_thrown_dice_tumble_and_kept_ones_lie_still(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    page = people.at(one, motion="no-preference")
    roll_button(page).click()
    expect(page.locator("#tray .die.rolling")).to_have_count(6)
    assert page.locator("#tray .die").first.evaluate(ANIMATED) == "tumble"
    two.play("pass")
    page.locator("#tray label.die").first.click()
    page.get_by_role("button", name="Reroll").click()
    expect(page.locator("#say")).to_contain_text("Your roll 2 of 3")
    expect(page.locator("#tray .die.rolling")).to_have_count(5)
    assert page.locator("#tray .die").first.evaluate(ANIMATED) == "none"


def test_nothing_moves_for_who_wants_no_motion(people: People, gallery: Gallery) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one, motion="reduce")
    roll_button(page).click()
    expect(page.locator("#tray .die:not(.blank)")).to_have_count(6)
    for die in page.locator("#tray .die").all():
        assert die.evaluate(ANIMATED) == "none"
    page = gallery.visitor(people, motion="reduce", size=DESK)
    page.goto(gallery.result.link)
    moving = "() => document.getAnimations().length"
    assert page.evaluate(moving) == 0


def test_an_active_table_shows_whose_turn_it_is_without_colour(
    people: People, gallery: Gallery
) -> None:
    page = people.come()
    hold(page.context, gallery.rolling)
    page.goto(gallery.rolling.link)
    expect(page.locator(".seat[aria-current=true]")).to_have_count(1)
