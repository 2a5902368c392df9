"""Being together: who is here, who comes by an invitation, and what people say."""

import re

import pytest
from playwright.sync_api import Route, expect
from tests.browser.support import (
    PHONE,
    People,
    button,
    open_room,
    play_turns,
    roll_button,
    text,
)


def test_it_is_seen_who_is_here_and_who_is_away(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena = people.at(one)
    marko_seat = lena.locator("#seat-1")
    expect(lena.locator("#seat-0 .face.here")).to_have_count(1)
    expect(marko_seat.locator(".face.away")).to_have_count(1)
    expect(marko_seat).to_contain_text("is away")
    marko = people.at(two)
    expect(marko_seat.locator(".face.here")).to_have_count(1)
    expect(marko_seat).to_contain_text("is here")
    roll_button(lena).click()  # the seats are new after a move
    expect(lena.locator("#tray label.die")).to_have_count(6)
    expect(marko_seat.locator(".face.here")).to_have_count(1)
    marko.close()
    expect(marko_seat.locator(".face.away")).to_have_count(1)
    expect(lena.locator("#notice")).to_have_text("Marko is away at the moment.")
    one.play("score 0")
    expect(lena.locator(".acts .aside p")).to_have_text("Marko is away at the moment.")
    people.at(two)
    expect(lena.locator(".acts .aside p")).to_have_text("Marko is playing.")


def test_how_long_somebody_who_is_away_is_waited_for_is_seen_at_once(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko", turn_seconds=300)
    one.play("roll")
    lena, marko = people.at(one), people.at(two)
    expect(lena.locator("#seat-1 .face.here")).to_have_count(1)
    one.play("score 0")
    two.play("roll")
    expect(lena.locator("#say")).to_contain_text("Marko")
    clock = lena.locator(".acts > .countdown .bar-left")  # not that of "Undo"
    expect(clock).to_be_hidden()
    marko.close()
    expect(lena.locator(".acts .countdown")).to_contain_text("A bot plays for Marko when")
    expect(clock).to_be_visible()
    whole = lena.locator(".acts > .countdown")
    expect(whole).to_have_attribute("data-whole", re.compile(r"^2\d\d"))  # it runs at once
    expect(lena.locator("#say")).to_contain_text("Marko is away at the moment.")
    people.at(two)
    expect(lena.locator("#say")).not_to_contain_text("is away")
    expect(clock).to_be_hidden()


def test_settings_are_in_force_at_once_also_for_a_quick_host(people: People) -> None:
    one, _two = people.server.api.table("Lena", "Marko", begin=False)
    lena = people.at(one)
    room = open_room(lena)

    def slowly(route: Route) -> None:  # what is pressed next must not come first
        lena.wait_for_timeout(300)
        route.continue_()

    lena.route("**/do", slowly)
    room.locator("#turn_seconds").select_option("60")
    room.locator("#ask_seconds").select_option("0")
    room.get_by_role("checkbox", name="Whoever has the link may watch").uncheck()
    expect(button(lena, "Apply")).to_have_count(0)
    button(lena, "Start the game").click()
    expect(lena.locator(".seats")).to_be_visible()
    settings = one.state()["settings"]
    assert (settings["turn_seconds"], settings["ask_seconds"]) == (60, 0)
    assert settings["watch"] is False


def test_who_has_played_before_need_not_type_a_name_to_take_a_seat(people: People) -> None:
    (one,) = people.server.api.table("Lena", begin=False)
    (other,) = people.server.api.table("Zoë", begin=False)
    marko = people.come()
    marko.goto(one.link)
    expect(marko.get_by_label("Your name")).to_have_value("")
    marko.get_by_label("Your name").fill("Marko")
    with marko.expect_navigation():
        button(marko, "Take a seat").click()
    marko.goto(other.link)
    expect(marko.get_by_label("Your name")).to_have_value("Marko")
    people.server.api.join(other, "Jürgen")  # the page is drawn anew
    expect(marko.locator(".chairs")).to_contain_text("Jürgen")
    expect(marko.get_by_label("Your name")).to_have_value("Marko")


def test_who_sits_down_is_heard_and_the_game_begins_at_the_top(people: People) -> None:
    (one,) = people.server.api.table("Lena", begin=False)
    lena = people.at(one)
    expect(lena.locator(".chairs")).to_contain_text("Lena")
    people.server.api.join(one, "Marko")
    expect(lena.locator("#live")).to_contain_text("Marko sits at the table.")
    expect(lena.locator("#live")).not_to_contain_text("Lena sits")
    lena.locator("#room-menu summary").click()
    lena.evaluate("() => scrollTo(0, 400)")
    one.do("begin", first=0)
    expect(roll_button(lena)).to_be_visible()
    assert lena.evaluate("() => scrollY") == 0
    expect(lena.locator("#room-menu")).not_to_have_attribute("open", "")


def test_what_is_said_is_read_in_the_own_language_and_can_be_muted(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = people.at(one), people.at(two, locale="cs")
    expect(lena.locator("#seat-1 .face.here")).to_have_count(1)
    for leave_with_key in (True, False):
        lena.locator("#says summary").click()
        expect(button(lena, "Good luck!")).to_be_visible()
        if leave_with_key:
            lena.keyboard.press("Escape")
        else:
            lena.locator(".round").click()
        expect(button(lena, "Good luck!")).to_be_hidden()
    lena.locator("#says summary").click()
    button(lena, "Good luck!").click()
    expect(marko.locator(".bubble")).to_contain_text(text("Good luck!", "cs"))
    expect(marko.locator("#live")).to_contain_text("Lena: ")
    expect(lena.locator(".bubble")).to_contain_text("Good luck!")
    marko.locator("#menu summary").click()
    marko.locator("#hear").click()
    expect(marko.locator(".bubble")).to_have_count(0)
    lena.wait_for_timeout(2100)  # nobody talks without a pause
    lena.locator("#says summary").click()
    button(lena, "Oh no!").click()
    expect(lena.locator(".bubble", has_text="Oh no!")).to_have_count(1)
    expect(marko.locator(".bubble")).to_have_count(0)
    marko.reload()
    expect(marko.locator("#hear")).to_have_attribute("aria-pressed", "false")


def test_a_gift_is_thanked_for_with_one_tap(people: People) -> None:
    one, two = people.server.api.table("Lena", "Marko")
    lena, marko = people.at(one), people.at(two)
    one.play("roll")
    two.play("pass")
    one.play("score 0")
    thanks = marko.locator(".acts [data-react=thanks]")
    thanks.click()
    expect(lena.locator(".bubble")).to_contain_text("Thanks!")
    expect(thanks).to_be_hidden()
    expect(roll_button(marko)).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_what_is_said_is_seen_above_the_buttons_and_at_the_end_of_a_game(
    people: People, size: tuple[int, int]
) -> None:
    seats = people.server.api.table("Lena", "Marko")
    lena = people.at(seats[0], size={"width": size[0], "height": size[1]}, touch=True)
    marko = people.at(seats[1])
    expect(lena.locator("#seat-1 .face.here")).to_have_count(1)
    for said in ("Good luck!", "Well played!"):
        marko.locator("#says summary").click()
        button(marko, said).click()
        bubble = lena.locator(".bubble", has_text=said)
        expect(bubble).to_have_count(1)
        seen = bubble.evaluate("""(bubble) => {
          const { left, top, width, height } = bubble.getBoundingClientRect();
          const points = [0.1, 0.9].map((part) => [left + width * part, top + height / 2]);
          bubble.style.pointerEvents = 'auto';
          return points.every(([x, y]) => bubble.contains(document.elementFromPoint(x, y)));
        }""")
        assert seen, said
        expect(lena.locator("#live")).to_contain_text(f"Marko: {said}")
        if said == "Good luck!":
            play_turns(seats, 14)
        for page in (lena, marko):
            expect(page.locator(".podium")).to_be_visible()
        marko.wait_for_timeout(2100)  # nobody talks without a pause


def test_somebody_who_is_invited_reads_by_whom_and_can_sit_down_at_once(people: People) -> None:
    one = people.server.api.create("Anna")
    desk, guest = people.come(size={"width": 1280, "height": 800}), people.come(size=PHONE)
    for page in (desk, guest):
        page.goto(one.link)
        expect(page.get_by_role("heading", name="Anna invites you to play")).to_be_visible()
        expect(button(page, "Take a seat")).to_be_in_viewport(ratio=1)
        expect(page.locator(".qr")).to_have_count(0)
    expect(desk.locator(".lobby")).to_contain_text("Without a seat you watch the game.")
    one.settings(watch=False)
    expect(desk.locator(".lobby")).not_to_contain_text("watch the game")
    guest.get_by_label("Your name").fill("Ben")
    button(guest, "Take a seat").click()
    expect(guest.locator(".chairs")).to_contain_text("Ben")
    desk.goto("/")
    one.do("begin")
    guest.goto("/")
    turn = one.state()["to_act"]
    said = ["Anna’s turn", "your turn"][turn]
    expect(guest.locator(".recent .chip")).to_have_text(said)


def test_the_host_can_start_without_scrolling(people: People) -> None:
    seats = people.server.api.table("Anna", "Ben", begin=False)
    host = people.at(seats[0], size=PHONE, touch=True)
    expect(button(host, "Start the game")).to_be_in_viewport(ratio=1)
    host.get_by_label("Ben", exact=True).check()
    button(host, "Start the game").tap()
    expect(host.locator(".seat.active")).to_contain_text("Ben")


# What lies below a bubble though it is read or pressed.
COVERED = """
() => {
  const bubble = document.querySelector('.bubble').getBoundingClientRect();
  const kept = '.dice .die, button, a, summary, .points, .gave, .say > *, .bonus, .charity-line'
    + ', .sheet td, .sheet header, .plus'
    + (innerWidth < 360 ? '' : ', .seat:not(#seat-1), .seat .coin');
  return [...document.querySelectorAll(kept)].filter((each) => {
    const box = each.getBoundingClientRect();
    return each.checkVisibility() && box.left < bubble.right && box.right > bubble.left
      && box.top < bubble.bottom && box.bottom > bubble.top;
  }).map((each) => `${each.tagName}.${each.className}`);
}
"""


@pytest.mark.parametrize("names", [("Lena", "Marko"), ("Lena", "Marko", "Florian", "Ayse")])
@pytest.mark.parametrize("size", [(320, 568), (360, 740), (390, 844), (844, 390), (1280, 800)])
def test_what_is_said_covers_nothing_that_is_read_or_pressed(
    people: People, size: tuple[int, int], names: tuple[str, ...]
) -> None:
    seats = people.server.api.table(*names)
    play_turns(seats, 1)
    page = people.at(seats[0], size={"width": size[0], "height": size[1]})
    speaker = people.at(seats[1], size={"width": size[0], "height": size[1]})
    expect(page.locator("#seat-1 .face.here")).to_have_count(1)
    speaker.locator(".acts [data-react=thanks]").click()
    for each in (page, speaker):
        expect(each.locator(".bubble")).to_contain_text("Thanks!")
        assert each.evaluate(COVERED) == []
        bubble, seat = (each.locator(part).bounding_box() for part in (".bubble", "#seat-1"))
        assert bubble
        assert seat
        middle = bubble["x"] + bubble["width"] / 2
        if len(names) == 2 and size[0] < size[1]:  # at whoever says it
            assert seat["x"] <= middle <= seat["x"] + seat["width"]
