"""Servers of tools, benchmarks and tests: they come up or say why not, and they end."""

import random
import signal
import subprocess
from pathlib import Path

import pytest
from tests.support import posix_only, random_throw
from tools.scripted_game import MOVES, move
from tools.serving import ServerProcess, answers, free_port

from charidice.rules import CHANCE, actor, apply, new_game, parse_action

ONE = """
import http.server as web, sys
web.test(web.SimpleHTTPRequestHandler, port=int(sys.argv[1]), bind="127.0.0.1")
"""
DEAF = "import signal, time; signal.signal(15, signal.SIG_IGN); print('on'); time.sleep(60)"


def program(folder: Path, text: str, port: int = 0) -> ServerProcess:
    words = ["-c", text, str(port)]
    return ServerProcess(words=words, port=port, log=folder / "log", folder=folder, healthy_at="/")


@posix_only
def test_a_server_can_be_started_again_and_again_and_says_what_it_said_since(
    tmp_path: Path,
) -> None:
    server = program(tmp_path, ONE, free_port())
    for _ in range(2):
        assert server.start() > 0
        assert answers(server.port, "/")
        assert answers(server.port, "")
        assert server.ended is None
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        assert not answers(server.port, "")
    assert server.said.count("GET / ") == 2  # one to see that it is up, and one of ours


def test_a_server_that_does_not_come_up_says_why(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="there is no dice"):
        program(tmp_path, "raise SystemExit('there is no dice')", free_port()).start()


@posix_only
def test_a_server_that_does_not_end_is_killed(tmp_path: Path) -> None:
    server = program(tmp_path, DEAF)
    server.launch()
    while "on" not in server.said:
        assert server.ended is None
    with pytest.raises(subprocess.TimeoutExpired):
        server.end(seconds=0.1)
    assert server.ended == -signal.SIGKILL


def test_the_port_of_a_server_is_taken_from_what_it_says(tmp_path: Path) -> None:
    server = program(tmp_path, "print('ready: http://127.0.0.1:4321/')")
    server.launch()
    server.wait_for_address()
    server.process.wait()
    assert server.url == "http://127.0.0.1:4321"


def test_nobody_can_ask_about_a_server_that_was_never_started(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="never started"):
        assert program(tmp_path, "").ended


def test_the_scripted_game_is_a_whole_legal_game() -> None:
    rng, game = random.Random(12), new_game(2)
    for number in range(MOVES):
        who, text = move(number)
        if text == "roll":
            assert (actor(game), game.active) == (CHANCE, who)
            game = apply(game, random_throw(game, rng))
            continue
        assert actor(game) == who
        game = apply(game, parse_action(text))
        if actor(game) is CHANCE and not text.startswith("score"):
            game = apply(game, random_throw(game, rng))
    assert game.over
