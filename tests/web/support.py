"""Servers to talk to, players who talk through the API, and streams that are read line by line."""

import asyncio
import contextlib
import json
import os
import re
import secrets
import signal
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
from tools.serving import CHARIDICE, START_SECONDS, ServerProcess, free_port

from charidice.web.config import Config
from charidice.web.ops.stalls import COLLECTION, HELD, WARN_SECONDS, Watchdog
from charidice.web.server import Serving, prepared

# Nobody is hurried, and bots do not wait.
CALM = {"ask_seconds": 0, "turn_seconds": 0, "pace": 0, "watch": True, "grace_seconds": 3}
FORM = {"content-type": "application/x-www-form-urlencoded"}
SECONDS = 10.0
# Reading the certificates of the system takes longer than most tests, and nothing here is HTTPS.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def client(base: str, **headers: str) -> httpx.Client:
    """A visitor of a server, with cookies of its own; redirects are looked at, not followed."""
    return httpx.Client(
        base_url=base, timeout=SECONDS, headers=headers, trust_env=False, verify=NO_CERTIFICATES
    )


def wanderer(base: str) -> httpx.Client:
    """A visitor who opens a connection for each request, so that any worker may answer."""
    found = client(base)
    found.headers["connection"] = "close"
    return found


def quiet_environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a command that must not touch this user's files or browser."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "PYTHONUTF8": "1",
        **more,
    }


@dataclass(kw_only=True)
class Process(ServerProcess):
    """`charidice serve` (or play) as users start it; its event loop must not be held up."""

    place: str = ""

    @property
    def output(self) -> str:
        return self.said

    def end(self, number: int = signal.SIGTERM, seconds: float = SECONDS) -> int:
        """Ask it to end, and return its exit code."""
        code = super().end(number, seconds)
        lines = self.said.splitlines()
        assert not [line for line in lines if HELD in line and "warning" in line]
        return code


def start(folder: Path, *words: str, **environment: str) -> Process:
    """Run the command until it says where it can be reached; errors come with the output."""
    started = Process(
        words=[*CHARIDICE, *words],
        log=folder / f"{secrets.token_hex(4)}.log",
        folder=folder,
        environment=quiet_environment(folder, **environment),
    )
    started.launch()
    started.wait_for_address()
    return started


def wait_until_up(url: str) -> None:
    """The address is printed just before the server answers."""
    until = time.monotonic() + START_SECONDS
    with client(url) as web:
        while True:
            try:
                web.get("/about")
            except httpx.TransportError:
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.02)
            else:
                return


@contextlib.contextmanager
def serving(folder: Path, *words: str, **environment: str) -> Iterator[Process]:
    """A server in a process of its own."""
    port = free_port()
    data = str(folder / "charidice.db")
    arguments = ("serve", "--data", data, "--port", str(port), *words)
    started = start(folder, *arguments, **environment)
    started.port = port
    try:
        started.wait_until_up()
        yield started
    finally:
        started.end()


@contextlib.contextmanager
def working(folder: Path, url: str, *words: str, workers: int = 3) -> Iterator[Process]:
    """`charidice serve` on a database, with all its workers up."""
    port = free_port()
    arguments = ("serve", "--workers", str(workers), "--port", str(port), *words)
    started = start(folder, *arguments, CHARIDICE_DATABASE=url)
    started.port, started.place = port, url
    try:
        started.wait_until_up()
        until(lambda: len(workers_of(started)) == workers, START_SECONDS)
        yield started
    finally:
        started.end()


def until(done: Callable[[], bool], seconds: float = SECONDS) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def workers_of(server: Process) -> dict[str, float]:
    """Which workers have told their figures, with the number of requests of each."""
    with client(server.url) as web:
        text = web.get("/metrics").text
    found = dict.fromkeys(re.findall(r'process_cpu\S*worker="(\d)"', text), 0.0)
    for number, count in re.findall(
        r'^charidice_requests_total\S*worker="(\d)"\} (\S+)$', text, re.MULTILINE
    ):
        found[number] += float(count)
    return found


@dataclass
class Local:
    """A server in this process, so that a test can change what it is made of."""

    serving: Serving
    url: str
    thread: threading.Thread

    @property
    def app(self) -> Any:
        return self.serving.server.config.app

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return self.serving.server.servers[0].get_loop()

    def visitor(self, **headers: str) -> httpx.Client:
        return client(self.url, **headers)


@contextlib.contextmanager
def local(folder: Path, trusted: str | None = None, **settings: Any) -> Iterator[Local]:
    """A server in a thread; `settings` are those of Config."""
    if settings.pop("listen6", False):  # as with --host ::
        listening = socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True)
    else:
        listening = socket.create_server((settings.pop("listen", "127.0.0.1"), 0))
    port = listening.getsockname()[1]
    config = Config(**{"port": port, "rate": 0.0, **settings})
    served = prepared(config, folder / f"{secrets.token_hex(4)}.db", trusted)
    thread = threading.Thread(target=served.run, args=([listening],))
    thread.start()
    try:
        while not served.server.started:
            assert thread.is_alive()
            time.sleep(0.005)
        yield Local(served, f"http://127.0.0.1:{port}", thread)
    finally:
        served.server.should_exit = True
        thread.join(SECONDS)
        listening.close()
    assert not thread.is_alive()
    watchdog: Watchdog = served.server.config.app.state.services.watchdog  # type: ignore[union-attr]
    held = [stall for stall in watchdog.stalls if stall.seconds > WARN_SECONDS]
    # In this process there are all the objects of all the tests for the collector to look at.
    assert not [stall for stall in held if stall.cause != COLLECTION]


# --- players who are programs --------------------------------------------------------------------


