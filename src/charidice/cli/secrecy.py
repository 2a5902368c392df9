"""Messages about the command line and the environment quote no password."""

import re
from collections.abc import Sequence
from typing import Final

# An address, also a broken one; the rest of one behind a space; or a list of settings.
_SECRET: Final = re.compile(r"(?i)[a-z][a-z0-9+.-]+:/|postgres(?:ql)?:|\S*@|\b(?:password|pwd)\s*=")


def without_secrets(text: str) -> str:
    """A text that may quote an address, up to there."""
    found = _SECRET.search(text)
    return text if found is None else f"{text[: found.start()]}…"


def unknown_arguments(unknown: Sequence[str], arguments: Sequence[str]) -> str:
    """The arguments of a command line that mean nothing.

    If there is an address among all of them, then any of them may be a part of its password.
    """
    if all(without_secrets(argument) == argument for argument in arguments):
        return " ".join(unknown)
    return " ".join(w.partition("=")[0] if w.startswith("--") else "…" for w in unknown)
