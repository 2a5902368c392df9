"""Trouble with the database."""

from collections.abc import Mapping
from typing import ClassVar

from charidice.rules import CodedError


class StorageError(CodedError):
    """The database cannot be used."""

    messages: ClassVar[Mapping[str, str]] = {
        "storage/unusable": (
            "The data file {path} cannot be used ({reason}). Name another one with --data."
        ),
        "storage/newer": (
            "The data file {path} was written by a newer version of Charidice. "
            "Update Charidice, or name another file with --data."
        ),
        "storage/closed": "The server is ending. Nothing more is written.",
        "storage/in-use": (
            "The data file {path} is in use by another Charidice server. "
            "Stop that one, or name another file with --data."
        ),
    }
