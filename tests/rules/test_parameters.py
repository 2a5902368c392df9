from typing import Any

import pytest

from charidice.rules import RULEBOOK, Rules, RulesError


def test_the_numbers_of_the_rulebook() -> None:
    assert (RULEBOOK.least_players, RULEBOOK.most_players) == (2, 4)
    assert (RULEBOOK.rounds, RULEBOOK.rolls, RULEBOOK.one_colour_least) == (7, 3, 4)
    assert RULEBOOK.gift_values[1:] == (1, 2, 3, 4, 10, 12)
    assert (RULEBOOK.charity_bonus, RULEBOOK.charity_bonus_high) == (20, 30)
    assert RULEBOOK.charity_high_above == 60


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rounds": 0}, "rules/rule-value"),
        ({"rounds": 51}, "rules/rule-value"),
        ({"rounds": 10**5000}, "rules/rule-value"),
        ({"most_players": 9}, "rules/rule-value"),
        ({"rolls": 11}, "rules/rule-value"),
        ({"rounds": 7.0}, "rules/rule-value"),
        ({"rounds": True}, "rules/rule-value"),
        ({"rolls": 0}, "rules/rule-value"),
        ({"least_players": 1}, "rules/rule-value"),
        ({"most_players": 1}, "rules/rule-value"),
        ({"one_colour_least": 1}, "rules/rule-value"),
        ({"charity_bonus": -1}, "rules/rule-value"),
        ({"charity_high_above": None}, "rules/rule-value"),
        ({"biggest_gift_factor": "2"}, "rules/rule-value"),
        ({"gift_values": (0, 1, 2)}, "rules/rule-length"),
        ({"gift_values": 3}, "rules/rule-length"),
        ({"straight_bonus": (0, 0, 0, 0, 0, 0, -5)}, "rules/rule-value"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**changes)
    assert caught.value.code == code
    assert next(iter(changes)) in str(caught.value)


def test_bonuses_of_nothing_are_rules_too() -> None:
    rules = Rules(charity_bonus=0, charity_bonus_high=0, charity_high_above=0)
    assert (rules.charity_bonus, rules.charity_high_above) == (0, 0)


def test_a_list_of_numbers_will_do() -> None:
    assert Rules(gift_values=[0, 1, 2, 3, 4, 10, 12]) == RULEBOOK  # type: ignore[arg-type]
    assert hash(Rules(gift_values=[0] * 7))  # type: ignore[arg-type]
