"""What a turn brings on the mean, against every roll played out by the coach's own advice."""

from functools import cache
from statistics import fmean

import pytest
from tests.support import random_record

from charidice.coach import advise
from charidice.coach.outcomes import Outcome, keep_outcomes
from charidice.records import positions
from charidice.rules import (
    CHANCE,
    DICE,
    Ask,
    Game,
    Phase,
    Roll,
    Score,
    actor,
    apply,
    chance_outcomes,
    gift_of,
    selections,
)


@cache
def played_out(game: Game) -> Outcome:
    """What the rest of a turn brings: every roll is tried, and the coach asked at each decision."""
    if actor(game) is CHANCE:
        found = [played_out(apply(game, rolled)) for rolled in chance_outcomes(game)]
        return Outcome(fmean(each.points for each in found), fmean(each.gift for each in found))
    best = advise(game).options[0].action
    if isinstance(best, Score):
        chosen = next(each for each in selections(game.faces) if each.dice == best.dice)
        return Outcome(chosen.total, gift_of(game, chosen))
    return played_out(apply(game, best))


def choices(players: int, seed: int, roll: int, *, asked: bool) -> list[Game]:
    """Choices after this roll of random games, not in the last turn, where much is equally good."""
    return [
        game
        for game in positions(random_record(players, seed))
        if game.turn.phase is Phase.CHOOSING
        and (game.turn.rolls, game.turn.asked) == (roll, asked)
        and game.turns_played < 7 * players - 1
    ]


def mask_of(dice: tuple[int, ...]) -> int:
    return sum(1 << die for die in dice)


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("players", [2, 3])
def test_before_the_last_roll_it_is_the_mean_of_all_rolls(players: int, asked: bool) -> None:
    game = choices(players, 5, 2, asked=asked)[0]
    found = keep_outcomes(game)
    for kept in ((0, 1, 2, 3), (1, 2, 4, 5), (0, 2, 3, 4, 5)):
        expected = played_out(apply(game, Roll(kept)))
        assert found[mask_of(kept)] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("players", [2, 3])
def test_before_two_rolls_the_receiver_may_ask_in_between(players: int) -> None:
    found = (game for seed in range(20) for game in choices(players, seed, 1, asked=False))
    kept = (0, 1, 2, 3, 4)
    game = next(game for game in found if is_asked_after(game, Roll(kept)))
    assert keep_outcomes(game)[mask_of(kept)] == pytest.approx(
        played_out(apply(game, Roll(kept))), abs=1e-6
    )


def is_asked_after(game: Game, action: Roll) -> bool:
    """Whether the coach asks after some of the rolls that may follow."""
    position = apply(game, action)
    after = [apply(position, rolled) for rolled in chance_outcomes(position)]
    asking = [each for each in after if each.turn.phase is Phase.ASKING]
    return any(advise(each).options[0].action == Ask() for each in asking)


def test_every_way_to_keep_has_one_but_all_dice() -> None:
    game = choices(2, 5, 1, asked=False)[0]
    found = keep_outcomes(game)
    assert len(found) == 2**DICE
    assert found[-1] is None
    assert all(each is not None for each in found[:-1])
