"""`charidice db`: moving, backing up and restoring, and people play on as if nothing had been."""

import asyncio
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.postgres import Server, execute
from tests.storage.support import first_file
from tests.web.support import (
    Player,
    client,
    start,
    two_at_a_table,
    until,
    wait_until_up,
)
from tools.serving import free_port

from charidice.locale.formats import date
from charidice.storage import SQLiteStore, StorageError
from charidice.tables.hosting.ports import Entry

DAY = 86_400.0


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


# --- deleting old games ---------------------------------------------------------------------------


def filled(path: Path, *, games: int = 3, days: float = 400.0) -> dict[str, list[str]]:
    """A data file with games that were last used so long ago; the names by status."""
    store, found = SQLiteStore(path), dict[str, list[str]]()

    async def fill() -> None:
        for status in ("open", "playing", "finished", "ended"):
            for n in range(games):
                name = f"{status}-{n}"
                at = time.time() - days * DAY - n
                await store.append(Entry(name, 1, [f"{name} of Zoë", "two"], status, at))
                found.setdefault(status, []).append(name)

    asyncio.run(fill())
    store.close()
    return found


def left(path: Path) -> dict[str, int]:
    """How many games there are with each status; each is whole."""
    with closing(sqlite3.connect(path)) as connection:
        ids = connection.execute("SELECT id FROM tables ORDER BY id").fetchall()
        whole = (
            "SELECT table_id FROM events GROUP BY table_id HAVING count(*) = 2 ORDER BY table_id"
        )
        assert connection.execute(whole).fetchall() == ids
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (2 * len(ids),)
        counted = "SELECT status, count(*) FROM tables GROUP BY status"
        return dict(connection.execute(counted).fetchall())


