"""A password in a URL is never shown: not in errors, not by commands, not in the log."""

import contextlib
import io
import logging
import socket
import traceback
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.postgres import Server

from charidice.cli import main
from charidice.storage import (
    StorageError,
    copy,
    is_database_url,
    redacted,
    signing_key,
    upgrade_database,
)

FIRST, LAST = "qZfirst", "qZlast"  # the two ends of every password here
odd = st.text(st.sampled_from("@:/?#[]%&=+ ,;'\"\\<>{}|^`~!$()*-._x0ä☃\t\n"), max_size=6)
passwords = odd.map(lambda middle: f"{FIRST}{middle}{LAST}")
ADDRESSES = (
    "postgresql://lena:{}@127.0.0.1:1/games",
    "postgres://lena:{}@127.0.0.1:1",
    "postgresql://{}@127.0.0.1:1/games",
    "postgresql://lena:{}@127.0.0.1:port/games",
    "postgresql://lena:{}@127.0.0.1:99999/games",
    "postgresql://lena:{}@[::1/games",
    "postgresql://lena:{}@/games?host=/nowhere/at/all",
    "postgresql://127.0.0.1:1/games?user=lena&password={}",
    "postgresql://127.0.0.1:1/games?pasword={}&sslmode={}",
    "postgresql://127.0.0.1:1/games?port={}",
    "postgresql://lena:{}",
    "postgresql://lena:{}/games",
    "postgresql:/lena:{}@127.0.0.1/games",
    "postgresql:lena:{}@127.0.0.1/games",
    "mysql://lena:{}@127.0.0.1/games",
    "postgresql+asyncpg://lena:{}@127.0.0.1/games",
    "https://lena:{}@127.0.0.1/",
    "host=127.0.0.1 user=lena password={}",
)


def with_password(url: str, password: str) -> str:
    """A URL with a password; where no host follows, an @ would begin one."""
    return url.replace("{}", password if "127" in url else password.replace("@", ""))


urls = st.builds(with_password, st.sampled_from(ADDRESSES), passwords)


def secret_in(text: str) -> bool:
    return FIRST in text or LAST in text


@contextlib.contextmanager
def nobody_else() -> Iterator[None]:
    """Whatever a broken URL seems to name, only this machine is asked."""
    ask = socket.getaddrinfo

    def here(host: object, *args: object, **more: object) -> object:
        if host in ("127.0.0.1", "::1", "localhost"):
            return ask(host, *args, **more)  # type: ignore[arg-type]
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with patch("socket.getaddrinfo", here):
        yield


def all_that_is_raised(work: object, *args: object) -> str:
    """Everything that a program could show of an error."""
    with nobody_else():
        try:
            work(*args)  # type: ignore[operator]
        except StorageError as error:
            return "".join([str(error), repr(error), *traceback.format_exception(error)])
    return ""


def command(*words: str) -> tuple[int, str]:
    """Run the command; its exit code, and all that it has said or logged."""
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    logging.getLogger().addHandler(handler)
    try:
        with (
            nobody_else(),
            patch("charidice.cli.serve.set_up"),
            contextlib.redirect_stdout(said),
            contextlib.redirect_stderr(said),
        ):
            code = main(list(words))
    finally:
        logging.getLogger().removeHandler(handler)
    return code, said.getvalue()


@given(urls)
@example(f"postgresql://lena:{FIRST}@{LAST}@127.0.0.1:1/games")
@example(f"postgresql://lena:{FIRST}#1@{LAST}@127.0.0.1:1/games")
def test_no_error_of_a_database_shows_a_password(url: str) -> None:
    assert is_database_url(url)
    assert not secret_in(redacted(url))
    for work in (signing_key, upgrade_database):
        assert not secret_in(all_that_is_raised(work, url))
    assert not secret_in(all_that_is_raised(copy, url, "new.db", print))
    assert not secret_in(all_that_is_raised(copy, url, "postgresql://h/x", print))


