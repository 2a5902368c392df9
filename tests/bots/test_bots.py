import random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.support import OTHER_DICE

from charidice.bots import NAMES, BotError, bot
from charidice.coach import review
from charidice.records import Record, replay
from charidice.rolls import SeededRolls, throw
from charidice.rules import (
    CHANCE,
    Action,
    DiceSet,
    Game,
    Pass,
    Phase,
    Roll,
    Rolled,
    Rules,
    Score,
    actor,
    apply,
    legal_actions,
    new_game,
    selections,
    totals,
)
from charidice.simulation import play_deals, summarise


def played(names: tuple[str, ...], seed: str, rules: Rules, dice: DiceSet | None = None) -> Game:
    """The end of a game of bots, every one of whose choices has to be legal."""
    return replay(recorded(names, seed, rules, dice))


def recorded(
    names: tuple[str, ...], seed: str, rules: Rules, dice: DiceSet | None = None
) -> Record:
    bots, rng, actions = [bot(name) for name in names], random.Random(seed), list[Action]()
    game = (
        new_game(len(names), rules=rules) if dice is None else new_game(2, rules=rules, dice=dice)
    )
    while (who := actor(game)) is not None:
        if isinstance(who, int):
            action: Action = bots[who].choose(game, rng)
            assert action in legal_actions(game)
        else:
            assert who is CHANCE
            action = throw(game, SeededRolls(seed))
        game = apply(game, action)
        actions.append(action)
    return Record(
        tuple(f"{name} {n}" for n, name in enumerate(names)), tuple(actions), rules, game.dice
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_every_bot_answers_every_decision(name: str, players: int) -> None:
    assert played((name,) * players, f"{name} {players}", Rules(rounds=2)).over


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_plays_with_other_dice_and_rules(name: str) -> None:
    assert played((name, name), name, Rules(rounds=1, charity_bonus=7), OTHER_DICE).over


@settings(max_examples=5)
@given(st.integers(0, 10**6))
def test_the_same_dice_and_the_same_source_give_the_same_game(seed: int) -> None:
    games = [played(("casual", "greedy"), str(seed), Rules(rounds=2)) for _ in range(2)]
    assert games[0] == games[1]


def test_a_bot_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(BotError, match=f"There are: {', '.join(NAMES)}") as caught:
        bot("genius")
    assert caught.value.code == "bots/unknown"


@pytest.mark.parametrize(
    ("stronger", "weaker", "games"), [("casual", "random", 15), ("greedy", "casual", 60)]
)
def test_each_level_beats_the_one_before_on_paired_dice(
    stronger: str, weaker: str, games: int
) -> None:
    wins = 0.0
    for seed in range(games):
        for names in ((stronger, weaker), (weaker, stronger)):
            result = totals(played(names, str(seed), Rules()))
            mine, other = (result[names.index(name)] for name in (stronger, weaker))
            wins += (mine > other) + (mine == other) / 2
    assert wins / (2 * games) > 0.6


@settings(max_examples=300)
@given(st.tuples(*[st.integers(1, 6)] * 6), st.integers(0, 10**6))
@example((2, 2, 2, 2, 2, 2), 0)
@example((1, 1, 1, 1, 2, 3), 0)
@example((1, 1, 1, 1, 6, 6), 0)
def test_casual_never_scores_less_than_a_finished_bonus_gives(
    numbers: tuple[int, ...], seed: int
) -> None:
    game = apply(apply(new_game(2), Rolled(numbers)), Pass())
    found = selections(game.faces)
    assume(any(each.bonus for each in found))
    chosen = {bot("casual").choose(game, random.Random(seed + more)) for more in range(20)}
    totals_by_dice = {each.dice: each.total for each in found}
    assert {isinstance(action, Score) for action in chosen} == {True}
    scored = {totals_by_dice[action.dice] for action in chosen if isinstance(action, Score)}
    assert scored == {max(totals_by_dice.values())}


def test_casual_overlooks_the_best_at_times_where_there_is_no_bonus() -> None:
    game = apply(new_game(2, rules=Rules(rolls=1)), Rolled((1, 2, 3, 5, 6, 6)))
    assert not any(each.bonus for each in selections(game.faces))
    chosen = {bot("casual").choose(game, random.Random(seed)) for seed in range(40)}
    assert len(chosen) == 2


def test_casual_stops_too_early_at_times_where_there_is_no_bonus() -> None:
    game = apply(apply(new_game(2), Rolled((1, 2, 3, 5, 6, 6))), Pass())
    chosen = {type(bot("casual").choose(game, random.Random(seed))) for seed in range(40)}
    assert chosen == {Roll, Score}


def test_expert_scores_more_than_greedy_on_paired_dice() -> None:
    # In 100 games the margin shows what the wins, some 54 in a hundred, cannot yet.
    levels = ["expert", "greedy"]
    (mine, _), _ = summarise(levels, [*play_deals(levels, 50, "levels", 1)])
    assert mine.margin > 0


def test_expert_loses_chance_of_winning_where_perfect_loses_none() -> None:
    lost = [0.0, 0.0]
    for seed in range(3):
        names = ("perfect", "expert")
        record = recorded(names, str(seed), Rules())
        judged = review(record)
        for seat in (0, 1):
            lost[seat] += judged.win(seat).error
    assert lost[0] == pytest.approx(0, abs=1e-7)
    assert lost[1] > 0.05


def test_a_bot_does_not_change_the_game_and_needs_no_dice_to_come() -> None:
    game = apply(new_game(2), throw(new_game(2), SeededRolls("x")))
    before = repr(game)
    for name in NAMES:
        bot(name).choose(game, random.Random(1))
    assert repr(game) == before
    assert game.turn.phase is Phase.ASKING
