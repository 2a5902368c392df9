"""Without a network at a pad: everything entered is kept, marked, sent once, and never in silence
written over what somebody else wrote."""

from typing import Any, Final
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, Route, expect
from tests.browser.pad_support import (
    EXAMPLE,
    OTHER,
    enter,
    lying,
    opened,
    ready,
    sheet,
    tap_faces,
    tap_score,
    turn,
    write,
)
from tests.browser.support import LOST, PHONE, REFUSED, People, Seat

UNSENT: Final = "Not yet sent"
KEPT: Final = "Object.keys(localStorage).filter(key => key.startsWith('charidice-pad'))"


def pad_of_two(people: People, **values: Any) -> tuple[Seat, Seat]:
    """Lena opened the pad; Marko writes with a program."""
    lena = people.server.api.create("Lena", pad=True, others=["Marko"], first=0, **values)
    return lena, people.server.api.join(lena, "Marko")


def cut(page: Page) -> list[str]:
    """Nothing that is written arrives from now on; pages still come.

    Returns the ids of all that is sent: it grows.
    """
    ids: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            ids.extend(parse_qs(request.post_data or "")["id"])

    page.on("request", note)
    page.route("**/do", lambda route: route.abort())
    return ids


def mend(page: Page) -> None:
    """What is written arrives again, and the browser notices."""
    page.unroute("**/do")
    page.evaluate("dispatchEvent(new Event('online'))")


def count_writes(seat: Seat) -> int:
    """How much was written at the table so far."""
    return int(seat.state()["version"])


def use_mine(page: Page) -> None:
    page.locator(".clash").get_by_role("button", name="Use mine").tap()


def joined_by_marko(people: People, lena: Page) -> Page:
    marko = people.come(size=PHONE, touch=True)
    marko.goto(lena.url)
    marko.get_by_role("radio", name="Marko").check()
    marko.get_by_role("button", name="Write on this device too").tap()
    ready(marko)
    return marko


def test_two_phones_write_the_same_turn_at_once_and_nothing_is_lost_or_doubled(
    people: People,
) -> None:
    people.allowed.append(REFUSED)
    lena = opened(people, "Lena", "Marko")
    marko = joined_by_marko(people, lena)
    tap_faces(lena, EXAMPLE)
    tap_faces(marko, OTHER)
    write(lena).tap()
    expect(turn(lena, 1)).to_be_visible()
    clash = marko.locator(".clash")
    expect(clash).to_contain_text("Lena wrote this turn meanwhile.")
    expect(clash).to_contain_text("10 + 25, 24 given")
    expect(clash).to_contain_text("1 2 3 4 5")
    clash.get_by_role("button", name="Use mine").tap()
    expect(lena.locator(".log")).to_contain_text("Marko corrected round 1 of Lena")
    assert sheet(lena, 0, 0) == ["15", "40", "", "12"]
    expect(clash).to_be_hidden()
    # The same dice on both phones: no question at all.
    tap_faces(lena, EXAMPLE)
    tap_faces(marko, EXAMPLE)
    write(marko).tap()
    expect(turn(lena, 2)).to_be_visible()
    expect(lena.locator(".clash")).to_be_hidden()
    # A correction elsewhere does not disturb whoever is in the middle of an entry.
    tap_faces(lena, EXAMPLE[:3])
    marko.get_by_role("button", name="Marko asks").tap()
    expect(lena.get_by_role("button", name="Marko asked")).to_be_visible()
    assert len(lying(lena)) == 3


def test_what_was_entered_without_a_network_is_sent_once_when_it_is_back(people: People) -> None:
    people.allowed.append(LOST)
    page = opened(people, "Lena", "Marko")
    tap_faces(page, EXAMPLE[:3])
    page.context.set_offline(True)
    tap_faces(page, EXAMPLE[3:])
    write(page).tap()
    expect(page.locator(".hint")).to_contain_text("Not yet sent")
    page.wait_for_timeout(200)
    expect(turn(page, 0)).to_be_visible()
    page.context.set_offline(False)
    expect(turn(page, 1)).to_be_visible()
    assert sheet(page, 0, 0) == ["10", "25", "", "24"]
    assert lying(page) == []
    page.reload()
    expect(turn(page, 1)).to_be_visible()
    assert lying(page) == []


