"""What a hint shows: the best choice, its reason, what others cost, and how exact that is."""

from dataclasses import replace

import pytest
from tests.tables.support import LENA, MARKO, SLOW, Played, begun, one_device
from tests.web.live.support import look

from charidice.coach import reasons
from charidice.locale import use
from charidice.locale.gist import further, gist
from charidice.rules import Ask, Pass, Roll, Score
from charidice.tables.model.hinting import decision_of
from charidice.web.live.hint import HintView, decision_key, hint_view, judge, wish_of
from charidice.web.live.strip import strip_view
from charidice.web.live.tray import tray_view

HELPED = replace(SLOW, hints=True)


@pytest.fixture(autouse=True)
def _english() -> None:
    use("en")


def hint(played: Played, who: int, *, asking: bool = False) -> HintView:
    decision = decision_of(played.table, who, asking=asking)
    assert decision is not None
    return hint_view("/t/x", played.table, judge(decision.game))


def test_the_best_choice_comes_first_with_its_reason() -> None:
    played = begun("Lena", levels=("casual",))
    played.play(LENA, None)
    decision = decision_of(played.table, LENA)
    assert decision is not None
    judged = judge(decision.game)
    view = hint_view("/t/x", played.table, judged)
    best = judged.advised.options[0].action
    assert (view.wish, view.position) == (wish_of(best), played.table.position)
    assert view.choice.startswith(("Keep ", "Score ", "Reroll "))
    why = reasons(decision.game, judged.advised)
    assert (view.reason, view.figures) == (gist(why), further(why))
    assert len(view.options) == 8
    assert (view.best.chance_cost, view.best.margin_cost) == ("0.00", "0.00")
    costs = [float(option.chance_cost) for option in view.options]
    assert costs == sorted(costs)


def test_a_receiver_among_three_is_told_points_as_nobody_knows_the_chance() -> None:
    played = begun("Lena", "Marko", "Florian", settings=HELPED)
    played.play(LENA, None)
    view = hint(played, MARKO)
    assert view.wish in ("ask", "pass")
    assert {option.chance for option in view.options} == {""}
    assert view.notes == ("Games like this are not solved: these values are approximate.",)


def test_the_last_turn_of_two_is_exact_and_says_so() -> None:
    played = begun("Lena", "Marko", settings=HELPED)
    while played.game.turns_played < 13:
        played.turn(played.game.active + 1, played.game.receiver + 1)
    played.play(MARKO, None)
    assert hint(played, MARKO).notes == ("The chances are exact.",)


def test_a_hint_is_good_until_the_decision_is_another_one() -> None:
    played = begun("Lena", "Marko", settings=HELPED)
    played.play(LENA, None)
    before = hint(played, LENA).decision
    assert tray_view(look(played, LENA), played.game).decision == before
    assert tray_view(look(played, MARKO), played.game).decision == hint(played, MARKO).decision
    played.play(MARKO, Pass())
    assert tray_view(look(played, LENA), played.game).decision == before
    assert tray_view(look(played, MARKO), played.game).decision is None
    played.play(LENA, Roll([0]))
    assert tray_view(look(played, LENA), played.game).decision != before
    before = hint(played, LENA).decision
    played.play(MARKO, Ask())
    assert tray_view(look(played, LENA), played.game).decision != before


def test_on_one_device_both_hints_belong_to_the_same_tray() -> None:
    played = one_device("Lena", "Marko")
    played.play(LENA, None)
    view = tray_view(look(played, LENA), played.game)
    assert hint(played, LENA).decision == view.decision
    answer = hint(played, LENA, asking=True)
    assert (answer.decision, answer.wish in ("ask", "pass")) == (view.decision, True)


def test_the_button_is_there_where_help_is_allowed_and_tells_others_if_there_are_any() -> None:
    alone, between = begun("Lena", levels=("casual",)), begun("Lena", "Marko", settings=HELPED)
    forbidden = begun("Lena", "Marko")
    shown = [tray_view(look(each, LENA), each.game) for each in (alone, between, forbidden)]
    assert [view.may_be_helped for view in shown] == [True, True, False]
    assert [view.tells_hints for view in shown] == [False, True, True]
    assert [view.decision for view in shown] == [None, None, None]  # nothing lies there yet
    watching = tray_view(look(between), between.game)
    assert not watching.may_be_helped


def test_the_mark_of_a_hint_is_at_the_seat_for_the_turn() -> None:
    played = begun("Lena", "Marko", settings=HELPED)
    played.play(LENA, None)
    played.table = played.table.with_hint(0, played.table.position)
    strip = strip_view(look(played, MARKO))
    assert strip is not None
    assert [player.took_hint for player in strip.players] == [True, False]


def test_every_kind_of_choice_has_its_button() -> None:
    actions = (Roll([0]), Score([0]), Ask(), Pass())
    assert [wish_of(action) for action in actions] == ["reroll", "score", "ask", "pass"]
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    keys = {decision_key(played.game, asking=asking) for asking in (False, True)}
    assert len(keys) == 2
