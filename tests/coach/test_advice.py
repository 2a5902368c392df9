import random

import pytest
from tests.records.test_playthroughs import FOLDER
from tests.support import OTHER_DICE, random_record

from charidice.bots import bot
from charidice.coach import advise, is_solved
from charidice.coach.values import is_decided, least_equal
from charidice.records import from_text, positions, replay
from charidice.rules import (
    CHANCE,
    Ask,
    Game,
    Pass,
    Phase,
    Rules,
    actor,
    apply,
    chance_outcomes,
    legal_actions,
    new_game,
    totals,
)
from charidice.solver import standard_table
from charidice.solver.winning import standard_winning


def decisions(players: int, seed: int, rules: Rules | None = None) -> list[Game]:
    record = random_record(players, seed, rules or Rules())
    return [game for game in positions(record) if isinstance(actor(game), int)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_is_ranked_best_first_and_costs_nothing_or_more(players: int) -> None:
    for game in decisions(players, players)[:12]:
        advised = advise(game)
        assert {option.action for option in advised.options} == set(legal_actions(game))
        for costs in (
            [option.margin_cost for option in advised.options],
            [option.chance_cost or 0.0 for option in advised.options],
        ):
            assert min(costs) == 0
        decisive = "chance_cost" if advised.by_chance else "margin_cost"
        costs = [getattr(option, decisive) for option in advised.options]
        assert costs[0] == 0
        assert costs == sorted(costs)
        assert advised.exact == (players == 2)


def test_the_perfect_bot_follows_the_advice() -> None:
    for game in decisions(2, 7):
        chosen = bot("perfect").choose(game, random.Random(1))
        advised = advise(game)
        option = next(option for option in advised.options if option.action == chosen)
        lost = option.chance_cost if advised.by_chance else option.margin_cost
        assert lost == pytest.approx(0, abs=1e-9)


def test_the_value_of_a_keep_is_the_mean_of_what_can_follow() -> None:
    game = next(g for g in decisions(2, 3) if g.turn.phase is Phase.CHOOSING and g.turn.rolls == 2)
    compared = 0
    for option in advise(game).options:
        kept = apply(game, option.action)
        if actor(kept) is not CHANCE or kept.turn.rolls == 0 or len(chance_outcomes(kept)) > 36:
            continue
        compared += 1
        values = [advise(apply(kept, o)).options[0].margin for o in chance_outcomes(kept)]
        assert option.margin == pytest.approx(sum(values) / len(values), abs=1e-9)
    assert compared == 6 + 15  # all keeps of five and of four dice


def test_the_value_of_scoring_is_what_was_got_minus_the_gift_minus_what_the_other_expects() -> None:
    table = standard_table()
    game = next(g for g in decisions(2, 4) if g.turn.phase is Phase.CHOOSING)
    for option in advise(game).options:
        after = apply(game, option.action)
        if after.turns_played == game.turns_played:
            continue
        me, other = after.sheets[game.active], after.sheets[after.active]
        row = me.rows[game.round]
        left = 14 - after.turns_played
        later = table.value(left, (other.given, me.given), (other.box, me.box))
        gained = (row.points or 0) + (row.bonus or 0) - (row.given or 0)
        assert option.margin == pytest.approx(gained - later, abs=1e-4)


def test_in_the_last_turn_the_chance_of_winning_is_exact() -> None:
    game = next(g for g in decisions(2, 11) if g.turns_played == 13 and g.turn.rolls == 3)
    advised = advise(game)
    assert advised.by_chance
    assert advised.chance_exact
    for option in advised.options:
        mine, other = (totals(apply(game, option.action))[seat] for seat in (1, 0))
        chance = 1.0 if mine > other else 0.5 if mine == other else 0.0
        assert option.chance == pytest.approx(chance, abs=1e-6)


@pytest.mark.parametrize("left", [1, 2, 3, 8, 14])
def test_every_turn_of_two_is_played_to_win_and_the_chances_have_a_bound(left: int) -> None:
    errors = standard_winning().errors
    decided = [g for g in decisions(2, 11) if 14 - g.turns_played == left]
    assert decided
    for game in decided:
        advised = advise(game)
        assert advised.by_chance
        assert advised.chance_error == errors[left - 1]
        assert advised.chance_exact == (left == 1)
        best = advised.options[0]
        if is_decided(best.chance or 0.0):
            continue
        assert best.chance_cost == pytest.approx(0, abs=1e-9)
        assert best.action == bot("perfect").choose(game, random.Random(1))


def test_nobody_is_told_to_give_up_points_in_a_game_that_is_decided() -> None:
    saved = 0.0
    for game in decisions(2, 11)[-12:]:
        options = advise(game).options
        chances = [option.chance or 0.0 for option in options]
        if not is_decided(max(chances)):
            continue
        near = [
            o for o, chance in zip(options, chances, strict=True) if max(chances) - chance < 4e-4
        ]
        assert options[0].margin == max(option.margin for option in near)
        assert (options[0].chance_cost or 0.0) <= 0.0005
        perfect = bot("perfect").choose(game, random.Random(1))
        (exact,) = [option for option in options if option.action == perfect]
        assert exact.chance_cost == pytest.approx(0, abs=1e-9)
        saved += options[0].margin - exact.margin
    assert saved > 1


def test_equal_chances_stand_by_margin_and_equal_margins_in_the_order_of_legal_actions() -> None:
    ties = 0
    for game in decisions(2, 11):
        order = {action: number for number, action in enumerate(legal_actions(game))}
        options = advise(game).options
        enough = least_equal(max(round(option.chance or 0.0, 9) for option in options))
        keys = [
            (
                -min(round(option.chance or 0.0, 9), enough),
                -round(option.margin, 9),
                order[option.action],
            )
            for option in options
        ]
        assert keys == sorted(keys)
        ties += len(keys) - len({key[:2] for key in keys})
    assert ties > 0


def test_short_games_of_two_are_played_to_win_from_the_first_roll() -> None:
    first = decisions(2, 4, Rules(rounds=2))[0]
    advised = advise(first)
    assert (advised.exact, advised.by_chance) == (True, True)
    assert advised.chance_error == standard_winning().errors[3]


def test_the_chance_of_scoring_is_what_the_table_leaves_the_other() -> None:
    table = standard_winning()
    game = next(g for g in decisions(2, 4) if g.turn.phase is Phase.CHOOSING)
    compared = 0
    for option in advise(game).options:
        after = apply(game, option.action)
        if after.turns_played == game.turns_played:
            continue
        me, other = after.sheets[game.active], after.sheets[after.active]
        lead = other.subtotal - me.subtotal
        left = 14 - after.turns_played
        later = table.chance(left, (other.given, me.given), (other.box, me.box), lead)
        assert option.chance == pytest.approx(1 - later, abs=1e-9)
        compared += 1
    assert compared > 5


def test_only_the_last_turn_is_played_to_win_with_other_dice() -> None:
    record = random_record(2, 9, Rules(rounds=2), OTHER_DICE)
    for game in positions(record):
        if isinstance(actor(game), int):
            advised, last = advise(game), game.turns_played == 3
            assert advised.by_chance == last
            assert advised.chance_error == (0 if last else None)
            assert all(0 <= (option.chance or 0) <= 1 for option in advised.options)


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_chances_of_the_last_turn_are_chances_for_whoever_decides(seed: int) -> None:
    last = [game for game in decisions(2, seed) if game.turns_played == 13]
    assert last
    for game in last:
        for option in advise(game).options:
            assert option.chance is not None
            assert 0 <= option.chance <= 1
            assert option.margin_cost >= 0


def test_where_all_chances_are_equal_the_margin_decides() -> None:
    text = (FOLDER / "two-players-checked-by-hand.txt").read_text(encoding="utf-8")
    game = replay(from_text(text), 85)  # Marko loses whatever he scores
    advised = advise(game)
    assert {option.chance for option in advised.options} == {0.0}
    assert advised.options[0].margin_cost == 0
    assert advised.options[0].action == bot("perfect").choose(game, random.Random(1))


def test_the_smallest_chance_counts_more_than_any_margin() -> None:
    # Six 5s, one reroll left, hopelessly behind: only six equal numbers can still help.
    solution = standard_table().last_turn_to_win((0, 50), (False, False), -75)
    fives = [4] * 6
    best_score = max(solution.score(p, g, False) for p, g in ((90, 0), (55, 10), (35, 20)))
    assert best_score < 1e-6 < solution.keep(1, fives, (), False)


def test_the_last_turn_of_two_is_exact_with_other_dice_and_rules_too() -> None:
    record = random_record(2, 9, Rules(rounds=2, charity_bonus=25), OTHER_DICE)
    last = [g for g in positions(record) if g.turns_played == 3 and g.turn.rolls == 3]
    game = next(g for g in last if isinstance(actor(g), int))
    advised = advise(game)
    assert advised.chance_exact
    assert not advised.exact
    for option in advised.options:
        mine, other = (totals(apply(game, option.action))[seat] for seat in (1, 0))
        chance = 1.0 if mine > other else 0.5 if mine == other else 0.0
        assert option.chance == pytest.approx(chance, abs=1e-6)


def test_the_receiver_among_three_is_advised_in_points() -> None:
    game = next(g for g in decisions(3, 5) if g.turn.phase is Phase.ASKING)
    advised = advise(game)
    assert not advised.by_chance
    assert not advised.exact
    assert all(option.chance is None for option in advised.options)


def test_asking_is_judged_for_the_receiver() -> None:
    game = next(g for g in decisions(2, 5) if g.turn.phase is Phase.ASKING)
    values = {type(option.action): option.margin for option in advise(game).options}
    after = {type(a): advise(apply(game, a)).options[0].margin for a in (Ask(), Pass())}
    assert values[Ask] == pytest.approx(-after[Ask])
    assert values[Pass] == pytest.approx(-after[Pass])


def test_other_games_are_said_to_be_approximate() -> None:
    assert is_solved(new_game(2))
    assert is_solved(new_game(2, rules=Rules(rounds=3)))
    for game in (
        new_game(3),
        new_game(2, dice=OTHER_DICE),
        new_game(2, rules=Rules(charity_bonus=21)),
        new_game(2, rules=Rules(rounds=8)),
    ):
        assert not is_solved(game)


def test_there_is_no_advice_when_nobody_decides() -> None:
    assert advise(new_game(2)).options == ()
