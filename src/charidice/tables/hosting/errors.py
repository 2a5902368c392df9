"""What can go wrong: with a command, and with the log."""

from collections.abc import Mapping
from typing import ClassVar, Final

from charidice.bots import BotError
from charidice.errors import CodedError
from charidice.rules import RulesError
from charidice.tables.model.errors import TableError

REFUSALS: Final = (BotError, RulesError, TableError)
"""What a command can be refused with: by the table as it is known here, which may be outdated."""


class LogError(CodedError):
    """The log cannot be read or written; whoever keeps it says so, once."""

    messages: ClassVar[Mapping[str, str]] = {}


class Conflict(Exception):  # noqa: N818  # it is an answer, not a mishap
    """Somebody else has written to this table first: look again."""
