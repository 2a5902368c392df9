import pickle

from charidice.rules import RulesError
from charidice.tables import TableError


def test_details_of_strangers_cannot_disturb_a_terminal() -> None:
    error = RulesError("rules/bad-action", {"text": "\x1b[2J\u202eboo\n"})
    assert str(error) == "“\\x1b[2J\\u202eboo\\n” is not an action."


def test_details_of_any_length_make_a_short_sentence() -> None:
    assert len(str(RulesError("rules/bad-action", {"text": "a" * 10**6}))) < 250
    assert "…" in str(RulesError("rules/bad-action", {"text": 10**5000}))


def test_an_error_can_travel_between_processes() -> None:
    error = RulesError("rules/no-such-die", {"die": 9})
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (copy.code, copy.details, str(copy)) == (error.code, error.details, str(error))


def test_it_is_a_value_error_with_braces_left_alone() -> None:
    error: ValueError = RulesError("rules/bad-action", {"text": "{die}"})
    assert "“{die}”" in str(error)


def test_an_emoji_in_a_name_is_shown_whole() -> None:
    flag = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
    for name in ("👨\u200d👩\u200d👧", flag):
        assert name in str(TableError("table/name-taken", {"name": name}))
    assert "\u202e" not in str(TableError("table/name-taken", {"name": "a\u202eb"}))
