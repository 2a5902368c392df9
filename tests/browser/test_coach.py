"""The coach at the table: hints, and what comes of ticked dice."""

import re
from itertools import permutations
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.support import (
    DESK,
    LANGUAGES,
    PHONE,
    People,
    Seat,
    button,
    dice,
    keep,
    roll,
    roll_button,
    rolled,
    text,
    tick,
)
from tests.browser.test_looks import SMALL, both_schemes, checked, too_wide
from tests.web.support import until

from charidice.coach import Advised, advise, reasons
from charidice.coach.odds import bonus_chances
from charidice.coach.outcomes import outcomes_of
from charidice.locale.formats import number, percent, whole_percent
from charidice.locale.gist import further, gist
from charidice.records import from_json, replay
from charidice.rules import STANDARD, Action, Face, Game, Pass, Phase, Roll, Score, apply


def game_of(seat: Seat) -> Game:
    """The position that the active player judges."""
    answer = seat.player.web.get(f"/api/v1/tables/{seat.table}/record")
    game = replay(from_json(answer.text))
    return apply(game, Pass()) if game.turn.phase is Phase.ASKING else game


def advised_now(seat: Seat) -> Advised:
    return advise(game_of(seat))


def dice_of(action: Action) -> tuple[int, ...]:
    return tuple(action.keep) if isinstance(action, Roll) else tuple(getattr(action, "dice", ()))


def card(page: Page) -> Locator:
    return page.locator(".hint-card")


def marked(page: Page) -> list[str]:
    """The dice with the mark of the coach."""
    values: list[str] = page.locator("#tray .die.advised input").evaluate_all(
        "boxes => boxes.map(box => box.value)"
    )
    return values


def covers(page: Page, part: str) -> bool:
    """Whether the card lies over a part of the table, which is as wide as the screen."""
    shown, box = card(page).bounding_box(), page.locator(part).first.bounding_box()
    assert shown
    assert box
    return shown["y"] < box["y"] + box["height"] and box["y"] < shown["y"] + shown["height"]


def alone(people: People, **values: Any) -> Seat:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0, **values)
    seat.play("roll")
    until(lambda: seat.state()["to_act"] == 0)  # the bot says at once whether it asks
    return seat


def knowing(people: People, seat: Seat, **how: Any) -> Page:
    """Somebody at a table who needs no guide."""
    page = people.come(seat, **how)
    page.add_init_script("localStorage.setItem('charidice-guide', 'done')")
    page.goto(seat.link)
    return page


def test_a_hint_is_followed_to_the_end_of_the_turn(people: People) -> None:
    seat = alone(people)
    page = people.at(seat)
    for _ in range(3):
        best = advised_now(seat).options[0]
        page.keyboard.press("h")
        expect(card(page)).to_be_visible()
        assert best.chance is not None
        told = card(page).locator("#coach-more")
        expect(told).to_contain_text(f"if everybody plays on perfectly: {percent(best.chance, 1)}.")
        assert marked(page) == [str(die) for die in dice_of(best.action)]
        before = seat.state()["position"]
        if button(page, "Tick these").count():  # dice that are ticked already need no button
            button(page, "Tick these").click()
            expect(card(page)).to_have_count(0)
            ticked = [n for n in range(6) if dice(page).nth(n).is_checked()]
            assert ticked == [*dice_of(best.action)]
        wish = "score" if isinstance(best.action, Score) else "reroll"
        page.locator(f"#tray [value={wish}]").click()
        expect(page.locator(f"form.tray[data-position='{before}']")).to_have_count(0)
        expect(card(page)).to_have_count(0)
        if isinstance(best.action, Score):
            break
    else:
        raise AssertionError("the turn has not ended")
    assert seat.state()["game"]["sheets"][0]["rows"][0][0] is not None


