"""What comes of keeping these dice: how likely each bonus is, and what the turn brings.

Asked for by the page of a table.
"""

import asyncio
from itertools import combinations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from charidice.coach.odds import BONUSES, bonus_chances
from charidice.coach.outcomes import outcomes_of
from charidice.locale.formats import number, whole_percent
from charidice.rules import DICE, Game
from charidice.tables import TableError
from charidice.web.live.tray import sees_chances
from charidice.web.live.viewer import look_at
from charidice.web.pages.browser_seats import table_and_viewer

router = APIRouter(include_in_schema=False)


@router.get("/t/{name}/odds")
async def odds(request: Request, name: str) -> Response:
    """The chances of all bonuses for all ways to keep dice of the roll on the table.

    With them comes what the turn brings on the mean if the coach plays on: points and gift.
    """
    cached, viewer = await table_and_viewer(request, name)
    game = cached.table.game
    if game is None or not sees_chances(look_at(cached.table, viewer), game):
        raise TableError("table/no-chances")
    position = cached.table.position
    chances, outcomes = await asyncio.to_thread(_told, game)  # the first time it takes a moment
    told = {"position": position, "bonuses": BONUSES, "keeps": chances, "outcomes": outcomes}
    return JSONResponse(told)


def _told(game: Game) -> tuple[dict[str, list[str]], list[list[str] | None]]:
    """Both, by the dice that are kept (as bits); nothing comes of keeping all of them."""
    brings, faces = outcomes_of(game), [face - 1 for face in game.turn.numbers]
    found: list[list[str] | None] = []
    for mask in range(2**DICE - 1):
        kept = [die for die in range(DICE) if mask >> die & 1]
        each = brings.keeping(game.turn.rolls - 1, faces, kept, game.turn.asked)
        found.append([number(each.points), number(each.gift)])
    return _chances(game), [*found, None]


def _chances(game: Game) -> dict[str, list[str]]:
    """By the dice that are kept (as bits): how likely each bonus is, in the reader's language."""
    keeps = (kept for size in range(DICE + 1) for kept in combinations(range(DICE), size))
    return {
        str(sum(1 << die for die in kept)): [
            whole_percent(chance)
            for chance in bonus_chances(
                game.dice, game.turn.numbers, kept, game.rolls_left
            ).values()
        ]
        for kept in keeps
    }
