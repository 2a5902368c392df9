"""A server of one's own, tables made quickly, and people in browsers."""

import os
import re
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect
from tests.web.support import CALM, Player, client, created, joined
from tools.serving import CHARIDICE, ServerProcess, free_port

from charidice.locale import current, gettext, use
from charidice.rules import Face, Selection, selections
from charidice.rules.dice import Colour

# Slow machines get this long for whatever a test waits for.
PATIENCE: Final = 20_000
PHONE: Final = {"width": 360, "height": 740}
DESK: Final = {"width": 1200, "height": 800}
LANGUAGES: Final = ("en", "de", "fr", "el", "tr", "cs")
# All of them where what is looked at takes long; ./test looks at those with the longest words.
LONGEST_FIRST: Final = tuple(
    language if language in ("de", "el") else pytest.param(language, marks=pytest.mark.long)
    for language in LANGUAGES
)
# Where the network or the server is taken away, the browser says so in its console.
LOST: Final = re.compile(r"net::ERR_|Failed to load resource: net")
BLOCKED: Final = re.compile("Service Worker registration blocked by Playwright")
# Some documents have no storage; what a page has stored since stays.
KNOWS_THE_GAME: Final = """
try { localStorage["charidice-guide"] ??= "done"; } catch { /* a blank page */ }
"""
REFUSED: Final = re.compile(r"the server responded with a status of 4\d\d")


class Server(ServerProcess):
    """`charidice serve` as a process, on a data file or somewhere else.

    On a data file, dice follow from the name of the test; several workers roll as they like.
    """

    def __init__(
        self, data: Path, host: str = "127.0.0.1", where: Sequence[str] | None = None
    ) -> None:
        self.data, port = data, free_port()
        self.api = Api(client(f"http://127.0.0.1:{port}"))
        self.test = data.with_suffix(".test")
        program = CHARIDICE if where else ("-m", "tests.browser.seeded", str(self.test))
        words = ["serve", *(where or ("--data", str(data)))]
        words += ["--port", str(port), "--rate", "0", "--host", host]
        super().__init__(
            words=[*program, *words],
            port=port,
            log=data.with_suffix(".log"),
            environment={**os.environ, "LANGUAGE": "en"},
        )


def older_limit(data: Path, seconds: int) -> None:
    """Let the tables in a file be from a version that allowed less time for a decision."""
    with closing(sqlite3.connect(data)) as log, log:
        old, new = '"turn_seconds":15', f'"turn_seconds":{seconds}'
        log.execute("UPDATE events SET data = replace(data, ?, ?)", (old, new))


@contextmanager
def serving(
    data: Path, host: str = "127.0.0.1", where: Sequence[str] | None = None
) -> Iterator[Server]:
    """A server for a test; it must not have complained about anything."""
    server = Server(data, host, where)
    server.start()
    try:
        yield server
    finally:
        server.end()
        server.api.web.close()
    usual = r"Charidice is ready|Ctrl-C ends it|For phones|[ ▀▄█]*$"
    complaints = [line for line in server.said.splitlines() if not re.match(usual, line)]
    assert not complaints, "\n".join(complaints)


@dataclass(frozen=True)
class Seat:
    """A seat at a table, in the hands of a program to which nothing is refused."""

    player: Player

    @property
    def table(self) -> str:
        return self.player.table

    @property
    def token(self) -> str:
        return self.player.token

    @property
    def link(self) -> str:
        return str(self.player.web.base_url.join(f"/t/{self.table}"))

    def state(self) -> dict[str, Any]:
        return self.player.state()

    def do(self, kind: str, **values: Any) -> dict[str, Any]:
        answer = self.player.command(kind, **values)
        assert answer.is_success, answer.text
        done: dict[str, Any] = answer.json()
        return done

    def play(self, action: str) -> None:
        self.do("play", action=action, position=self.state()["position"])

    def settings(self, **values: Any) -> None:
        self.do("settings", settings={**self.state()["settings"], **values})

    def record(self) -> str:
        answer = self.player.web.get(f"/t/{self.table}/record")
        assert answer.is_success, answer.text
        return answer.text


