import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charidice.rules import (
    Action,
    Ask,
    Colour,
    Face,
    Pass,
    Roll,
    Rolled,
    RulesError,
    Score,
    parse_action,
)

FACES = [Face(number, colour) for number in range(1, 7) for colour in Colour]
positions = st.sets(st.integers(0, 5))
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Roll, positions),
    st.builds(Score, positions),
    st.builds(Rolled, st.tuples(*[st.integers(1, 6)] * 6)),
    st.permutations(FACES).map(lambda faces: Rolled.of(faces[:6])),
    st.just(Ask()),
    st.just(Pass()),
)


@given(actions)
def test_every_action_is_a_value_whose_text_parses_back(action: Action) -> None:
    assert parse_action(str(action)) == action
    assert hash(parse_action(str(action))) == hash(action)
    assert pickle.loads(pickle.dumps(action)) == action  # noqa: S301


def test_the_text_forms() -> None:
    texts = [
        "keep none",
        "keep 0 3",
        "rolled 1 6 6 4 3 2",
        "rolled 1R 6R 6Y 4P 3K 2G",
        "ask",
        "pass",
        "score 0 3 4 5",
    ]
    assert [str(parse_action(text)) for text in texts] == texts


def test_a_pass_that_nobody_said_is_the_same_pass_in_the_rules_and_another_text() -> None:
    said, implied = parse_action("pass"), parse_action("pass implied")
    assert said == implied
    assert hash(said) == hash(implied)
    assert [str(said), str(implied)] == ["pass", "pass implied"]


def test_dice_are_taken_from_any_collection_in_any_order() -> None:
    assert Score({3, 0}) == Score([3, 0]) == Score(die for die in (0, 3)) == Score((0, 3))
    assert Roll([5, 1]).keep == (1, 5)


@pytest.mark.parametrize("make", [Roll, Score])
@pytest.mark.parametrize(
    ("dice", "code"),
    [
        ([6], "rules/no-such-die"),
        ([-1], "rules/no-such-die"),
        ([0.5], "rules/no-such-die"),
        ([1.0], "rules/no-such-die"),
        ([1j], "rules/no-such-die"),
        (["0"], "rules/no-such-die"),
        ([None], "rules/no-such-die"),
        ([2, 2], "rules/die-repeated"),
    ],
)
def test_dice_that_are_not_there_or_named_twice_are_refused(
    make: Callable[[list[int]], Action], dice: list[int], code: str
) -> None:
    with pytest.raises(RulesError) as caught:
        make(dice)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "numbers",
    [[], [1] * 5, [1] * 7, [0] + [1] * 5, [7] + [1] * 5, [-1] + [1] * 5, ["1"] * 6, [1.5] * 6],
)
def test_what_is_no_roll_is_refused(numbers: list[int]) -> None:
    with pytest.raises(RulesError) as caught:
        Rolled(numbers)
    assert caught.value.code == "rules/bad-numbers"


@given(st.text())
def test_any_text_is_an_action_or_is_refused_with_a_code(text: str) -> None:
    try:
        action = parse_action(text)
    except RulesError as error:
        refusal = error
    else:
        assert parse_action(str(action)) == action
        return
    assert refusal.code.startswith("rules/")
    assert str(refusal)


@pytest.mark.parametrize(
    "text",
    ["", "ask 1", "pass now", "keep", "score", "score 01", "score x", "rolled", "ASK", "keep ٣"],
)
def test_what_is_nearly_an_action_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        parse_action(text)
