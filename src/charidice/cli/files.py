"""Records in files: read whole, written whole or not at all."""

import contextlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Final

from charidice.records import Record, parse, to_json, to_text
from charidice.rules import CodedError

# A whole game of four is about 10 kB; nothing sensible comes near this.
LARGEST: Final = 10_000_000


class FileError(CodedError):
    """A file could not be read or written."""

    messages: ClassVar[Mapping[str, str]] = {
        "files/cannot-read": "{path} cannot be read: {reason}.",
        "files/cannot-write": "{path} cannot be written: {reason}. Nothing was changed.",
        "files/not-text": "{path} is not a text file.",
        "files/exists": (
            "{path} is there already. Choose another name, or go on with it by --resume."
        ),
        "files/not-a-file": "{path} is not an ordinary file. Choose another name.",
        "files/too-large": "{path} is too large to be a record of a game.",
    }


def load(path: Path) -> Record:
    """Read a record in either form."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except _TROUBLE as error:
        raise FileError("files/cannot-read", _details(path, error)) from None
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
    try:
        target = path.resolve()  # a link keeps pointing at the file it points at
        if target.exists():
            _check_replaceable(path, target, replace)
        _write(target, text)
    except FileError:
        raise
    except _TROUBLE as error:
        raise FileError("files/cannot-write", _details(path, error)) from None


def check_new(path: Path) -> None:
    """Refuse a name that is taken already, before a game is played that could not be saved."""
    try:
        target = path.resolve()
        if target.exists():
            _check_replaceable(path, target, replace=False)
    except FileError:
        raise
    except _TROUBLE as error:
        raise FileError("files/cannot-write", _details(path, error)) from None


def named(text: str) -> Path:
    """The path that somebody typed; ~ is the home folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError as error:  # a home folder that nobody has
        raise FileError("files/cannot-write", {"path": text, "reason": error}) from None


# What the system says no with; a name with a null character or a loop of links is no OSError.
_TROUBLE: Final = (OSError, RuntimeError, ValueError)


def _details(path: Path, error: Exception) -> dict[str, object]:
    return {"path": path, "reason": getattr(error, "strerror", None) or error}


def _check_replaceable(path: Path, target: Path, replace: bool) -> None:
    if not target.is_file():  # a folder, or a device that must stay one
        raise FileError("files/not-a-file", {"path": path})
    if not replace:
        raise FileError("files/exists", {"path": path})


def _write(target: Path, text: str) -> None:
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
    except BaseException:  # Ctrl-C too leaves nothing behind
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
