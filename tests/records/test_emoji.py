"""Emoji of one and of many characters, as Unicode defines them (UTS #51)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charidice.records import RecordError, check_name
from charidice.records.emoji import JOINER, is_emoji, room, signs, without_emoji
from charidice.records.names import LONGEST_NAME, MOST_NAME_CODE_POINTS, initial, shortened

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
EMOJI = {
    "one character": "🎲",
    "a coloured heart": "❤\ufe0f",
    "a heart": "❤",
    "a flag": "🇬🇷",
    "a flag of tags": SCOTLAND,
    "a keycap": "1\ufe0f\u20e3",
    "the keycap of a hash": "#\ufe0f\u20e3",
    "a skin tone": "👋🏽",
    "a family": "👨\u200d👩\u200d👧",
    "a rainbow flag": "🏳\ufe0f\u200d🌈",
    "a pirate flag": "🏴\u200d☠\ufe0f",
    "an astronaut": "👩🏽\u200d🚀",
    "a kiss in two skin tones": "👩🏽\u200d❤\ufe0f\u200d💋\u200d👩🏿",
    "a heart on fire": "❤\ufe0f\u200d🔥",
    "a black cat": "🐈\u200d⬛",
    "somebody who runs to the right": "🏃🏽\u200d♀\ufe0f\u200d➡\ufe0f",
    "new in Unicode 16": "\U0001fae9",
}


@pytest.mark.parametrize("text", EMOJI.values(), ids=EMOJI)
def test_an_emoji_is_one_sign_and_a_name(text: str) -> None:
    assert is_emoji(text)
    assert signs(f"a{text}b") == ["a", text, "b"]
    check_name(text)
    check_name(f"Lena {text}")
    assert initial(text) == text


NO_EMOJI = {
    "a digit": "1",
    "a coloured digit": "1\ufe0f",
    "half a flag": "🇬",
    "a letter": "a",
    "two emoji": "🎲🎲",
    "a joiner at the end": "👩\u200d",
    "a joiner at the start": "\u200d👩",
    "two joiners": "👩\u200d\u200d🚀",
    "letters that are joined": "a\u200db",
    "a letter that is joined": "👩\u200da",
    "tags on another emoji": "🎲" + SCOTLAND[1:],
    "a flag that does not exist": "\U0001f3f4\U000e0078\U000e0079\U000e007f",
    "a flag without its end": SCOTLAND[:-1],
    "two signs for colour": "❤\ufe0f\ufe0f",
    "the sign for no colour": "❤\ufe0e",
    "a skin tone on a die": "🎲🏽",
}


@pytest.mark.parametrize("text", NO_EMOJI.values(), ids=NO_EMOJI)
def test_what_unicode_does_not_call_an_emoji_is_none(text: str) -> None:
    assert not is_emoji(text)


@given(st.text(max_size=40))
def test_signs_are_the_text_in_pieces(text: str) -> None:
    assert "".join(signs(text)) == text
    assert len(signs(text)) <= room(text) <= len(text)


parts = st.sampled_from([*EMOJI.values(), "a", "Ж", " ", JOINER, "\ufe0f", "🏽", "🇬", "\u202e"])


@given(st.lists(parts, max_size=30).map("".join))
def test_no_piece_is_both_an_emoji_and_something_else(text: str) -> None:
    assert "".join(sign for sign in signs(text) if not is_emoji(sign)) == without_emoji(text)


def test_a_family_is_as_long_as_its_members() -> None:
    family = EMOJI["a family"]
    assert room(family) == 3
    check_name(family * (LONGEST_NAME // 3))
    with pytest.raises(RecordError):
        check_name(family * (LONGEST_NAME // 3) + "a")
    check_name("👋🏽" * LONGEST_NAME)


def test_a_name_of_many_long_emoji_has_an_end() -> None:
    flags = MOST_NAME_CODE_POINTS // len(SCOTLAND)
    check_name(SCOTLAND * flags)
    with pytest.raises(RecordError):
        check_name(SCOTLAND * (flags + 1))


@given(st.lists(parts, max_size=60).map("".join))
def test_a_shortened_text_is_no_longer_than_a_name(text: str) -> None:
    kept = shortened(text)
    assert text.startswith(kept)
    assert room(kept) <= LONGEST_NAME
    assert shortened(kept) == kept


def test_no_emoji_is_cut() -> None:
    family = EMOJI["a family"]
    assert shortened("a" * (LONGEST_NAME - 2) + family) == "a" * (LONGEST_NAME - 2)
    assert initial("lena") == "L"
    assert initial("") == ""
