"""A server of one's own, tables made quickly, and people in browsers."""

import os
import re
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from charidice.locale import current, gettext, use

# Slow machines get this long for whatever a test waits for.
PATIENCE: Final = 20_000
PHONE: Final = {"width": 360, "height": 740}
DESK: Final = {"width": 1200, "height": 800}
# Nothing happens by itself, and bots act at once.
CALM: Final[dict[str, Any]] = {"ask_seconds": 0, "turn_seconds": 0, "pace": 0}
LANGUAGES: Final = ("en", "de", "fr", "el", "tr", "cs")
# Where the network or the server is taken away, the browser says so in its console.
LOST: Final = re.compile(r"net::ERR_|Failed to load resource: net")
CLIENT: Final = httpx.Client(trust_env=False, verify=False, timeout=PATIENCE / 1000)  # noqa: S501
REFUSED: Final = re.compile(r"the server responded with a status of 4\d\d")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass
class Server:
    """`charidice serve` as a process."""

    data: Path
    port: int = field(default_factory=free_port)
    host: str = "127.0.0.1"
    process: subprocess.Popen[str] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        words = ["serve", "--data", str(self.data), "--port", str(self.port), "--rate", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "charidice", *words, "--host", self.host],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONUNBUFFERED": "1", "LANGUAGE": "en"},
        )
        assert self.process.stdout is not None
        first = self.process.stdout.readline()  # the port is open when this is said
        assert "Charidice is ready" in first, first + self.process.stdout.read()

    def end(self, how: signal.Signals = signal.SIGTERM, seconds: float = 20) -> tuple[int, str]:
        """Send the signal, and return the exit code and what the server had said meanwhile."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.ended(seconds)

    def ended(self, seconds: float) -> tuple[int, str]:
        assert self.process is not None
        try:
            said, _ = self.process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        code = self.process.returncode
        self.process = None
        return code, said

    @property
    def api(self) -> "Api":
        return Api(self.base)


def older_limit(data: Path, seconds: int) -> None:
    """Let the tables in a file be from a version that allowed less time for a decision."""
    with closing(sqlite3.connect(data)) as log, log:
        old, new = '"turn_seconds":15', f'"turn_seconds":{seconds}'
        log.execute("UPDATE events SET data = replace(data, ?, ?)", (old, new))


@contextmanager
def serving(data: Path, host: str = "127.0.0.1") -> Iterator[Server]:
    """A server for a test; it must not have complained about anything."""
    server = Server(data, host=host)
    server.start()
    try:
        yield server
    finally:
        said = server.end()[1] if server.process else ""
    complaints = [
        line
        for line in said.splitlines()
        if not re.match(r"Ctrl-C ends it|For phones|[ ▀▄█]*$", line)
    ]
    assert not complaints, "\n".join(complaints)


@dataclass(frozen=True)
class Seat:
    """A seat at a table, in the hands of a program."""

    api: "Api"
    table: str
    token: str

    @property
    def link(self) -> str:
        return f"{self.api.base}/t/{self.table}"

    def state(self) -> dict[str, Any]:
        return self.api.call("GET", f"/tables/{self.table}", self.token)

    def do(self, kind: str, **values: Any) -> dict[str, Any]:
        return self.api.call(
            "POST", f"/tables/{self.table}/commands", self.token, kind=kind, **values
        )

    def play(self, action: str) -> None:
        self.do("play", action=action, position=self.state()["position"])

    def settings(self, **values: Any) -> None:
        self.do("settings", settings={**self.state()["settings"], **values})

    def record(self) -> str:
        answer = CLIENT.get(f"{self.link}/record")
        assert answer.is_success, answer.text
        return answer.text


@dataclass(frozen=True)
class Api:
    """Tables without a browser, where the browser is not what is tested."""

    base: str

    def call(self, method: str, path: str, token: str = "", **body: Any) -> dict[str, Any]:
        answer = CLIENT.request(
            method,
            f"{self.base}/api/v1{path}",
            json=body or None,
            headers={"authorization": f"Bearer {token}"} if token else {},
        )
        assert answer.is_success, answer.text
        data: dict[str, Any] = answer.json()
        return data

    def create(self, name: str, **values: Any) -> Seat:
        values["settings"] = {**CALM, **values.get("settings", {})}
        made = self.call("POST", "/tables", name=name, **values)
        return Seat(self, made["table"], made["token"])

    def join(self, seat: Seat, name: str) -> Seat:
        made = self.call("POST", f"/tables/{seat.table}/seats", name=name)
        return Seat(self, seat.table, made["token"])

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
    allowed: list[re.Pattern[str]] = field(default_factory=list)
    hosts: set[str] = field(default_factory=lambda: {"127.0.0.1"})

    def come(
        self,
        *seats: Seat,
        locale: str = "en",
        size: dict[str, int] = DESK,
        motion: Literal["no-preference", "reduce"] = "reduce",
        scripts: bool = True,
        touch: bool = False,
    ) -> Page:
        """Somebody with a browser of their own, who may hold seats already."""
        context = self.browser.new_context(
            base_url=self.server.base,
            locale=locale,
            viewport={"width": size["width"], "height": size["height"]},
            reduced_motion=motion,
            java_script_enabled=scripts,
            has_touch=touch,
            is_mobile=touch,
        )
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.wrong.append(f"error: {error.error}"))
        context.on("request", lambda request: self._request(request.url))
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
    context.add_cookies([{**cookie, "url": seat.api.base}])  # type: ignore[typeddict-item]


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
    return button(page, re.compile(r"^(Score|These do not)"))


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
    roll_button(page).click()
    expect(page.locator("#tray .die:not(.blank)")).to_have_count(6)


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
