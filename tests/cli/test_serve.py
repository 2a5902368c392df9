"""`charidice serve` and `charidice play`: how they start, what they say, and how they end."""

import re
import signal
import socket
import stat
import time
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import platformdirs
import pytest
from tests.cli.conftest import Run
from tests.support import posix_only
from tests.web.support import (
    Player,
    Process,
    client,
    created,
    messages,
    serving,
    start,
    two_at_a_table,
    wait_until_up,
)
from tools.serving import free_port

from charidice.cli import serve
from charidice.web.config import Config, lan_address


@pytest.fixture
def began(monkeypatch: pytest.MonkeyPatch) -> list[Config]:
    """Nothing is served: the command says what it would, and ends at once."""
    configs: list[Config] = []

    def prepared(config: Config, _data: Path, _trusted: str | None = None) -> Any:
        configs.append(config)
        server = SimpleNamespace(started=True, should_exit=False)
        return SimpleNamespace(server=server, config=config, run=lambda _sockets: time.sleep(0.1))

    monkeypatch.setattr(serve, "prepared", prepared)
    monkeypatch.setattr(serve, "lan_address", lambda: "192.168.7.7")
    return configs


@contextmanager
def busy(count: int = 1) -> Iterator[int]:
    """Ports in a row that somebody else uses; gives the first."""
    for first in range(20_000, 60_000, 37):
        with ExitStack() as stack:
            try:
                for port in range(first, first + count):
                    stack.enter_context(socket.create_server(("127.0.0.1", port)))
            except OSError:
                continue
            yield first
            return


# --- what it says --------------------------------------------------------------------------------


def test_it_says_where_it_is_and_where_the_games_are(
    run: Run, began: list[Config], tmp_path: Path
) -> None:
    port = free_port()
    outcome = run("serve", "--data", str(tmp_path / "my.db"), "--port", str(port))
    assert outcome.code == 0
    assert f"http://127.0.0.1:{port}/" in outcome.out
    assert str(tmp_path / "my.db") in outcome.out
    assert "Ctrl-C" in outcome.out
    assert "192.168" not in outcome.out  # nobody else can reach it
    assert began[0].only_here


def test_for_a_network_it_prints_the_address_and_a_code_for_phones(
    run: Run, began: list[Config], tmp_path: Path
) -> None:
    data = ("--data", str(tmp_path / "x.db"))
    outcome = run("serve", *data, "--host", "0.0.0.0", "--port", str(free_port()))  # noqa: S104
    assert outcome.code == 0
    assert f"http://192.168.7.7:{began[0].port}/" in outcome.out
    drawn = [line for line in outcome.out.splitlines() if re.search("[▀▄█]", line)]
    assert len(drawn) > 10
    assert began[0].for_friends == f"http://192.168.7.7:{began[0].port}"


def test_behind_a_proxy_it_names_the_public_address(
    run: Run, began: list[Config], tmp_path: Path
) -> None:
    words = ("--data", str(tmp_path / "x.db"), "--port", str(free_port()))
    outcome = run("serve", *words, "--public-url", "https://dice.example.org/")
    assert "https://dice.example.org/" in outcome.out
    assert began[0].public_url == "https://dice.example.org"
    assert began[0].secure


@pytest.mark.parametrize(
    "url",
    [
        *("dice.example.org", "ftp://x", "https://", "https://x/y", "", "https://x\n", "//x"),
        *(
            "https://a b",
            "https://x?y",
            "https://x#y",
            "https://[",
            "https://x:port",
            "https://:80",
        ),
        *("https://user:secret@x", "javascript://x", "https://x:99999", "https://<b>"),
    ],
)
def test_a_public_address_that_is_none_is_refused(
    run: Run, began: list[Config], tmp_path: Path, url: str
) -> None:
    words = ("--data", str(tmp_path / "x.db"), "--port", str(free_port()))
    outcome = run("serve", *words, f"--public-url={url}")
    assert (outcome.code, outcome.out, began) == (2, "", [])
    assert "https://dice.example.org" in outcome.err


# --- ports ---------------------------------------------------------------------------------------


def test_without_a_wish_one_of_the_usual_ports_is_taken(
    run: Run, began: list[Config], tmp_path: Path
) -> None:
    outcome = run("serve", "--data", str(tmp_path / "x.db"))
    assert outcome.code == 0
    assert began[0].port in serve.USUAL_PORTS
    assert f":{began[0].port}/" in outcome.out


def test_the_next_free_port_is_taken() -> None:
    with busy(3) as first, closing(serve.open_port("127.0.0.1", range(first, first + 20))) as port:
        assert first + 3 <= port.getsockname()[1] < first + 20


def test_when_all_usual_ports_are_busy_it_says_so() -> None:
    with busy(2) as first, pytest.raises(serve.ServeError) as caught:
        serve.open_port("127.0.0.1", range(first, first + 2))
    assert caught.value.code == "serve/port"
    assert "--port" in str(caught.value)


def test_a_wished_port_that_is_busy_is_refused(
    run: Run, began: list[Config], tmp_path: Path
) -> None:
    with busy() as port:
        outcome = run("serve", "--data", str(tmp_path / "x.db"), "--port", str(port))
    assert (outcome.code, outcome.out, began) == (2, "", [])
    assert f"Port {port} cannot be used" in outcome.err
    assert "--port" in outcome.err


@pytest.mark.parametrize("port", ["99999", "-1", "x", "1e3", ""])
def test_a_port_that_is_none_is_refused(
    run: Run, began: list[Config], tmp_path: Path, port: str
) -> None:
    outcome = run("serve", "--data", str(tmp_path / "x.db"), f"--port={port}")
    assert (outcome.code, outcome.out, began) == (2, "", [])
    assert "Traceback" not in outcome.err
    assert outcome.err.startswith("charidice")


