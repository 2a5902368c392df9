"""Records in files: read whole, written whole or not at all."""

import contextlib
import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar, Final, TypeVar

from charidice.errors import CodedError
from charidice.records import Record, parse, to_json, to_text

# A whole game of four is about 10 kB; nothing sensible comes near this.
LARGEST: Final = 10_000_000
_T = TypeVar("_T")


class FileError(CodedError):
    """A file could not be read or written."""

    messages: ClassVar[Mapping[str, str]] = {
        "files/cannot-read": "{path} cannot be read: {reason}.",
        "files/cannot-write": "{path} cannot be written: {reason}. Nothing was changed.",
        "files/cannot-write-more": "{path} cannot be written: {reason}. What is there stays.",
        "files/bad-name": "{path} cannot be the name of a file.",
        "files/not-text": "{path} is not a text file.",
        "files/exists": (
            "{path} is there already. Choose another name, or go on with it by --resume."
        ),
        "files/not-a-file": "{path} is not an ordinary file. Choose another name.",
        "files/too-large": "{path} is too large to be a record of a game.",
    }


def load(path: Path) -> Record:
    """Read a record in either format."""
    data = _tried(path, "files/cannot-read", lambda: _read(path))
    if len(data) > LARGEST:
        raise FileError("files/too-large", {"path": path})
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise FileError("files/not-text", {"path": path}) from None
    return parse(text)


def save(path: Path, record: Record, *, replace: bool) -> None:
    """Write a record: readable text for a name that ends in .txt, JSON for all others.

    Only the game's own file may be replaced. The old one stays until the new one is complete on
    the disk.
    """
    text = to_text(record) if path.suffix == ".txt" else to_json(record)
    _tried(path, "files/cannot-write", lambda: _write(_target(path, replace), text))


def check_new(path: Path) -> None:
    """Refuse a name that cannot be written or is taken, before there is anything to save."""
    _tried(path, "files/cannot-write", lambda: _probe(_target(path, replace=False)))


def check_folder(path: Path) -> None:
    """Make a folder if it is not there, and refuse one that cannot be written."""
    _tried(path, "files/cannot-write", lambda: _probe_folder(path))


def writing_in(path: Path, action: Callable[[], _T]) -> _T:
    """Do something that writes below a folder; what the system refuses is said as ours."""
    return _tried(path, "files/cannot-write-more", action)


def check_readable(path: Path) -> None:
    """Refuse a file that cannot be read, and say why."""
    _tried(path, "files/cannot-read", lambda: _read(path))


def named(text: str) -> Path:
    """The path that somebody typed; ~ is the home folder."""
    return _tried(text, "files/cannot-write", Path(text).expanduser)


def same_file(path: Path, other: Path | None) -> bool:
    """Whether two names mean the same file."""
    if other is None:
        return False
    return _tried(path, "files/cannot-write", lambda: path.resolve() == other.resolve())


def _tried(path: Path | str, code: str, action: Callable[[], _T]) -> _T:
    """Turn errors of the operating system into our own."""
    try:
        return action()
    except CodedError:  # what is wrong is said already
        raise
    except OSError as error:
        details = {"path": path, "reason": error.strerror or error}
        raise FileError(code, details) from None
    except (RuntimeError, ValueError):  # an unknown home, a loop of links, a null character
        raise FileError("files/bad-name", {"path": path}) from None


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def _target(path: Path, replace: bool) -> Path:
    """The file itself: a link keeps pointing at the file it points at."""
    target = path.resolve()
    if target.is_symlink():  # newer versions of Python leave a loop of links as it is
        raise FileError("files/bad-name", {"path": path})
    if target.exists():
        if not target.is_file():  # a folder, or a device that must stay one
            raise FileError("files/not-a-file", {"path": path})
        if not replace:
            raise FileError("files/exists", {"path": path})
    return target


def written(path: Path, write: Callable[[Path], None]) -> None:
    """Write a new file under a temporary name, and rename it when it is complete."""
    _tried(path, "files/cannot-write", lambda: _complete(_target(path, replace=False), write))


def _write(target: Path, text: str) -> None:
    def write(temporary: Path) -> None:
        with temporary.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)

    _complete(target, write)


def _probe(target: Path) -> None:
    """Check that a file can be created there, and leave nothing behind."""
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    temporary.touch(exist_ok=False)
    temporary.unlink()


def _probe_folder(path: Path) -> None:
    path.mkdir(parents=True, exist_ok=True)
    _probe(path / "probe")


def _complete(target: Path, write: Callable[[Path], None]) -> None:
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        write(temporary)
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())  # on disk before it replaces anything
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
    except BaseException:  # Ctrl-C too leaves nothing behind
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
