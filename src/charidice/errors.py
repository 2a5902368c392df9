"""The error that all others are made of: a stable code, a sentence, and its details."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

_LONGEST: Final = 200
# Invisible parts of emoji in names; they disturb no terminal.
_OF_EMOJI: Final = frozenset(map(chr, (0x200D, *range(0xE0020, 0xE0080))))


class CodedError(ValueError):
    """An error with a stable code, an English sentence, and the details that fill it."""

    messages: ClassVar[Mapping[str, str]]

    def __init__(self, code: str, details: Mapping[str, object] | None = None) -> None:
        super().__init__(code, details)
        self.code = code
        self.details: Mapping[str, object] = details or {}

    @property
    def message(self) -> str:
        """The sentence before its details are filled in: the key of translations."""
        return self.messages[self.code]

    def fill(self, sentence: str, explain: "Callable[[CodedError], str]" = str) -> str:
        """The sentence with the details in it; they may come from strangers and are made safe.

        An error among the details, the reason of this one, is explained in its own sentence.
        """
        return sentence.format_map(
            {
                name: explain(detail) if isinstance(detail, CodedError) else _shown(detail)
                for name, detail in self.details.items()
            }
        )

    def __str__(self) -> str:
        return self.fill(self.message)


def _shown(detail: object) -> str:
    """A detail as a short text without control characters, which could disturb a terminal."""
    try:
        text = str(detail)
    except ValueError:  # a number with thousands of digits
        return "…"
    if len(text) > _LONGEST:
        text = text[: _LONGEST - 1] + "…"
    return "".join(
        c if c.isprintable() or c in _OF_EMOJI else c.encode("unicode_escape").decode()
        for c in text
    )
