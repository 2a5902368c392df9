"""A game judged: grades, luck, errors, moments to remember, and the curve of chances."""

import pickle
from random import Random

import pytest
from tests.support import OTHER_DICE, game_of, random_record, random_throw

from charidice.coach import Verdict, advise, review, verdict
from charidice.coach.first_sight import first_sight
from charidice.coach.judging import LEAST_ERROR, judge_turn, turns_of
from charidice.coach.verdict import verdict_of
from charidice.records import Record, positions, replay
from charidice.rules import (
    CHANCE,
    Action,
    Ask,
    Pass,
    Rolled,
    Rules,
    Score,
    actor,
    apply,
    legal_actions,
    new_game,
    totals,
    winners,
)


def grades(*levels: str, seeds: int = 3) -> list[float]:
    """The mean grade of every seat over some games."""
    found = [verdict(game_of(*levels, seed=seed)).players for seed in range(seeds)]
    return [sum(game[seat].grade for game in found) / seeds for seat in range(len(levels))]


@pytest.fixture(scope="module")
def two() -> Verdict:
    return verdict(game_of("random", "casual"))


@pytest.fixture(scope="module")
def four() -> Verdict:
    return verdict(game_of("casual", "random", "expert", "greedy", rules=Rules(rounds=3)))


def test_random_is_graded_far_below_casual_and_casual_below_expert() -> None:
    chance, casual = grades("random", "casual")
    expert, greedy = grades("expert", "casual")
    assert chance < 25
    assert casual > chance + 40
    assert expert > casual + 5
    assert expert > greedy + 5
    assert expert > 95


def test_random_is_graded_far_below_expert_among_three_too() -> None:
    chance, casual, expert = grades("random", "casual", "expert")
    assert chance + 30 < casual < expert
    assert expert > 90


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_perfect_player_has_no_error_in_its_own_measure(players: int) -> None:
    judged = verdict(game_of("perfect", *["casual"] * (players - 1), rules=Rules(rounds=3)))
    perfect = judged.players[0]
    assert perfect.grade == pytest.approx(100, abs=1e-4)
    assert (perfect.errors, perfect.to_try) == ((), None)
    assert judged.players[1].errors