@dataclass
class Player:
    """Somebody with a seat, who talks to the API."""

    web: httpx.Client
    table: str
    token: str

    @property
    def path(self) -> str:
        return f"/api/v1/tables/{self.table}"

    @property
    def auth(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def command(self, kind: str, **wish: object) -> httpx.Response:
        return self.web.post(
            f"{self.path}/commands", json={"kind": kind, **wish}, headers=self.auth
        )

    def play(self, action: str, **wish: object) -> httpx.Response:
        """An action for the position that the table is in."""
        if "position" not in wish:
            wish["position"] = self.state()["position"]
        return self.command("play", action=action, **wish)

    def state(self) -> dict[str, Any]:
        answer = self.web.get(self.path, headers=self.auth)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def rematch(self) -> httpx.Response:
        return self.web.post(f"{self.path}/rematch", headers=self.auth)


def created(web: httpx.Client, name: str = "Lena", **wish: object) -> Player:
    answer = web.post("/api/v1/tables", json={"name": name, "settings": CALM, **wish})
    assert answer.status_code == 201, answer.text
    return Player(web, answer.json()["table"], answer.json()["token"])


def joined(host: Player, name: str = "Marko") -> Player:
    answer = host.web.post(f"{host.path}/seats", json={"name": name})
    assert answer.status_code == 201, answer.text
    return Player(host.web, host.table, answer.json()["token"])


def two_at_a_table(web: httpx.Client) -> tuple[Player, Player]:
    """Lena on seat 0 and Marko on seat 1; Lena is to roll."""
    lena = created(web)
    marko = joined(lena)
    assert lena.command("begin", first=0).status_code == 200
    return lena, marko


def step(state: Mapping[str, Any], players: list[Player]) -> httpx.Response:
    """One decision of the game: two rolls a turn, one die scored, the biggest gift asked for."""
    game, who = state["game"], players[int(state["to_act"])]
    if game["phase"] == "rolling":
        action = "roll"
    elif state["may_ask"] is not None and game["round"] == 2:
        who, action = players[int(state["may_ask"])], "ask"
    else:
        action = "keep 0 3" if game["roll"] == 1 else "score 5"
    answer = who.play(action, position=state["position"])
    assert answer.status_code == 200, answer.text
    return answer


def play_to_the_end(players: list[Player]) -> dict[str, Any]:
    """A whole game; returns the last state."""
    while (state := players[0].state())["status"] == "playing":
        step(state, players)
    return state


def seated(here: Local, player: Player, **headers: str) -> httpx.Client:
    cookie = f"charidice_seat_{player.table}={player.token}"
    return here.visitor(cookie=cookie, **headers)


# --- streams -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Message:
    """A server-sent event."""

    id: str
    event: str
    data: Any


def messages(response: httpx.Response) -> Iterator[Message]:
    """The messages of a stream, without comments and signs of life."""
    fields: dict[str, str] = {}
    for line in response.iter_lines():
        if line.startswith(":"):
            continue
        if line:
            name, _colon, value = line.partition(": ")
            assert name in ("id", "event", "data"), line
            assert name not in fields, line
            fields[name] = value
        elif fields:
            event = fields.get("event", "message")
            if event != "alive":
                yield Message(fields.get("id", ""), event, json.loads(fields["data"]))
            fields = {}


def events_until(
    web: httpx.Client, table: str, last: int, after: int = 0, **headers: str
) -> list[Message]:
    """The events of a table after a number, up to another one."""
    path, found = f"/api/v1/tables/{table}/events", []
    if after >= last:
        return []
    with web.stream("GET", path, params={"after": after}, headers=headers) as response:
        assert response.status_code == 200
        for message in messages(response):
            found.append(message)
            if int(message.id) >= last:
                break
    return found


# --- pages ---------------------------------------------------------------------------------------


class Page(HTMLParser):
    """What a page shows to people, and what it is made of."""

    # Attributes that people see or hear.
    SHOWN = ("aria-label", "title", "placeholder", "alt", "content")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._silent = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        assert not [name for name, _ in attrs if "data-" in name[1:]], "two attributes in one"
        if tag in ("script", "style"):
            self._silent += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        if self._silent:
            assert not data.strip(), "a script or style stands in the page"
        elif data.strip():
            self.texts.append(" ".join(data.split()))

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    def values(self, name: str) -> list[str]:
        """The values of the fields with this name."""
        return [a.get("value") or "" for _tag, a in self.tags if a.get("name") == name]

    def offers(self, wish: str) -> bool:
        """Whether there is a button for this wish that can be pressed."""
        return any(
            tag == "button" and a.get("value") == wish and "disabled" not in a
            for tag, a in self.tags
        )


def page_of(answer: httpx.Response, status: int = 200) -> Page:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return Page(answer.text)


@dataclass
class Visitor:
    """Somebody with a browser that knows no scripts."""

    web: httpx.Client
    table: str = ""

    def start(self, path: str, **fields: str | list[str]) -> str:
        """Post a form of the home page that leads to a table; returns the table's path."""
        answer = self.web.post(path, data=fields)
        assert answer.status_code == 303, answer.text
        self.table = answer.headers["location"]
        assert re.fullmatch(r"/t/[A-Za-z0-9_-]{16}", self.table)
        return self.table

    def look(self) -> Page:
        return page_of(self.web.get(self.table))

    def do(self, wish: str, **fields: str | list[str]) -> httpx.Response:
        return self.web.post(f"{self.table}/do", data={"do": wish, **fields})

    def done(self, wish: str, **fields: str | list[str]) -> None:
        answer = self.do(wish, **fields)
        assert answer.status_code == 303, answer.text

    @property
    def token(self) -> str:
        found = self.web.cookies.get(f"charidice_seat_{self.table.removeprefix('/t/')}")
        assert found is not None
        return found