def test_a_hint_says_why_and_what_the_eight_best_options_cost(people: People) -> None:
    seat = alone(people)
    page = people.at(seat)
    button(page, "Hint").click()
    advised = advised_now(seat)
    why = reasons(game_of(seat), advised)
    expect(card(page).locator(".reason")).to_have_text(gist(why))
    figures = card(page).get_by_text(" ".join(further(why)))
    expect(figures).to_be_hidden()  # nobody has to read figures first
    card(page).locator("#coach-more summary").click()
    expect(figures).to_be_visible()
    rows = card(page).locator("tbody tr")
    expect(rows).to_have_count(8)
    for row, option in zip(rows.all(), advised.options, strict=False):
        assert option.chance_cost is not None
        costs = [number(100 * option.chance_cost, 2), number(option.margin_cost, 2)]
        assert row.locator("td").all_text_contents() == costs
        assert row.locator(".die").count() == len(dice_of(option.action))


@pytest.mark.parametrize("size", [(390, 844), (412, 915), (844, 390), (960, 600)])
def test_a_hint_hides_and_moves_nothing_and_goes_with_escape(
    people: People, size: tuple[int, int]
) -> None:
    page = people.at(alone(people), size={"width": size[0], "height": size[1]}, touch=True)
    places = """() => [...document.querySelectorAll('#tray .dice, .acts')]
        .map((each) => each.getBoundingClientRect()).map(({ x, y }) => ({ x, y }))"""
    page.locator("[value=hint]").scroll_into_view_if_needed()
    page.evaluate("() => window.scrollTo(0, 0)")
    before = page.evaluate(places)
    page.locator("[value=hint]").evaluate("each => each.click()")
    expect(card(page)).to_be_visible()
    assert page.evaluate(places) == before
    # All that it is about stays in sight.
    assert [part for part in ("#say", "#tray .dice", ".bonus") if covers(page, part)] == []
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    assert marked(page) == []


def test_dice_that_are_ticked_already_need_no_button_to_tick_them(people: People) -> None:
    seat = alone(people)
    page = people.at(seat)
    best = dice_of(advised_now(seat).options[0].action)
    assert best
    button(page, "Hint").click()
    expect(card(page)).to_be_visible()
    expect(button(page, "Tick these")).to_be_hidden()  # nothing was ticked: it has done so
    keep(page, *best)
    tick(page, best[0], on=False)
    button(page, "Tick these").click()
    expect(card(page)).to_have_count(0)
    keep(page, *best)
    expect(page.locator("#tray input[name=die]").nth(best[0])).to_be_focused()
    tick(page, best[0], on=False)
    button(page, "Hint").click()
    expect(card(page)).to_be_visible()
    expect(button(page, "Tick these")).to_be_hidden()  # the buttons below agree with it
    keep(page, *best)


