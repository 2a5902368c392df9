"""What holds in every game, shown on whole random ones."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import random_dice_set, random_record

from charidice.records import positions
from charidice.rolls import SeededRolls, throw
from charidice.rules import (
    CHANCE,
    RULEBOOK,
    Action,
    Ask,
    Game,
    Pass,
    Roll,
    Rolled,
    Rules,
    RulesError,
    Score,
    actor,
    apply,
    chance_outcomes,
    check,
    legal_actions,
    new_game,
    standings,
)

players = st.integers(2, 4)
seeds = st.integers(0, 2**32)
SUBSETS = [tuple(d for d in range(6) if mask >> d & 1) for mask in range(64)]
EVERY_CHOICE: list[Action] = [
    Ask(),
    Pass(),
    *(Roll(dice) for dice in SUBSETS),
    *(Score(dice) for dice in SUBSETS),
]


@given(players, seeds)
def test_what_is_given_is_received_in_every_round(n: int, seed: int) -> None:
    for game in positions(random_record(n, seed)):
        for giver, sheet in enumerate(game.sheets):
            receiver = game.sheets[(giver + 1) % n]
            assert [row.given for row in sheet.rows] == [row.received for row in receiver.rows]


@given(players, seeds)
def test_every_sheet_ends_with_seven_full_rows_and_columns_that_add_up(n: int, seed: int) -> None:
    *_, game = positions(random_record(n, seed))
    assert game.over
    for standing in standings(game):
        rows = game.sheets[standing.seat].rows
        assert len(rows) == 7
        columns = [
            sum(value for value in column if value is not None)
            for column in zip(*rows, strict=True)
        ]
        assert all(value is not None for row in rows for value in row)
        assert columns == [standing.points, standing.bonus, standing.received, standing.given]
        assert standing.total == sum(columns[:3]) + standing.charity


@given(players, seeds, st.integers(1, 5), st.integers(1, 4), seeds)
def test_other_rounds_rolls_and_dice_are_played_just_so(
    n: int, seed: int, rounds: int, rolls: int, dice_seed: int
) -> None:
    rules = Rules(rounds=rounds, rolls=rolls)
    dice = random_dice_set(dice_seed)
    record = random_record(n, seed, rules, dice)
    games = list(positions(record))
    assert games[-1].over
    assert max(game.turn.rolls for game in games) <= rolls
    assert games[-1].turns_played == rounds * n


def legal_by_check(game: Game, action: Action) -> bool:
    try:
        check(game, action)
    except RulesError:
        return False
    return True


@settings(max_examples=20)
@given(players, seeds)
def test_legal_actions_are_exactly_those_that_check_allows(n: int, seed: int) -> None:
    for game in positions(random_record(n, seed, Rules(rounds=2))):
        legal = legal_actions(game)
        assert len(set(legal)) == len(legal)
        assert set(legal) == {a for a in EVERY_CHOICE if legal_by_check(game, a)}
        assert bool(legal) == (actor(game) not in (CHANCE, None))
        assert bool(chance_outcomes(game)) == (actor(game) is CHANCE)


@given(players, seeds, st.randoms(use_true_random=False))
def test_an_illegal_action_is_refused_with_a_code_and_changes_nothing(
    n: int, seed: int, rng: random.Random
) -> None:
    for game in positions(random_record(n, seed, Rules(rounds=1))):
        action = rng.choice([*EVERY_CHOICE, Rolled([1, 2, 3, 4, 5, 6])])
        before = repr(game)
        if not legal_by_check(game, action):
            with pytest.raises(RulesError) as caught:
                apply(game, action)
            assert caught.value.code.startswith("rules/")
        assert repr(game) == before


@given(players, st.text(min_size=1, max_size=9), seeds)
def test_equal_seeds_give_equal_games(n: int, seed: str, choices: int) -> None:
    def played() -> list[Action]:
        game, rng, actions = new_game(n, rules=Rules(rounds=2)), random.Random(choices), []
        while (who := actor(game)) is not None:
            roll = who is CHANCE
            action = throw(game, SeededRolls(seed)) if roll else rng.choice(legal_actions(game))
            game = apply(game, action)
            actions.append(action)
        return actions

    assert played() == played()


@given(players, seeds)
def test_a_position_is_a_value_that_can_be_compared_and_hashed(n: int, seed: int) -> None:
    record = random_record(n, seed)
    first, second = list(positions(record)), list(positions(record))
    assert first == second
    assert set(first) == set(second)


@given(seeds, st.data())
def test_an_outcome_is_found_at_its_own_index(seed: int, data: st.DataObject) -> None:
    record = random_record(2, seed, Rules(rounds=1))
    rolling = [game for game in positions(record) if actor(game) is CHANCE]
    game = data.draw(st.sampled_from(rolling))
    outcomes = chance_outcomes(game)
    index = data.draw(st.integers(0, len(outcomes) - 1))
    assert outcomes[index] == outcomes[index - len(outcomes)]
    apply(game, outcomes[index])
    assert len(outcomes) == 6 ** (6 - len(game.turn.kept))


def lines(game: Game, depth: int) -> int:
    """How many different lines of play there are from here, in this many actions."""
    if depth == 0:
        return 1
    if actor(game) is CHANCE:
        return lines(apply(game, chance_outcomes(game)[0]), depth - 1)
    return sum(lines(apply(game, action), depth - 1) for action in legal_actions(game))


def test_the_number_of_lines_of_play_is_known() -> None:
    # Chance always shows its first outcome, 1 on every rerolled die; by hand: six ones are six
    # colours, so 63 rerolls and 63 selections, for each of the two answers of the receiver.
    start = new_game(2, rules=RULEBOOK)
    assert [lines(start, depth) for depth in range(4)] == [1, 1, 2, 252]
    # Then 126 of the 252 lines are rerolls (one outcome) and 126 are scores (one outcome).
    assert lines(start, 4) == 252
