"""How long somebody waits who plays against a bot on a phone, and how often they tap.

    uv run python benchmarks/waiting.py
    uv run python benchmarks/waiting.py --games 3 --think 0.7 --patient

Somebody plays whole games against one bot in a real browser (Chromium) and takes the same time for
every decision. They want what the bot `greedy` wants, and never ask for the biggest gift. A patient
person waits until the bot has played; the other one taps the dice to let it go on.

It prints the seconds of waiting in a round (from the own score until the own dice can be rolled
again), taps in a turn, how often in a game "not now" had to be said, and the time of a game.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx
from playwright.sync_api import Page, ViewportSize, sync_playwright

from charidice.bots import bot
from charidice.records import from_json, replay
from charidice.rules import Game, Pass, Phase, Roll, Score, apply

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.browser import chromium
from tools.serving import CHARIDICE, ServerProcess, free_port

PHONE: Final = ViewportSize(width=390, height=844)
# What the page wants of whoever plays: to roll, to choose, to answer the question of old versions.
WANTED: Final = """
() => document.querySelector('.result') ? 'result'
  : document.querySelector('[data-mine=turn] [value=roll]') ? 'roll'
  : document.querySelector('[data-mine=turn] input[name=die]') ? 'dice'
  : document.querySelector('[data-mine=question] [value=pass]') ? 'question' : null
"""
HURRY: Final = "() => document.querySelector('form[data-hurry] .dice')?.click()"


@dataclass
class Counted:
    """What was counted in some games."""

    waits: list[float] = field(default_factory=list)
    taps: int = 0
    turns: int = 0
    passes: int = 0
    games: list[float] = field(default_factory=list)


class Person:
    """Somebody with a phone at a table."""

    def __init__(self, page: Page, think: float, *, patient: bool, counted: Counted) -> None:
        self.page, self.think, self.patient, self.counted = page, think, patient, counted
        self._player, self._rng = bot("greedy"), random.Random(1)
        self._scored_at: float | None = None

    def sit_down(self, url: str, level: str) -> None:
        """Begin a game against a bot."""
        self.page.goto(url)
        # Whoever is guided reads, and bots wait for that: this person knows the game.
        self.page.evaluate("() => localStorage.setItem('charidice-guide', 'done')")
        self.page.locator("#bots summary").tap()
        self.page.locator("#name-bots").fill("Lena")
        self.page.locator(f"#level-{level}").check(force=True)
        if level != "casual":  # who is chosen beforehand, and somebody has to be
            self.page.locator("#level-casual").uncheck(force=True)
        self.page.locator("#bots button.go").tap()
        self.page.locator("#table").wait_for()

    def play(self) -> None:
        """Play to the end."""
        began = time.monotonic()
        while (what := self._wanted()) != "result":
            if what == "roll" and self._scored_at is not None:
                self.counted.waits.append(time.monotonic() - self._scored_at)
                self._scored_at = None
            time.sleep(self.think)
            {"roll": self._roll, "dice": self._choose, "question": self._pass}[what]()
        self.counted.games.append(time.monotonic() - began)

    def _wanted(self) -> str:
        while True:
            found = self.page.evaluate(WANTED)
            if found:
                return str(found)
            if not self.patient:
                self.page.evaluate(HURRY)
            time.sleep(0.02)

    def _position(self) -> str | None:
        return self.page.locator("form.tray").get_attribute("data-position", timeout=5000)

    def _tap(self, selector: str) -> None:
        self.counted.taps += 1
        self.page.locator(selector).first.tap()

    def _moved(self, position: str | None) -> None:
        self.page.locator(f"form.tray[data-position='{position}']").wait_for(state="detached")

    def _roll(self) -> None:
        position = self._position()
        self._tap("[value=roll]")
        self.counted.turns += 1
        self._moved(position)

    def _pass(self) -> None:
        position = self._position()
        self.counted.passes += 1
        self._tap("[value=pass]")
        self._moved(position)

    def _choose(self) -> None:
        position, game = self._position(), self._game()
        if game.turn.phase is Phase.ASKING:
            game = apply(game, Pass())
        action = self._player.choose(game, self._rng)
        wanted = set(action.keep if isinstance(action, Roll) else action.dice)  # type: ignore[union-attr]
        for place in range(6):
            box = self.page.locator(f"input[name=die][value='{place}']")
            if box.is_checked() != (place in wanted):
                self._tap(f"label.die:has([value='{place}'])")
        self._tap("[value=reroll]" if isinstance(action, Roll) else "[value=score]")
        if isinstance(action, Score):
            self._scored_at = time.monotonic()
        self._moved(position)

    def _game(self) -> Game:
        link = self.page.url.partition("?")[0]
        record = self.page.evaluate("u => fetch(u).then(a => a.text())", f"{link}/record")
        return replay(from_json(record))


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server for nobody else."""
    port = free_port()
    words = ["serve", "--data", str(folder / "games.db"), "--port", str(port), "--rate", "0"]
    started = ServerProcess(words=[*CHARIDICE, *words], port=port, log=folder / "log")
    started.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        started.end()


def measured(options: argparse.Namespace) -> Counted:
    """Play, and count."""
    counted = Counted()
    with (
        tempfile.TemporaryDirectory() as folder,
        server(Path(folder)) as url,
        sync_playwright() as playwright,
    ):
        httpx.get(url).raise_for_status()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for _ in range(options.games):
            context = browser.new_context(viewport=PHONE, has_touch=True, locale="en")
            person = Person(
                context.new_page(), options.think, patient=options.patient, counted=counted
            )
            person.sit_down(url, options.level)
            person.play()
            context.close()
        browser.close()
    return counted


def main() -> None:
    """Play, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--think", type=float, default=0.7, help="seconds for a decision")
    parser.add_argument("--level", default="casual")
    parser.add_argument("--patient", action="store_true", help="never tap to let the bot go on")
    options = parser.parse_args()
    found = measured(options)
    waiting = sum(found.waits) / len(found.waits)
    print(f"waiting in a round   {waiting:6.1f} s (longest {max(found.waits):.1f} s)")
    print(f"taps in a turn       {found.taps / found.turns:6.1f}")
    print(f"“not now” in a game  {found.passes / len(found.games):6.1f}")
    print(f"a game               {sum(found.games) / len(found.games):6.1f} s")


if __name__ == "__main__":
    main()
