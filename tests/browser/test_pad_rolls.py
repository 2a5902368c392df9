"""All rolls of a turn at a pad: entered by taps and by keys, taken back, corrected, judged."""

from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.pad_support import (
    EXAMPLE,
    OTHER,
    enter,
    lying,
    opened,
    sheet,
    tap_faces,
    tap_score,
    turn,
    write,
)
from tests.browser.support import PHONE, People, Seat
from tests.browser.test_looks import checked

from charidice.records import parse
from charidice.rules import STANDARD

FIRST = ("1P", "2P", "5R", "5Y", "6G", "6R")
SECOND = ("3P", "4P", "6B", "6K")  # with the 1 and the 2, which were kept
LAST = ("6P", "6R")  # … and with the 3 and the 4
MOST_TABS = 80


def next_roll(page: Page) -> Locator:
    return page.get_by_role("button", name="Next roll: the ticked dice stay")


def rolls(page: Page) -> Locator:
    return page.locator(".rolls li")


def tap_three_rolls(page: Page) -> None:
    tap_faces(page, FIRST)
    tap_score(page, ["1P", "2P"])
    next_roll(page).tap()
    tap_faces(page, SECOND)
    tap_score(page, ["1P", "2P", "3P", "4P"])
    next_roll(page).tap()
    tap_faces(page, LAST)


def actions(seat: Seat) -> list[str]:
    return [str(action) for action in parse(seat.record()).actions if str(action) != "pass implied"]


def test_whoever_wants_enters_all_three_rolls_by_taps(people: People) -> None:
    pad = people.server.api.create("Lena", pad=True, others=["Marko"], first=0)
    page = people.at(pad, size=PHONE, touch=True)
    expect(next_roll(page)).to_be_hidden()
    tap_faces(page, FIRST)
    tap_score(page, ["1P", "2P"])
    next_roll(page).tap()
    assert lying(page) == ["1P", "2P"]
    expect(rolls(page)).to_have_count(1)
    expect(page.locator(".hint")).to_have_text("Roll 2: 2 of 6")
    page.locator("#face-1P").tap()  # it was kept, so it stays
    expect(page.locator(".hint")).to_contain_text("This die was kept")
    assert lying(page) == ["1P", "2P"]
    tap_faces(page, SECOND)
    tap_score(page, ["1P", "2P", "3P", "4P"])
    page.reload()  # everything is kept in the browser
    expect(rolls(page)).to_have_count(1)
    assert len(lying(page)) == 6
    next_roll(page).tap()
    tap_faces(page, LAST)
    expect(rolls(page)).to_have_count(2)
    expect(next_roll(page)).to_be_hidden()  # there are three rolls
    expect(write(page)).to_contain_text("Write 10 + 25")
    write(page).tap()
    expect(turn(page, 1)).to_be_visible()
    expect(rolls(page)).to_have_count(0)
    assert sheet(page, 0, 0) == ["10", "25", "", "24"]
    kinds = [action.split()[0] for action in actions(pad)]
    assert kinds == ["rolled", "keep", "rolled", "keep", "rolled", "score"]


def test_a_roll_can_be_taken_back_with_what_was_kept(people: People) -> None:
    page = opened(people, "Lena", "Marko")
    tap_three_rolls(page)
    page.get_by_role("button", name="Take roll 2 back").tap()
    expect(rolls(page)).to_have_count(1)
    assert {*lying(page)} == {"1P", "2P", *SECOND}
    expect(page.locator(".six :checked")).to_have_count(4)
    page.get_by_role("button", name="Take roll 1 back").tap()
    expect(rolls(page)).to_have_count(0)
    assert {*lying(page)} == {*FIRST}
    expect(page.locator(".six :checked")).to_have_count(2)


def test_all_dice_kept_is_no_next_roll(people: People) -> None:
    page = opened(people, "Lena", "Marko")
    tap_faces(page, EXAMPLE)
    expect(next_roll(page)).to_be_visible()
    tap_score(page, EXAMPLE)
    expect(next_roll(page)).to_be_hidden()
    tap_score(page, [])
    next_roll(page).tap()  # nothing was kept
    assert lying(page) == []


def test_a_correction_keeps_the_earlier_rolls_as_long_as_they_fit(people: People) -> None:
    pad = people.server.api.create("Lena", pad=True, others=["Marko"], first=0)
    page = people.at(pad, size=PHONE, touch=True)
    tap_three_rolls(page)
    write(page).tap()
    expect(turn(page, 1)).to_be_visible()
    before = actions(pad)
    page.goto(f"{pad.link}/turn/0")
    expect(rolls(page)).to_have_count(2)
    tap_score(page, ["2P", "3P", "4P", "6P"])
    write(page).tap()
    expect(turn(page, 1)).to_be_visible()
    assert sheet(page, 0, 0)[:2] == ["15", "15"]
    assert actions(pad)[:-1] == before[:-1]
    page.goto(f"{pad.link}/turn/0")
    tap_faces(page, ["3P", "3K"])  # another die lay there: one that was kept is gone
    misfit = page.locator(".misfit")
    expect(misfit).to_contain_text("Kept before, but missing now: 3, purple star.")
    expect(write(page)).to_be_disabled()
    misfit.get_by_role("button", name="Drop the earlier rolls").tap()
    expect(misfit).to_be_hidden()
    expect(rolls(page)).to_have_count(0)
    write(page).tap()
    expect(turn(page, 1)).to_be_visible()
    assert [action.split()[0] for action in actions(pad)] == ["rolled", "score"]


