"""Numbers, per cents, dates and capital letters, as each language writes them."""

from collections.abc import Iterator

import pytest
from tests.cli.conftest import Run, run

from charidice.locale import languages, use
from charidice.locale.formats import (
    Conventions,
    capitalised,
    conventions,
    date,
    number,
    percent,
    signed,
    whole_percent,
)

__all__ = ["run"]  # the fixture
NBSP, NARROW = "\u00a0", "\u202f"
NEW_YEAR_2026 = 1_767_225_600.0


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    use("en")


@pytest.mark.parametrize(
    ("language", "large", "share", "day"),
    [
        ("en", "1,234.5", "12%", "1 Jan 2026"),
        ("de", "1.234,5", f"12{NBSP}%", "01.01.2026"),
        ("fr", f"1{NARROW}234,5", f"12{NBSP}%", "1 janv. 2026"),
        ("el", "1.234,5", "12%", "1 Ιαν 2026"),
        ("tr", "1.234,5", "%12", "1 Oca 2026"),
        ("cs", f"1{NBSP}234,5", f"12{NBSP}%", "1. 1. 2026"),
        ("xx", "1,234.5", "12%", "1 Jan 2026"),
    ],
)
def test_each_language_writes_in_its_own_way(
    language: str, large: str, share: str, day: str
) -> None:
    use(language)
    assert number(1234.5, 1) == large
    assert percent(0.12) == share
    assert date(NEW_YEAR_2026) == day
    assert date(NEW_YEAR_2026 - 1) != day


def test_every_language_has_its_formats() -> None:
    english = conventions("en")
    assert all(conventions(language) != english for language in languages()[1:])


def test_a_sign_is_that_of_what_is_shown() -> None:
    assert (number(-2.5, 1), number(2.5, 1)) == ("-2.5", "2.5")
    assert (signed(-2.5, 1), signed(2.5, 1), signed(0, 2)) == ("-2.5", "+2.5", "+0.00")
    assert (number(-0.001, 2), signed(-0.001, 2), percent(-0.00001, 1)) == ("0.00", "+0.00", "0.0%")
    assert (number(1_000_000), number(999)) == ("1,000,000", "999")


def test_the_sign_of_a_per_cent_stands_before_everything() -> None:
    use("tr")
    assert percent(-0.125, 1) == "-%12,5"


def test_a_real_minus_sign_is_taken_from_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    swedish = Conventions(",", NBSP, "+", "\u2212", f"{{number}}{NBSP}%", "{year}", ())
    monkeypatch.setattr("charidice.locale.formats.conventions", lambda _language: swedish)
    assert number(-1234.5, 1) == f"\u22121{NBSP}234,5"


def test_the_turkish_capital_of_i_keeps_its_dot() -> None:
    assert capitalised("iki oyun") == "Iki oyun"
    use("tr")
    assert capitalised("iki oyun") == "İki oyun"
    assert capitalised("ısı") == "Isı"
    assert capitalised("") == ""


POSITION = ("value", "--left", "2", "--given", "30,10", "--boxes", "1,1")


def test_people_read_their_own_signs_and_programs_always_the_same(run: Run) -> None:
    margin, chance = run("--language", "tr", *POSITION).out.splitlines()
    assert "," in margin
    assert " %" in chance
    german = run("--language", "de", *POSITION).out
    assert f"{NBSP}%" in german
    assert "." not in german
    english = run("--language", "en", *POSITION, "--json").out
    assert run("--language", "tr", *POSITION, "--json").out == english


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0, "0%"),
        (1, "100%"),
        (0.0004, "<1%"),
        (0.0123, "1%"),
        (0.42, "42%"),
        (0.0949, "9%"),
        (0.997, ">99%"),
    ],
)
def test_chances_are_whole_and_never_look_impossible_or_certain(chance: float, text: str) -> None:
    use("en")
    assert whole_percent(chance) == text
