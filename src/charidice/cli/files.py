"""Records in files: read whole, written whole or not at all."""

import contextlib
import os
import tempfile
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
        "files/not-a-file": "{path} is not an ordinary file. Choose another name.",
        "files/too-large": "{path} is too large to be a record of a game.",
    }


def load(path: Path) -> Record:
    """Read a record in either form."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        details = {"path": path, "reason": error.strerror or error}
        raise FileError("files/cannot-read", details) from None
    if len(data) > LARGEST:
        raise FileError("files/too-large", {"path": path})
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise FileError("files/not-text", {"path": path}) from None
    return parse(text)


def save(path: Path, record: Record) -> None:
    """Write a record: readable text for a name that ends in .txt, JSON for all others.

    The old file stays until the new one is complete on the disk.
    """
    text = to_text(record) if path.suffix == ".txt" else to_json(record)
    target = path.resolve()  # a link keeps pointing at the file it points at
    if target.exists() and not target.is_file():  # a folder, or a device that must stay one
        raise FileError("files/not-a-file", {"path": path})
    temporary: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=target.parent, delete=False
        ) as file:
            temporary = Path(file.name)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o644)
        temporary.replace(target)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()
        details = {"path": path, "reason": error.strerror or error}
        raise FileError("files/cannot-write", details) from None
