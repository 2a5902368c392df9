"""The pages as an app: what a browser keeps of them, over an update and without a network."""

import base64
import os
import re
import shutil
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.support import (
    DESK,
    LOST,
    PATIENCE,
    PHONE,
    REFUSED,
    People,
    Seat,
    Server,
    roll,
    roll_button,
)
from tests.browser.test_looks import SMALL, both_schemes
from tools.serving import CHARIDICE, ServerProcess

from charidice import web as package
from charidice.web.edge.static_files import asset, edition

SOURCE: Final = Path(package.__file__).parent.parent
CHANGED: Final = "#7a1f5c"  # the table of the next version is not green
READY: Final = """async () => {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", done);
    if (navigator.serviceWorker.controller) done();
  });
}"""
KEPT: Final = """async () => {
  const all = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    all[name] = requests.map((request) => new URL(request.url).pathname);
  }
  return all;
}"""
FELT: Final = "() => getComputedStyle(document.documentElement).getPropertyValue('--felt')"


def with_worker(people: People, path: str = "/", **how: Any) -> Page:
    """Somebody whose browser has installed the service worker."""
    page = people.come(worker=True, **how)
    page.goto(path)
    page.evaluate(READY)
    return page


def until(page: Page, condition: str) -> None:
    """Wait for something that only a promise tells."""
    for _ in range(PATIENCE // 100):
        if page.evaluate(f"async () => Boolean({condition})"):
            return
        page.wait_for_timeout(100)
    raise AssertionError(condition)


def is_offline(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection just now")


def is_home(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Give well, win well.")


def next_version(folder: Path, server: Server) -> ServerProcess:
    """The same server from a copy of the program in which one style sheet is another."""
    copy = folder / "charidice"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    tokens = copy / "web" / "static" / "css" / "tokens.css"
    text = tokens.read_text(encoding="utf-8")
    assert "--felt: #12624f;" in text
    tokens.write_text(text.replace("--felt: #12624f;", f"--felt: {CHANGED};"), encoding="utf-8")
    return ServerProcess(
        words=[*CHARIDICE, *server.words[list(server.words).index("serve") :]],
        port=server.port,
        log=folder / "next.log",
        environment={**os.environ, "LANGUAGE": "en", "PYTHONPATH": str(folder)},
    )


def test_after_an_update_nothing_of_the_old_version_is_served(
    own_people: People, tmp_path: Path
) -> None:
    own_people.allowed.append(LOST)
    page = with_worker(own_people)
    old = edition()
    assert list(page.evaluate(KEPT)) == [f"charidice-{old}"]
    own_people.server.end()
    page.goto("/science")
    is_offline(page)
    assert page.evaluate(FELT) == "#12624f"
    following = next_version(tmp_path, own_people.server)
    following.start()
    try:
        expect(page.get_by_role("heading", level=1)).to_have_text("The science of the game")
        page.wait_for_load_state("load")  # the heading may be there before the style sheets
        assert page.evaluate(FELT) == CHANGED
        used = page.locator("link[rel=stylesheet]").first.get_attribute("href") or ""
        assert old not in used
        until(page, f"!(await caches.has('charidice-{old}'))")
        new = used.split("/")[2]
        assert list(page.evaluate(KEPT)) == [f"charidice-{new}"]
        page.context.set_offline(True)
        page.goto("/science")
        is_offline(page)
        assert page.evaluate(FELT) == CHANGED
    finally:
        following.end()


def test_without_a_network_there_is_a_calm_page_that_goes_away_by_itself(people: People) -> None:
    people.allowed.append(LOST)
    page = with_worker(people)
    page.context.set_offline(True)
    page.goto("/t/AAAAAAAAAAAAAAAA?lang=de")
    is_offline(page)
    expect(page.get_by_text("safe on the server")).to_be_visible()
    letters = page.evaluate("() => document.fonts.ready.then((all) => [...all].map(f => f.status))")
    assert "loaded" in letters  # our own, from what is kept
    page.get_by_role("link", name="Read the rules meanwhile").click()
    expect(page.get_by_role("heading", name="Rules", level=1)).to_be_visible()
    page.goto("/")
    is_offline(page)
    page.locator("#again").click()
    is_offline(page)
    page.context.set_offline(False)
    is_home(page)


def test_axe_finds_nothing_on_the_page_without_a_network(people: People) -> None:
    people.allowed.append(LOST)
    page = with_worker(people, size=PHONE, touch=True)
    page.context.set_offline(True)
    page.goto("/")
    is_offline(page)
    assert both_schemes(page) + page.evaluate(SMALL) == []


def test_whoever_opens_the_offline_page_with_a_network_is_led_home(people: People) -> None:
    page = people.come()
    page.goto("/offline")
    page.locator("#again").click()
    is_home(page)


def test_nothing_of_a_table_is_kept_and_its_stream_and_moves_work_as_ever(people: People) -> None:
    lena, marko = people.server.api.table("Lena", "Marko")
    page = with_worker(people, lena.link)
    page.context.add_cookies(
        [{"name": f"charidice_seat_{lena.table}", "value": lena.token, "url": people.server.url}]
    )
    page.reload()
    roll(page)
    lena.play("score 0")
    marko.play("roll")
    expect(page.locator("#tray .die:not(.blank)")).to_have_count(6)  # by the stream
    (kept,) = page.evaluate(KEPT).values()
    assert "/offline" in kept
    others = [path for path in kept if path not in ("/offline", "/rules")]
    assert len(others) > 20
    assert all(path.startswith(f"/static/{edition()}/") for path in others), others


def test_the_offline_page_speaks_the_language_that_was_chosen_last(people: People) -> None:
    people.allowed.append(LOST)
    page = with_worker(people)
    page.locator("#menu summary").click()
    page.locator("[name=language][value=cs]").click()
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    for path in ("/offline", "/rules"):
        until(page, f"(await (await caches.match('{path}'))?.text())?.includes('lang=\"cs\"')")
    page.context.set_offline(True)
    page.goto("/about")
    expect(page.locator(".waits")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    page.goto("/rules")
    expect(page.locator(".waits")).to_have_count(0)
    expect(page.locator("html")).to_have_attribute("lang", "cs")


def test_the_service_worker_waits_for_the_page_and_its_refusal_is_silent(people: People) -> None:
    page = people.come(worker=True)
    page.add_init_script("""
        navigator.serviceWorker.register = async () => {
          window.asked = document.readyState;
          throw new DOMException("no", "SecurityError");
        };""")
    page.goto("/")
    page.wait_for_function("() => window.asked === 'complete'")
    page.locator("#toss").click()
    is_home(page)


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_a_page_is_the_same_with_and_without_the_service_worker(people: People, path: str) -> None:
    page = with_worker(people, path)
    page.reload()
    assert page.evaluate(FELT) == "#12624f"
    sources = page.evaluate(
        """() => performance.getEntriesByType("resource")
            .filter((entry) => entry.name.endsWith(".css")).map((entry) => entry.workerStart > 0)"""
    )
    assert sources == [True]


def test_a_game_begins_with_the_service_worker(people: People) -> None:
    page = with_worker(people)
    page.locator("form[action='/play'] .big.go").click()
    expect(page.locator("#tray")).to_be_visible()
    assert roll_button(page).count() <= 1


# Where every part of a page is, and in which colours.
LAYOUT: Final = """() => [...document.querySelectorAll('body *')].map((element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { color, backgroundColor, font, display } = getComputedStyle(element);
  return [element.tagName, element.getAttribute('class'), left, top, width, height, color,
    backgroundColor, font, display].join(' ');
})"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("path", ["/", "/rules", "/about", "/offline", "/nothing"])
def test_pages_without_a_game_need_no_style_sheet_of_games(
    people: People, path: str, size: dict[str, int]
) -> None:
    people.allowed.append(REFUSED)
    page = people.come(size=size)
    page.goto(path)
    page.evaluate("() => document.fonts.ready")
    page.evaluate("() => { for (const box of document.querySelectorAll('details')) box.open = 1; }")
    page.wait_for_timeout(400)  # what turns has turned
    before = page.evaluate(LAYOUT)
    page.add_style_tag(url=asset("css/game.css"))
    assert [*set(page.evaluate(LAYOUT)) - set(before)] == []


SHIFTS: Final = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
# How wide headings are: one of them alone may by chance be as wide in other letters.
WIDTH: Final = """() => [...document.querySelectorAll("h1, h2, h3")].map((heading) => {
  const range = document.createRange();
  range.selectNodeContents(heading);
  return range.getBoundingClientRect().width;
})"""


@pytest.mark.parametrize("language", ["en", "cs"])
def test_letters_that_come_late_move_nothing_and_are_there_on_the_next_page(
    people: People, language: str
) -> None:
    page = people.come(locale=language, size=PHONE)
    page.add_init_script(SHIFTS)
    held: list[Route] = []

    def hold_back(route: Route) -> None:
        held.append(route)

    page.route("**/*.woff2", hold_back)
    page.goto("/", wait_until="domcontentloaded")
    expect(page.locator("h1")).to_be_visible()
    page.wait_for_timeout(500)
    without = page.evaluate(WIDTH)
    for route in held:
        route.continue_()
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(300)
    assert page.evaluate(WIDTH) == without
    assert page.evaluate("() => window.shift") == 0
    page.unroute_all()
    page.reload()
    page.evaluate("() => document.fonts.ready")
    assert page.evaluate(WIDTH) != without
    assert page.evaluate("() => window.shift") == 0


# --- sharing -------------------------------------------------------------------------------------

# Notes what is written on a canvas, and what a share sheet would get.
NOTES: Final = """
window.written = [];
window.widths = [];
const fill = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
  window.written.push(text);
  window.widths.push(Math.min(this.measureText(text).width, where[2] ?? Infinity));
  return fill.call(this, text, ...where);
};
"""
LONG_FOOT: Final = """(button, foot) => {
  button.dataset.picture = JSON.stringify({ ...JSON.parse(button.dataset.picture), foot });
}"""
SHEET: Final = """
navigator.canShare = () => true;
navigator.share = async (what) => {
  window.shared = what;
  if (window.refuses) throw new DOMException("no", window.refuses);
};
"""
LOOK: Final = """async (data) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const { data: pixels } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  const colours = new Set();
  for (let at = 0; at < pixels.length; at += 4) colours.add(pixels.slice(at, at + 3).join());
  return [bitmap.width, bitmap.height, colours.size, [...colours]];
}"""
SHARED: Final = """async () => {
  const [file] = window.shared.files;
  let text = "";
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
  return [btoa(text), file.name, file.type, window.shared.text];
}"""


def share_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Share the result")


def looks_right(page: Page, data: str, seat: Seat) -> None:
    """A picture of the right size, with all colours, on which the totals are written."""
    width, height, count, colours = page.evaluate(LOOK, data)
    assert (width, height) == (1080, 1080)
    assert count > 200
    assert "255,200,61" in colours  # the gold of the winner
    written = page.evaluate("() => written")
    result = seat.state()["result"]
    best, second, *others = sorted(result["totals"], reverse=True)  # the winner in the middle
    numbers = [int(text) for text in written if text.isdecimal()]
    assert numbers[::2] == [second, best, *others]
    given = [sheet["given"] for sheet in seat.state()["game"]["sheets"]]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    assert sorted(pairs) == sorted(zip(result["totals"], given, strict=True))
    bonuses = [f"+{bonus}" for bonus in result["charity"] if bonus]
    assert sorted(text for text in written if text.startswith("+")) == sorted(bonuses)
    assert {"Lena", "Marko"} <= {*written}


def test_a_result_is_downloaded_as_a_picture_with_the_right_totals(people: People) -> None:
    lena, _marko = people.server.api.finished("Lena", "Marko")
    page = people.come(lena)
    page.add_init_script(NOTES)
    page.goto(lena.link)
    with page.expect_download() as downloading:
        share_button(page).click()
    assert downloading.value.suggested_filename == "charidice.png"
    data = Path(downloading.value.path()).read_bytes()
    looks_right(page, base64.b64encode(data).decode(), lena)
    expect(page.locator("#notice")).to_contain_text("The picture is saved")


def test_a_long_foot_of_the_picture_stays_within_its_edges(people: People) -> None:
    lena, _marko = people.server.api.finished("Lena", "Marko")
    page = people.come(lena)
    page.add_init_script(NOTES)
    page.goto(lena.link)
    foot = "Charidice: ένα παιχνίδι με ζάρια και γενναιοδωρία · a-long-name.charidice.example"
    page.locator("[data-picture]").evaluate(LONG_FOOT, foot)
    with page.expect_download():
        share_button(page).click()
    written, widths = page.evaluate("() => [written, widths]")
    assert foot in written
    assert max(widths) <= 1080 - 2 * 64


def test_where_there_is_a_share_sheet_it_gets_the_picture(people: People) -> None:
    lena, _marko, _nina = people.server.api.finished("Lena", "Marko", "Nina")
    page = people.come(lena, touch=True, size=PHONE)
    page.add_init_script(NOTES + SHEET)
    page.goto(lena.link)
    share_button(page).click()
    page.wait_for_function("() => window.shared")
    data, name, kind, said = page.evaluate(SHARED)
    assert (name, kind) == ("charidice.png", "image/png")
    assert re.search("wins the game|share the victory", said)
    looks_right(page, data, lena)


@pytest.mark.parametrize(("error", "downloads"), [("AbortError", 0), ("NotAllowedError", 1)])
def test_who_changes_their_mind_gets_nothing_and_who_is_refused_a_file(
    people: People, error: str, downloads: int
) -> None:
    lena, _marko = people.server.api.finished("Lena", "Marko")
    page = people.come(lena)
    page.add_init_script(SHEET + f"window.refuses = '{error}';")
    got: list[str] = []
    page.on("download", lambda file: got.append(file.suggested_filename))
    page.goto(lena.link)
    share_button(page).click()
    page.wait_for_function("() => window.shared")
    page.wait_for_timeout(300)
    assert len(got) == downloads


def test_a_lobby_hands_its_link_to_the_share_sheet(people: People) -> None:
    lena = people.server.api.create("Lena")
    page = people.come(lena, locale="de")
    page.add_init_script(SHEET)
    page.goto(lena.link)
    page.locator("[data-share]").click()
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("() => window.shared")
    assert shared["url"] == page.locator("#invite-link").input_value()
    assert shared["url"].endswith(f"/t/{lena.table}?lang=de")


def test_without_a_share_sheet_a_lobby_has_no_button_for_it(people: People) -> None:
    lena = people.server.api.create("Lena")
    page = people.come(lena)
    page.add_init_script("delete Navigator.prototype.share;")
    page.goto(lena.link)
    expect(page.locator("[data-copy=invite-link]")).to_be_visible()
    expect(page.locator("[data-share]")).to_be_hidden()
