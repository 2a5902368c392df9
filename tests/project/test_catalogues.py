"""Every text for people is in every catalogue, and none goes round them."""

import gettext
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from tests.cli.conftest import Run, run
from tools import catalogues

from charidice import locale
from charidice.bots import NAMES
from charidice.cli.commands import COMMANDS
from charidice.cli.help import help_lines
from charidice.cli.width import columns
from charidice.locale.formats import FILE

__all__ = ["run"]  # the fixture
LANGUAGES = catalogues.languages()
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[rs]|%s")

# Words that are spelled the same in a language as in English.
SAME = {
    *("Bonus", "Total", "Bon", "Table", "Expert", "normal", "options", "{count} minute"),
    *(
        "{name} (bot)",
        "Guide",
        "Points",
        "Training",
        "Name",
        "Place",
        "Date (UTC)",
        "excellent",
        "Chances",
        "{points} point",
        "{points} + {bonus} = {total} points",
    ),
    "argument %(argument_name)s: %(message)s",
}


@pytest.fixture(params=LANGUAGES)
def catalog(request: pytest.FixtureRequest) -> Catalog:
    return catalogues.load(request.param)


def test_a_catalogue_has_exactly_the_texts_of_the_program(catalog: Catalog) -> None:
    assert {m.id for m in catalog if m.id} == {m.id for m in catalogues.template() if m.id}


def test_every_text_is_translated_in_every_form_and_none_is_fuzzy(catalog: Catalog) -> None:
    for message in catalog:
        if message.id:
            forms = catalogues.strings(message)
            assert all(forms), message.id
            assert not message.fuzzy, message.id
            assert len(forms) == (1 if isinstance(message.id, str) else catalog.num_plurals)


def test_translations_keep_the_placeholders_and_the_spaces_around(catalog: Catalog) -> None:
    for message in catalog:
        original = message.id if isinstance(message.id, str) else message.id[-1]
        for form in catalogues.strings(message) if original else ():
            assert set(PLACEHOLDER.findall(form)) == set(PLACEHOLDER.findall(original)), original
            assert form.startswith(" ") == original.startswith(" "), original
            assert form.endswith(" ") == original.endswith(" "), original


def test_translations_do_not_just_repeat_the_english(catalog: Catalog) -> None:
    for message in catalog:
        original = message.id if isinstance(message.id, str) else message.id[0]
        if re.search("[a-z]{3}", PLACEHOLDER.sub("", original)):
            assert original in SAME or original not in catalogues.strings(message)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_up_to_date(language: str) -> None:
    compiled = catalogues.compiled(catalogues.load(language))
    assert catalogues.path_of(language, "mo").read_bytes() == compiled


def test_the_formats_of_all_languages_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == catalogues.formats()


# Where the signs stand for themselves: “: as %3A, ? as %3F”.
SIGNS_NAMED = "the parts of the address cannot be told apart"


def test_french_signs_of_two_parts_never_stand_alone_on_a_line() -> None:
    for message in catalogues.load("fr"):
        if message.id and not str(message.id).startswith(SIGNS_NAMED):
            for form in catalogues.strings(message):
                assert not re.search(r" [;:?!»]| %(?![(rs])|« |[^ \u00a0({][;?!»]", form), form


def test_french_says_vous_and_nothing_else() -> None:
    familiar = re.compile(r"\b([Oo]n|tu|[Tt]on|[Tt]es|ta|[Mm]on|[Mm]es|ma|[Tt]oi|[Ii]l faut)\b")
    for message in catalogues.load("fr"):
        for form in catalogues.strings(message) if message.id else ():
            assert not familiar.search(form), form


def test_the_short_heads_of_the_sheets_have_at_most_three_characters(catalog: Catalog) -> None:
    for head in ("Dic", "Bon", "Got", "Giv"):
        message = catalog[head]
        assert 0 < len(catalogues.strings(message)[0]) <= 3


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_help_at_the_prompt_fits_80_x_24_in_every_language(language: str) -> None:
    locale.use(language)
    try:
        lines = help_lines(80)
    finally:
        locale.use("en")
    assert len(lines) <= 22
    assert max(map(columns, lines)) <= 80


