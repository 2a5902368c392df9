"""What makes asking for the biggest gift the worse choice."""

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.coach.test_reasons import GOLDEN, position

from charidice.coach import advise, reasons
from charidice.coach.asking import AskingCosts, asking_costs
from charidice.coach.reason_kinds import HelpsGiver, KeepBox, Lowers, NextRoll
from charidice.coach.values import turns_left
from charidice.rules import Pass, Roll, Rolled, Rules, Score, apply, new_game

NOT_ASKING: Final = [each for each in GOLDEN if each["best"] == "pass"]
ROLLS: Final = st.tuples(*[st.integers(1, 6)] * 6)


@pytest.mark.parametrize("golden", NOT_ASKING, ids=[each["situation"] for each in NOT_ASKING])
def test_the_two_costs_are_together_what_asking_loses(golden: dict[str, Any]) -> None:
    game = position(golden)
    costs = asking_costs(game)
    lost = advise(game).options[1].chance_cost
    assert costs.box + costs.charity == pytest.approx(lost, abs=1e-8)


@pytest.mark.parametrize("golden", NOT_ASKING, ids=[each["situation"] for each in NOT_ASKING])
def test_the_larger_cost_is_named_before_everything_else(golden: dict[str, Any]) -> None:
    game = position(golden)
    cause = asking_costs(game).cause
    named = {"box": KeepBox, "charity": HelpsGiver}[cause]
    match reasons(game, advise(game))[1]:
        case Lowers(_cost, said):
            assert said == cause
        case KeepBox() | HelpsGiver() as first:
            assert isinstance(first, named)
        case NextRoll():  # for the last gift there is no other later
            assert cause == "box"
            assert game.rolls_left > 1
            assert game.round + 1 == game.rules.rounds


@settings(max_examples=30)
@given(ROLLS)
def test_without_a_charity_bonus_a_doubled_gift_alone_takes_nothing(roll: tuple[int, ...]) -> None:
    rules = Rules(charity_bonus=0, charity_bonus_high=0)
    costs = asking_costs(apply(new_game(2, rules=rules), Rolled(roll)))
    assert costs.charity <= 1e-9


@settings(max_examples=30)
@given(ROLLS, ROLLS)
def test_a_box_that_cannot_be_used_later_costs_nothing(
    first: tuple[int, ...], last: tuple[int, ...]
) -> None:
    game = new_game(2, rules=Rules(rounds=1))
    for action in (
        Rolled(first),
        Pass(),
        Score((0,)),
        Rolled(first),
        Pass(),
        Roll(()),
        Rolled(last),
    ):
        game = apply(game, action)
    assert turns_left(game) == 1
    assert asking_costs(game).box == pytest.approx(0, abs=1e-9)


def test_the_larger_cost_is_the_cause() -> None:
    assert AskingCosts(box=0.2, charity=-0.1).cause == "box"
    assert AskingCosts(box=0.0, charity=0.1).cause == "charity"
