"""What can be wrong with a record, with the line where it shows."""

from collections.abc import Mapping
from typing import ClassVar, Final

from charidice.errors import CodedError


class RecordError(CodedError):
    """The record cannot be used; `line` says where, from 1 (0: no place in a file)."""

    messages: ClassVar[Mapping[str, str]] = {
        "records/not-a-record": "This is not a Charidice record: it should start with “{start}”.",
        "records/version": (
            "This is a record of version {version}; only versions up to {known} are known."
        ),
        "records/json": "This is not valid JSON.",
        "records/field-missing": "“{field}” is missing.",
        "records/field-repeated": "“{field}” is there twice.",
        "records/field-unknown": "“{field}” is not part of a record.",
        "records/field-value": "“{field}” does not have a value of the right form.",
        "records/players": "The number of players does not fit: {reason}",
        "records/name": (
            "A player’s name has 1 to {most} characters, no spaces around it, "
            "no invisible characters and only a few marks on a letter."
        ),
        "records/seed": (
            "A seed has 1 to {most} characters, no spaces around it and no invisible characters."
        ),
        "records/rules": "The rules of this game cannot be played: {reason}",
        "records/dice": "The dice of this game cannot be used: {reason}",
        "records/action": "“{action}” is not possible here: {reason}",
        "records/truncated": "The record ends too early: its last line “end: …” is missing.",
        "records/header-late": "“{field}” has to stand before the first action.",
        "records/after-end": "There is something after the end of the record.",
        "records/count": (
            "The number of actions in the record is {found}, but the record says {said}."
        ),
        "records/totals": "The record says the totals are {said}, but the game gives {found}.",
    }

    def __init__(
        self, code: str, details: Mapping[str, object] | None = None, line: int = 0
    ) -> None:
        super().__init__(code, details)
        self.args = (code, details, line)
        self.line = line

    def at(self, line: int) -> "RecordError":
        """The same error, with its line."""
        return RecordError(self.code, self.details, line)

    def __str__(self) -> str:
        sentence = super().__str__()
        return LINE.format(line=self.line, sentence=sentence) if self.line else sentence


LINE: Final = "Line {line}: {sentence}"
