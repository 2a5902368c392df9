"""Training: the coach objects to a decision that costs too much, before it is written."""

import asyncio
from typing import Final

from charidice.coach import advise, best_solution, margin_solution
from charidice.rules import Action, Ask, Game, Pass
from charidice.tables.model.commands import Play
from charidice.tables.model.errors import TableError
from charidice.tables.model.hinting import decision_of, is_alone
from charidice.tables.model.table import Table

# A move goes through if the coach takes longer.
PATIENCE_SECONDS: Final = 1.0


async def object_to(table: Table, who: int | None, command: Play) -> None:
    """Refuse a decision of somebody in training that costs more than the limit of the table.

    Whoever stands by it is not asked again, and nobody is trained where others play. What is
    wrong in another way is left to those who decide.
    """
    limit = table.setup.coach_limit
    if not limit or command.stand or not is_alone(table, who):
        return
    if command.action is None:
        _prepare(table.game)
        return
    if command.position not in (table.position, table.before_pass):
        return
    decision = decision_of(table, who, asking=isinstance(command.action, (Ask, Pass)))
    cost = None if decision is None else await _cost(decision.game, command.action)
    if cost is not None and 100 * cost > limit:
        raise TableError("table/coach-objects", {"cost": round(100 * cost, 1), "limit": limit})


async def _cost(game: Game, action: Action) -> float | None:
    """What an action costs of the chance of winning; None if nobody knows in time."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            advised = await asyncio.to_thread(advise, game)
    except TimeoutError:
        return None
    return next((each.chance_cost for each in advised.options if each.action == action), None)


def _prepare(game: Game | None) -> None:
    """Solve the turn that begins, so that its decisions need not wait."""
    if game is not None:
        loop = asyncio.get_running_loop()
        loop.run_in_executor(None, best_solution, game)
        loop.run_in_executor(None, margin_solution, game)
