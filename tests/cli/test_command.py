"""The command as a whole: help, version, exit codes, errors, start-up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.support import posix_only

from charidice import __version__
from charidice.cli.commands import COMMANDS


def python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return done.stdout


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").out == f"charidice {__version__}\n"
    assert run("--language", "en", "--version").out == f"charidice {__version__}\n"


def test_the_version_costs_little_more_than_python_itself() -> None:
    loaded = python(
        "import sys; before = set(sys.modules); from charidice.cli import main;"
        "main(['--version']); print(*sorted(set(sys.modules) - before))"
    )
    assert loaded.splitlines()[1].split() == ["charidice", "charidice.cli"]


def test_python_m_charidice_is_the_same_command() -> None:
    command = [sys.executable, "-m", "charidice", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"charidice {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_help_and_has_help_with_an_example(run: Run, name: str) -> None:
    assert f"\n    {name}" in run("--help").out
    shown = run(name, "--help")
    assert shown.code == 0
    assert f"Example: charidice {name}" in shown.out


def test_the_help_says_what_the_exit_codes_mean_and_that_this_is_unofficial(run: Run) -> None:
    text = " ".join(run("--help").out.split())
    assert "Exit codes: 0 all went well" in text
    assert "unofficial fan implementation of the game by Jürgen Adams, published by NSV" in text


@pytest.mark.parametrize(
    "words",
    [
        ["dance"],
        ["options"],
        ["options", "1R", "2R"],
        ["options", "1R", "2R", "3R", "4R", "6R", "9Z"],
        ["options", "1R", "1R", "3R", "4R", "6R", "6Y"],
        ["terminal", "Lena"],
        ["terminal", "Lena", "Lena"],
        ["terminal", "Lena", "Marko", "--rounds", "0"],
        ["terminal", "Lena", "Marko", "--rounds", "many"],
        ["terminal", "Lena", "Marko", "--dice", "RYGBPK"],
        ["terminal", "Lena", "\u202eMarko"],
        ["terminal", "Lena", "Marko", "--seed", "a\nb"],
        ["terminal", "--resume", "game.json", "--seed", "1"],
        ["--language", "xx", "options"],
        ["replay"],
    ],
)
def test_bad_input_is_explained_on_stderr_with_exit_code_2(run: Run, words: list[str]) -> None:
    outcome = run(*words)
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("charidice")
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize("command", [["replay"], ["terminal", "--resume"]])
def test_a_file_that_cannot_be_read_is_explained_with_exit_code_1(
    run: Run, command: list[str]
) -> None:
    outcome = run(*command, "no-such-file.json")
    assert outcome.code == 1
    assert outcome.err == (
        "charidice: no-such-file.json cannot be read: No such file or directory.\n"
    )


@posix_only
def test_a_reader_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "charidice", "options", "1R", "2R", "3R", "4R", "6R", "6Y"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    process.stdout.close()  # as `head` does when it has seen enough
    assert process.wait() == 0
    assert process.stderr
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has /dev/full")
@pytest.mark.parametrize("words", ["--version", "--help", "options 1R 2R 3R 4R 6R 6Y"])
def test_output_that_cannot_be_written_is_an_error(words: str) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "charidice", *words.split()]
        done = subprocess.run(
            command,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={"LANGUAGE": ""},
        )
    assert (done.returncode, done.stderr) == (1, "charidice: No space left on device\n")


@posix_only
@pytest.mark.parametrize("closed", [0, 1])
def test_a_closed_stream_is_no_traceback(closed: int) -> None:
    command = [sys.executable, "-m", "charidice", "terminal", "Lena", "Marko"]
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
        preexec_fn=lambda: os.close(closed),
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_input_in_another_encoding_does_not_end_the_game() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "charidice", "terminal", "Lena", "Marko", "--seed", "demo"],
        input=b"\n\xff\ns 1\n",
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stderr == b""
    assert b"Marko, press Enter" in done.stdout


def test_symbols_never_break_a_terminal_that_knows_only_ascii() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "charidice", "options", "1R", "2R", "3R", "4R", "6R", "6Y"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert b"?" not in done.stdout
    assert b"|  R  |" in done.stdout
    assert b"1R 2R 3R 4R" in done.stdout
    done = subprocess.run(
        [sys.executable, "-m", "charidice", "terminal", "Lena", "Marko", "--seed", "demo"],
        input=b"\n1 3\ns\nq\n",
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert b"?" not in done.stdout
    assert b"> Lena" in done.stdout
