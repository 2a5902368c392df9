import pickle

from charidice.rules import RulesError


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