@pytest.mark.parametrize("way", ["key", "lamp"])
def test_a_hint_takes_the_focus_and_gives_it_back(people: People, way: str) -> None:
    page = people.at(alone(people), size=PHONE)
    third = page.locator("#tray input[name=die]").nth(2)
    third.focus()
    if way == "key":
        page.keyboard.press("h")
    else:
        page.locator("[value=hint]").click()
    expect(card(page)).to_be_focused()
    why = card(page).locator(".reason").inner_text()
    expect(card(page)).to_have_accessible_name(re.compile("^(Keep|Score|Reroll)"))
    expect(card(page)).to_have_accessible_description(why)
    if card(page).get_attribute("data-told"):  # it means some of the dice
        expect(page.locator("#live")).to_contain_text("These dice are ticked now.")
    expect(page.locator("#live")).not_to_contain_text(why)  # it would be heard twice
    page.keyboard.press("Tab")
    expect(card(page).locator(".answers button:visible").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    expect(third if way == "key" else page.locator("[value=hint]")).to_be_focused()


def test_whoever_follows_a_hint_by_its_button_goes_on_at_the_dice(people: People) -> None:
    page = people.at(alone(people))
    page.keyboard.press("h")
    card(page).locator("button.go").click()
    expect(card(page)).to_have_count(0)
    expect(page.locator("#say")).to_be_focused()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_after_the_dice_tab_comes_to_the_actions_and_then_to_the_helps(
    people: People, size: dict[str, int]
) -> None:
    page = people.at(alone(people), size=size)
    tick(page, 0)
    page.locator("#tray input[name=die]").last.focus()
    for wanted in ("[value=reroll]", "[value=score]", "[value=hint]", "[data-chances]"):
        page.keyboard.press("Tab")
        expect(page.locator(f"#tray {wanted}")).to_be_focused()


def test_a_hint_works_without_scripts(people: People) -> None:
    seat = alone(people)
    page = people.at(seat, scripts=False)
    before = seat.state()["position"]
    button(page, "Hint").click()
    expect(card(page)).to_be_visible()
    card(page).locator("button.go").click()
    expect(card(page)).to_have_count(0)
    assert seat.state()["position"] > before


def test_on_one_device_the_receiver_can_have_one_too(people: People) -> None:
    page = people.come()
    page.goto("/")
    page.locator("#device summary").click()
    for place, name in enumerate(("Lena", "Marko")):
        page.locator("#device [name=player]").nth(place).fill(name)
    page.locator("#device button").click()
    roll(page)
    page.locator(".ask summary").click()
    page.locator(".ask [data-hint]").click()
    expect(card(page).locator("h2")).to_contain_text("2×")
    expect(card(page).locator("tbody tr")).to_have_count(2)


def test_a_hint_makes_room_for_the_question_of_the_2x(people: People) -> None:
    lena, marko = people.server.api.table("Lena", "Marko", hints=True, ask_seconds=20)
    lena.play("roll")
    page = people.at(marko)
    button(page, "Hint").click()
    expect(card(page)).to_be_visible()
    card(page).locator("details summary").click()
    expect(card(page).locator("details")).to_have_attribute("open", "")
    page.locator(".ask summary").click()
    expect(page.locator(".ask-box")).to_be_visible()
    expect(card(page)).to_be_visible()  # it tells whether to ask
    expect(card(page).locator("details")).not_to_have_attribute("open", "")


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
def test_a_hint_lies_over_neither_dice_nor_the_open_question(
    people: People, size: tuple[int, int]
) -> None:
    lena, marko = people.server.api.table("Lena", "Marko", hints=True, ask_seconds=20)
    lena.play("roll")
    page = people.at(marko, size={"width": size[0], "height": size[1]}, touch=True)
    page.locator("#ask-open").tap()
    expect(page.locator(".ask-box")).to_be_visible()
    page.locator("[value=hint]").tap()
    expect(card(page)).to_be_visible()
    assert [part for part in (".ask-box", "#tray .dice") if covers(page, part)] == []


def test_between_people_a_hint_is_seen_by_the_other(people: People) -> None:
    lena, marko = people.server.api.table("Lena", "Marko", hints=True)
    lena.play("roll")
    mine, other = people.at(lena), people.at(marko)
    button(mine, "Hint").click()
    expect(card(mine)).to_be_visible()
    expect(other.locator(".log")).to_contain_text("Lena takes a hint.")
    expect(other.locator("#seat-0 .hinted")).to_be_visible()
    expect(other.locator("#seat-1 .hinted")).to_have_count(0)
    version = lena.state()["version"]
    mine.keyboard.press("Escape")
    button(mine, "Hint").click()  # the same decision
    expect(card(mine)).to_be_visible()
    assert lena.state()["version"] == version
    button(other, "Hint").click()  # whether to ask
    expect(card(other).locator("tbody tr")).to_have_count(2)
    expect(mine.locator("#seat-1 .hinted")).to_be_visible()
    expect(card(mine)).to_be_visible()  # still the same decision
    card(mine).locator("button.go").click()
    expect(card(mine)).to_have_count(0)
    expect(card(other)).to_have_count(0)


def test_the_host_allows_hints_in_the_settings(people: People) -> None:
    lena, _marko = people.server.api.table("Lena", "Marko")
    lena.play("roll")
    page = people.at(lena)
    expect(page.locator("#tray label.die")).to_have_count(6)
    expect(page.locator("[value=hint]")).to_have_count(0)
    note = page.get_by_text("the host can allow them")
    page.locator("#menu summary").click()
    expect(note).to_be_visible()
    page.locator("#to-room").click()
    page.locator("#hints").check()
    expect(page.locator("[value=hint]")).to_be_enabled()
    page.locator("#menu summary").click()
    expect(note).to_be_hidden()
    page.locator("#menu summary").click()
    expect(button(page, "Chances")).to_be_visible()


def test_ticked_dice_say_what_comes_of_them(people: People) -> None:
    seat = alone(people)
    page = people.at(seat)
    page.keyboard.press("c")
    expect(button(page, "Chances")).to_have_attribute("aria-pressed", "true")
    game = game_of(seat)
    for kept in ((), (0, 3), (0, 3, 4)):
        for die in kept:
            tick(page, die)
        brings = outcomes_of(game).after(game, Roll(kept))
        expect(page.locator(".brings span")).to_have_text(
            f"{'Keep these' if kept else 'Reroll all six'} and play on well: "
            f"about {number(brings.points)} points, and you give {number(brings.gift)}"
        )
        chances = bonus_chances(STANDARD, game.turn.numbers, kept, 2)
        four = page.locator(".bonus[data-kind=same] .step[data-count='4'] .chance")
        expect(four).to_have_text(whole_percent(chances["same4"]))
        heard = page.locator(".bonus[data-kind=colour] .likely")
        expect(heard).to_contain_text(f"exactly 4: {whole_percent(chances['colour4'])}")
    for roll_now in (2, 3):
        page.wait_for_timeout(500)  # a second tap at once would not be meant
        page.locator("[value=reroll]").click()
        expect(page.locator(".pips .on")).to_have_count(roll_now)
    expect(button(page, "Chances")).to_have_attribute("aria-pressed", "false")  # there are none


def dear_score(seat: Seat) -> Score:
    """The score that costs the most."""
    options = advised_now(seat).options
    return next(each.action for each in reversed(options) if isinstance(each.action, Score))


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_on_the_cards_of_the_coach(people: People, size: dict[str, int]) -> None:
    seat = alone(people, coach_limit=1)
    page = knowing(people, seat, size=size)
    page.locator("[data-chances]").click()
    expect(page.locator(".brings")).not_to_be_empty()
    keep(page, *dear_score(seat).dice)
    page.locator("#tray [value=score]").click()
    expect(card(page)).to_contain_text("differently")
    wrong = both_schemes(page)
    card(page).locator("[value=hint]").click()
    card(page).locator("#coach-more summary").click()
    wrong += both_schemes(page)
    wrong += [
        each
        for each in page.evaluate(SMALL)
        if "hint-card" in each or "coach" in each or "hint" in each
    ]
    assert not wrong, "\n".join(sorted(set(wrong)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_of_the_coach_fit_in_every_language(people: People, language: str) -> None:
    seat = alone(people, coach_limit=1)
    page = knowing(people, seat, locale=language, size=PHONE)
    page.locator("[data-chances]").click()
    keep_in(page, *dear_score(seat).dice)
    page.locator("#tray [value=score]").click()
    expect(card(page)).to_be_visible()
    wrong = too_wide(page, 360) + too_wide(page, 320)
    card(page).locator("[value=hint]").click()
    card(page).locator("#coach-more summary").click()
    expect(card(page)).to_contain_text(text("More", language))
    wrong += too_wide(page, 360) + too_wide(page, 320) + checked(page)
    inside = "each => each.scrollWidth - each.clientWidth"
    if card(page).evaluate(inside) > 0:
        wrong.append("the card is wider than it looks")
    assert not wrong, "\n".join(wrong)


def keep_in(page: Page, *chosen: int) -> None:
    """Tick exactly these dice, in any language."""
    for place in range(6):
        box = page.locator("#tray label.die input").nth(place)
        if box.is_checked() is not (place in chosen):
            page.locator("#tray label.die").nth(place).click()


def test_the_key_does_nothing_where_nothing_is_to_be_decided(people: People) -> None:
    seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
    page = people.at(seat)
    expect(roll_button(page)).to_be_visible()
    expect(page.locator("[value=hint]")).to_be_disabled()
    page.keyboard.press("h")
    expect(card(page)).to_have_count(0)


def test_own_ticks_come_back_by_a_button_that_says_so(people: People) -> None:
    seat = alone(people)
    page = people.at(seat)
    checked = "() => [...document.querySelectorAll('#tray input:checked')].map((box) => box.value)"
    for die in range(6):
        tick(page, die)
    page.keyboard.press("h")
    expect(card(page)).to_be_visible()
    assert len(page.evaluate(checked)) < 6  # those that it means
    button(page, "Back to my pick").click()
    expect(card(page)).to_have_count(0)
    assert len(page.evaluate(checked)) == 6
    expect(dice(page).first).to_be_focused()
    page.keyboard.press("h")
    expect(card(page)).to_be_visible()
    page.keyboard.press("Escape")
    assert len(page.evaluate(checked)) < 6  # what is seen stays
    page.keyboard.press("h")
    expect(card(page)).to_be_visible()
    button(page, "Back to my pick").click()  # the dice of the first hint were no pick of theirs
    assert len(page.evaluate(checked)) == 6


@pytest.mark.parametrize("bots", [["casual"], ["casual", "greedy", "generous"]])
def test_nothing_that_acts_comes_to_where_more_was_opened(people: People, bots: list[str]) -> None:
    seat = people.server.api.create("Lena", bots=bots, begin=True, first=0)
    page = people.at(seat, size=PHONE, touch=True, locale="de")
    page.locator("[value=roll]").click()
    page.locator("#tray [value=hint]").click()
    more = card(page).locator("#coach-more summary")
    box = more.bounding_box()
    assert box is not None
    more.click()
    expect(card(page).locator("#coach-more table")).to_be_visible()
    for part in (0.1, 0.5, 0.9):
        place = [box["x"] + part * box["width"], box["y"] + box["height"] / 2]
        there = "([x, y]) => document.elementFromPoint(x, y).closest('button:not(.close)')"
        assert page.evaluate(there, place) is None
    page.locator("#menu").evaluate("(menu) => { menu.open = true; }")
    expect(card(page)).to_be_hidden()  # the menu is in front


def test_a_hint_that_is_closed_stays_ticked(people: People) -> None:
    page = people.at(alone(people))
    page.keyboard.press("h")
    expect(card(page)).to_be_visible()
    advised = marked(page)
    page.locator("[data-coach-close]").click()
    expect(card(page)).to_have_count(0)
    assert [str(place) for place in range(6) if dice(page).nth(place).is_checked()] == advised


def a_clash(faces: list[Face]) -> list[int] | None:
    """Two dice of one colour and a third that goes with neither."""
    for one, two, other in permutations(range(6), 3):
        first, second, third = faces[one], faces[two], faces[other]
        numbers = {first.number, second.number, third.number}
        if first.colour is second.colour is not third.colour and len(numbers) == 3:
            return sorted((one, two, other))
    return None


def test_a_hint_to_keep_what_cannot_be_scored_does_not_forbid_it(people: People) -> None:
    while True:
        seat = people.server.api.create("Lena", bots=["casual"], begin=True, first=0)
        seat.play("roll")
        kept = a_clash(rolled(seat))
        if kept:
            break
    meant = f'data-dice="{" ".join(map(str, kept))}"'

    def other_dice(route: Route) -> None:
        answer = route.fetch()
        body = re.sub(r'data-dice="[^"]*"', meant, answer.text())
        route.fulfill(response=answer, body=body)

    page = people.at(seat)
    page.route("**/hint*", other_dice)
    keep(page, *kept)
    expect(page.locator("#hint")).to_contain_text("at least 4 of one colour")
    page.keyboard.press("h")
    expect(page.locator(".hint-card")).to_be_visible()
    expect(page.locator("#hint")).to_have_text("Keep these and reroll the others")