class Pseudo(gettext.NullTranslations):
    """A language in which every letter of a text is ж, and only placeholders stay."""

    def gettext(self, message: str) -> str:
        parts = re.split(f"({PLACEHOLDER.pattern})", message)
        return "".join(p if PLACEHOLDER.fullmatch(p) else re.sub("[A-Za-z]", "ж", p) for p in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locale, "catalogue", lambda _language: Pseudo())
    monkeypatch.setattr(gettext, "dgettext", lambda _domain, text: text and Pseudo().gettext(text))


NOT_TEXT = {
    *("Charidice", "charidice", "Lena", "Marko", "demo", "game", "json", "txt", "python", "replay"),
    *(
        "terminal",
        "options",
        "help",
        "version",
        "language",
        "CODE",
        "seed",
        "rounds",
        "dice",
        "save",
    ),
    *(
        "margin",
        "winning",
        "resume",
        "SEED",
        "ROUNDS",
        "step",
        "print",
        "text",
        "RYGBPK",
        "YGBPKR",
        "GBPKRY",
        "BPKRYG",
    ),
    *(
        "debug",
        "info",
        "warning",
        "error",
        "CHARIDICE",
        "PUBLIC",
        "URL",
        "clean",
        "copy",
        "upgrade",
    ),
    *("PKRYGB", "KRYGBP", "int", "usr", "tmp", *COMMANDS, *NAMES, "bots", "given", "boxes"),
}


def words(text: str) -> set[str]:
    """What looks like a word and is neither a name nor a command."""
    without_paths_and_options = re.sub(r"\S*/\S*|--[\w-]+|table\.npz", "", text)
    return set(re.findall("[A-Za-z]{3,}", without_paths_and_options)) - NOT_TEXT


@pytest.mark.usefixtures("pseudo")
def test_no_text_of_a_whole_game_goes_round_the_catalogues(run: Run, tmp_path: Path) -> None:
    lines = [
        "",
        "t",
        "",
        "h",
        "",
        "o",
        "",
        "1 3",
        "23",
        "k 1",
        "g",
        "u",
        "dance",
        "s 9",
        "s",
        "k 1",
        "g",
    ]
    game = [*lines, "s 1", *["", "s 1"] * 13, "u", "s 1", "", str(tmp_path / "game.json")]
    typed = "".join(line + "\n" for line in game)
    outcome = run("terminal", "Lena", "Marko", "--seed", "demo", typed=typed)
    assert "жжж" in outcome.out
    assert words(outcome.out) - {"dance"} == set()
    replayed = run("replay", str(tmp_path / "game.json"))
    assert words(replayed.out) == set()
    assert words(run("replay", str(tmp_path / "game.json"), "--step", "3").out) == set()


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize(
    "line",
    [
        *(
            "--help",
            "play --help",
            "serve --help",
            "terminal --help",
            "options --help",
            "replay --help",
            "dance",
            "options",
        ),
        *("options 1R", "options 1R 2R 3R 4R 6R 6Y", "terminal Lena", "replay /no/file --step 1"),
        *(
            "db --help",
            "db copy --help",
            "db upgrade --help",
            "db clean --help",
            "db copy /no/file /no/other",
        ),
        *("hint --help", "review --help", "value --help", "simulate --help", "solve --help"),
        *("value --left 1 --given x --boxes 1,1", "simulate --bots random", "terminal A --bots x"),
        *("replay", "terminal --rounds x", "terminal --rounds", "options --wrong 1R"),
    ],
)
def test_no_help_and_no_error_goes_round_the_catalogues(run: Run, line: str) -> None:
    outcome = run(*line.split())
    # What the operating system says comes in the language of the system.
    assert (
        words(outcome.out + outcome.err.replace("No such file or directory", ""))
        - {
            "dance",
            "wrong",
        }
        == set()
    )
