"""Every screen: nothing jumps, nothing is cut, and what is pressed is within reach."""

import re
from dataclasses import dataclass
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.support import (
    LANGUAGES,
    PHONE,
    Api,
    People,
    Seat,
    Server,
    dice,
    play_turns,
    roll_button,
    score_button,
)

SIZES: Final = ((320, 568), (360, 740), (390, 664), (1280, 720), (1920, 1080))
LYING: Final = {"width": 844, "height": 390}
DOUBLE_TAP: Final = 500  # milliseconds after which a tap in the same place counts
# Names as people have them, as long as they come; no part of them may be cut.
NAMES: Final = ("Konstantinos", "Anna-Katharina", "Marie Antoinette", "Παναγιώτης")


@dataclass(frozen=True)
class States:
    """A table in each of its states, from the seat that has to act or may ask."""

    roll: Seat
    choose: Seat
    ask: Seat
    scored: Seat
    watch: Seat
    result: Seat

    def links(self) -> dict[str, str]:
        return {name: getattr(self, name).link for name in self.__dataclass_fields__}


def states(api: Api, *names: str) -> States:
    choose = api.table(*names)
    choose[0].play("roll")
    ask = api.table(*names, ask_seconds=20)
    ask[0].play("roll")
    scored = api.table(*names)
    play_turns(scored, 1)
    watch = api.table(*names)
    play_turns(watch, len(names) + 1)
    watch[1].play("roll")
    result = api.finished(*names)
    return States(api.table(*names)[0], choose[0], ask[1], scored[1], watch[-1], result[0])


@pytest.fixture(scope="module")
def two(server: Server) -> States:
    return states(server.api, "Lena", "Marko")


@pytest.fixture(scope="module")
def four(server: Server) -> States:
    return states(server.api, *NAMES)


def visitor(people: People, at: States, size: tuple[int, int], **how: object) -> Page:
    width, height = size
    seats = [getattr(at, name) for name in at.__dataclass_fields__]
    touch = width < 1000
    view = {"width": width, "height": height}
    return people.come(*seats, size=view, touch=touch, **how)  # type: ignore[arg-type]


# What is to be pressed in the bar of actions.
PRESSED: Final = ".acts :is(button, .button, summary):visible"
OUTSIDE: Final = """
elements => elements.map((e) => [e, e.getBoundingClientRect()])
  .filter(([e, b]) => b.top < 0 || b.left < 0 || b.bottom > innerHeight + 0.5
    || b.right > innerWidth + 0.5)
  .map(([e, b]) => `${e.outerHTML.slice(0, 80)} ${Math.round(b.top)} to ${Math.round(b.bottom)}`)
"""


def outside(parts: Locator) -> list[str]:
    found: list[str] = parts.evaluate_all(OUTSIDE)
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("players", ["two", "four"])
def test_actions_are_within_reach_without_scrolling(
    people: People, request: pytest.FixtureRequest, size: tuple[int, int], players: str
) -> None:
    at: States = request.getfixturevalue(players)
    page, wrong = visitor(people, at, size), []
    for name, link in at.links().items():
        page.goto(link)
        expect(page.locator(".acts")).to_be_visible()
        width = page.evaluate("() => document.scrollingElement.scrollWidth")
        wrong += [f"{name}: {width} wide"] if width > size[0] else []
        wrong += [f"{name}: {text}" for text in outside(page.locator(PRESSED))]
        if name == "ask":
            page.locator("details.ask summary").click()
            wrong += [f"{name}: {text}" for text in outside(page.locator(PRESSED))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("height", [390, 340])  # without and with the bars of a browser
@pytest.mark.parametrize("players", ["two", "four"])
def test_all_dice_are_seen_with_the_actions_on_a_lying_phone(
    people: People, request: pytest.FixtureRequest, players: str, height: int
) -> None:
    at: States = request.getfixturevalue(players)
    page, wrong = visitor(people, at, (LYING["width"], height)), []
    for name in ("roll", "choose", "ask", "scored", "watch"):
        page.goto(at.links()[name])
        expect(page.locator("#tray .dice .die")).to_have_count(6)
        wrong += [f"{name}: {text}" for text in outside(page.locator(PRESSED))]
        wrong += [f"{name}: {text}" for text in outside(page.locator("#tray .dice .die"))]
        dice_end = page.locator("#tray .dice .die").nth(2).bounding_box()
        acts = page.locator(".acts").bounding_box()
        assert dice_end is not None
        assert acts is not None
        if dice_end["x"] + dice_end["width"] > acts["x"]:
            wrong.append(f"{name}: dice and actions are not side by side")
    assert not wrong, "\n".join(wrong)


def test_the_question_moves_no_dice_on_a_lying_phone(people: People, two: States) -> None:
    page = visitor(people, two, (LYING["width"], LYING["height"]))
    page.goto(two.ask.link)
    dice = page.locator("#tray .dice .die").first
    before = dice.bounding_box()
    page.locator("details.ask").evaluate("box => { box.open = true; }")
    expect(page.locator("[value=ask]")).to_be_visible()
    assert dice.bounding_box() == before
    assert not outside(page.locator(PRESSED))


@pytest.mark.parametrize("size", [(360, 740), (390, 664), (1280, 720), (1920, 1080)])
def test_dice_and_actions_are_seen_together(
    people: People, two: States, size: tuple[int, int]
) -> None:
    page, wrong = visitor(people, two, size), []
    for name in ("choose", "scored", "ask"):
        page.goto(two.links()[name])
        wrong += [f"{name}: {text}" for text in outside(page.locator("#tray .dice .die"))]
        last = page.locator("#tray .dice .die").last.bounding_box()
        acts = page.locator(".acts").bounding_box()
        assert last is not None
        assert acts is not None
        if last["y"] + last["height"] > acts["y"]:
            wrong.append(f"{name}: the actions lie over the dice")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("width", "least"), [(320, 60), (390, 80), (1280, 120), (1920, 180)])
