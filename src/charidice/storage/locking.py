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

# Far behind every byte that SQLite reads, writes or locks.
_OUR_BYTE: Final = 1 << 62
_TAKEN: Final = (errno.EAGAIN, errno.EACCES)
_MARK_AT: Final = 60  # where the head of a SQLite file has its user_version
_held: Final = set[tuple[int, int]]()


class FileLock:
    """A data file that belongs to this process until it is closed."""

    def __init__(self, path: Path, data: int, beside: list[sqlite3.Connection]) -> None:
        self._data, self._beside = data, beside
        self.mark = mark_of(path)
        self._file = _identity(os.fstat(data))
        _held.add(self._file)

    def close(self) -> None:
        """Let others have the file; no connection to it may be open any more.

        Closing any descriptor of a file drops the locks that SQLite has on it in this process.
        """
        for connection in self._beside:
            connection.close()
        os.close(self._data)
        _held.discard(self._file)


def locked(path: Path) -> FileLock:
    """Take a data file, and make it if there is none; only its owner can read it."""
    data, beside = -1, list[sqlite3.Connection]()
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _refuse_our_own(path)
        data = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)  # the signing key is in it
        _lock(data, path)
        for name in _names(path):
            beside.append(_lock_beside(name, path))
        _refuse_other_name(data, path)
        return FileLock(path, data, beside)
    except BaseException as error:
        for connection in beside:
            connection.close()
        if data >= 0:
            os.close(data)
        if isinstance(error, OSError):
            details = {"path": path, "reason": error.strerror}
            raise StorageError("storage/unusable", details) from None
        raise


def mark_of(path: Path) -> int:
    """What a data file is marked with while it is open under this name; never 0."""
    real = path.resolve()
    folder = real.parent.stat().st_ino
    return crc32(f"{folder}/{real.name}".encode("utf-8", "surrogateescape")) >> 1 | 1


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _refuse_our_own(path: Path) -> None:
    """Do not even open what this process has open: closing it again would drop SQLite's locks."""
    with contextlib.suppress(FileNotFoundError):
        if _identity(path.stat()) in _held:
            raise StorageError("storage/in-use", {"path": path})


def _lock(data: int, path: Path) -> None:
    """Lock the file itself, where the system can do that without disturbing SQLite.

    On other systems than Linux a lock of this kind would shut out SQLite in the same process.
    """
    if sys.platform == "linux":
        wish = struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, _OUR_BYTE, 1, 0)
        try:
            fcntl.fcntl(data, fcntl.F_OFD_SETLK, wish)
        except OSError as error:  # anything else: this file system knows no such locks
            if error.errno in _TAKEN:
                raise StorageError("storage/in-use", {"path": path}) from None


def _names(path: Path) -> dict[Path, None]:
    """The file's name, and where that is a symbolic link, the name of what it leads to."""
    return dict.fromkeys((path.parent.resolve() / path.name, path.resolve()))


def _lock_beside(name: Path, path: Path) -> sqlite3.Connection:
    """Lock a file beside the data file, in the way of all versions."""
    beside = name.with_name(f"{name.name}.lock")
    file = os.open(beside, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        if os.name == "posix":  # earlier versions let others read it
            with contextlib.suppress(PermissionError):
                os.fchmod(file, 0o600)
    finally:
        os.close(file)
    lock = sqlite3.connect(beside, timeout=0, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        busy = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
        code = "storage/in-use" if busy else "storage/unusable"
        raise StorageError(code, {"path": path, "reason": error}) from None
    return lock


def _refuse_other_name(data: int, path: Path) -> None:
    """Refuse a file with several names that was last open under another one, and not closed."""
    if os.fstat(data).st_nlink > 1:
        os.lseek(data, _MARK_AT, os.SEEK_SET)
        mark = int.from_bytes(os.read(data, 4), "big")
        if mark not in (0, mark_of(path)):
            raise StorageError("storage/other-name", {"path": path})
