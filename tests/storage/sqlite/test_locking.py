"""A data file belongs to one server, by whatever name somebody comes to it."""

import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.storage.support import entry
from tests.support import posix_only

from charidice.storage import SQLiteStore, StorageError, copy, upgrade_file
from charidice.storage.sqlite.locking import lock_file

TRY = """
import sys
from pathlib import Path
from charidice.storage import SQLiteStore, StorageError
try:
    store = SQLiteStore(Path(sys.argv[1]))
except StorageError as error:
    print(error.code)
else:
    store.close()
    print("opened")
"""
UNTIL_KILLED = """
import asyncio, sys
from pathlib import Path
from charidice.storage import SQLiteStore
from charidice.tables.hosting.ports import Entry

async def main():
    store = SQLiteStore(Path(sys.argv[1]))
    await store.append(Entry("a", 1, ["one", "two"], "open"))
    print("written", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def elsewhere(path: Path, program: str = TRY, folder: Path | None = None) -> str:
    """What another process says that opens the file."""
    command = [sys.executable, "-c", program, str(path)]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=folder
    ).stdout.strip()


def refusal(path: Path) -> str:
    """The code with which this process refuses the file."""
    with pytest.raises(StorageError) as caught:
        SQLiteStore(path)
    assert str(path) in str(caught.value)
    return caught.value.code


@contextlib.contextmanager
def opened(path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(path)
    try:
        yield store
    finally:
        store.close()


@contextlib.contextmanager
def killed_in_the_middle(path: Path) -> Iterator[None]:
    """A server that has written, runs meanwhile, and is killed."""
    command = [sys.executable, "-c", UNTIL_KILLED, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "written\n"
        yield
        server.kill()


def hard_link(path: Path) -> Path:
    other = path.with_name("other.db")
    other.hardlink_to(path)
    return other


def link_in_another_folder(path: Path) -> Path:
    folder = path.parent / "folder"
    folder.mkdir()
    other = folder / "other.db"
    other.hardlink_to(path)
    return other


def symbolic_link(path: Path) -> Path:
    other = path.with_name("other.db")
    other.symlink_to(path)
    return other


def linked_folder(path: Path) -> Path:
    other = path.parent / "other"
    other.symlink_to(path.parent)
    return other / path.name


WAYS = (hard_link, link_in_another_folder, symbolic_link, linked_folder)


@posix_only
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
async def test_a_second_server_is_refused_under_any_name(
    data: Path, way: Callable[[Path], Path]
) -> None:
    with opened(data) as store:
        other = way(data)
        assert refusal(other) == "storage/in-use"
        assert elsewhere(other) == "storage/in-use"
        await store.append(entry("a", 1, "x"))
    with opened(other) as store:  # the first has ended
        assert await store.load("a") == ["x"]
        assert elsewhere(data) == "storage/in-use"


def test_a_name_may_be_relative(data: Path) -> None:
    with opened(data):
        assert elsewhere(Path(data.name), folder=data.parent) == "storage/in-use"
    assert elsewhere(Path(data.name), folder=data.parent) == "opened"


@posix_only
async def test_who_begins_under_a_symbolic_link_uses_the_real_file(data: Path) -> None:
    other = symbolic_link(data)  # which leads nowhere yet
    with opened(other) as store:
        await store.append(entry("a", 1, "x"))
        assert elsewhere(data) == "storage/in-use"
    with opened(data) as store:
        assert await store.load("a") == ["x"]


@pytest.mark.parametrize("work", [upgrade_file, lambda path: copy("source.db", str(path), print)])
def test_other_work_on_a_file_in_use_is_refused_under_any_name(
    data: Path, work: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(data.parent)
    with opened(Path("source.db")), opened(data):
        with pytest.raises(StorageError) as caught:
            work(hard_link(data))
        assert caught.value.code == "storage/in-use"


async def test_what_a_killed_server_wrote_is_not_lost_under_another_name(data: Path) -> None:
    """It is kept beside the name that was used, so under another one nobody may begin."""
    with killed_in_the_middle(data):
        other = hard_link(data)
        assert refusal(other) == "storage/in-use"
        with pytest.raises(StorageError) as caught:
            copy(str(other), str(data.with_name("copy.db")), lambda _done, _all: None)
        assert caught.value.code == "storage/other-name"  # a copy would lack the newest
        assert not data.with_name("copy.db").exists()
    assert refusal(other) == "storage/other-name"
    assert elsewhere(other) == "storage/other-name"
    with opened(data) as store:
        assert await store.load("a") == ["one", "two"]
    with opened(other) as store:  # ended by itself, so every name will do
        assert await store.load("a") == ["one", "two"]


async def test_a_file_is_moved_after_a_kill_with_what_lies_beside_it(data: Path) -> None:
    with killed_in_the_middle(data):
        pass
    other = data.with_name("other.db")
    for end in ("-wal", "-shm", ""):
        data.with_name(data.name + end).rename(other.with_name(other.name + end))
    with opened(other) as store:
        assert await store.load("a") == ["one", "two"]


@pytest.mark.parametrize("way", [lambda path: path, symbolic_link], ids=["same name", "link"])
@posix_only
def test_servers_of_earlier_versions_and_of_this_one_keep_each_other_out(
    data: Path, way: Callable[[Path], Path]
) -> None:
    """They know only the lock beside the file."""
    beside = data.with_name("tables.db.lock")
    with contextlib.closing(sqlite3.connect(beside, timeout=0)) as earlier:
        earlier.execute("BEGIN EXCLUSIVE")
        name = way(data)
        assert refusal(name) == "storage/in-use"
        earlier.execute("ROLLBACK")
        with opened(name):
            code = f"import sqlite3; sqlite3.connect({str(beside)!r}, 0).execute('BEGIN EXCLUSIVE')"
            with pytest.raises(subprocess.CalledProcessError):
                elsewhere(data, code)


@posix_only
def test_nobody_else_can_read_the_lock(data: Path) -> None:
    beside = data.with_name("tables.db.lock")
    with opened(data):
        assert beside.stat().st_mode & 0o777 == 0o600
    beside.chmod(0o644)  # as earlier versions left it
    with opened(data):
        assert beside.stat().st_mode & 0o777 == 0o600


@posix_only
async def test_whoever_is_refused_leaves_the_locks_of_sqlite_alone(data: Path) -> None:
    """Closing a file drops all its locks in a process; so what is open here is not opened again."""
    alone = (
        "import sqlite3, sys\n"
        "try:\n"
        "    sqlite3.connect(sys.argv[1], 0).execute('PRAGMA journal_mode=DELETE')\n"
        "except sqlite3.OperationalError as error:\n"
        "    print(error)"
    )
    with opened(data) as store:
        await store.append(entry("a", 1, "x"))
        assert refusal(data) == "storage/in-use"
        assert refusal(hard_link(data)) == "storage/in-use"
        assert elsewhere(data, alone) == "database is locked"


def test_a_lock_is_free_when_its_holder_is_closed_or_was_refused(data: Path) -> None:
    for _ in range(3):
        lock_file(data).close()
        with opened(data):
            assert refusal(data) == "storage/in-use"
    assert {path.name for path in data.parent.iterdir()} == {"tables.db", "tables.db.lock"}


def test_where_a_file_cannot_be_locked_itself_its_noted_name_keeps_others_out(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on systems other than Linux."""
    monkeypatch.setattr(
        "charidice.storage.sqlite.locking._lock_data_file", lambda _data, _path: None
    )
    unable = (
        "import charidice.storage.sqlite.locking as locking\n"
        "locking._lock_data_file = lambda *_: None\n"
    )
    with opened(data):
        other = hard_link(data)
        assert elsewhere(data, unable + TRY) == "storage/in-use"
        assert elsewhere(other, unable + TRY) == "storage/other-name"
    assert elsewhere(other, unable + TRY) == "opened"
