"""Collect the texts for people, bring every catalogue up to date, and compile it.

How each language writes numbers and dates is taken from Babel's data at the same time.

uv run python tools/catalogues.py          after a text has changed
uv run python tools/catalogues.py it       start a new language
"""

import argparse
import importlib
import io
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from charidice.errors import CodedError
from charidice.locale import DOMAIN, FOLDER, SOURCE
from charidice.locale.formats import FILE as FORMATS

PACKAGE = Path(__file__).parent.parent / "src" / "charidice"
HEADER = "# The texts of Charidice in another language; tools/catalogues.py keeps it complete."
# Babel writes a date into every catalogue; a fixed one keeps the files stable.
ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)
ENGLISH = "en_GB"  # our English has colours, not colors
KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2)}

# The modules with error classes; their sentences are in tables, not in calls.
WITH_ERRORS = (
    *("records", "rolls", "solver", "bots", "tables", "storage", "web.edge.errors"),
    *("cli.files", "cli.location", "cli.prompt", "cli.serve"),
)

# The texts of argparse that our commands can show.
ARGPARSE = (
    "usage: ",
    "options",
    "positional arguments",
    "show this help message and exit",
    "the following arguments are required: %s",
    "unrecognized arguments: %s",
    "argument %(argument_name)s: %(message)s",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "invalid %(type)s value: %(value)r",
    "expected one argument",
    "expected at least one argument",
    "ignored explicit argument %r",
)


for _module in WITH_ERRORS:
    importlib.import_module(f"charidice.{_module}")


def template() -> Catalog:
    """Every text for people, without translations."""
    catalog = Catalog(project="Charidice", charset="utf-8")
    for text, note in _texts():
        catalog.add(text, user_comments=[note] if note else [])
    return catalog


def _texts() -> Iterator[tuple[str | tuple[str, ...], str]]:
    for _file, _line, text, comments, _context in extract_from_dir(
        PACKAGE,
        [("**.py", "python"), ("**/templates/**.html", "jinja2")],
        keywords=KEYWORDS,
        comment_tags=["Translators:"],
        options_map={"**/templates/**.html": {"trimmed": "true", "silent": "false"}},
    ):
        yield text, " ".join(comments)
    for kind in kinds_of_error(CodedError):
        for code, text in kind.messages.items():
            yield text, code
    yield importlib.import_module("charidice.records.errors").LINE, ""
    for text in ARGPARSE:
        yield text, "argparse"


def kinds_of_error(kind: type[CodedError]) -> Iterator[type[CodedError]]:
    """Every class of errors that has been loaded."""
    for child in sorted(kind.__subclasses__(), key=lambda child: child.__name__):
        yield child
        yield from kinds_of_error(child)


def path_of(language: str, suffix: str = "po") -> Path:
    """Where the catalogue of a language lies."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.{suffix}"


def load(language: str) -> Catalog:
    """The catalogue of a language; an empty one for a new language."""
    path = path_of(language)
    if not path.exists():
        return Catalog(
            locale=language,
            domain=DOMAIN,
            header_comment=HEADER,
            project="Charidice",
            charset="utf-8",
            fuzzy=False,
        )
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def compiled(catalog: Catalog) -> bytes:
    """The catalogue as the program reads it."""
    catalog.creation_date = catalog.revision_date = ALWAYS
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def update(language: str, source: Catalog) -> None:
    """Add new texts, drop old ones, and compile."""
    catalog = load(language)
    catalog.update(
        source,
        no_fuzzy_matching=True,
        update_header_comment=False,
        keep_user_comments=False,  # they are the codes of the texts, and those change
    )
    catalog.obsolete.clear()
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, sort_output=True, omit_header=False, include_previous=False)
    path.write_text(_without_dates(path.read_text(encoding="utf-8")), encoding="utf-8")
    catalog = load(language)
    path_of(language, "mo").write_bytes(compiled(catalog))
    missing = [message for message in catalog if message.id and not all(strings(message))]
    print(f"{language}: {len(catalog)} texts, {len(missing)} to translate")


def strings(message: Message) -> list[str]:
    """The translation of a text, or all its plural forms."""
    text = message.string
    return [text] if isinstance(text, str) else list(text or ("",))


def _without_dates(text: str) -> str:
    """Dates and tools in the header would change with every run."""
    unwanted = (
        "POT-Creation",
        "PO-Revision",
        "Last-Translator",
        "Report-Msgid",
        "Generated-By",
        "Project-Id",
        "Language-Team",
    )
    return "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith(_quoted(unwanted))
    )


def _quoted(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f'"{name}' for name in names)


def formats() -> str:
    """How English and all other languages write numbers and dates, as the program reads it."""
    found = {SOURCE: _conventions(ENGLISH)}
    found |= {language: _conventions(language) for language in languages()}
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _conventions(language: str) -> dict[str, object]:
    data = Locale.parse(language)
    symbols = data.number_symbols["latn"]
    months = data.months["format"]["abbreviated"]
    return {
        "decimal": symbols["decimal"],
        "group": symbols["group"],
        "plus": symbols["plusSign"],
        "minus": symbols["minusSign"],
        "percent": data.percent_formats[None].pattern.replace("#,##0", "{number}"),
        "date": _date_pattern(data.date_formats["medium"].pattern),
        "months": [months[number] for number in range(1, 13)],
    }


def _date_pattern(pattern: str) -> str:
    """A pattern of CLDR, like d MMM y, as one that str.format fills."""
    fields = {
        "y": "{year}",
        "M": "{month}",
        "MM": "{month:02}",
        "MMM": "{name}",
        "d": "{day}",
        "dd": "{day:02}",
    }
    return re.sub(r"([A-Za-z])\1*", lambda field: fields[field[0]], pattern)


def languages() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def main() -> None:
    """Update all catalogues, and create those that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("language", nargs="*", help="the code of a new language, like it")
    named = parser.parse_args().language
    source = template()
    for language in sorted({*languages(), *named}):
        update(language, source)
    FORMATS.write_text(formats(), encoding="utf-8")


if __name__ == "__main__":
    main()
