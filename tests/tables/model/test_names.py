"""Names that could be taken for another, and names that cannot be shown."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tables.support import open_table

from charidice.bots import NAMES
from charidice.locale.levels import bot_names_in_all_languages
from charidice.records import RecordError
from charidice.tables import TableError
from charidice.tables.model import names
from charidice.tables.model.checks import Context
from charidice.tables.model.commands import Sit
from charidice.tables.model.names import (
    alike,
    clean_name,
    english_bots,
    is_reserved,
    reserved,
    skeleton,
)
from charidice.tables.model.seating import sat

EVERYWHERE = reserved(bot_names_in_all_languages())


# Bots


LOOK_LIKE_BOTS = {
    "large letters": "EXPERT (BOT)",
    "Cyrillic": "ехреrt (bоt)",
    "Cyrillic capitals": "ЕХРЕRТ (ВОТ)",
    "Cyrillic that looks like small capitals": "expert (вот)",
    "Greek capitals": "ΕΧΡΕRΤ (ΒΟΤ)",
    "other brackets": "expert［bot］",
    "ornamental brackets": "expert ❨bot❩",
    "no brackets": "expert bot",
    "no space": "Expert(bot)",
    "a no-break hyphen": "expert‑bot",
    "full width": "ｅｘｐｅｒｔ (bot)",
    "circles": "ⓔⓧⓟⓔⓡⓣ",
    "mathematics": "𝐄𝔵𝓹𝑒𝖗𝚝",
    "a dot below": "Expẹrt",
    "an accent": "éxpert (bot)",
    "a second one": "Ехреrt (bоt 2)",
    "the level alone": "expert",
    "letters of flags": "🇪🇽🇵🇪🇷🇹",
    "letters of flags and a bot": "🇪🇽🇵🇪🇷🇹 (bot)",
    "a keycap": "expert (bot 2\ufe0f\u20e3)",
}


@pytest.mark.parametrize("name", LOOK_LIKE_BOTS.values(), ids=LOOK_LIKE_BOTS)
def test_people_cannot_be_called_what_could_be_taken_for_a_bot(name: str) -> None:
    assert open_table("Lena").refused(None, Sit(name)) == "table/bot-name"


@pytest.mark.parametrize("level", NAMES)
def test_the_level_alone_is_the_name_of_a_bot_too(level: str) -> None:
    assert open_table("Lena").refused(None, Sit(level.title())) == "table/bot-name"


@pytest.mark.parametrize(
    "name",
    [
        *("Profi (Bot)", "profi 2 (bot)", "PROFI", "Profi (Bot 2)", "Ρrοfi", "Großzügig"),
        *("GROSSZÜGlG", "Έμπειρο (μποτ)", "ΕΜΠΕΙΡΟ (ΜΠΟΤ)", "Généreux", "genereux (bot)"),
        *("Açgözlü 4", "Pohodar", "aνide (ВОТ)"),  # with a Greek nu and Cyrillic capitals
    ],
)
def test_what_a_bot_is_called_in_any_language_is_kept_for_bots(name: str) -> None:
    assert is_reserved(name, EVERYWHERE)


@pytest.mark.parametrize("name", ["Talbot", "Robot", "Abbot", "Ex", "Expert 5", "Lena (2)", "Bo"])
def test_what_is_no_bot_can_be_had(name: str) -> None:
    assert not is_reserved(name, EVERYWHERE)
    assert open_table(name).table.seats[0].name == name


def test_the_names_that_are_kept_come_from_outside() -> None:
    table = open_table("Marko")
    table.do(None, Sit("Profi"))  # which is nobody in English
    context = Context(0.0, table.rolls, table.context.randomness, reserved(["Profi"]))
    with pytest.raises(TableError) as caught:
        sat(open_table("Lena").table, 2, "Ρrοfi", context)
    assert caught.value.code == "table/bot-name"


def test_without_catalogues_the_names_in_records_are_kept() -> None:
    assert is_reserved("greedy (bot 4)", english_bots())


# People


ALIKE = [
    *(("Lena", "Lеnа"), ("Lena", "lena"), ("Lena", "ＬＥＮＡ"), ("Marko", "MARKO")),
    *(("Lina", "LINA"), ("LINA", "llna"), ("Ian", "lan"), ("Bob", "B0b"), ("Marko", "Rnarko")),
    *(("Γιώργος", "ΓΙΏΡΓΟΣ"), ("Мария", "МАРИЯ"), ("Straße", "STRASSE"), ("İrem", "irem")),
    *(("Anna Lena", "Anna-Lena"), ("O'Neil", "OʻNeil"), ("❤", "❤\ufe0f"), ("Jo!", "Jo")),
    *(("👨\u200d👩\u200d👧", "👨👩👧"), ("🇬🇷", "GR"), ("Lena 2", "Lena 2\ufe0f\u20e3")),
]


@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_a_name_that_could_be_taken_for_one_at_the_table_is_taken(first: str, second: str) -> None:
    assert open_table(first).refused(None, Sit(second)) == "table/name-taken"
    assert open_table(second).refused(None, Sit(first)) == "table/name-taken"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        *(("Zoe", "Zoé"), ("דן", "דין"), ("محمد", "محمود"), ("李雷", "李蕾"), ("ユキ", "ユーキ")),
        *(("👋🏽", "👋🏿"), ("👩\u200d🚀", "👩\u200d🔬"), ("🇬🇷", "🇨🇿"), ("❤\ufe0f", "💛")),
        *(("🎲", "🎯"), ("!", "?"), ("Anna", "Hanna"), ("Lena 2", "Lena 3"), ("Ayşe", "Ayse")),
    ],
)
def test_names_that_can_be_told_apart_are_two_names(first: str, second: str) -> None:
    assert len(open_table(first, second).table.seats) == 2


@given(st.text(min_size=1, max_size=30))
def test_every_name_looks_like_itself_in_any_case(name: str) -> None:
    assert alike(name, name)
    assert alike(name, name.casefold())
    assert alike(unicodedata.normalize("NFD", name), unicodedata.normalize("NFC", name))


def test_what_a_text_looks_like_follows_the_published_table() -> None:
    assert skeleton("раураl") == skeleton("paypal") == "paypal"
    assert skeleton("m") == "rn"
    assert len(names._prototypes()) > 5000


# What can be shown


REAL = {
    "Vietnamese": "Nguyễn Thị Thu Hương",
    "Vietnamese, taken apart": unicodedata.normalize("NFD", "Trần Ngọc Diệp"),
    "Hebrew with points": "שׁוֹשַׁנָּה",
    "Hebrew with three points": "שּׁ\u05b8רה",
    "Arabic with signs": "مُحَمَّدٌ",
    "Thai": "กฤษณ์ ชื่นใจ",
    "Thai with two signs": "น้ำผึ้ง",
    "Devanagari": "श्रीकृष्ण",
    "Devanagari with three signs": "ज़ुँ",
    "Tamil": "ஸ்ரீநிவாஸன்",
    "Tibetan": "བསྒྲུབས་རྒྱལ",
    "Burmese": "ဇော်ဇော်",
    "Burmese with four signs": "လျှို့",
    "Khmer": "សុខា ស្រីល័ក្ខ",
    "Korean, taken apart": unicodedata.normalize("NFD", "김민준"),
    "Yoruba": "Ọlọ́runfẹ́mi",
    "Lithuanian": "Žydrūnė",
    "a heart": "Lena ❤\ufe0f",
    "a sun": "☀\ufe0f",
    "a family": "👨\u200d👩\u200d👧",
    "an astronaut": "Ayşe 👩🏽\u200d🚀",
    "a flag": "🇬🇷 Γιώργος",
    "a rainbow": "🏳\ufe0f\u200d🌈",
    "a keycap": "7\ufe0f\u20e3",
}


@pytest.mark.parametrize("name", REAL.values(), ids=REAL)
def test_real_names_of_all_scripts_are_welcome(name: str) -> None:
    assert open_table(name).table.seats[0].name == unicodedata.normalize("NFC", name)


PILED_UP = {
    "on a letter": "Z" + "\u0338\u0321\u0327\u0331\u0335" * 5,
    "just too many": "Q" + "\u0338\u0321\u0327\u0331\u0335",
    "one sign again and again": "ก" + "\u0e47" * 10,
    "around a letter": "Q" + "\u20dd" * 5,
    "after others": "Lena" + "\u0301" * 6,
}


@pytest.mark.parametrize("name", PILED_UP.values(), ids=PILED_UP)
def test_a_name_that_would_reach_into_other_lines_is_refused(name: str) -> None:
    assert open_table("Lena").refused(None, Sit(name)) == "records/name"


HIDDEN = {
    "a sign for colour on a letter": "Le\ufe0fna",
    "a sign for colour on a digit": "1\ufe0f",
    "a sign for colour alone": "\ufe0f❤",
    "two signs for colour": "❤\ufe0f\ufe0f",
    "a sign for no colour": "❤\ufe0e",
    "a sign for colour on a star that is no emoji": "★\ufe0f",
    "a joiner between letters": "Le\u200dna",
    "a joiner at the end": "👩\u200d",
    "a joiner between an emoji and a letter": "👩\u200dLena",
    "a non-joiner": "👩\u200c🚀",
    "tags on a die": "🎲\U000e0067\U000e0062\U000e007f",
    "tags that spell no flag": "🏴\U000e0068\U000e0069\U000e007f",
    "text that turns": "👩\u202e🚀",
    "an isolate": "\u2066🇬🇷\u2069",
}


@pytest.mark.parametrize("name", HIDDEN.values(), ids=HIDDEN)
def test_what_hides_or_turns_text_is_no_name(name: str) -> None:
    assert open_table("Marko").refused(None, Sit(name)) == "records/name"


letters = st.text("abcЖλ é", max_size=8)


@given(letters, st.sampled_from("\u200d\u200c\ufe0e\ufe0f\u202e\u2066\U000e0067"), letters)
def test_invisible_signs_outside_of_emoji_are_refused(
    before: str, invisible: str, after: str
) -> None:
    with pytest.raises(RecordError):
        clean_name(f"a{before}{invisible}{after}b")


whole = st.sampled_from(
    ["a", " ", "é", "e\u0301", "❤\ufe0f", "👨\u200d👩\u200d👧", "🇬🇷", "👩🏽\u200d🚀"]
)


@given(st.lists(whole, min_size=1, max_size=12).map("".join).filter(str.strip))
def test_a_clean_name_stays_as_it_is(given_name: str) -> None:
    name = clean_name(given_name)
    assert clean_name(name) == name
    assert alike(name, given_name)


def test_a_text_that_is_far_too_long_is_not_even_brought_into_form(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def normalize(_form: str, text: str) -> str:
        asked.append(len(text))
        return text

    monkeypatch.setattr(unicodedata, "normalize", normalize)
    for given_name in ("x" + "\u0301" * 65_000, "x" * 121):
        with pytest.raises(RecordError) as caught:
            clean_name(given_name)
        assert caught.value.code == "records/name"
    assert asked == []


def test_spaces_around_a_name_do_not_make_it_too_long() -> None:
    assert clean_name(" " * 40 + "x" * 30 + " " * 40) == "x" * 30
