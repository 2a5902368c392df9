"""One round of the loop takes on only so much."""

import asyncio

import pytest

from charidice.web.edge.turns import (
    MOST_MOVES_PER_ROUND,
    MOST_WEIGHT_PER_ROUND,
    MOVE,
    PAGE,
    READ,
    Turns,
    weight_of,
)


async def rounds_of(wishes: list[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """All ask for a turn in the same moment: who was let in, in which round of the loop."""
    turns, rounds = Turns(), list[list[tuple[int, str]]]([[]])

    async def one(weight: int, address: str) -> None:
        await turns.turn(weight, address)
        rounds[-1].append((weight, address))

    tasks = [asyncio.create_task(one(*wish)) for wish in wishes]
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0)
        rounds.append([])
    assert not turns._moves._waiting
    assert not turns._others._waiting
    return [let_in for let_in in rounds if let_in]


async def weights_by_round(weights: list[int]) -> list[list[int]]:
    """The same for one address."""
    rounds = await rounds_of([(weight, "10.0.0.1") for weight in weights])
    return [[weight for weight, _address in let_in] for let_in in rounds]


async def test_pages_that_are_asked_for_at_once_are_spread_over_rounds() -> None:
    rounds = await weights_by_round([PAGE] * 40)
    assert sum(map(len, rounds)) == 40
    assert max(map(sum, rounds)) <= MOST_WEIGHT_PER_ROUND
    assert len(rounds) == 40 * PAGE // MOST_WEIGHT_PER_ROUND


async def test_many_moves_fit_into_a_round() -> None:
    rounds = await weights_by_round([MOVE] * (MOST_MOVES_PER_ROUND + 3))
    assert rounds == [[MOVE] * MOST_MOVES_PER_ROUND, [MOVE] * 3]


async def test_whoever_came_first_is_first() -> None:
    weights = [PAGE, READ, PAGE, PAGE, READ, PAGE, READ, READ, PAGE, PAGE] * 3
    assert [w for round_ in await weights_by_round(weights) for w in round_] == weights


async def test_moves_do_not_wait_for_pages_nor_pages_for_moves() -> None:
    rounds = await weights_by_round([PAGE] * 4 + [MOVE] * 60 + [PAGE] * 4)
    assert rounds[0] == [PAGE] + [MOVE] * MOST_MOVES_PER_ROUND
    assert sorted(rounds[1]) == [MOVE] * (60 - MOST_MOVES_PER_ROUND) + [PAGE]


async def test_whoever_asks_for_much_does_not_hold_up_another_address() -> None:
    rounds = await rounds_of([(PAGE, "10.0.0.1")] * 40 + [(PAGE, "10.0.0.2"), (READ, "10.0.0.3")])
    assert rounds[2] == [(PAGE, "10.0.0.2")]
    assert (READ, "10.0.0.3") in rounds[3]


async def test_a_network_of_the_new_kind_is_one_address() -> None:
    loud = [(PAGE, f"2001:db8::{number:x}") for number in range(1, 40)]
    rounds = await rounds_of([*loud, (PAGE, "2001:db8:1::1")])
    assert rounds[2] == [(PAGE, "2001:db8:1::1")]


async def test_whoever_leaves_takes_no_turn() -> None:
    turns = Turns()
    await turns.turn(PAGE)
    waiting = [asyncio.create_task(turns.turn(PAGE)) for _ in range(8)]
    await asyncio.sleep(0)
    for task in waiting[:7]:
        task.cancel()
    async with asyncio.timeout(1):
        await waiting[7]


@pytest.mark.parametrize(
    ("path", "weight"),
    [("/", PAGE), ("/t/x/do", PAGE), ("/static/js/page.js", READ), ("/api/v1/tables/x", READ)],
)
def test_a_page_weighs_more_than_a_move(path: str, weight: int) -> None:
    assert weight_of(path) == weight > weight_of("/api/v1/tables/x/commands")
