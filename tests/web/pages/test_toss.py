"""The dice to try on the start page."""

import random

from tests.web.support import Local, Page

from charidice.rules import STANDARD, best_first, selections
from charidice.web.pages.toss import tossed


def test_a_toss_shows_the_best_that_the_rules_allow() -> None:
    rng = random.Random(5)
    for _ in range(200):
        view = tossed(rng)
        numbers = [die.number for die in view.dice]
        best = best_first(selections(STANDARD.faces(numbers)))[0]
        assert (view.points, view.bonus, view.gift) == (best.points, best.bonus, best.gift)
        assert tuple(die.place for die in view.dice if die.is_kept) == best.dice
        assert sum(die.gift for die in view.dice if not die.is_kept) == view.gift
        assert view.total == best.total


def test_rolling_again_gives_other_dice_and_is_kept_nowhere(here: Local) -> None:
    with here.visitor() as web:
        answers = [web.get("/toss") for _ in range(6)]
        for answer in answers:
            assert answer.headers["cache-control"] == "no-store"
            assert "set-cookie" not in answer.headers
            assert len([tag for tag, a in Page(answer.text).tags if a.get("role") == "img"]) == 6
        assert len({answer.text for answer in answers}) > 1
