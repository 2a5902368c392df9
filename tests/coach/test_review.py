"""The books of a reviewed game."""

from random import Random

import pytest
from tests.records.test_playthroughs import FOLDER
from tests.support import random_record, random_throw

from charidice.bots import bot
from charidice.coach import review
from charidice.coach.values import margin_solution
from charidice.records import Record, from_text, positions, replay
from charidice.rules import (
    CHANCE,
    Action,
    Pass,
    Phase,
    Rolled,
    Rules,
    Score,
    actor,
    apply,
    chance_outcomes,
    legal_actions,
    new_game,
    totals,
)
from charidice.solver import standard_table
from charidice.solver.winning import standard_winning

BY_HAND = from_text((FOLDER / "two-players-checked-by-hand.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", range(6))
def test_the_books_balance_exactly_for_two_players(seed: int) -> None:
    record = random_record(2, seed) if seed else BY_HAND
    judged = review(record)
    assert judged.exact
    final = totals(replay(record))
    gained = judged.luck(0) - judged.luck(1) - judged.errors(0) + judged.errors(1)
    assert final[0] - final[1] == pytest.approx(judged.start + gained, abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_the_books_in_chance_of_winning_balance_with_the_rounding_of_the_table(seed: int) -> None:
    record = random_record(2, seed, Rules(rounds=2 + seed % 6)) if seed else BY_HAND
    judged = review(record)
    assert judged.win_start is not None
    mine, other = judged.win(0), judged.win(1)
    final = totals(replay(record))
    won = (1 + (final[0] > final[1]) - (final[0] < final[1])) / 2
    gained = mine.luck - other.luck - mine.error + other.error - mine.missed + other.missed
    assert won == pytest.approx(judged.win_start + gained + mine.table, abs=1e-9)
    assert mine.table == pytest.approx(-other.table)


def test_rounding_stands_only_at_the_end_of_a_turn_and_within_the_errors_of_the_table() -> None:
    errors, left, seen = standard_winning().errors, 14, 0
    for step in review(BY_HAND).steps:
        if not isinstance(step.action, Score):
            assert step.win.table == 0
            continue
        left -= 1
        assert abs(step.win.table) <= errors[left] + errors[max(left - 1, 0)] + 1e-9
        seen += step.win.table != 0
    assert (left, seen >= 10) == (0, True)


def test_a_game_of_the_perfect_bot_has_no_errors_in_chance_of_winning() -> None:
    game, actions, rng = new_game(2, rules=Rules(rounds=2)), list[Action](), Random(5)
    players = [bot("perfect"), bot("perfect")]
    while (who := actor(game)) is not None:
        chosen = random_throw(game, rng) if who is CHANCE else players[who].choose(game, rng)
        actions.append(chosen)
        game = apply(game, actions[-1])
    judged = review(Record(("Lena", "Marko"), tuple(actions), Rules(rounds=2)))
    for seat in (0, 1):
        assert judged.win(seat).error == pytest.approx(0, abs=1e-8)


def test_errors_in_chance_of_winning_are_never_negative_and_only_rolls_have_luck() -> None:
    for step in review(random_record(2, 1)).steps:
        assert step.win.error >= 0
        assert step.win.luck == 0 or isinstance(step.action, Rolled)


def nobody_asks(seed: int, *, implied: bool) -> Record:
    """A game of random choices in which nobody asks for the biggest gift."""
    rng, game, actions = Random(seed), new_game(2), list[Action]()
    while (who := actor(game)) is not None:
        action = random_throw(game, rng) if who is CHANCE else rng.choice(legal_actions(game))
        asking = game.turn.phase is Phase.ASKING
        actions.append(Pass(implied=implied) if asking else action)
        game = apply(game, actions[-1])
    return Record(("Lena", "Marko"), tuple(actions))


@pytest.mark.parametrize("seed", range(4))
def test_what_nobody_asked_for_is_missed_and_no_error_and_the_books_still_balance(
    seed: int,
) -> None:
    record = nobody_asks(seed, implied=True)
    judged, decided = review(record), review(nobody_asks(seed, implied=False))
    final = totals(replay(record))
    lost = [judged.errors(seat) + judged.missed(seat) for seat in (0, 1)]
    gained = judged.luck(0) - judged.luck(1) - lost[0] + lost[1]
    assert final[0] - final[1] == pytest.approx(judged.start + gained, abs=1e-9)
    assert judged.missed(0) + judged.missed(1) > 1
    for step, before in zip(judged.steps, decided.steps, strict=True):
        passed = isinstance(step.action, Pass)
        assert (step.missed, step.error) == ((before.error, 0) if passed else (0, before.error))
        assert before.missed == 0


def test_the_books_balance_in_a_short_game_too() -> None:
    record = random_record(2, 3, Rules(rounds=2))
    judged = review(record)
    final = totals(replay(record))
    gained = judged.luck(0) - judged.luck(1) - judged.errors(0) + judged.errors(1)
    assert final[0] - final[1] == pytest.approx(judged.start + gained, abs=1e-9)
    assert judged.start == standard_table().value(4, (0, 0), (True, True))


def test_errors_are_never_negative_and_only_rolls_have_luck() -> None:
    judged = review(random_record(2, 1))
    for step in judged.steps:
        assert step.error >= 0
        assert step.luck == 0 or isinstance(step.action, Rolled)
        assert step.error == 0 or not isinstance(step.action, Rolled)
    assert judged.errors(0) > 50  # random choices are bad ones


def test_the_luck_of_a_roll_averages_to_nothing_over_its_outcomes() -> None:
    rolling = [g for g in positions(random_record(2, 2)) if actor(g) is CHANCE and g.turn.kept]
    game = min(rolling, key=lambda g: len(chance_outcomes(g)))
    record = Record(("Lena", "Marko"), random_record(2, 2).actions)
    before = list(positions(record)).index(game)
    lucks = [
        review(Record(record.players, (*record.actions[:before], outcome))).steps[-1].luck
        for outcome in chance_outcomes(game)
    ]
    assert sum(lucks) == pytest.approx(0, abs=1e-9)
    assert len({round(luck, 9) for luck in lucks}) > 1


def test_the_luck_of_all_first_rolls_averages_to_nothing() -> None:
    solution = margin_solution(new_game(2))
    start = standard_table().value(14, (0, 0), (True, True))
    assert float(solution.rolled(0) @ solution.lattice.weight) == pytest.approx(start, abs=1e-5)
    first = apply(new_game(2), Rolled([1, 6, 6, 4, 3, 2]))
    luck = review(Record(("Lena", "Marko"), (Rolled([1, 6, 6, 4, 3, 2]), Pass()))).steps[0].luck
    arrangement = solution.lattice.arrangement_of[tuple(n - 1 for n in first.turn.numbers)]
    assert luck == pytest.approx(float(solution.rolled(0)[arrangement]) - start)


@pytest.mark.parametrize("players", [3, 4])
def test_more_players_are_reviewed_approximately(players: int) -> None:
    judged = review(random_record(players, 1, Rules(rounds=1)))
    assert not judged.exact
    assert judged.win_start is None
    assert all(step.error >= 0 for step in judged.steps)
    assert all(step.win.error >= 0 for step in judged.steps)
    assert all(step.win.table == 0 for step in judged.steps)
    assert {step.seat for step in judged.steps} == set(range(players))
