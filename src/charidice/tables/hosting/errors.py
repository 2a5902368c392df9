"""What can go wrong with the log."""

from collections.abc import Mapping
from typing import ClassVar

from charidice.errors import CodedError


class LogError(CodedError):
    """The log cannot be read or written; whoever keeps it says so, once."""

    messages: ClassVar[Mapping[str, str]] = {}


class Conflict(Exception):  # noqa: N818  # it is an answer, not a mishap
    """Somebody else has written to this table first: look again."""