def test_full_rolls_of_known_dice_are_judged_by_the_coach(people: People) -> None:
    dice = [*STANDARD.faces((1, 6, 6, 4, 3, 2))]
    again = [*STANDARD.faces((1, 6, 6, 6, 6, 6))]
    pad = people.server.api.create(
        "Lena", pad=True, others=["Marko"], dice=str(STANDARD), rounds=1, first=0
    )
    page = people.at(pad, size=PHONE, touch=True)
    tap_faces(page, [str(face) for face in dice])
    tap_score(page, [str(dice[1]), str(dice[2])])
    next_roll(page).tap()
    tap_faces(page, [str(again[die]) for die in (0, 3, 4, 5)])
    write(page).tap()
    expect(turn(page, 1)).to_be_visible()
    enter(pad, 1, [str(face) for face in dice], score=[1])
    page.get_by_role("link", name="The coach looks back").tap()
    expect(page.locator(".figure").first).to_be_visible()
    page.goto(f"{pad.link}/replay?step=2")
    expect(page.get_by_role("main")).to_contain_text("Lena, roll 2 of 3")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_earlier_rolls_fit_a_small_phone_and_axe_finds_nothing(
    people: People, scheme: Literal["light", "dark"]
) -> None:
    pad = people.server.api.create("Lena", pad=True, others=["Marko"], first=0)
    page = people.at(pad, size={"width": 320, "height": 640}, touch=True)
    page.emulate_media(color_scheme=scheme)
    tap_three_rolls(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    lines = page.locator(".rolls li").all()
    assert all(line.evaluate("it => it.scrollWidth <= it.clientWidth") for line in lines)
    assert checked(page) == []
    enter(people.server.api.join(pad, "Marko"), 0, OTHER)
    expect(page.locator(".clash")).to_contain_text("3 rolls")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert checked(page) == []
    with page.expect_response("**/do"):  # what is under way would be sent again by the next page
        page.get_by_role("button", name="Use mine").tap()
    expect(page.locator(".log")).to_contain_text("Lena corrected round 1 of Lena")
    assert [action.split()[0] for action in actions(pad)].count("rolled") == 3
    page.goto(f"{pad.link}/turn/0")
    tap_faces(page, ["3P", "3K"])
    expect(page.locator(".misfit")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert checked(page) == []


def tab_to(page: Page, target: Locator, key: str = "Tab") -> None:
    """Press a key until the keyboard is there."""
    for _ in range(MOST_TABS):
        if target.evaluate("it => it === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never leads to {target}")


def go_to(page: Page, face: str) -> None:
    """Tab to the board, then arrows to a face."""
    rows = "RYGBPK"
    there = page.locator(".board [tabindex='0']")
    if not there.evaluate("it => it === document.activeElement"):
        tab_to(page, there)
    now = str(there.get_attribute("data-face"))
    right, down = int(face[0]) - int(now[0]), rows.index(face[1]) - rows.index(now[1])
    for _ in range(abs(right)):
        page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
    for _ in range(abs(down)):
        page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    expect(page.locator(f"#face-{face}")).to_be_focused()


def press_faces(page: Page, *faces: str) -> None:
    for face in faces:
        go_to(page, face)
        page.keyboard.press("Space")


def press_score(page: Page, *wanted: str) -> None:
    for place, face in enumerate(lying(page)):
        box = page.locator(".six [name=die]").nth(place)
        tab_to(page, box)
        if box.is_checked() is not (face in wanted):
            page.keyboard.press("Space")
            expect(box).to_be_focused()


def test_the_keyboard_alone_writes_turns_of_one_and_of_three_rolls(people: People) -> None:
    page = people.at(people.server.api.create("Lena", pad=True, others=["Marko"], first=0))
    press_faces(page, *EXAMPLE)
    tab_to(page, write(page))
    page.keyboard.press("Enter")
    expect(turn(page, 1)).to_be_visible()
    expect(page.locator("#face-1R")).to_be_focused()
    press_faces(page, *FIRST)
    press_score(page, "1P", "2P")
    tab_to(page, next_roll(page))
    page.keyboard.press("Enter")
    expect(page.locator(".board :focus")).to_be_visible()  # ready for the next dice
    press_faces(page, *SECOND)
    press_score(page, "1P", "2P", "3P", "4P")
    tab_to(page, next_roll(page))
    page.keyboard.press("Space")
    press_faces(page, "5P", "6R")
    tab_to(page, page.get_by_role("button", name="Take roll 2 back"))
    page.keyboard.press("Enter")
    tab_to(page, next_roll(page))
    page.keyboard.press("Enter")
    press_faces(page, *LAST)
    tab_to(page, write(page))
    page.keyboard.press("Enter")
    expect(turn(page, 2)).to_be_visible()
    assert sheet(page, 1, 0) == ["10", "25", "24", "24"]
