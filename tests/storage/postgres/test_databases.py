"""URLs of databases, and whether a database is ready to be used."""

import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import Connection, text
from tests.postgres import Server
from tests.storage.support import first_file, rows_of, upgrade_to

from charidice.storage import (
    SQLiteStore,
    StorageError,
    is_database_url,
    redacted,
    signing_key,
    upgrade_database,
    upgrade_file,
)
from charidice.storage.postgres.databases import in_transaction
from charidice.storage.schema import METADATA, schema_revision
from charidice.storage.urls import require_postgres_url


@pytest.fixture
def empty(postgres: Server) -> Iterator[str]:
    """The URL of a database without anything."""
    with postgres.database(ready=False) as url:
        yield url


def refusal(url: str) -> str:
    """The code with which workers refuse a database; the sentence names the place."""
    with pytest.raises(StorageError) as caught:
        signing_key(url)
    assert redacted(url) in str(caught.value)
    return caught.value.code


# URLs


def test_a_url_is_told_from_a_file() -> None:
    for url in ("postgresql://lena@host/games", "postgres://host", "mysql://host/games"):
        assert is_database_url(url)
    for name in ("games.db", "/var/lib/games.db", "C:\\games.db", "postgresql.db", ":memory:"):
        assert not is_database_url(name)
        assert redacted(name) == name


@pytest.mark.parametrize(
    "url",
    ["mysql://host/games", "http://host/", "postgresql+asyncpg://host/games", "://", "x://"],
)
def test_what_is_no_address_of_postgresql_is_refused(url: str) -> None:
    for use in (require_postgres_url, signing_key, upgrade_database):
        with pytest.raises(StorageError) as caught:
            use(url)
        assert caught.value.code == "storage/address"


@pytest.mark.parametrize(
    "url",
    ["postgresql://127.0.0.1:x/games", "postgresql://127.0.0.1:0/x", "postgresql://[::1/games"],
)
def test_an_address_that_leads_nowhere_is_explained(url: str) -> None:
    for use in (signing_key, upgrade_database):
        with pytest.raises(StorageError) as caught:
            use(url)
        assert caught.value.code == "storage/unreachable"


def test_an_address_may_name_several_hosts() -> None:
    several = "postgresql://lena:secret@one:5432,two:5433/games?target_session_attrs=primary"
    require_postgres_url(several)
    assert redacted(several) == "postgresql://one:5432,two:5433/games"


@given(st.text(min_size=3).map(lambda text: f"§{text}§"))
@example("§p@ss§")
@example("§p/w§")
@example("§p?w§")
@example("§p#w§")
@example("§://§")
def test_a_password_is_never_shown(password: str) -> None:
    for url in (
        f"postgresql://lena:{password}@host:5432/games",
        f"postgresql://host/games?user=lena&password={password}",
        f"postgresql://lena:{password}@host/games?password={password}",
    ):
        assert "§" not in redacted(url)
        with contextlib.suppress(StorageError):
            require_postgres_url(url)


def test_what_is_shown_tells_where_it_is() -> None:
    assert (
        redacted("postgresql://lena:secret@host:5432/games?x=1") == "postgresql://host:5432/games"
    )
    assert redacted("postgres://host/games") == "postgres://host/games"


def test_a_database_that_does_not_answer_is_explained(tmp_path: Path, postgres: Server) -> None:
    for url in (
        "postgresql://lena:secret@127.0.0.1:1/games",
        f"postgresql://lena:secret@/games?host={tmp_path}",
        "postgresql://lena:secret@host.invalid/games",
        postgres.url("nowhere"),
        "postgresql://lena:secret@127.0.0.1/games?sslmode=nonsense",
    ):
        for use in (signing_key, upgrade_database):
            with pytest.raises(StorageError) as caught:
                use(url)
            assert caught.value.code == "storage/unreachable"
            assert "secret" not in str(caught.value)


# The schema of a database


