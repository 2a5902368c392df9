"""`charidice db`: moving, backing up and restoring, and people play on as if nothing had been."""

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.postgres import Server, execute
from tests.web.support import Player, client, free_port, start, two_at_a_table, wait_until_up


@contextmanager
def served(folder: Path, place: str) -> Iterator[str]:
    """A real server on a data file or a database."""
    option = "--database" if "://" in place else "--data"
    port = free_port()
    server = start(folder, "serve", option, place, "--port", str(port), "--rate", "0")
    server.port = port
    try:
        wait_until_up(server.url)
        yield server.url
    finally:
        server.end()


def play_a_little(folder: Path, place: str, run: Run, backup: str) -> Player:
    """A game that has begun, backed up while the server runs."""
    with served(folder, place) as url, client(url) as web:
        lena, _marko = two_at_a_table(web)
        assert lena.play("roll", position=lena.state()["position"]).status_code == 200
        outcome = run("db", "copy", place, backup)
        assert outcome.code == 0, outcome.err
        assert "5 events were copied" in outcome.out
        assert "Lena" not in outcome.out
        return lena


def plays_on(folder: Path, place: str, lena: Player) -> None:
    """On a restored place the same seat goes on with the same dice."""
    with served(folder, place) as url, client(url) as web:
        again = Player(web, lena.table, lena.token)
        state = again.state()
        assert (state["version"], state["status"]) == (5, "playing")
        assert len(state["game"]["dice"]) == 6
        if state["game"]["phase"] == "asking":
            return
        assert again.play("score 0", position=state["position"]).status_code == 200


def test_a_file_is_backed_up_and_restored(run: Run, tmp_path: Path) -> None:
    place, backup = str(tmp_path / "games.db"), str(tmp_path / "backup.db")
    lena = play_a_little(tmp_path, place, run, backup)
    restored = str(tmp_path / "restored.db")
    assert run("db", "copy", backup, restored).code == 0
    plays_on(tmp_path, restored, lena)


def test_a_database_is_backed_up_and_restored(run: Run, postgres: Server, tmp_path: Path) -> None:
    backup = str(tmp_path / "backup.db")
    with postgres.database() as place, postgres.database() as restored:
        lena = play_a_little(tmp_path, place, run, backup)
        assert run("db", "copy", backup, restored).code == 0
        plays_on(tmp_path, restored, lena)


def test_a_file_moves_into_a_database(run: Run, postgres: Server, tmp_path: Path) -> None:
    place, backup = str(tmp_path / "games.db"), str(tmp_path / "backup.db")
    lena = play_a_little(tmp_path, place, run, backup)
    with postgres.database(ready=False) as moved:
        refused = run("db", "copy", place, moved)
        assert refused.code == 2
        assert "charidice db upgrade" in refused.err
        assert run("db", "upgrade", "--database", moved).code == 0
        assert run("db", "copy", place, moved).code == 0
        again = run("db", "copy", place, moved)
        assert (again.code, "games in" in again.err) == (2, True)
        plays_on(tmp_path, moved, lena)


def test_the_tools_of_postgresql_back_up_and_restore(
    run: Run, postgres: Server, tmp_path: Path
) -> None:
    dump = tmp_path / "backup.dump"
    with postgres.database() as place, postgres.database(ready=False) as restored:
        lena = play_a_little(tmp_path, place, run, str(tmp_path / "other.db"))
        tool = postgres.tool("pg_dump")
        subprocess.run([tool, "--format=custom", f"--file={dump}", place], check=True)
        tool = postgres.tool("pg_restore")
        subprocess.run([tool, "--no-owner", f"--dbname={restored}", dump], check=True)
        plays_on(tmp_path, restored, lena)


def test_a_copy_of_what_is_not_there_is_refused(run: Run, tmp_path: Path) -> None:
    missing, target = tmp_path / "missing.db", tmp_path / "target.db"
    outcome = run("db", "copy", str(missing), str(target))
    assert outcome.code == 2
    assert str(missing) in outcome.err
    assert not missing.exists()
    assert not target.exists()


def test_a_file_that_is_in_use_is_not_written_to(run: Run, tmp_path: Path) -> None:
    place, backup = str(tmp_path / "games.db"), str(tmp_path / "backup.db")
    play_a_little(tmp_path, place, run, backup)
    other = str(tmp_path / "other.db")
    with served(tmp_path, other):
        outcome = run("db", "copy", backup, other)
    assert outcome.code == 2
    assert "in use" in outcome.err


@pytest.mark.parametrize(
    "words",
    [
        ("db", "copy", "postgresql://a:verysecret@127.0.0.1:1/x", "new.db"),
        ("db", "upgrade", "--database", "mysql://a:verysecret@127.0.0.1:1/x"),
        ("db", "upgrade", "--database", "postgresql://a:verysecret@127.0.0.1:bad/x"),
        ("db", "copy", "postgresql://a:verysecret@h/x", "postgresql://a:verysecret@h/y"),
    ],
)
def test_a_password_is_never_shown(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run(*words)
    assert outcome.code == 2
    assert "verysecret" not in outcome.err + outcome.out


def test_old_games_are_deleted(postgres: Server, run: Run, tmp_path: Path) -> None:
    """A real server deletes what is no longer kept, soon after its start."""
    with postgres.database() as place:
        lena = play_a_little(tmp_path, place, run, str(tmp_path / "backup.db"))
        long_ago = "UPDATE tables SET touched = touched - 100 * 86400"
        asyncio.run(execute(place, long_ago))
        with served(tmp_path, place) as url, client(url) as web:
            for _ in range(100):
                if web.get(f"/api/v1/tables/{lena.table}").status_code == 404:
                    break
            else:
                pytest.fail("the game is still there")
        assert asyncio.run(execute(place, "SELECT FROM events")) == []


def test_either_a_file_or_a_database(run: Run) -> None:
    outcome = run("db", "upgrade", "--data", "x.db", "--database", "postgresql://h/x")
    assert outcome.code == 2
    assert "not both" in outcome.err


@pytest.mark.parametrize("name", ["CHARIDICE_LOG_LEVEL", "CHARIDICE_LOG_FORMAT"])
def test_only_what_can_be_chosen_counts(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "loud")
    outcome = run("serve")
    assert outcome.code == 2
    assert name in outcome.err


def test_an_option_counts_more_than_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CHARIDICE_DATABASE", "postgresql://127.0.0.1:1/x")
    outcome = run("db", "upgrade", "--data", str(tmp_path / "missing.db"))
    assert "missing.db" in outcome.err


def test_a_copy_that_fails_leaves_no_file(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    assert run("db", "copy", "postgresql://127.0.0.1:1/x", str(target)).code == 2
    assert list(tmp_path.iterdir()) == []


def test_settings_from_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARIDICE_RATE", "many")
    outcome = run("serve")
    assert outcome.code == 2
    assert "CHARIDICE_RATE" in outcome.err
    assert "many" in outcome.err
