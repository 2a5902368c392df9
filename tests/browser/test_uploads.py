"""A saved game comes back: uploaded, shown, deleted; what is no game is refused kindly."""

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect
from tests.browser.support import DESK, LANGUAGES, PHONE, REFUSED, People, Seat, Server
from tests.browser.test_looks import checked

SMALL: Final = {"width": 320, "height": 568}
FILE: Final = "#record-file"


@pytest.fixture(scope="module")
def played(server: Server) -> Seat:
    """Lena's seat at a game of four that is over."""
    return server.api.finished("Lena", "Marko", "Florian", "Ayşe")[0]


def choose(page: Page, content: str | bytes, name: str = "game.json") -> None:
    data = content.encode() if isinstance(content, str) else content
    file: Any = {"name": name, "mimeType": "application/json", "buffer": data}
    page.set_input_files(FILE, file)


def show(page: Page) -> None:
    page.locator("form.stack button.go").click()


def assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_saved_game_is_uploaded_shown_and_deleted(
    people: People, played: Seat, scripts: bool
) -> None:
    page = people.come(size=PHONE, scripts=scripts)
    page.goto("/")
    page.get_by_role("link", name="Look back on a game you have saved").click()
    choose(page, played.record())
    page.get_by_label("Keep the names of the players").check()
    show(page)
    expect(page.get_by_role("heading", name="An uploaded game")).to_be_visible()
    totals = json.loads(played.record())["totals"]
    for name, total in zip(("Lena", "Marko", "Florian", "Ayşe"), totals, strict=True):
        sheet = page.locator(".sheet").filter(has=page.get_by_role("heading", name=name))
        expect(sheet.locator(".sum")).to_contain_text(str(total))
    link = page.locator("#upload-link").input_value()
    other = people.come()
    other.goto(link)
    expect(other.get_by_text("Marko", exact=True).first).to_be_visible()
    expect(other.get_by_text("Delete this game")).to_have_count(0)
    page.get_by_text("Delete this game").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", name="The game is deleted")).to_be_visible()
    people.allowed.append(REFUSED)
    other.reload()
    expect(other.get_by_text("There is no game under this link")).to_be_visible()


def test_a_game_without_names_is_told_in_the_language_of_the_reader(
    people: People, played: Seat
) -> None:
    page = people.come()
    page.goto("/review")
    page.fill("#record-text", played.record())
    show(page)
    link = page.locator("#upload-link").input_value()
    expect(page.get_by_role("heading", name="Player 2")).to_be_visible()
    german = people.come(locale="de")
    german.goto(link)
    expect(german.get_by_role("heading", name="Person 2")).to_be_visible()
    for each in (page, german):
        expect(each.get_by_text("Marko")).to_have_count(0)


def test_the_record_can_be_downloaded_and_uploaded_again(people: People, played: Seat) -> None:
    page = people.come()
    page.goto("/review")
    choose(page, played.record())
    page.get_by_label("Keep the names of the players").check()
    show(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    content = download.value.path().read_text("utf-8")
    assert content == played.record()


def bad_records(record: str) -> dict[str, tuple[str | bytes, str]]:
    middle = len(record) // 2
    return {
        "not JSON": ("This is { no JSON", "not a Charidice record"),
        "broken JSON": ("{ no JSON", "This is not valid JSON"),
        "truncated": (record[:middle], "This is not valid JSON"),
        "2 MB": ("x" * 2_000_000, "That is too much at once"),
        "2 MB of lines": ("score 0\n" * 250_000, "That is too much at once"),
        "nested": ('{"a":' + "[" * 100_000, "This is not valid JSON"),
        "illegal": (record.replace('"score 0"', '"score 0 1 2 3 4 5"', 1), "is not possible here"),
        "another game": ('{"game": "chess"}', "not a Charidice record"),
        "a picture": (b"\x89PNG\r\n\x1a\n\xff" * 99, "not a text"),
        "nothing": ("", "nothing to read yet"),
    }


def test_what_is_no_game_gets_a_kind_page_and_changes_nothing(people: People, played: Seat) -> None:
    people.allowed.append(REFUSED)
    page = people.come(size=SMALL)
    for name, (content, reason) in bad_records(played.record()).items():
        page.goto("/review")
        choose(page, content)
        show(page)
        expect(page.get_by_text(reason), name).to_be_visible()
        assert not [c for c in page.context.cookies() if "upload" in str(c.get("name"))], name
        assert_fits(page)
    page.goto("/review")
    choose(page, "{ no JSON")
    show(page)
    expect(page.get_by_role("alert")).to_contain_text("nothing was kept")
    assert checked(page) == []
    choose(page, played.record())  # from where it was refused
    show(page)
    expect(page.get_by_role("heading", name="An uploaded game")).to_be_visible()


@pytest.mark.parametrize("size", [SMALL, DESK], ids=["phone", "desk"])
def test_everybody_can_use_the_pages(people: People, played: Seat, size: dict[str, int]) -> None:
    page = people.come(size=size)
    for dark in (False, True):
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.goto("/review")
        assert checked(page) == []
        assert_fits(page)
        choose(page, played.record())
        page.get_by_label("Keep the names of the players").check()
        show(page)
        page.get_by_text("Delete this game").click()
        expect(page.get_by_role("button", name="Delete for good")).to_be_visible()
        assert checked(page) == []
        assert_fits(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_fit_a_small_phone_in_every_language(
    people: People, played: Seat, language: str
) -> None:
    page = people.come(size=SMALL, locale=language)
    page.goto("/review")
    assert_fits(page)
    choose(page, played.record())
    show(page)
    expect(page.locator("#upload-link")).to_be_visible()
    assert_fits(page)