@dataclass(frozen=True)
class Api:
    """Tables without a browser, where the browser is not what is tested."""

    web: httpx.Client

    def create(self, name: str, **values: Any) -> Seat:
        values["settings"] = {**CALM, **values.get("settings", {})}
        return Seat(created(self.web, name, **values))

    def join(self, seat: Seat, name: str) -> Seat:
        return Seat(joined(seat.player, name))

    def table(self, *names: str, begin: bool = True, **settings: Any) -> list[Seat]:
        """People at a table; the first is the host and begins."""
        seats = [self.create(names[0], settings=settings)]
        seats += [self.join(seats[0], name) for name in names[1:]]
        if begin:
            seats[0].do("begin", first=0)
        return seats

    def finished(self, *names: str) -> list[Seat]:
        """People whose game is played to its end."""
        seats = self.table(*names)
        play_turns(seats, 7 * len(seats))
        assert seats[0].state()["status"] == "finished"
        return seats


def play_turns(seats: list[Seat], count: int) -> None:
    """Whole turns: one roll, nobody asks, one die is scored. Seats stand in the order of play."""
    for _ in range(count):
        state = seats[0].state()
        active, receiver = state["game"]["active"], state["game"]["receiver"]
        seats[active].play("roll")
        if seats[0].state()["game"]["phase"] == "asking":
            seats[receiver].play("pass")
        seats[active].play("score 0")


@dataclass
class People:
    """Whoever looks at the pages of a server. What goes wrong in their browsers is noted."""

    browser: Browser
    server: Server
    contexts: list[BrowserContext] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    allowed: list[re.Pattern[str]] = field(default_factory=lambda: [BLOCKED])
    hosts: set[str] = field(default_factory=lambda: {"127.0.0.1"})

    def come(
        self,
        *seats: Seat,
        locale: str = "en",
        size: dict[str, int] = DESK,
        motion: Literal["no-preference", "reduce"] = "reduce",
        scripts: bool = True,
        touch: bool = False,
        worker: bool = False,
        newcomer: bool = False,
    ) -> Page:
        """Somebody with a browser of their own, who may hold seats already.

        Only newcomers are guided; all others know the game.
        A service worker is installed only where it is what is tested: it takes a while, and
        requests that it makes cannot be held back.
        """
        context = self.browser.new_context(
            base_url=self.server.url,
            locale=locale,
            viewport={"width": size["width"], "height": size["height"]},
            reduced_motion=motion,
            java_script_enabled=scripts,
            has_touch=touch,
            is_mobile=touch,
            service_workers="allow" if worker else "block",
        )
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.wrong.append(f"error: {error.error.stack}"))
        context.on("request", lambda request: self._request(request.url))
        if not newcomer:
            context.add_init_script(KNOWS_THE_GAME)
        for seat in seats:
            hold(context, seat)
        return context.new_page()

    def at(self, seat: Seat, **how: Any) -> Page:
        """Somebody who sits at a table and looks at it."""
        page = self.come(seat, **how)
        page.goto(seat.link)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _request(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.hostname not in self.hosts:
            self.wrong.append(f"request: {url}")

    def leave(self) -> None:
        for context in self.contexts:
            context.close()
        wrong = [text for text in self.wrong if not any(p.search(text) for p in self.allowed)]
        assert not wrong, "\n".join(wrong)


def hold(context: BrowserContext, seat: Seat) -> None:
    """Give a browser the cookie of a seat."""
    cookie = {"name": f"charidice_seat_{seat.table}", "value": seat.token}
    site = urljoin(seat.link, "/")  # the cookies of the product are those of the whole site
    context.add_cookies([{**cookie, "url": site}])  # type: ignore[typeddict-item]


def speak(page: Page, language: str) -> None:
    """Choose a language, as the menu does."""
    url = page.url if page.url.startswith("http") else ""
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(url)) if url else ""
    page.context.add_cookies(
        [{"name": "charidice_language", "value": language, "url": origin or "http://127.0.0.1"}]
    )


