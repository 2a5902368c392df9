"""The rules: on one sheet of paper, over the table, and on any screen."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from tests.browser.support import LANGUAGES, PHONE, People
from tools import browser as browsers

PAPER: Final = ("A4", "Letter")
# What lies on dice in an area of their grid: where pages break, Chromium draws it elsewhere.
MISPLACED: Final = """
() => [...document.querySelectorAll('.die > *')].map((part) => getComputedStyle(part))
  .filter((style) => style.position === 'absolute' && style.gridRowStart !== 'auto').length
"""
SHIFT: Final = """
() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 300);
})
"""


def printed_pages(page: Page, paper: str) -> int:
    """How many sheets the browser prints."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_fill_one_sheet_of_paper(people: People, language: str) -> None:
    page = people.come(locale=language)
    page.goto("/rules/one-page")
    assert [printed_pages(page, paper) for paper in PAPER] == [1, 1]
    page.emulate_media(media="print")
    for heading in page.get_by_role("heading", level=2).all():
        expect(heading).to_be_visible()
    expect(page.get_by_role("heading", level=2)).to_have_count(7)
    assert page.evaluate(MISPLACED) == 0


def test_a_longer_page_would_be_noticed(people: People) -> None:
    page = people.come()
    page.goto("/rules/one-page")
    page.evaluate("() => document.querySelector('.more').after(document.querySelector('.halves'))")
    page.evaluate("() => { document.querySelector('.more').style.paddingTop = '300px'; }")
    assert printed_pages(page, "A4") == 2


def test_what_leads_away_is_not_over_the_table(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko")
    page = people.at(one, size=PHONE, touch=True)
    page.get_by_role("link", name="Rules").tap()
    over = page.locator("dialog.over")
    expect(over).to_be_visible()
    expect(over.get_by_role("button")).to_have_count(1)
    expect(over.locator("a:not([href^='#'])")).to_have_count(0)
    for width in (360, 320, 600):
        page.set_viewport_size({"width": width, "height": 740})
        article = over.locator("article")
        assert article.evaluate("each => each.scrollWidth - each.clientWidth") == 0
    over.get_by_role("link", name="The end").tap()
    expect(over.get_by_role("heading", name="The end")).to_be_in_viewport()
    over.get_by_role("button", name="Back to the table").tap()
    expect(over).to_have_count(0)


@pytest.mark.parametrize("path", ["/rules", "/rules/one-page", "/about"])
def test_nothing_jumps_while_a_page_loads(people: People, path: str) -> None:
    page = people.come(size=PHONE)
    page.goto(path)
    assert page.evaluate(SHIFT) == 0


def test_the_page_to_print_has_a_button_that_prints(people: People) -> None:
    page = people.come()
    page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1; };")
    page.goto("/rules")
    page.get_by_role("link", name="Print on one page").click()
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed") == 1


@pytest.mark.parametrize(("height", "scrolls"), [(500, True), (1000, False)])
def test_the_table_stays_where_it_is_below_the_rules(
    people: People, height: int, scrolls: bool
) -> None:
    path, shown = browsers.chromium(), ["--hide-scrollbars"]
    with people.browser.browser_type.launch(
        executable_path=path, args=["--no-sandbox"], ignore_default_args=shown
    ) as with_bars:
        visitors = People(with_bars, people.server)
        one, _two = people.server.api.table("Lena", "Marko")
        page = visitors.at(one, size={"width": 1400, "height": height})
        bar = page.evaluate("() => innerWidth - document.documentElement.clientWidth")
        assert bool(bar) is scrolls
        where = page.locator(".tray").bounding_box()
        page.get_by_role("link", name="Rules").click()
        expect(page.locator("dialog.over")).to_be_visible()
        assert page.locator(".tray").bounding_box() == where
        visitors.leave()