def test_the_perfect_player_has_no_error_with_other_dice_either() -> None:
    record = game_of("perfect", "casual", rules=Rules(rounds=2), dice=OTHER_DICE)
    judged = verdict(record)
    assert (judged.is_exact, judged.win_start) == (False, None)
    assert judged.players[0].grade == pytest.approx(100, abs=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_the_books_of_two_balance_in_both_measures(seed: int) -> None:
    record = random_record(2, seed)
    judged = verdict(record)
    me, other = judged.players
    ends = totals(replay(record))
    assert me.margin == ends[0] - ends[1] == -other.margin
    for mine, its, start, final in (
        (me.points, other.points, judged.start, me.margin),
        (me.win, other.win, judged.win_start, judged.curve[-1][0]),
    ):
        own = mine.luck - mine.error - mine.missed
        others = its.luck - its.error - its.missed
        assert start is not None
        assert start + own - others + mine.table == pytest.approx(final, abs=1e-9)


def test_the_luck_free_margin_is_the_start_and_what_choices_changed(two: Verdict) -> None:
    me, other = two.players
    lost = [each.points.error + each.points.missed for each in (me, other)]
    assert me.fair_margin == pytest.approx(two.start - lost[0] + lost[1])
    assert me.fair_margin == pytest.approx(-other.fair_margin)


def test_the_luck_free_margins_of_four_add_up_to_nothing(four: Verdict) -> None:
    assert sum(player.margin for player in four.players) == pytest.approx(0)
    assert sum(player.fair_margin for player in four.players) == pytest.approx(0)


def test_a_verdict_has_the_sums_of_the_review(two: Verdict) -> None:
    judged = review(two.record)
    assert tuple(one.step for one in two.judged) == judged.steps
    for player in two.players:
        assert player.points.luck == judged.luck(player.seat)
        assert player.points.error == judged.errors(player.seat)
        assert player.win == judged.win(player.seat)


def test_the_curve_of_two_moves_by_luck_errors_and_rounding(two: Verdict) -> None:
    chance = two.win_start
    assert chance is not None
    assert two.curve[0] == pytest.approx((chance, 1 - chance))
    for step, (mine, other) in zip(review(two.record).steps, two.curve[1:], strict=True):
        assert mine is not None
        assert other == pytest.approx(1 - mine)
        asking = isinstance(step.action, Pass) or str(step.action) == "ask"
        sign = 1 if step.seat == 0 else -1
        change = step.win.luck - step.win.error - step.win.missed + step.win.table
        assert not asking or step.win.luck == 0
        chance += sign * change
        assert mine == pytest.approx(chance, abs=1e-6)


def test_the_curve_ends_with_who_has_won(two: Verdict, four: Verdict) -> None:
    for judged in (two, four):
        won = winners(replay(judged.record))
        seats = range(len(judged.players))
        assert judged.curve[-1] == tuple((seat in won) / len(won) for seat in seats)


def test_among_four_everybody_is_known_between_turns_and_within_them_who_plays(
    four: Verdict,
) -> None:
    games = list(positions(four.record))
    for game, chances in zip(games, four.curve, strict=True):
        known = {seat for seat, chance in enumerate(chances) if chance is not None}
        if game.over or not game.turn.rolls:
            assert known == {0, 1, 2, 3}
            assert sum(chance or 0 for chance in chances) == pytest.approx(1)
        else:
            assert known == {game.active}


def test_errors_are_the_choices_that_the_coach_ranks_lower_the_worst_first(two: Verdict) -> None:
    games = list(positions(two.record))
    player = two.players[0]
    costs = [error.chance for error in player.errors]
    assert costs == sorted(costs, reverse=True)
    assert player.to_try == player.errors[0]
    for error in player.errors[:8]:
        advised = advise(games[error.number])
        assert error.other == advised.options[0].action
        chosen = next(o for o in advised.options if o.action == error.chosen)
        assert error.chance == pytest.approx(chosen.chance_cost, abs=1e-6)
        assert actor(games[error.number]) == player.seat


def test_the_best_move_is_a_best_choice_that_first_sight_would_have_missed() -> None:
    judged = verdict(game_of("expert", "casual", seed=2))
    best = judged.players[0].best
    assert best is not None
    game = list(positions(judged.record))[best.number]
    advised = {each.action: each for each in advise(game).options}
    assert best.other == first_sight(game) != best.chosen
    assert advised[best.chosen].chance_cost == pytest.approx(0, abs=LEAST_ERROR)
    assert best.chance == pytest.approx(advised[first_sight(game)].chance_cost, abs=LEAST_ERROR)
    assert best.chance > LEAST_ERROR


def test_who_plays_at_first_sight_has_a_best_move_against_the_next_best() -> None:
    game, actions, rng = new_game(2, rules=Rules(rounds=2)), list[Action](), Random(4)
    while (who := actor(game)) is not None:
        actions.append(random_throw(game, rng) if who is CHANCE else first_sight(game))
        assert who is CHANCE or actions[-1] in legal_actions(game)
        game = apply(game, actions[-1])
    judged = verdict(Record(("Lena", "Marko"), tuple(actions), Rules(rounds=2)))
    best = judged.players[0].best
    assert best is not None
    assert best.other not in (None, best.chosen)
    assert best.chance >= LEAST_ERROR


def test_the_luckiest_and_the_unluckiest_roll_are_the_own_ones_with_most_and_least(
    four: Verdict,
) -> None:
    for player in four.players:
        steps = review(four.record).steps
        lucks = [
            s.win.luck for s in steps if s.seat == player.seat and isinstance(s.action, Rolled)
        ]
        assert player.luckiest is not None
        assert player.unluckiest is not None
        assert (player.luckiest.chance, player.unluckiest.chance) == (max(lucks), min(lucks))
        for roll in (player.luckiest, player.unluckiest):
            assert steps[roll.number].seat == player.seat
            assert roll.points == steps[roll.number].luck


def test_what_nobody_asked_for_changes_no_grade() -> None:
    record = game_of("casual", "casual", rules=Rules(rounds=4))
    silent = tuple(Pass(implied=True) if a == Pass() else a for a in record.actions)
    judged = verdict(Record(record.players, silent, record.rules))
    missed = [one for one in judged.judged if one.step.missed]
    assert missed
    assert all(one.choice is None for one in missed)
    assert all(one.choice is None for one in judged.judged if isinstance(one.step.action, Rolled))


def test_what_a_bot_did_for_somebody_is_neither_praised_nor_charged(two: Verdict) -> None:
    me = two.players[0]
    assert me.best is not None
    assert me.errors
    away = {me.best.number, me.errors[0].number}
    judged = verdict_of(two.record, two.judged, away)
    after = judged.players[0]
    assert after.stood_in == 2
    assert after.best != me.best
    assert after.errors == me.errors[1:]
    assert after.error == pytest.approx(me.error - me.errors[0].chance)
    assert after.grade > me.grade
    assert after.points == me.points  # the books balance as before
    assert judged.players[1] == two.players[1]


def test_among_four_nobody_is_judged_for_asking(two: Verdict, four: Verdict) -> None:
    asked = [one.choice for one in four.judged if isinstance(one.step.action, (Ask, Pass))]
    assert asked
    assert not any(asked)
    assert any(one.choice for one in two.judged if isinstance(one.step.action, (Ask, Pass)))


def test_turns_can_be_judged_one_by_one_in_any_order_and_by_other_processes(two: Verdict) -> None:
    turns = pickle.loads(pickle.dumps(list(turns_of(two.record))))  # noqa: S301  # our own
    assert len(turns) == 14
    assert all(isinstance(turn.actions[-1], Score) for turn in turns)
    pieces = [judge_turn(turn) for turn in reversed(turns)][::-1]
    judged = verdict_of(two.record, (one for piece in pieces for one in piece))
    assert pickle.loads(pickle.dumps(judged)) == two  # noqa: S301