def test_a_turn_whose_answer_got_lost_is_written_once(people: People) -> None:
    people.allowed.append(LOST)
    page = opened(people, "Lena", "Marko")
    sent: list[str] = []

    def lose_the_answer(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fetch()
        route.abort()

    page.route("**/do", lose_the_answer)
    tap_faces(page, EXAMPLE)
    write(page).tap()
    expect(turn(page, 1)).to_be_visible()
    expect(page.locator(".clash")).to_be_hidden()
    page.wait_for_timeout(3500)  # until it would be tried again
    assert len({body.split("id=")[1][:24] for body in sent}) == 1
    assert page.evaluate(KEPT) == []
    expect(turn(page, 1)).to_be_visible()
    assert lying(page) == []


def test_a_half_entered_turn_is_still_there_after_the_page_was_left(people: People) -> None:
    page = opened(people, "Lena", "Marko")
    tap_faces(page, EXAMPLE[:4])
    page.reload()
    expect(page.locator(".six label")).to_have_count(4)
    tap_faces(page, EXAMPLE[4:])
    expect(write(page)).to_contain_text("Write 10 + 25")


def test_somebody_else_wrote_the_turn_while_the_network_was_away(people: People) -> None:
    people.allowed += [LOST, REFUSED]
    lena = opened(people, "Lena", "Marko")
    marko = joined_by_marko(people, lena)
    lena.context.set_offline(True)
    tap_faces(lena, EXAMPLE)
    write(lena).tap()
    expect(lena.locator(".hint")).to_contain_text("Not yet sent")
    tap_faces(marko, OTHER)
    write(marko).tap()
    expect(turn(marko, 1)).to_be_visible()
    lena.context.set_offline(False)
    expect(lena.locator(".clash")).to_contain_text("Marko wrote this turn meanwhile.")
    lena.get_by_role("button", name="Keep what is written").tap()
    expect(lena.locator(".clash")).to_be_hidden()
    assert sheet(lena, 0, 0) == ["15", "40", "", "12"]
    expect(turn(lena, 1)).to_be_visible()


def test_columns_typed_without_a_network_are_sent_once_also_after_a_reload(people: People) -> None:
    people.allowed.append(LOST)
    lena, _marko = pad_of_two(people)
    page = people.at(lena, size=PHONE, touch=True)
    before = count_writes(lena)
    ids = cut(page)
    page.locator("#quick summary").tap()
    for name, value in (("points", "10"), ("bonus", "25"), ("gift", "24")):
        page.locator(f"#{name}-0").fill(value)
    page.get_by_role("button", name="Write the columns").tap()
    for _ in range(2):
        expect(page.locator(".hint")).to_contain_text(UNSENT)
        expect(page.locator("#bonus-0")).to_have_value("25")
        expect(page.locator("#bonus-0")).not_to_be_editable()
        page.locator("#face-1R").tap()  # the turn is written, so no dice can be tapped
        assert lying(page) == []
        page.reload()
    mend(page)
    expect(turn(page, 1)).to_be_visible()
    expect(page.locator("#bonus-1")).to_be_editable()
    assert sheet(page, 0, 0) == ["10", "25", "", "24"]
    assert count_writes(lena) == before + 1
    assert len(ids) > len({*ids}) == 1


def test_the_2x_asked_without_a_network_is_sent_once_before_the_turn(people: People) -> None:
    people.allowed.append(LOST)
    lena, _marko = pad_of_two(people)
    page = people.at(lena, size=PHONE, touch=True)
    before = count_writes(lena)
    ids = cut(page)
    page.get_by_role("button", name="Marko asks").tap()
    expect(page.get_by_role("button", name="Marko asked")).to_be_visible()
    expect(page.locator(".unsent-line")).to_contain_text("Not yet sent: Marko asked")
    page.reload()
    expect(page.get_by_role("button", name="Marko asked")).to_be_visible()
    expect(page.locator(".unsent-line")).to_contain_text("Not yet sent: Marko asked")
    tap_faces(page, EXAMPLE)
    expect(write(page)).to_contain_text("Marko gets 48")
    write(page).tap()
    expect(page.locator(".hint")).to_contain_text(UNSENT)
    mend(page)
    expect(turn(page, 1)).to_be_visible()
    assert sheet(page, 0, 0) == ["10", "25", "", "48"]
    assert count_writes(lena) == before + 2
    assert len(ids) > len({*ids}) == 2


def test_a_2x_taken_back_without_a_network_is_not_asked(people: People) -> None:
    people.allowed.append(LOST)
    lena, _marko = pad_of_two(people)
    page = people.at(lena, size=PHONE, touch=True)
    cut(page)
    page.get_by_role("button", name="Marko asks").tap()
    page.wait_for_timeout(500)  # a second tap at once would be taken for a slip
    page.get_by_role("button", name="Marko asked").tap()
    expect(page.get_by_role("button", name="Marko asks")).to_be_visible()
    tap_faces(page, EXAMPLE)
    write(page).tap()
    mend(page)
    expect(turn(page, 1)).to_be_visible()
    assert sheet(page, 0, 0) == ["10", "25", "", "24"]
    expect(page.get_by_role("button", name="Lena asks")).to_be_visible()


def test_a_correction_without_a_network_is_sent_once_also_from_the_table(people: People) -> None:
    people.allowed.append(LOST)
    lena, _marko = pad_of_two(people)
    enter(lena, 0)
    page = people.at(lena, size=PHONE, touch=True)
    page.goto(f"{lena.link}/turn/0")
    before = count_writes(lena)
    ids = cut(page)
    tap_score(page, ["2P", "3P", "4P", "6P"])
    write(page).tap()
    expect(page.locator(".hint")).to_contain_text(UNSENT)
    page.reload()
    expect(page.locator(".hint")).to_contain_text(UNSENT)
    expect(write(page)).to_contain_text("Write 15 + 15")
    page.get_by_role("link", name="Go to the table").tap()
    expect(page.locator(".unsent-line")).to_contain_text("Not yet sent: Lena, round 1")
    mend(page)
    expect(page.locator(".log")).to_contain_text("Lena corrected round 1 of Lena")
    expect(page.locator(".unsent-line")).to_be_hidden()
    assert sheet(page, 0, 0) == ["15", "15", "", "13"]
    assert count_writes(lena) == before + 1
    assert len(ids) > len({*ids}) == 1


def test_a_turn_of_two_rolls_waits_through_a_reload(people: People) -> None:
    people.allowed.append(LOST)
    lena, _marko = pad_of_two(people)
    page = people.at(lena, size=PHONE, touch=True)
    ids = cut(page)
    tap_faces(page, ["1P", "2P", "5R", "5Y", "6G", "6R"])
    tap_score(page, ["1P", "2P"])
    page.locator("#next-roll").tap()
    tap_faces(page, EXAMPLE[2:])
    write(page).tap()
    for _ in range(2):
        expect(page.locator(".hint")).to_contain_text(UNSENT)
        expect(page.locator(".rolls li")).to_have_count(1)
        assert len(lying(page)) == 6
        expect(page.locator(".six [name=die]").first).to_be_disabled()
        page.reload()
    mend(page)
    expect(turn(page, 1)).to_be_visible()
    assert len(ids) > len({*ids}) == 1
    page.goto(f"{lena.link}/turn/0")
    expect(page.locator(".rolls li")).to_have_count(1)


def test_a_correction_sent_from_its_page_leads_to_the_table(people: People) -> None:
    people.allowed.append(LOST)
    lena, _marko = pad_of_two(people)
    enter(lena, 0)
    page = people.at(lena, size=PHONE, touch=True)
    page.goto(f"{lena.link}/turn/0")
    cut(page)
    asked = page.get_by_role("checkbox", name="Marko asked for the biggest gift")
    asked.check()
    write(page).tap()
    expect(page.locator(".hint")).to_contain_text(UNSENT)
    page.reload()
    expect(asked).to_be_checked()
    expect(page.locator(".hint")).to_contain_text(UNSENT)
    mend(page)
    expect(turn(page, 1)).to_be_visible()
    assert sheet(page, 0, 0) == ["10", "25", "", "48"]


@pytest.mark.parametrize("mine", [True, False])
def test_two_corrections_of_one_turn_are_shown_beside_each_other(
    people: People, mine: bool
) -> None:
    people.allowed += [LOST, REFUSED]
    lena, marko = pad_of_two(people)
    enter(lena, 0)
    page = people.at(lena, size=PHONE, touch=True)
    page.goto(f"{lena.link}/turn/0")
    cut(page)
    tap_score(page, ["2P", "3P", "4P", "6P"])
    write(page).tap()
    expect(page.locator(".hint")).to_contain_text(UNSENT)
    enter(marko, 0, OTHER)
    mend(page)
    clash = page.locator(".clash")
    expect(clash).to_contain_text("Lena, round 1: Marko wrote this turn meanwhile.")
    expect(clash).to_contain_text("1 2 3 4 (10 + 25, 22 given)")
    expect(clash).to_contain_text("2 3 4 6 (15 + 15, 13 given)")
    page.reload()
    expect(clash).to_contain_text("2 3 4 6 (15 + 15, 13 given)")
    clash.get_by_role("button", name="Use mine" if mine else "Keep what is written").tap()
    expect(clash).to_be_hidden()
    points = "15" if mine else "10"
    expect(page.locator("section[aria-labelledby=sheet-0] tbody td").first).to_have_text(points)


@pytest.mark.parametrize("written", [True, False])
def test_somebody_else_wrote_the_last_turn_while_mine_was_unsent(
    people: People, written: bool
) -> None:
    people.allowed += [LOST, REFUSED]
    lena, marko = pad_of_two(people, rounds=1)
    enter(lena, 0)
    page = people.at(lena, size=PHONE, touch=True)
    cut(page)
    tap_faces(page, EXAMPLE)
    if written:
        write(page).tap()
        expect(page.locator(".hint")).to_contain_text(UNSENT)
    enter(marko, 1, OTHER)
    expect(page.locator(".podium")).to_be_visible()
    mend(page)
    clash = page.locator(".clash")
    expect(clash).to_contain_text("Marko, round 1: Marko wrote this turn meanwhile.")
    expect(clash).to_contain_text("1 2 3 4 (10 + 25, 24 given)")
    use_mine(page)
    expect(page.locator(".log")).to_contain_text("Lena corrected round 1 of Marko")
    expect(clash).to_be_hidden()
    assert sheet(page, 1, 0) == ["10", "25", "24", "24"]


def test_an_ask_for_a_turn_that_was_written_meanwhile_can_still_be_used(people: People) -> None:
    people.allowed += [LOST, REFUSED]
    lena, marko = pad_of_two(people)
    page = people.at(lena, size=PHONE, touch=True)
    cut(page)
    page.get_by_role("button", name="Marko asks").tap()
    expect(page.locator(".unsent-line")).to_be_visible()
    marko.do("enter", turn=0, position=marko.state()["position"], points=10, bonus=25, gift=24)
    expect(turn(page, 1)).to_be_visible()
    mend(page)
    expect(page.locator(".clash .mine")).to_have_text("Marko asked")
    use_mine(page)
    expect(page.locator(".log")).to_contain_text("48 given")
    assert sheet(page, 0, 0) == ["10", "25", "", "48"]


def test_mine_instead_of_theirs_does_not_lose_the_2x(people: People) -> None:
    people.allowed += [LOST, REFUSED]
    lena, marko = pad_of_two(people)
    marko.do("pad-ask", asked=True, position=marko.state()["position"])
    page = people.at(lena, size=PHONE, touch=True)
    tap_faces(page, EXAMPLE)
    enter(marko, 0, OTHER)
    use_mine(page)
    expect(page.locator(".log")).to_contain_text("Lena corrected round 1 of Lena")
    assert sheet(page, 0, 0) == ["10", "25", "", "48"]


def test_the_same_written_twice_asks_nothing(people: People) -> None:
    people.allowed += [LOST, REFUSED]
    lena, marko = pad_of_two(people)
    page = people.at(lena, size=PHONE, touch=True)
    cut(page)
    page.locator("#quick summary").tap()
    for name, value in (("points", "10"), ("bonus", "25"), ("gift", "24")):
        page.locator(f"#{name}-0").fill(value)
    page.get_by_role("button", name="Write the columns").tap()
    expect(page.locator(".hint")).to_contain_text(UNSENT)
    enter(marko, 0)
    expect(turn(page, 1)).to_be_visible()
    mend(page)
    expect(page.locator(".hint")).not_to_contain_text(UNSENT)
    expect(page.locator(".clash")).to_be_hidden()
    assert page.evaluate(KEPT) == []


def test_a_turn_is_written_and_corrected_without_scripts(people: People) -> None:
    lena, _marko = pad_of_two(people)
    page = people.at(lena, size=PHONE, scripts=False)
    for place, face in enumerate(EXAMPLE):
        page.locator("select[name=face]").nth(place).select_option(face)
    for place in range(4):
        page.locator(".selects [name=die]").nth(place).check()
    write(page).click()
    expect(turn(page, 1)).to_be_visible()
    assert sheet(page, 0, 0) == ["10", "25", "", "24"]
    page.get_by_role("button", name="Lena asks").click()
    expect(page.get_by_role("button", name="Lena asked")).to_be_visible()
    page.goto(f"{lena.link}/turn/0")
    expect(page.locator("select[name=face]").first).to_have_value("1P")
    page.locator(".selects [name=die]").nth(0).uncheck()
    page.locator(".selects [name=die]").nth(4).check()
    write(page).click()
    expect(turn(page, 1)).to_be_visible()
    assert sheet(page, 0, 0) == ["15", "15", "", "13"]
