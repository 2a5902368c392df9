import errno
import os
from pathlib import Path

import pytest
from tests.support import posix_only, random_record

from charidice.cli.files import LARGEST, FileError, check_new, load, save
from charidice.records import from_json, from_text
from charidice.rules import Rules

RECORD = random_record(2, 3, Rules(rounds=1))
OLDER = random_record(2, 4, Rules(rounds=1))


def refused(path: Path) -> str:
    with pytest.raises(FileError) as caught:
        save(path, RECORD, replace=True)
    assert str(path) in str(caught.value)
    return caught.value.code


def test_txt_is_readable_text_and_everything_else_json(tmp_path: Path) -> None:
    save(tmp_path / "game.txt", RECORD, replace=False)
    save(tmp_path / "game.json", RECORD, replace=False)
    save(tmp_path / "game", RECORD, replace=False)
    assert from_text((tmp_path / "game.txt").read_text(encoding="utf-8")) == RECORD
    assert from_json((tmp_path / "game").read_text(encoding="utf-8")) == RECORD
    assert load(tmp_path / "game.txt") == load(tmp_path / "game.json") == RECORD


def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    save(path, OLDER, replace=True)

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert refused(path) == "files/cannot-write"
    assert load(path) == OLDER
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_a_folder_that_is_not_there_is_explained(tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere" / "game.json") == "files/cannot-write"


@posix_only
def test_folders_and_devices_are_not_replaced(tmp_path: Path) -> None:
    assert refused(tmp_path) == "files/not-a-file"
    assert refused(Path(os.devnull)) == "files/not-a-file"
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe") == "files/not-a-file"


@posix_only
def test_a_link_stays_a_link_and_the_mode_stays_too(tmp_path: Path) -> None:
    target, link = tmp_path / "real.json", tmp_path / "link.json"
    save(target, OLDER, replace=True)
    target.chmod(0o600)
    link.symlink_to(target)
    save(link, RECORD, replace=True)
    assert link.is_symlink()
    assert load(target) == RECORD
    assert target.stat().st_mode & 0o777 == 0o600


@posix_only
def test_a_new_file_gets_the_rights_that_the_player_wants(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        save(tmp_path / "game.json", RECORD, replace=False)
    finally:
        os.umask(before)
    assert (tmp_path / "game.json").stat().st_mode & 0o777 == 0o600


def test_ctrl_c_while_saving_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save(tmp_path / "game.json", RECORD, replace=False)
    assert list(tmp_path.iterdir()) == []


def test_only_the_games_own_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(path, OLDER, replace=False)
    with pytest.raises(FileError, match="is there already"):
        save(path, RECORD, replace=False)
    with pytest.raises(FileError, match="is there already"):
        check_new(path)
    assert load(path) == OLDER


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"\xff\xfe\x00", "files/not-text"), (b"a" * (LARGEST + 1), "files/too-large")],
    ids=["binary", "giant"],
)
def test_what_cannot_be_a_record_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "game"
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        load(path)
    assert caught.value.code == code