@pytest.mark.parametrize("host", ["no.such.host.invalid", "1.2.3.4", "a b", "\u202e", "x" * 300])
def test_an_address_that_is_not_ours_is_refused_and_named(
    run: Run, began: list[Config], tmp_path: Path, host: str
) -> None:
    words = ("--data", str(tmp_path / "x.db"), "--port", str(free_port()))
    outcome = run("serve", *words, "--host", host)
    assert (outcome.code, outcome.out, began) == (2, "", [])
    assert "--host" in outcome.err  # the port is not what is wrong


@pytest.mark.parametrize("rate", ["x", ""])
def test_a_rate_that_is_none_is_refused(
    run: Run, began: list[Config], tmp_path: Path, rate: str
) -> None:
    outcome = run("serve", "--data", str(tmp_path / "x.db"), f"--rate={rate}")
    assert (outcome.code, began) == (2, [])


def test_a_data_file_that_cannot_be_used_is_refused_with_a_sentence(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "text.db").write_text("this is no database, and it is long enough to be none")
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "text.db", tmp_path / "file" / "x.db"):
        outcome = run("serve", "--data", str(path), "--port", str(free_port()))
        assert outcome.code in (1, 2)
        assert str(path) in outcome.err
        assert "--data" in outcome.err
        assert "Traceback" not in outcome.err


# --- the browser ---------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("play",), (), ("--language", "de"), ("--language=de",)])
def test_play_opens_the_browser(
    run: Run,
    began: list[Config],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(platformdirs, "user_data_path", lambda _name: tmp_path)
    outcome = run(*words)
    assert outcome.code == 0
    assert opened == [f"http://127.0.0.1:{began[0].port}/"]
    assert str(tmp_path / "charidice.db") in outcome.out


def test_serve_opens_no_browser(
    run: Run, began: list[Config], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    run("serve", "--data", str(tmp_path / "x.db"))
    assert (len(began), opened) == (1, [])


@posix_only
def test_charidice_alone_starts_a_real_server_and_the_browser(tmp_path: Path) -> None:
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" > "{tmp_path}/opened.new"\n'
                      f'mv "{tmp_path}/opened.new" "{tmp_path}/opened"\n')  # fmt: skip
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    process = start(tmp_path, BROWSER=f"{script} %s")
    try:
        until = time.monotonic() + 10
        while not (tmp_path / "opened").exists() and time.monotonic() < until:
            time.sleep(0.02)
        url = (tmp_path / "opened").read_text().strip()
        assert url == f"{process.url}/"
        with client(process.url) as web:
            assert web.get("/").status_code == 200  # it answers when the browser opens
        assert (tmp_path / "charidice" / "charidice.db").exists()
    finally:
        code = process.end(signal.SIGINT)
    assert code == 0


# --- a real server, from start to end ------------------------------------------------------------


def ended_with_streams(process: Process, player: Player, number: int) -> tuple[int, float]:
    """The exit code and how long the end took, with five streams open."""
    with ExitStack() as stack:
        for path in [f"/t/{player.table}/stream"] * 3 + [f"{player.path}/events"] * 2:
            web = stack.enter_context(client(process.url))
            response = stack.enter_context(web.stream("GET", path))
            next(messages(response))
        began = time.monotonic()
        code = process.end(number)
        return code, time.monotonic() - began


@posix_only
def test_it_ends_quickly_and_all_is_there_after_a_restart(tmp_path: Path, run: Run) -> None:
    with serving(tmp_path, "--rate", "0") as process:
        data = tmp_path / "charidice.db"
        assert f"Charidice is ready: http://127.0.0.1:{process.port}/" in process.output
        # A second server on the same data is refused, and so is one on the same port.
        outcome = run("serve", "--data", str(data), "--port", str(free_port()))
        assert (outcome.code, outcome.out) == (2, "")
        assert f"{data} is in use by another Charidice server" in outcome.err
        outcome = run("serve", "--data", str(tmp_path / "y.db"), "--port", str(process.port))
        assert outcome.code == 2
        with client(process.url) as web:
            lena, marko = two_at_a_table(web)
            lena.play("roll")
            before = lena.state()
            lobby = created(web)
        code, seconds = ended_with_streams(process, lena, signal.SIGINT)
    assert code == 0
    assert seconds < 2
    with serving(tmp_path, "--rate", "0") as process:
        with client(process.url) as web:
            lena, marko = (Player(web, p.table, p.token) for p in (lena, marko))
            assert lena.state() == before
            assert marko.play("pass").status_code == 200  # seats are still held
            assert Player(web, lobby.table, lobby.token).state()["status"] == "open"
        code, seconds = ended_with_streams(process, lena, signal.SIGTERM)
    assert seconds < 2
    assert code == 0
    assert not [*tmp_path.glob("*-wal")]  # the file was let go in order


@posix_only
def test_in_a_network_it_answers_under_its_address(tmp_path: Path) -> None:
    address = lan_address()
    if address is None:
        pytest.skip("this machine is in no network")
    with serving(tmp_path, "--host", "0.0.0.0") as process:  # noqa: S104
        base = f"http://{address}:{process.port}"
        wait_until_up(base)
        with client(base) as web:
            lobby = created(web)
            assert f"{base}/t/{lobby.table}" in web.get(f"/t/{lobby.table}").text
        with client(process.url) as web:
            assert f"{base}/t/{lobby.table}" in web.get(f"/t/{lobby.table}").text
            assert web.get("/", headers={"host": "evil.example"}).status_code == 421