def text(english: str, language: str, **values: object) -> str:
    """A text of the product in a language."""
    before = current()
    use(language)
    try:
        found = gettext(english)
        return found.format(**values) if values else found
    finally:
        use(before)


# --- the parts of a table's page, by what a person calls them ------------------------------------


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("button", name=name)


def roll_button(page: Page) -> Locator:
    return button(page, "Roll the dice")


def reroll_button(page: Page) -> Locator:
    return button(page, re.compile(r"^(Reroll|Nothing to reroll)"))


def score_button(page: Page) -> Locator:
    return button(page, re.compile(r"^(Score|These dice do not)"))


def dice(page: Page) -> Locator:
    return page.get_by_role("group", name="Dice").get_by_role("checkbox")


def faces(page: Page) -> list[str]:
    """What lies on the table, as a screen reader says it."""
    shown = page.locator("#tray .dice .die:not(.blank)")
    expect(shown).to_have_count(6)
    names: list[str] = page.locator("#tray .dice").evaluate(
        """group => [...group.querySelectorAll('[aria-label]')]
            .filter(each => each !== group)
            .map(each => each.getAttribute('aria-label').split(', ').slice(0, 2).join(', '))"""
    )
    return names


def roll(page: Page) -> None:
    """Throw the dice; those that were scored before lie there until then."""
    roll_button(page).click()
    expect(page.locator("#tray label.die")).to_have_count(6)


def tick(page: Page, place: int, on: bool = True) -> None:
    """Tap a die, as long as it is not as wanted."""
    if dice(page).nth(place).is_checked() is not on:
        page.locator("#tray label.die").nth(place).click()
    expect(dice(page).nth(place)).to_be_checked(checked=on)


def keep(page: Page, *chosen: int) -> None:
    """Tick exactly these dice."""
    expect(dice(page)).to_have_count(6)
    for place in range(6):
        tick(page, place, place in chosen)


def score(page: Page, *chosen: int) -> None:
    """Tick exactly these dice and score them."""
    keep(page, *chosen)
    score_button(page).click()


def open_room(page: Page) -> Locator:
    room = page.locator("#room-menu")
    if room.get_attribute("open") is None:
        room.locator("summary").click()
    return room


def new_name() -> str:
    return f"Lena {secrets.token_hex(3)}"


def ask(page: Page) -> None:
    """Ask for the biggest gift: the first tap opens, the second asks."""
    page.locator(".ask summary").click()
    button(page, "Yes, double it").click()


def rolled(seat: Seat) -> list[Face]:
    """The faces on the table."""
    dice = seat.state()["game"]["dice"]
    return [Face(int(text[0]), Colour.from_letter(text[1])) for text in dice]


def keep_for_a_bonus(faces: list[Face]) -> tuple[int, ...]:
    """The largest group of one number or of one colour."""
    places = range(len(faces))
    numbers = [[p for p in places if faces[p].number == face.number] for face in faces]
    colours = [[p for p in places if faces[p].colour == face.colour] for face in faces]
    largest = max([*numbers, *colours], key=len)
    return tuple(largest)


def with_a_bonus(api: Api, *names: str, ask: bool = False) -> tuple[list[Seat], Selection]:
    """A table where the first player can score a bonus; the second one may have asked first."""
    for _ in range(60):
        seats = api.table(*names)
        active = seats[0]
        active.play("roll")
        if ask:
            seats[1].play("ask")
        for again in (True, True, False):
            faces = rolled(active)
            found = [each for each in selections(faces) if each.bonus and len(each.dice) < 6]
            if found:
                return seats, found[0]
            if again:
                kept = keep_for_a_bonus(faces)
                active.play("keep " + " ".join(map(str, kept)))
    raise AssertionError("no bonus came up")