def test_a_look_says_what_would_be_deleted_and_how_old_it_is(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    filled(place, days=100.0)
    before = place.read_bytes()
    outcome = run("db", "clean", "--dry-run", "--data", str(place))
    assert outcome.code == 0, outcome.err
    now, old = date(time.time()), date(time.time() - 100 * DAY)
    today, finished, abandoned, nothing = outcome.out.splitlines()
    assert now in today
    assert finished.endswith("not played for more than 365 days: 0")
    assert "not played for more than 90 days: 6 (" in abandoned
    assert old in abandoned
    assert "Nothing was deleted" in nothing
    assert place.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "environment", "kept"),
    [
        ((), {}, {}),
        (("--keep-finished", "0"), {}, {"finished": 3, "ended": 3}),
        (("--keep-abandoned=0",), {}, {"open": 3, "playing": 3}),
        (("--keep-finished", "500"), {}, {"finished": 3, "ended": 3}),
        ((), {"CHARIDICE_KEEP_FINISHED": "500"}, {"finished": 3, "ended": 3}),
        (("--keep-finished", "1"), {"CHARIDICE_KEEP_FINISHED": "500"}, {}),
        ((), {"CHARIDICE_KEEP_ABANDONED": "0"}, {"open": 3, "playing": 3}),
    ],
)
def test_old_games_are_deleted_on_request(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    environment: dict[str, str],
    kept: dict[str, int],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    place = tmp_path / "games.db"
    filled(place)
    outcome = run("db", "clean", "--data", str(place), *options)
    assert outcome.code == 0, outcome.err
    assert f"{12 - sum(kept.values())} games were deleted." in outcome.out
    assert left(place) == kept


def test_games_in_use_are_kept(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    filled(place, days=10.0)
    assert "0 games were deleted" in run("db", "clean", "--data", str(place)).out
    assert sum(left(place).values()) == 12


def test_nothing_of_what_was_deleted_is_left_in_the_file(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    filled(place, games=300)
    size = place.stat().st_size
    assert run("db", "clean", "--data", str(place)).code == 0
    assert place.stat().st_size < size / 2
    for path in tmp_path.iterdir():
        assert "Zoë".encode() not in path.read_bytes()


def test_a_file_in_use_is_not_cleaned_but_can_be_looked_at(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    filled(place)
    with served(tmp_path, str(place)) as url, client(url) as web:
        outcome = run("db", "clean", "--data", str(place))
        assert outcome.code == 2
        assert "in use" in outcome.err
        look = run("db", "clean", "--dry-run", "--data", str(place))
        assert (look.code, "more than 365 days: 6" in look.out) == (0, True)
        assert web.get("/readyz").status_code == 200
    assert sum(left(place).values()) == 12  # a server that has just started deletes nothing either


@pytest.mark.parametrize("batch", [1, 7, 12])
def test_cleaning_that_is_interrupted_goes_on_the_next_time(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    place = tmp_path / "games.db"
    filled(place)
    monkeypatch.setattr("charidice.tables.hosting.retention._AT_ONCE", batch)

    def ctrl_c(_bar: object, _done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("charidice.cli.progress.Bar.draw", ctrl_c)
        assert run("db", "clean", "--data", str(place)).code == 130
    assert 0 < sum(left(place).values()) < 12  # `left` sees that each of them is whole
    assert run("db", "clean", "--data", str(place)).code == 0
    assert left(place) == {}


def test_a_file_for_which_there_is_no_room_anew_is_cleaned_all_the_same(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_store: SQLiteStore) -> None:
        raise StorageError("storage/full")

    monkeypatch.setattr(SQLiteStore, "compact", full)
    place = tmp_path / "games.db"
    filled(place)
    outcome = run("db", "clean", "--data", str(place))
    assert outcome.code == 0
    assert "12 games were deleted." in outcome.out
    assert "no room" in outcome.out
    assert left(place) == {}


def test_what_cannot_be_cleaned_is_explained_and_left_as_it_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing, older = tmp_path / "missing.db", tmp_path / "older.db"
    for options in ((), ("--dry-run",), ("--keep-finished=0", "--keep-abandoned=0")):
        assert run("db", "clean", "--data", str(missing), *options).code == 2
        assert not [*tmp_path.glob("missing*")]
    first_file(older)
    outcome = run("db", "clean", "--data", str(older))
    assert (outcome.code, "db upgrade" in outcome.err) == (2, True)
    assert not [*tmp_path.glob("older.db.before*")]
    monkeypatch.setenv("CHARIDICE_KEEP_FINISHED", "long")
    outcome = run("db", "clean", "--data", str(older))
    assert (outcome.code, "CHARIDICE_KEEP_FINISHED" in outcome.err) == (2, True)
    assert run("db", "upgrade", "--data", str(older)).code == 0  # which has no such option


def test_a_database_is_cleaned_while_workers_run_and_they_hear_of_it(
    postgres: Server, run: Run, tmp_path: Path
) -> None:
    with postgres.database() as place, served(tmp_path, place) as url, client(url) as web:
        lena, _marko = two_at_a_table(web)
        other, _friend = two_at_a_table(web)
        long_ago = "UPDATE tables SET touched = touched - 100 * 86400 WHERE id = $1"
        asyncio.run(execute(place, long_ago, lena.table))
        look = run("db", "clean", "--dry-run", "--database", place)
        assert (look.code, "more than 90 days: 1 (" in look.out) == (0, True)
        assert lena.state()["status"] == "playing"
        outcome = run("db", "clean", "--database", place)
        assert outcome.code == 0, outcome.err
        assert "1 game was deleted." in outcome.out
        until(lambda: web.get(f"/api/v1/tables/{lena.table}").status_code == 404)
        assert other.play("roll").status_code == 200
        rows = asyncio.run(execute(place, "SELECT DISTINCT table_id FROM events"))
        assert [row[0] for row in rows] == [other.table]


def test_a_database_that_is_not_ready_is_not_cleaned(postgres: Server, run: Run) -> None:
    with postgres.database(ready=False) as place:
        outcome = run("db", "clean", "--database", place, "--keep-finished=0", "--keep-abandoned=0")
        assert (outcome.code, "db upgrade" in outcome.err) == (2, True)


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
