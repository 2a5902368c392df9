from collections.abc import Iterator

import pytest

from charidice import locale
from charidice.locale import explain, gettext, languages, ngettext, preferred, use
from charidice.records import RecordError
from charidice.rules import RulesError


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    use("en")


def test_english_comes_first_of_all_languages() -> None:
    assert languages()[0] == "en"
    assert {"de", "fr", "el", "tr", "cs"} <= {*languages()}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE", "LC_MESSAGES": "el_GR"}, "el"),
        ({"LANG": "de_DE", "LANGUAGE": "ja:tr:fr"}, "tr"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "cs-CZ"}, "cs"),
    ],
)
def test_the_language_follows_the_usual_variables(
    environment: dict[str, str], language: str
) -> None:
    assert preferred(environment) == language


def test_texts_come_in_the_language_in_use_and_unknown_ones_in_english() -> None:
    use("de")
    assert gettext("The game is over.") == "Das Spiel ist zu Ende."
    assert gettext("never heard of") == "never heard of"
    use("xx")
    assert gettext("The game is over.") == "The game is over."


@pytest.mark.parametrize(("number", "form"), [(1, 0), (2, 1), (5, 2)])
def test_czech_has_three_forms(number: int, form: int) -> None:
    use("cs")
    forms = [ngettext("{left} roll left", "{left} rolls left", n) for n in (1, 2, 5)]
    assert len(set(forms)) == 3
    assert ngettext("{left} roll left", "{left} rolls left", number) == forms[form]


def test_an_error_is_explained_with_its_line_and_its_reason_in_one_language() -> None:
    reason = RulesError("rules/game-over")
    error = RecordError("records/action", {"action": "ask\x1b", "reason": reason}, 7)
    assert explain(error) == str(error)
    use("de")
    text = explain(error)
    assert text.startswith("Zeile 7: ")
    assert "Das Spiel ist zu Ende." in text
    assert "ask\\x1b" in text
    assert locale.SOURCE == "en"
