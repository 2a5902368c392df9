"""Sentences about one and about several people."""

from collections.abc import Iterator

import pytest

from charidice.locale import use
from charidice.locale.sentences import wish_to_end


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    use("en")


@pytest.mark.parametrize(
    ("language", "one", "more"),
    [
        ("en", "Lena would like", "Lena and Marko would like"),
        ("de", "Lena möchte ", "Lena und Marko möchten "),
        ("fr", "Lena souhaite ", "Lena et Marko souhaitent "),
        ("el", "Lena θα ήθελε ", "Lena και Marko θα ήθελαν "),
        ("tr", "Lena oyunu", "Lena ve Marko oyunu"),
        ("cs", "Lena navrhuje ", "Lena a Marko navrhují "),
    ],
)
def test_the_verb_fits_one_and_several_who_would_end_the_game(
    language: str, one: str, more: str
) -> None:
    use(language)
    assert wish_to_end(["Lena"]).startswith(one)
    assert wish_to_end(["Lena", "Marko"]).startswith(more)
