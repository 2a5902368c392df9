"""One server for one data file, by whatever name it is opened.

Two locks are held as long as a file is in use. The first is on the data file itself (Linux): hard
links, symbolic links and other mounts lead to the same lock. The second is on a file beside it;
earlier versions and other systems know only that one.

SQLite keeps its newest changes in a file that is named after the path (`-wal`). A server that was
killed leaves them beside the name it used, and under another name of the same file they would be
missing. So a file notes in its own head under which name it is open, and whoever comes with
another one is refused until that name has been used to the end.
"""

import contextlib
import errno
import os
import sqlite3
import struct
import sys
from pathlib import Path
from typing import Final
from zlib import crc32

from charidice.storage.errors import StorageError

if sys.platform == "linux":
    import fcntl

NO_NAME: Final = 0
# Far behind every byte that SQLite reads, writes or locks.
_LOCK_OFFSET: Final = 1 << 62
_LOCKED_ERRNOS: Final = (errno.EAGAIN, errno.EACCES)
_USER_VERSION_OFFSET: Final = 60  # in the header of a SQLite file
_open_files: Final = set[tuple[int, int]]()


class FileLock:
    """A data file that belongs to this process until it is closed."""

    def __init__(self, path: Path, descriptor: int, companions: list[sqlite3.Connection]) -> None:
        self._descriptor, self._companions = descriptor, companions
        self.name_checksum = _name_checksum(path)
        self._identity = _identity(os.fstat(descriptor))
        _open_files.add(self._identity)

    def close(self) -> None:
        """Let others have the file; no connection to it may be open any more.

        Closing any descriptor of a file drops the locks that SQLite has on it in this process.
        """
        for connection in self._companions:
            connection.close()
        os.close(self._descriptor)
        _open_files.discard(self._identity)


def lock_file(path: Path) -> FileLock:
    """Take a data file, and make it if there is none; only its owner can read it."""
    descriptor, companions = -1, list[sqlite3.Connection]()
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _refuse_if_open_here(path)
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)  # the signing key is in it
        _lock_data_file(descriptor, path)
        for name in _names(path):
            companions.append(_lock_companion(name, path))
        if os.fstat(descriptor).st_nlink > 1:
            require_same_name(path, _noted_name(descriptor))
        return FileLock(path, descriptor, companions)
    except BaseException as error:
        for connection in companions:
            connection.close()
        if descriptor >= 0:
            os.close(descriptor)
        if isinstance(error, OSError):
            details = {"path": path, "reason": error.strerror}
            raise StorageError("storage/unusable", details) from None
        raise


def open_name_statement(checksum: int) -> str:
    """The SQL that notes in a file under which name it is open, or NO_NAME."""
    return f"PRAGMA user_version = {checksum}"


def require_same_name(path: Path, noted: int) -> None:
    """Refuse a file that notes that it was opened under another name, and not closed."""
    if noted not in (NO_NAME, _name_checksum(path)):
        raise StorageError("storage/other-name", {"path": path})


def _noted_name(descriptor: int) -> int:
    os.lseek(descriptor, _USER_VERSION_OFFSET, os.SEEK_SET)
    return int.from_bytes(os.read(descriptor, 4), "big")


def _name_checksum(path: Path) -> int:
    """What stands for the name under which a data file is open; never NO_NAME."""
    real = path.resolve()
    folder = real.parent.stat().st_ino
    return crc32(f"{folder}/{real.name}".encode("utf-8", "surrogateescape")) >> 1 | 1


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _refuse_if_open_here(path: Path) -> None:
    """Do not even open what this process has open: closing it again would drop SQLite's locks."""
    with contextlib.suppress(FileNotFoundError):
        if _identity(path.stat()) in _open_files:
            raise StorageError("storage/in-use", {"path": path})


def _lock_data_file(descriptor: int, path: Path) -> None:
    """Lock the file itself, where the system can do that without disturbing SQLite.

    On other systems than Linux a lock of this kind would shut out SQLite in the same process.
    """
    if sys.platform == "linux":
        request = struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, _LOCK_OFFSET, 1, 0)
        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, request)
        except OSError as error:  # anything else: this file system knows no such locks
            if error.errno in _LOCKED_ERRNOS:
                raise StorageError("storage/in-use", {"path": path}) from None


def _names(path: Path) -> dict[Path, None]:
    """The file's name, and where that is a symbolic link, the name of its target."""
    return dict.fromkeys((path.parent.resolve() / path.name, path.resolve()))


def _lock_companion(name: Path, path: Path) -> sqlite3.Connection:
    """Lock the file beside the data file, in the way of all versions."""
    companion = name.with_name(f"{name.name}.lock")
    descriptor = os.open(companion, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        if os.name == "posix":  # earlier versions let others read it
            with contextlib.suppress(PermissionError):
                os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)
    lock = sqlite3.connect(companion, timeout=0, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        busy = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
        code = "storage/in-use" if busy else "storage/unusable"
        raise StorageError(code, {"path": path, "reason": error}) from None
    return lock
