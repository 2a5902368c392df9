"""A deal is the same dice, played once in every rotation of the seats."""

import random
from dataclasses import dataclass, field

from charidice.bots.simple import RandomBot
from charidice.rules import Action, Game, Pass, Rules, Score, actor
from charidice.simulation import play_deal

SHORT = Rules(rounds=1)


@dataclass
class Noting:
    """A bot that scores one die, and notes where it sat and what it has seen of the dice."""

    die: int = 0
    seats: set[int] = field(default_factory=set)
    seen: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)

    def choose(self, game: Game, rng: random.Random) -> Action:
        del rng
        seat = actor(game)
        assert isinstance(seat, int)
        self.seats.add(seat)
        self.seen.append((game.turns_played, tuple(game.turn.numbers)))
        return Pass() if seat == game.receiver else Score([self.die])


def test_a_deal_has_a_game_for_each_rotation_and_a_result_for_each_bot() -> None:
    deal = play_deal([RandomBot() for _ in range(3)], "seed", SHORT)
    assert len(deal) == 3
    assert all(len(game) == 3 for game in deal)


def test_every_rotation_sees_the_same_dice() -> None:
    bots = [Noting(), Noting()]
    play_deal([bots[0], bots[1]], "seed", SHORT)
    # Both have sat on both seats, so both have seen all dice of both games.
    assert {*bots[0].seen} == {*bots[1].seen}
    assert len({*bots[0].seen}) < len(bots[0].seen)


def test_every_bot_sits_on_every_seat() -> None:
    bots = [Noting(), Noting(), Noting()]
    play_deal([*bots], "seed", SHORT)
    assert [bot.seats for bot in bots] == [{0, 1, 2}] * 3


def test_it_does_not_matter_who_is_named_first() -> None:
    one, other = Noting(0), Noting(5)
    first, second = play_deal([one, other], "seed", SHORT)
    assert play_deal([other, one], "seed", SHORT) == (second[::-1], first[::-1])
    assert first[0] != first[1]


def test_results_come_in_the_order_of_the_bots_whoever_began() -> None:
    """Bots that play alike get in the second game what the other had in the first."""
    first, second = play_deal([Noting(), Noting()], "seed", SHORT)
    assert [result.total for result in second] == [result.total for result in first][::-1]


def test_the_shares_of_a_victory_add_up_to_one() -> None:
    for seed in range(5):
        for game in play_deal([RandomBot() for _ in range(4)], str(seed), SHORT):
            assert sum(result.win for result in game) == 1.0
            assert sum(result.won_without_charity for result in game) == 1.0
            best = max(result.total for result in game)
            assert all((result.total == best) is (result.win > 0) for result in game)


def test_the_columns_of_a_result_add_up_to_its_total() -> None:
    for result in play_deal([RandomBot(), RandomBot()], "seed")[0]:
        parts = result.points, result.bonus, result.received, result.charity
        assert result.total == sum(parts)


def test_a_seed_says_everything() -> None:
    def deal(seed: str) -> object:
        return play_deal([RandomBot(), RandomBot()], seed, SHORT)

    assert deal("seed") == deal("seed")
    assert deal("seed") != deal("another")
