"""One round of the loop takes on only so much."""

import asyncio

import pytest

from charidice.web.turns import MOST_WEIGHT_PER_ROUND, MOVE, PAGE, READ, Turns, weight_of


def weights_by_round(weights: list[int]) -> list[list[int]]:
    """All ask for a turn in the same moment: who was let in, in which round of the loop."""

    async def run() -> list[list[int]]:
        turns, rounds = Turns(), list[list[int]]([[]])

        async def one(weight: int) -> None:
            await turns.turn(weight)
            rounds[-1].append(weight)

        tasks = [asyncio.create_task(one(weight)) for weight in weights]
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            rounds.append([])
        assert not turns._waiting
        return [weights for weights in rounds if weights]

    return asyncio.run(run())


def test_pages_that_are_asked_for_at_once_are_spread_over_rounds() -> None:
    rounds = weights_by_round([PAGE] * 40)
    assert sum(map(len, rounds)) == 40
    assert max(map(sum, rounds)) <= MOST_WEIGHT_PER_ROUND
    assert len(rounds) == 10


def test_many_moves_fit_into_a_round() -> None:
    assert weights_by_round([MOVE] * MOST_WEIGHT_PER_ROUND) == [[MOVE] * MOST_WEIGHT_PER_ROUND]


def test_whoever_came_first_is_first() -> None:
    weights = [PAGE, MOVE, READ, PAGE, PAGE, MOVE, PAGE, READ, MOVE, PAGE, PAGE] * 3
    assert [w for round_ in weights_by_round(weights) for w in round_] == weights


def test_whoever_leaves_takes_no_turn() -> None:
    async def run() -> None:
        turns = Turns()
        for _ in range(4):
            await turns.turn(PAGE)
        waiting = [asyncio.create_task(turns.turn(PAGE)) for _ in range(8)]
        await asyncio.sleep(0)
        for task in waiting[:7]:
            task.cancel()
        async with asyncio.timeout(1):
            await waiting[7]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("path", "weight"),
    [("/", PAGE), ("/t/x/do", PAGE), ("/static/app.js", READ), ("/api/v1/tables/x", READ)],
)
def test_a_page_weighs_more_than_a_move(path: str, weight: int) -> None:
    assert weight_of(path) == weight > weight_of("/api/v1/tables/x/commands")