def test_a_new_database_gets_its_form_once(empty: str) -> None:
    assert refusal(empty) == "storage/older"
    assert upgrade_database(empty)
    key = signing_key(empty)
    assert len(key) == 32
    assert not upgrade_database(empty)
    assert signing_key(empty) == key


def test_the_migrations_make_the_tables_that_the_program_uses(empty: str) -> None:
    upgrade_database(empty)

    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), METADATA)

    assert in_transaction(empty, differences) == []


def test_names_are_in_the_same_order_as_in_a_file(database: str) -> None:
    """Whatever language a database speaks: a copy is compared in the order of names."""
    names = ["-a", "Aa", "_a", "aB", "aa", "B-", "b_"]

    def work(connection: Connection) -> list[str]:
        for name in names:
            values = {"name": name}
            connection.execute(text("INSERT INTO tables VALUES (:name, 'open', 0)"), values)
        return list(connection.execute(text("SELECT id FROM tables ORDER BY id")).scalars())

    assert in_transaction(database, work) == sorted(names)


def test_many_who_upgrade_at_once_make_one_form_and_one_key(empty: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(upgrade_database, [empty] * 4))
        assert sorted(answers) == [False, False, False, True]
        assert len({*pool.map(signing_key, [empty] * 4)}) == 1


def test_an_older_database_is_refused_until_it_is_upgraded(empty: str) -> None:
    line = '{"kind":"created","at":1234.5,"settings":{},"came_from":null}'

    def old(connection: Connection) -> None:
        upgrade_to(connection, "0001")
        connection.execute(text("INSERT INTO tables VALUES ('a', 'open'), ('b', 'playing')"))
        connection.execute(text("INSERT INTO events VALUES ('a', 1, :line)"), {"line": line})
        connection.execute(text("INSERT INTO secrets VALUES ('signing', 'abcd')"))

    in_transaction(empty, old)
    assert refusal(empty) == "storage/older"
    assert upgrade_database(empty)
    assert signing_key(empty) == b"\xab\xcd"

    def touched(connection: Connection) -> list[tuple[str, float]]:
        rows = connection.execute(text("SELECT id, touched FROM tables ORDER BY id"))
        return [(row[0], row[1]) for row in rows]

    assert in_transaction(empty, touched) == [("a", 1234.5), ("b", 0.0)]


def test_a_newer_database_is_refused_and_left_as_it_is(database: str) -> None:
    def newer(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    in_transaction(database, newer)
    assert refusal(database) == "storage/newer-database"
    with pytest.raises(StorageError) as caught:
        upgrade_database(database)
    assert caught.value.code == "storage/newer-database"
    assert in_transaction(database, schema_revision) == "9999"


def test_a_server_that_is_too_old_is_refused(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("charidice.storage.postgres.databases.LEAST_VERSION", 99)
    assert refusal(database) == "storage/too-old"
    with pytest.raises(StorageError) as caught:
        upgrade_database(database)
    assert caught.value.code == "storage/too-old"


# The schema of a file


def test_a_file_is_upgraded_without_a_server(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    first_file(path)
    backup = upgrade_file(path)
    assert backup == tmp_path / "tables.db.before-0005"
    assert len(rows_of(backup, "events")) == 6
    assert upgrade_file(path) is None
    store = SQLiteStore(path)
    try:
        with pytest.raises(StorageError) as caught:
            upgrade_file(path)
        assert caught.value.code == "storage/in-use"
    finally:
        store.close()


def test_there_must_be_a_file_to_upgrade(tmp_path: Path) -> None:
    with pytest.raises(StorageError) as caught:
        upgrade_file(tmp_path / "nowhere.db")
    assert caught.value.code == "storage/no-source"
    assert not [*tmp_path.iterdir()]


def test_a_file_that_is_no_database_is_not_upgraded(tmp_path: Path) -> None:
    path = tmp_path / "diary.db"
    path.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(StorageError) as caught:
        upgrade_file(path)
    assert caught.value.code == "storage/unusable"
    assert path.read_bytes() == b"Dear diary, " * 1000