@settings(max_examples=60)
@given(
    urls,
    st.sampled_from(
        [
            ("db", "upgrade", "--database", "{}"),
            ("db", "upgrade", "--data", "{}"),
            ("db", "upgrade", "{}"),
            ("db", "upgrade", "--databse", "{}"),
            ("db", "upgrade", "--databse={}"),
            ("db", "upgrade", "--database"),
            ("db", "copy", "{}", "postgresql://127.0.0.1/x"),
            ("db", "copy", "{}", "new.db", "{}"),
            ("db", "{}"),
            ("serve", "--port", "0", "--database", "{}"),
            ("serve", "--port", "0", "--data", "{}"),
            ("serve", "--workers", "2", "--port", "0", "--database", "{}"),
            ("serve", "--workers", "{}"),
            ("serve", "--host", "{}"),
            ("serve", "--public-url", "{}"),
            ("serve", "--log-level", "{}"),
            ("serve", "{}"),
            ("{}",),
            ("--language", "{}"),
        ]
    ),
)
def test_no_command_shows_a_password(url: str, words: tuple[str, ...]) -> None:
    code, said = command(*(word.replace("{}", url) for word in words))
    assert code == 2
    assert not secret_in(said)


@given(urls, st.sampled_from(["WORKERS", "PORT", "RATE", "LOG_LEVEL", "DATABASE"]))
@settings(max_examples=40)
def test_no_setting_of_the_environment_shows_a_password(url: str, name: str) -> None:
    with patch.dict("os.environ", {f"CHARIDICE_{name}": url}):
        code, said = command("serve", "--port", "0") if name == "DATABASE" else command("serve")
    assert code == 2
    assert not secret_in(said)


@pytest.mark.parametrize("words", [("db", "upgrade"), ("serve", "--port", "0")])
def test_half_a_password_behind_a_space_is_not_shown(words: tuple[str, ...]) -> None:
    """The shell has made several words of a URL without quotes."""
    rest = [*f"postgresql://lena:{FIRST} and {LAST}@127.0.0.1/x".split(), f"--other={LAST}"]
    code, said = command(*words, "--database", *rest)
    assert code == 2
    assert not secret_in(said)
    assert "--other" in said


def test_a_word_that_means_nothing_is_named_where_there_is_no_secret() -> None:
    code, said = command("db", "upgrade", "nonsense", "--other")
    assert code == 2
    assert "nonsense --other" in said


def test_a_database_has_an_address() -> None:
    """Anything else would become the name of a file, and be shown."""
    code, said = command("db", "upgrade", "--database", f"lena {FIRST}")
    assert code == 2
    assert "not the address of a database" in said
    assert not secret_in(said)


def test_a_wrong_password_is_explained_without_it(postgres: Server, database: str) -> None:
    """The server's own words are shown, unless they quote a secret."""
    asked = database.replace("postgres:@", f"postgres:{FIRST}@")
    assert FIRST in asked
    signing_key(asked)  # this server asks for none
    for setting, kind in (
        (f"work_mem={FIRST}", "InvalidParameterValue"),
        (f"{FIRST.lower()}.x=1&nonsense={FIRST}", "nonsense"),
    ):
        said = all_that_is_raised(signing_key, f"{asked}&{setting}")
        assert kind in said
        assert not secret_in(said)
    nowhere = postgres.url("nowhere")
    assert 'database "nowhere" does not exist' in all_that_is_raised(signing_key, nowhere)


@pytest.mark.parametrize(
    ("url", "where"),
    [
        ("postgresql://lena:secret@host:5432/games?x=1", "postgresql://host:5432/games"),
        ("postgresql://lena:se:cret@one:1,two:2/games", "postgresql://one:1,two:2/games"),
        ("postgresql://lena:se%40cret@[::1]:5432/games", "postgresql://[::1]:5432/games"),
        ("postgresql://le%2Fna@/games?host=/run/postgresql", "postgresql:///games"),
        ("postgresql://%2Frun%2Fpostgresql/games", "postgresql://%2Frun%2Fpostgresql/games"),
        ("postgresql://lena:secret@host/games?user=a@b", "postgresql://…"),
        ("postgresql://lena:se@cret@host/games", "postgresql://…"),
        ("postgresql://lena:se/cret@host/games", "postgresql://…"),
        ("postgresql://lena:se#cret@host/games", "postgresql://…"),
        ("postgresql:/lena:secret@host/games", "…"),
        ("/var/lib/games.db", "/var/lib/games.db"),
        ("C:/games.db", "C:/games.db"),
    ],
)
def test_what_is_shown_of_a_place(url: str, where: str) -> None:
    assert redacted(url) == where


def test_whoever_writes_a_password_as_it_is_learns_how_to_write_it() -> None:
    for sign in "@/?#":
        said = all_that_is_raised(signing_key, f"postgresql://lena:se{sign}cret@127.0.0.1:1/games")
        assert "%40" in said
        assert "cret" not in said
