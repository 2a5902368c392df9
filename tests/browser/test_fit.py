"""What is said at the table is read whole: on every screen, in every state, in long words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from tests.browser.support import LONGEST_FIRST, Api, People, Seat, Server, play_turns

UPRIGHT: Final = (
    (320, 568),
    (360, 640),
    (360, 740),
    (390, 664),
    (390, 844),
    (412, 732),
    (412, 915),
)
LARGE: Final = (
    (768, 1024),
    (820, 1180),
    (960, 600),
    (1024, 768),
    (1280, 720),
    (1280, 800),
    (1366, 650),
    (1440, 900),
    (1920, 1080),
)
LYING: Final = ((640, 360), (667, 375), (740, 360), (844, 340), (844, 390), (915, 412))
LONG_NAMES: Final = ("Marie Antoinette", "Maximilian", "Anna-Katharina", "Παναγιώτης")

# Ticks the dice for which the line above them is longest.
TICK_FOR_THE_LONGEST: Final = """
() => {
  const boxes = [...document.querySelectorAll('#tray input[name=die]')];
  const line = document.getElementById('hint');
  if (!boxes.length || !line) return;
  const tick = (mask) => {
    boxes.forEach((box, place) => { box.checked = Boolean(mask >> place & 1); });
    boxes[0].dispatchEvent(new Event('change', { bubbles: true }));
  };
  const all = [...Array(64).keys()].map((mask) => {
    tick(mask);
    return [line.textContent.length, mask];
  });
  tick(all.toSorted((a, b) => b[0] - a[0])[0][1]);
}
"""

# The longest figure stands everywhere.
CERTAIN: Final = """
() => document.querySelectorAll('.chance').forEach((each) => { each.textContent = '100\u00a0%'; })
"""

# Texts that are cut by what holds them, by the edge of the screen, or by what lies over them.
HIDDEN: Final = """
() => {
  const wrong = [];
  const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.unseen');
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const deep = (a, b) => Math.round(Math.min(a.bottom - b.top, b.bottom - a.top) * 10) / 10;
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1.5 && b.top < a.bottom - 1.5;
  const letters = (e) => {
    const found = [];
    const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      if (!node.textContent.trim() || !seen(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const size = parseFloat(getComputedStyle(node.parentElement).fontSize);
      for (const box of range.getClientRects()) {
        if (box.width < 2) continue; // what only the ear gets
        const air = Math.max(0, (box.height - size) / 2); // above and below the letters
        const inner = new DOMRect(box.x, box.y + air, box.width, box.height - 2 * air);
        inner.text = node.textContent.trim();
        found.push(inner);
      }
    }
    return found;
  };
  const name = (e) => `${e.className ?? ''} “${
    (e.text ?? e.textContent).replace(/\\s+/g, ' ').trim().slice(0, 70)}”`;
  const bar = document.querySelector('.acts');
  const isFixed = getComputedStyle(bar).position === 'fixed';
  for (const e of all('.acts button, .acts .button, .acts summary, .acts p')) {
    const box = e.getBoundingClientRect();
    const below = Math.round(box.bottom - innerHeight);
    if (below > 0) wrong.push(`below the screen by ${below}: ${name(e)}`);
    for (const each of letters(e)) {
      if (each.bottom > box.bottom || each.top < box.top || each.right > box.right + 1
        || each.left < box.left - 1) wrong.push(`outside of its button: ${name(each)}`);
    }
  }
  const dice = all('#tray .dice .die, #tray .dice .worth, #tray .dice .tick, #tray .dice .tag');
  const rims = dice.map((e) => [e, e.getBoundingClientRect()]);
  for (const e of all('.say')) {
    const box = e.getBoundingClientRect();
    for (const each of letters(e)) {
      const lost = Math.max(each.bottom - box.bottom, box.top - each.top).toFixed(1);
      if (lost > 0) wrong.push(`cut by ${lost}: ${name(each)}`);
      const over = rims.find(([_, rim]) => meet(each, rim));
      if (over) wrong.push(`below the dice by ${deep(each, over[1])}: ${name(each)}`);
      for (const other of all('.seat, .helps button, .bonus')) {
        const met = meet(each, other.getBoundingClientRect());
        if (met) wrong.push(`meets ${name(other)}: ${name(each)}`);
      }
    }
  }
  for (const e of all('.helps button')) {
    const box = e.getBoundingClientRect();
    for (const other of all('.acts button, .acts .button, .acts summary')) {
      const edge = (isFixed ? bar : other).getBoundingClientRect();
      if (meet(box, edge)) wrong.push(`below the bar by ${deep(box, edge)}: ${name(e)}`);
    }
  }
  for (const e of all('.bonus')) {
    for (const [die, rim] of rims) {
      if (meet(e.getBoundingClientRect(), rim)) wrong.push(`card below a die: ${name(e)}`);
    }
  }
  for (const e of all('.bonus .step')) {
    const [step, card] = [e, e.closest('.bonus')].map((each) => each.getBoundingClientRect());
    if (step.right > card.right || step.left < card.left) wrong.push(`out of its card: ${name(e)}`);
  }
  // An open question may lie over the cards.
  for (const e of all('.tray:not(:has(.ask[open])) :is(.charity-line, .brings, .bonus)')) {
    for (const each of letters(e)) {
      if (isFixed && each.bottom > bar.getBoundingClientRect().top + 1
        && each.top < bar.getBoundingClientRect().top) wrong.push(`cut by the bar: ${name(each)}`);
    }
  }
  for (const card of all('.hint-card')) {
    const keys = all('.hint-card .answers');
    for (const e of card.querySelectorAll('h2, .reason')) {
      for (const each of letters(e)) {
        const below = keys.map((one) => one.getBoundingClientRect()).find((one) => meet(each, one));
        if (below) wrong.push(`below the buttons by ${deep(each, below)}: ${name(each)}`);
        const box = card.getBoundingClientRect();
        if (each.bottom > box.bottom) wrong.push(`outside of the hint: ${name(each)}`);
      }
    }
  }
  return [...new Set(wrong)];
}
"""


@dataclass(frozen=True)
class States:
    """A table in each of its states, from the seat that looks at it."""

    roll: Seat
    choose: Seat
    asked: Seat
    ask: Seat
    scored: Seat
    given: Seat
    watch: Seat

    def __iter__(self) -> Iterator[tuple[str, Seat]]:
        return ((name, getattr(self, name)) for name in self.__dataclass_fields__)


def states(api: Api, *names: str) -> States:
    choose = api.table(*names, hints=True)
    choose[0].play("roll")
    asked = api.table(*names, hints=True)  # whose signs stand beside the headline of a phone
    asked[0].play("roll")
    asked[1].play("ask")
    ask = api.table(*names, ask_seconds=20)
    ask[0].play("roll")
    scored = api.table(*names)
    play_turns(scored, 1)
    watch = api.table(*names)
    watch[0].play("roll")
    return States(
        roll=api.table(*names)[0],
        choose=choose[0],
        asked=asked[0],
        ask=ask[1],
        scored=scored[0],
        given=scored[1],
        watch=watch[-1],
    )


@pytest.fixture(scope="module")
def two(server: Server) -> States:
    return states(server.api, *LONG_NAMES[:2])


@pytest.fixture(scope="module")
def four(server: Server) -> States:
    return states(server.api, *LONG_NAMES)


def hidden(page: Page) -> list[str]:
    found: list[str] = page.evaluate(HIDDEN)
    return found


@pytest.mark.parametrize("sizes", [UPRIGHT, LYING, LARGE], ids=["upright", "lying", "large"])
@pytest.mark.parametrize("players", ["two", "four"])
@pytest.mark.parametrize("language", LONGEST_FIRST)
def test_all_that_is_said_is_read_whole_on_every_screen(
    people: People,
    request: pytest.FixtureRequest,
    players: str,
    language: str,
    sizes: tuple[tuple[int, int], ...],
) -> None:
    at: States = request.getfixturevalue(players)
    seats = [seat for _name, seat in at]
    page, wrong = people.come(*seats, touch=True, locale=language), []
    for name, seat in at:
        page.goto(seat.link)
        expect(page.locator(".acts")).to_be_visible()
        page.evaluate("() => document.fonts.ready")
        for step in ("", "longest", "chances", "hint", "open"):
            if step == "longest":
                page.evaluate(TICK_FOR_THE_LONGEST)
            elif step == "hint" and name == "choose":
                page.locator("[value=hint]").evaluate("key => key.click()")
                expect(page.locator(".hint-card")).to_be_visible()
            elif step == "chances" and name == "choose":
                page.locator("#chances").evaluate("key => key.click()")
                expect(page.locator("[data-odds]")).to_be_attached()
                page.wait_for_timeout(300)
                page.evaluate(CERTAIN)
            elif step == "open" and name == "ask":
                page.locator("#ask-open").evaluate("key => key.click()")
            elif step:
                continue
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("() => scrollTo(0, 0)")
                where = f"{width}x{height} {name} {step}"
                wrong += [f"{where}: {text}" for text in hidden(page)]
    assert not wrong, "\n".join(wrong)
