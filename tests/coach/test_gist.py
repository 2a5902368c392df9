"""The one sentence of a hint: short, true, and what a newcomer reads first."""

import re
from typing import Any

import pytest
from tests.coach.test_reasons import GOLDEN, NAMES, position

from charidice.coach import advise, reasons
from charidice.coach.reason_kinds import (
    Aim,
    Average,
    Brings,
    Gift,
    Gives,
    GivingPays,
    Held,
    HelpsGiver,
    KeepBox,
    Lowers,
    Most,
    Reason,
    RollAgain,
    ScoreNow,
    Stays,
    WinsMore,
)
from charidice.locale import use
from charidice.locale.coach import reason
from charidice.locale.gist import further, gist


@pytest.fixture(autouse=True)
def _english() -> None:
    use("en")


@pytest.mark.parametrize("golden", GOLDEN, ids=NAMES)
def test_golden_positions_have_their_one_sentence(golden: dict[str, Any]) -> None:
    game = position(golden)
    why = reasons(game, advise(game))
    assert gist(why) == golden["gist"]
    assert len(golden["gist"]) <= 90
    assert golden["gist"].count(".") == 1 + len(re.findall(r"\d\.\d", golden["gist"]))
    everything = [reason(each) for each in why]
    assert set(everything) - set(further(why)) <= {gist(why)}  # nothing is lost


def test_chances_are_rounded_and_never_certain() -> None:
    said = [gist([Aim("colour", 4, 15, chance)]) for chance in (0.52, 0.31, 0.63, 0.07, 0.998)]
    often = [
        text.removeprefix("This way you may still get four dice of one colour (+15 or more): ")
        for text in said
    ]
    shares = ["about 1 time in 2.", "about 1 time in 3.", "about 3 times in 5."]
    assert often == [*shares, "about 1 time in 14.", "about 99%."]


def test_an_aim_is_as_likely_as_its_bonus_card_says_and_goes_before_giving() -> None:
    aim = Aim("colour", 4, 15, 0.48, alone=2 / 3)
    for why in ((aim,), (GivingPays(), aim)):
        assert gist(why).endswith("four dice of one colour (+15 or more): about 2 times in 3.")
    assert reason(aim).endswith(
        "67%. That is for this bonus alone; with the best play for all points: 48%."
    )
    assert "alone" not in reason(Aim("colour", 4, 15, 0.48, alone=0.49))


def test_the_2x_is_kept_for_what_it_brings_later() -> None:
    assert gist([Gift(12, 8), KeepBox(5.2)]) == (
        "Keep your 2×: now it brings about 4.0 points, later about 5.2."
    )
    # What it brings now is no less than later: something else speaks against it.
    also = gist([Gift(14, 8), KeepBox(5.2), HelpsGiver(2.0)])
    assert also == "A doubled gift would help the giver towards the charity bonus."
    assert "you win more often" in gist([Gift(14, 8), KeepBox(5.2)])
    assert gist([Gift(7, 8), KeepBox(5.2)]) == "Keep your 2×: later it is worth more."


def test_what_is_kept_beside_a_safe_bonus_is_said() -> None:
    aim = Aim("run", 5, 40, 0.3)
    rest = (Average(30.0, 9.0), ScoreNow(25, 4))
    assert "to give less away" in gist([Held(15, 4), Stays(2.0), *rest])
    assert "helps you to the charity bonus" in gist([Held(15, 4), Gives(2.0), *rest])
    for why in (Stays(2.0), Gives(2.0)):
        assert "a larger one possible; what else you keep is there to give" in gist(
            [Held(15), why, aim]
        )
    assert "is safe with 4 of them, and" in gist([Held(25, 4), aim, *rest])
    assert "with" not in gist([Held(25), aim, *rest])


def test_an_aim_says_what_it_is_worth() -> None:
    said = [
        gist([Aim("same", 4, 15, 1 / 3, 6)]),
        gist([Aim("same", 5, 30, 1 / 3, 3)]),
        gist([Aim("same", 4, 15, 1 / 3)]),
        gist([Aim("colour", 4, 15, 1 / 3, 6)]),
        gist([Aim("run", 4, 25, 1 / 3, 6)]),
    ]
    assert [text.partition("(")[2].partition(")")[0] for text in said] == [
        "with 6s: 39 points",
        "with 3s: 45 points",
        "+15",
        "+15 or more",
        "+25",
    ]
    assert max(map(len, said)) <= 90


def test_not_asking_has_its_cause() -> None:
    gift = Gift(18.9, 7.1)
    assert "the giver" in gist([gift, Lowers(0.174, "charity")])
    assert "later" in gist([gift, Lowers(0.174, "box")])
    assert "charity bonus more often" in reason(Lowers(0.174, "charity"))
    assert "worth more later" in reason(Lowers(0.174, "box"))


def test_rolling_on_brings_less_only_where_it_does() -> None:
    least: list[Reason] = [RollAgain(20.0, 8.0), Most()]
    assert "rolling on would bring less" in gist([Brings(24, 3, 0), *least])
    assert "15 of them as a bonus" in gist([Brings(24, 3, 15), *least])
    for other in (RollAgain(23.7, 2.0), RollAgain(30.0, 8.0)):
        assert "bring less" not in gist([Brings(24, 3, 0), other, Most()])
    assert "give more away" in gist([Brings(24, 3, 0), RollAgain(30.0, 8.0), Most()])
    assert "give more" not in gist([Brings(24, 3, 0), RollAgain(24.0, 2.0), Most()])


def test_rolling_on_brings_more_only_where_it_does() -> None:
    assert gist([Average(16.1, 3.0), ScoreNow(12, 2)]).startswith("Rolling on brings about 16")
    assert "brings" not in gist([Average(12.4, 3.0), ScoreNow(12, 2)])
    assert "more on average" in gist([Held(15), Average(31.0, 3.0), ScoreNow(30, 2)])
    assert gist([Held(15), Average(29.0, 3.0), ScoreNow(30, 2)]) == "A bonus of 15 is safe."


def test_whoever_plays_for_the_win_is_told_so() -> None:
    assert "ahead" in gist([Brings(24, 3, 0), RollAgain(30.0, 8.0), WinsMore(2.0, "safe")])
    assert "behind" in gist([Average(20.0, 3.0), WinsMore(2.0, "bold")])


def test_without_reasons_nothing_is_said() -> None:
    assert gist([]) == ""
    assert further([]) == ()


def test_a_bonus_that_the_best_play_often_gives_up_is_no_reason() -> None:
    rest = (Average(20.0, 5.0), ScoreNow(15, 3))
    assert "one colour" in gist((Aim("colour", 4, 15, 0.5, None, 0.6), *rest))
    assert gist((Aim("colour", 4, 15, 0.3, None, 0.6), *rest)).startswith("Rolling on brings")


def test_what_is_seldom_reached_is_no_reason() -> None:
    rest = (Average(20.0, 5.0), ScoreNow(15, 3))
    likely = Aim("same", 4, 15, 0.3, None, 0.3)
    assert "four equal numbers" in gist((likely, *rest))
    seldom = Aim("same", 4, 15, 0.07, None, 0.07)
    said = "Rolling on brings about 20 points on average; scoring now at most 15."
    assert gist((seldom, *rest)) == said
    assert "four equal numbers" in gist((seldom,))  # where there is nothing else to say
