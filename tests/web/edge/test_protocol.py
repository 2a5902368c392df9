"""Connections that end, be they ever so many."""

import asyncio
from collections.abc import Callable

from charidice.web.edge.protocol import _ENDED_AT_ONCE, Connections


async def test_thousands_of_connections_that_end_at_once_are_cleared_over_several_rounds() -> None:
    cleared: list[int] = []

    def noted(number: int) -> Callable[[Exception | None], None]:
        return lambda _error: cleared.append(number)

    connections, loop = Connections(5_000), asyncio.get_running_loop()
    for number in range(1_000):
        connections.later(loop, noted(number), None)
    rounds = []
    while len(cleared) < 1_000:
        before = len(cleared)
        await asyncio.sleep(0)
        rounds.append(len(cleared) - before)
    connections.later(loop, noted(1_000), None)
    await asyncio.sleep(0)
    assert max(rounds) == _ENDED_AT_ONCE
    assert cleared == [*range(1_001)]