def test_dice_are_as_large_as_the_screen_allows(
    people: People, two: States, width: int, least: int
) -> None:
    height = dict(SIZES)[width]
    page = visitor(people, two, (width, height))
    page.goto(two.choose.link)
    box = page.locator("#tray .die").first.bounding_box()
    assert box is not None
    assert box["width"] >= least
    cards = page.locator(".bonuses .bonus")
    expect(cards).to_have_count(3)


# Texts that are cut off, or that break in the middle of a word.
CUT: Final = """
selector => {
  const wrong = [];
  const words = (node) => {
    const text = node.textContent;
    for (const match of text.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (lines.size > 1) wrong.push(`broken: ${match[0]}`);
    }
  };
  for (const element of document.querySelectorAll(selector)) {
    if (!element.checkVisibility() || element.closest('.unseen')) continue;
    const style = getComputedStyle(element);
    if (style.textOverflow !== 'clip') wrong.push(`ellipsis: ${element.textContent}`);
    if (style.display !== 'inline' && (element.scrollWidth > element.clientWidth + 1
        || (style.overflow !== 'visible' && element.scrollHeight > element.clientHeight + 1))) {
      wrong.push(`cut: ${element.className} ${element.textContent.trim()}`);
    }
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const holder = walk.currentNode.parentElement;
      if (!holder.closest('.unseen') && holder.clientWidth !== 1) words(walk.currentNode);
    }
  }
  return [...new Set(wrong)];
}
"""
WHOLE: Final = (
    ".seat .name, .sheet h2, .sheet thead th, .tally th, .podium li > span, .result h2, "
    ".bonus h2, .acts button b, .acts button small, .acts .button b, .round"
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_no_word_is_cut_or_broken_with_four_players(
    people: People, four: States, language: str, width: int
) -> None:
    size = {**dict(SIZES)}[width]
    page, wrong = visitor(people, four, (width, size), locale=language), []
    for name, link in four.links().items():
        page.goto(link)
        page.evaluate("() => document.fonts.ready")
        wrong += [f"{name}: {text}" for text in page.evaluate(CUT, WHOLE)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_stay_whole_on_the_smallest_phone(
    people: People, two: States, language: str
) -> None:
    page, wrong = visitor(people, two, (320, 568), locale=language), []
    for name, link in two.links().items():
        page.goto(link)
        page.evaluate("() => document.fonts.ready")
        wrong += [f"{name}: {text}" for text in page.evaluate(CUT, WHOLE)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("size", [(320, 568), (360, 640)], ids=["320", "360"])
def test_long_names_and_all_cards_fit_on_small_phones(
    people: People, players: int, size: tuple[int, int]
) -> None:
    first = people.server.api.table(*NAMES[-players:])[0]
    view = {"width": size[0], "height": size[1]}
    page = people.at(first, size=view, touch=True, locale="de")
    first.play("roll")
    expect(page.locator("#tray label.die")).to_have_count(6)
    page.evaluate("() => document.fonts.ready")
    assert page.evaluate(CUT, ".seat .name, .bonus h2") == []
    bar = page.locator(".acts").bounding_box()
    cards = page.locator(".bonuses .steps").last.bounding_box()
    assert bar is not None
    assert cards is not None
    assert cards["y"] + cards["height"] <= bar["y"]


# --- nothing jumps -------------------------------------------------------------------------------

# All shifts since the letters have come, with what moved. What follows a tap within half a second
# counts as well, since a page must not jump under the thumb; only words inside of a button change
# their place there. The result is another page of the game, with its own order.
SHIFTS: Final = """
(since) => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const inButton = ({ node }) => (node?.parentElement ?? node)?.closest?.('button');
      const ofButtons = entry.sources.length && entry.sources.every(inButton);
      if (entry.startTime < since || ofButtons || document.querySelector('.result')) continue;
      const box = (rect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(',');
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        const name = node?.nodeType === 1 ? `${node.tagName}.${node.className}` : node?.nodeName;
        const text = (node?.textContent ?? '').replace(/\\s+/g, ' ').slice(0, 60);
        return `${name} ${box(previousRect)} > ${box(currentRect)} ${text}`;
      });
      window.shifts.push(`${entry.value.toFixed(4)} ${moved.join(' | ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
"""


def play_out(page: Page) -> None:
    """A whole game against a bot, with every roll."""
    for _ in range(200):
        page.wait_for_function(
            """() => document.querySelector('.result, [data-mine=turn] [value=roll]')
                || document.querySelector('[data-mine=turn] input[name=die]')"""
        )
        if page.locator(".result").count():
            return
        page.wait_for_timeout(DOUBLE_TAP)
        tray = page.locator("form.tray")
        position = tray.get_attribute("data-position")
        if page.locator("[value=roll]").count():
            roll_button(page).click()
        else:
            if not dice(page).first.is_checked():
                page.locator("#tray label.die").first.click()
            if page.locator("[value=reroll]").count():
                page.locator("[value=reroll]").click()
            else:
                score_button(page).click()
        expect(page.locator(f".tray[data-position='{position}']")).to_have_count(0)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("size", "rounds"),
    [((360, 740), 7), ((360, 640), 3), ((1280, 720), 3)],
    ids=["phone", "short phone", "desk"],
)
def test_nothing_jumps_during_a_whole_game(
    people: People, size: tuple[int, int], rounds: int
) -> None:
    seat = people.server.api.create(
        "Lena",
        bots=["casual"],
        rounds=rounds,
        begin=True,
        first=0,
        settings={"grace_seconds": 0, "ask_seconds": 0},
    )
    view = {"width": size[0], "height": size[1]}
    page = people.at(seat, size=view, touch=size[0] < 1000, motion="no-preference")
    page.evaluate("() => document.fonts.ready")
    page.evaluate(SHIFTS, page.evaluate("() => performance.now()"))
    play_out(page)
    shifts = page.evaluate("() => shifts")
    assert not shifts, "\n".join(sorted(set(shifts)))


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_high_scores_fit_into_three_seats(people: People, size: tuple[int, int]) -> None:
    seats = people.server.api.table("Lena", "Marko", "Florian")
    page = people.at(seats[0], size={"width": size[0], "height": size[1]}, touch=True)
    sticking_out = page.locator(".seat").evaluate_all("""(seats) => seats.flatMap((seat) => {
      seat.querySelector('.points').textContent = '288';
      const gave = seat.querySelector('.gave');
      gave.classList.add('most');
      gave.lastChild.textContent = ' 108';
      const { left, right } = seat.getBoundingClientRect();
      return [...seat.querySelectorAll('.points, .gave, .face')].map((part) =>
        part.getBoundingClientRect()).filter((box) => box.left < left + 2 || box.right > right - 2);
    }).length""")
    assert not sticking_out


@pytest.mark.parametrize("size", [(844, 390), (800, 360)])
def test_on_one_device_on_its_side_the_buttons_are_in_sight(
    people: People, size: tuple[int, int]
) -> None:
    page = people.come(size={"width": size[0], "height": size[1]}, touch=True)
    page.goto("/")
    page.locator("#device summary").tap()
    page.locator("#player-1").fill("Zoë")
    page.locator("#player-2").fill("Mia")
    page.locator("#device button.go").tap()
    page.locator("[value=roll]").tap()
    expect(page.locator(".ask.here")).to_be_visible()
    page.evaluate("() => scrollTo(0, 0)")
    for name in ("reroll", "score"):
        expect(page.locator(f"[value={name}]")).to_be_in_viewport(ratio=1)
    page.locator(".ask.here summary").evaluate("part => part.click()")  # which scrolls nowhere
    for answer in ("[value=ask]", "[data-fold]"):
        expect(page.locator(f".ask.here {answer}")).to_be_in_viewport(ratio=1)


# --- forced colours ------------------------------------------------------------------------------

EDGES: Final = """
selector => [...document.querySelectorAll(selector)]
  .filter((e) => e.checkVisibility())
  .filter((e) => {
    const style = getComputedStyle(e);
    const drawn = parseFloat(style.borderTopWidth) >= 1 && style.borderTopStyle !== 'none';
    return !drawn || /^rgba\\(.*, 0\\)$/.test(style.borderTopColor);
  })
  .map((e) => e.outerHTML.slice(0, 90))
"""


def test_buttons_and_seats_have_edges_in_forced_colours(people: People, two: States) -> None:
    page, wrong = visitor(people, two, (390, 664)), []
    page.emulate_media(forced_colors="active")
    edged = "#table button, #table .button, .seat, .sheet, .bonus, .step, .die:not(.mini .die)"
    for name, link in two.links().items():
        page.goto(link)
        wrong += [f"{name}: {text}" for text in page.evaluate(EDGES, edged)]
    assert not wrong, "\n".join(wrong)


def test_ticked_dice_and_the_active_seat_stand_out_in_forced_colours(
    people: People, two: States
) -> None:
    page = visitor(people, two, (390, 664))
    page.emulate_media(forced_colors="active")
    page.goto(two.choose.link)
    page.locator("#tray label.die").first.click()
    outline = "die => getComputedStyle(die).outlineStyle"
    assert page.locator("#tray label.die").first.evaluate(outline) == "solid"
    assert page.locator("#tray label.die").nth(1).evaluate(outline) == "none"
    ground = "seat => getComputedStyle(seat).backgroundColor"
    active, other = page.locator(".seat.active"), page.locator(".seat:not(.active)")
    assert active.evaluate(ground) != other.evaluate(ground)


def test_the_phone_s_sheet_shows_this_round_and_the_sums_and_unfolds(
    people: People, two: States
) -> None:
    page = visitor(people, two, (PHONE["width"], PHONE["height"]))
    page.goto(two.watch.link)
    mine = page.locator(".sheet.mine")
    expect(mine.locator("tbody tr:visible")).to_have_count(1)
    expect(mine.locator("tfoot tr:visible")).to_have_count(1)
    mine.locator(".fold").tap()
    expect(mine.locator("tbody tr:visible")).to_have_count(7)
    expect(mine.get_by_role("checkbox", name=re.compile("All rounds"))).to_be_checked()


def test_a_lying_phone_shows_the_result_and_the_next_step_at_once(people: People) -> None:
    seats = people.server.api.finished("Lena", "Marko", "Zoë")
    page = people.at(seats[0], size={"width": 844, "height": 390}, touch=True)
    expect(page.locator("#result")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
    box = page.locator(".podium").bounding_box()
    assert box is not None
    assert box["width"] > 300


# Every hint in its slot, filled with the longest values: those that stick out of it.
STICKING_OUT: Final = """
() => {
  const hint = document.getElementById('hint');
  const slot = document.getElementById('say').getBoundingClientRect();
  const values = { bonus: 60, number: 6, count: 2, one: 5, other: 6 };
  const fill = (text) => text.replace(/\\{(\\w+)\\}/g, (all, name) =>
    name === 'numbers' ? fill(hint.dataset.or) : values[name] ?? all);
  return Object.entries(hint.dataset).filter(([name]) => name !== 'or').map(([name, text]) => {
    hint.textContent = fill(text);
    const parts = [...document.querySelectorAll('#say > b, #hint')];
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const fits = boxes.every((box) => box.top >= slot.top - 0.5 && box.bottom <= slot.bottom + 0.5
      && box.left >= slot.left - 0.5 && box.right <= slot.right + 0.5);
    return fits && !hint.textContent.includes('{') ? '' : `${name}: ${hint.textContent}`;
  }).filter(Boolean);
}
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_are_never_longer_than_their_slot(people: People, two: States, language: str) -> None:
    page, wrong = people.come(two.choose, locale=language), []
    for width, height in (*SIZES, (LYING["width"], LYING["height"])):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(two.choose.link)
        expect(page.locator("#hint")).to_be_visible()
        wrong += [f"{width}: {text}" for text in page.evaluate(STICKING_OUT)]
    assert not wrong, "\n".join(wrong)
