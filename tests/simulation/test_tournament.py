"""Many deals, on one core or on several; the result depends on the seed alone."""

import pytest

from charidice.bots import BotError
from charidice.simulation import deals_for, play_deals

NAMES = ("random", "greedy")


@pytest.mark.parametrize(
    ("games", "players", "deals"), [(0, 2, 0), (1, 2, 1), (2, 2, 1), (3, 2, 2), (100, 3, 34)]
)
def test_there_are_deals_enough_for_the_games(games: int, players: int, deals: int) -> None:
    assert deals_for(games, players) == deals


def test_the_deals_are_the_same_on_one_core_and_on_two() -> None:
    alone = [*play_deals(NAMES, 3, "seed", 1)]
    assert len(alone) == 3
    assert [*play_deals(NAMES, 3, "seed", 2)] == alone


def test_every_deal_has_dice_of_its_own() -> None:
    first, second, third = play_deals(NAMES, 3, "seed", 1)
    assert first != second != third != first


def test_more_deals_begin_with_the_same_ones() -> None:
    assert [*play_deals(NAMES, 3, "seed", 1)][:2] == [*play_deals(NAMES, 2, "seed", 1)]


def test_an_unknown_bot_is_refused_before_anything_is_played() -> None:
    with pytest.raises(BotError):
        next(play_deals(("random", "nobody"), 1, "seed", 1))
