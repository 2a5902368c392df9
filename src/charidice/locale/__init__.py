"""Texts for people, in their language, through gettext.

The language belongs to the context: a command uses one from start to end, and later a server
one for each viewer. Without a catalogue the English of the source is shown.
"""

import gettext as _gettext
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final

from charidice.errors import CodedError
from charidice.records import RecordError
from charidice.records.errors import LINE

DOMAIN: Final = "charidice"
FOLDER: Final = Path(__file__).parent
SOURCE: Final = "en"
_language: ContextVar[str] = ContextVar("language", default=SOURCE)


@cache
def languages() -> tuple[str, ...]:
    """The languages there are catalogues for, English first."""
    found = sorted(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE, *found)


def language_names() -> dict[str, str]:
    """What each language calls itself, by its code; a catalogue says it of its own."""
    # Translators: the name of your language, in your language.
    return {language: catalogue(language).gettext("English") for language in languages()}


def use(language: str) -> None:
    """Show texts in this language from now on; an unknown one gives English."""
    _language.set(language)


def current() -> str:
    """The language of the context."""
    return _language.get()


def preferred(environment: Mapping[str, str]) -> str:
    """The language that the usual variables ask for, or English."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in environment.get(variable, "").split(":"):
            language = wish.replace("-", "_").split(".")[0].split("_")[0].lower()
            if language in languages():
                return language
            if language in ("c", "posix"):
                return SOURCE
    return SOURCE


def accepted(header: str) -> str:
    """The language that a browser likes best among ours (its header Accept-Language)."""
    best, most = SOURCE, 0.0
    for part in header.split(",")[:20]:
        tag, _, quality = part.replace(" ", "").lower().partition(";q=")
        language = tag.split("-")[0]
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        if language in languages() and weight > most:
            best, most = language, weight
    return best


@cache
def catalogue(language: str) -> _gettext.NullTranslations:
    """All texts of a language; read once."""
    return _gettext.translation(DOMAIN, FOLDER, [language], fallback=True)


def gettext(text: str) -> str:
    """The text in the language of the context."""
    return catalogue(_language.get()).gettext(text)


def ngettext(one: str, many: str, number: int) -> str:
    """The form of a text that fits the number, in the language of the context."""
    return catalogue(_language.get()).ngettext(one, many, number)


def explain(error: CodedError) -> str:
    """What is wrong, as a sentence in the language of the context."""
    sentence = error.fill(gettext(error.message), explain)
    if isinstance(error, RecordError) and error.line:
        return gettext(LINE).format(line=error.line, sentence=sentence)
    return sentence
